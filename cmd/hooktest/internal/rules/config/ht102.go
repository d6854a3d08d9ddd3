package config

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht102() rule {
	return rule{Rule: finding.Rule{
		ID: "HT102", Title: "event unknown to the agent", Severity: finding.Error,
		Why: "Hooks of an event that never fires never run. Agents use different names for the same event.",
	}, find: ofRule("HT102")}
}
