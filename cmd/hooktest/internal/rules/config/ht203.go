package config

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht203() rule {
	return rule{Rule: finding.Rule{
		ID: "HT203", Title: "tool name also matches longer names", Severity: finding.Warning, Agents: "agents that search for the matcher in the name",
		Why: "The matcher is a regular expression that may match any part of a name.",
	}, find: ofMatcher("HT203")}
}
