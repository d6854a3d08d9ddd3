package config

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht207() rule {
	return rule{Rule: finding.Rule{
		ID: "HT207", Title: "matcher is not a string", Severity: finding.Error,
		Why: "Several names are one string, separated by |. Any other type makes the group malformed, and some agents drop more than the group.",
	}, find: ofRule("HT207")}
}
