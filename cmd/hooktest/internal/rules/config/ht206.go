package config

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht206() rule {
	return rule{Rule: finding.Rule{
		ID: "HT206", Title: "matcher is not a valid regular expression", Severity: finding.Error,
		Why: "The agent compares the matcher literally or matches nothing. Either way the hook never runs.",
	}, find: ofMatcher("HT206")}
}
