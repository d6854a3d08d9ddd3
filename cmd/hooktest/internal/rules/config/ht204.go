package config

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht204() rule {
	return rule{Rule: finding.Rule{
		ID: "HT204", Title: "matcher is a glob, not a regular expression", Severity: finding.Error,
		Why: "In a regular expression, a star repeats the item before it. At the start, it makes the expression invalid.",
	}, find: ofMatcher("HT204")}
}
