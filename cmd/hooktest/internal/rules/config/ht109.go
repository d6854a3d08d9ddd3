package config

import (
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht109() rule {
	return rule{Rule: finding.Rule{
		ID: "HT109", Title: "hook without a command", Severity: finding.Error,
		Why: "There is nothing to start, so the hook is malformed.",
	}, find: withoutCommand}
}

// withoutCommand finds hooks that start nothing.
func withoutCommand(v *view) []finding.Finding {
	found := ofRule("HT109")(v)
	for _, h := range v.survey.Hooks {
		if command := h.Entry.Command; command != "" && strings.TrimSpace(command) == "" {
			found = append(found, v.at(h.Config.Position(), "the command is blank: nothing starts, and the hook decides nothing", "write what to start as the command"))
		}
	}
	return found
}
