package config

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht209() rule {
	return rule{Rule: finding.Rule{
		ID: "HT209", Title: "matcher uses a name that hooks never see", Severity: finding.Error, Agents: "agents whose tools have another name for the model",
		Why: "The agent shows its model one tool name and passes another one to hooks. The matcher is compared with the name for hooks.",
	}, find: ofMatcher("HT209")}
}
