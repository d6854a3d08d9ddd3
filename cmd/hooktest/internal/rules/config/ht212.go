package config

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht212() rule {
	return rule{Rule: finding.Rule{
		ID: "HT212", Title: "matcher matches no source, reason or type", Severity: finding.Error,
		Why: "Events without a tool are matched against a fixed list of words.",
	}, find: ofMatcher("HT212")}
}
