package config

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht201() rule {
	return rule{Rule: finding.Rule{
		ID: "HT201", Title: "matcher matches no tool", Severity: finding.Error,
		Why: "The hook never runs, which looks as if it had allowed everything.",
	}, find: ofMatcher("HT201")}
}
