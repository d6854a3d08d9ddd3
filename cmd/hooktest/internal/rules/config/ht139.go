package config

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht139() rule {
	return rule{Rule: finding.Rule{
		ID: "HT139", Title: "package file looked up in the project", Severity: finding.Error, Agents: "agents that have plugins or extensions",
		Why: "The project variable points into the project of the user who installed the package. The script is in the package's folder, so the hook can't start, and most agents continue without it.",
	}, command: strayed}
}
