package config

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht103() rule {
	return rule{Rule: finding.Rule{
		ID: "HT103", Title: "hook where a matcher group belongs", Severity: finding.Error, Agents: "agents whose hooks are in groups",
		Why: "An event contains groups, and each group has a list named hooks. A hook directly below its event is not a group and does not run.",
	}, find: ofRule("HT103")}
}
