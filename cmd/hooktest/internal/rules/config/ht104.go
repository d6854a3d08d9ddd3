package config

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht104() rule {
	return rule{Rule: finding.Rule{
		ID: "HT104", Title: "hook without a type", Severity: finding.Error, Agents: "agents that require one",
		Why: "A hook without a type is malformed and does not run.",
	}, find: ofRule("HT104")}
}
