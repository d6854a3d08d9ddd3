package config

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht202() rule {
	return rule{Rule: finding.Rule{
		ID: "HT202", Title: "matcher uses another agent's tool name", Severity: finding.Error,
		Why: "Agents use different names for the same tool. The hook never runs with this agent.",
	}, find: ofMatcher("HT202")}
}
