package config

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht213() rule {
	return rule{Rule: finding.Rule{
		ID: "HT213", Title: "matcher regexp backtracks catastrophically", Severity: finding.Warning, Agents: "agents with a backtracking regexp engine",
		Why: "Nested repetitions try all ways to split a name. On a long name, the agent hangs or gives up.",
	}, find: ofMatcher("HT213")}
}
