package config

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht211() rule {
	return rule{Rule: finding.Rule{
		ID: "HT211", Title: "matcher on an event without matchers", Severity: finding.Warning,
		Why: "The agent ignores the matcher, and the hook runs every time.",
	}, find: ofMatcher("HT211")}
}
