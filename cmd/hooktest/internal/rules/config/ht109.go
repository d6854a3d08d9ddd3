package config

import (
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

// ht109 finds hooks that start nothing.
func ht109(v *view) []finding.Finding {
	found := v.ofRule("HT109")
	for _, h := range v.survey.Hooks {
		if command := h.Entry.Command; command != "" && strings.TrimSpace(command) == "" {
			found = append(found, v.at(h.Config.Position(), "the command is blank: nothing starts, and the hook decides nothing", "write what to start as the command"))
		}
	}
	return found
}
