package config

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht205() rule {
	return rule{Rule: finding.Rule{
		ID: "HT205", Title: "matcher contains tool arguments", Severity: finding.Error,
		Why: "Bash(git *) is the syntax of permission rules. A matcher is compared with the tool name only, so this never matches.",
	}, find: ofMatcher("HT205")}
}
