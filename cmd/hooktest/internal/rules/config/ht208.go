package config

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht208() rule {
	return rule{Rule: finding.Rule{
		ID: "HT208", Title: "tool name in wrong case", Severity: finding.Error,
		Why: "Matchers are case-sensitive.",
	}, find: ofMatcher("HT208")}
}
