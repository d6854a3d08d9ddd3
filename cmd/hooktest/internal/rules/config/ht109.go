package config

import "strings"

// ht109 finds hooks that start nothing.
func ht109(v *view) {
	v.ofRule("HT109")
	for _, h := range v.survey.Hooks {
		if command := h.Entry.Command; command != "" && strings.TrimSpace(command) == "" {
			v.report(h.Config.Position(), "the command is blank: nothing starts, and the hook decides nothing", "write what to start as the command")
		}
	}
}
