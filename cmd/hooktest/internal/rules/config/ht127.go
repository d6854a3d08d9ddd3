package config

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht127() rule {
	return rule{Rule: finding.Rule{
		ID: "HT127", Title: "path in one user's home directory", Severity: finding.Warning,
		Why: "The settings are shared through the project, but the file exists on one machine only.",
	}, command: anothersHome}
}
