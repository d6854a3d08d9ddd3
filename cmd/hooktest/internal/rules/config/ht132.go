package config

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

// The rule has no function: beside makes its findings from those of other rules.
func ht132() rule {
	return rule{Rule: finding.Rule{
		ID: "HT132", Title: "other agent reads this file differently", Severity: finding.Info, Agents: "agents that read other agents' files",
		Why: "Some agents also read the settings of other agents. What is right for the file's own agent may be wrong for them.",
	}}
}
