package config

import (
	"fmt"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/hook"
)

func ht105() rule {
	return rule{Rule: finding.Rule{
		ID: "HT105", Title: "hook type that the agent can't run", Severity: finding.Error,
		Why: "Agents support different types of hooks. A hook of an unsupported type is malformed and does not run.",
	}, find: func(v *view) []finding.Finding { return append(ofRule("HT105")(v), unrunnable(v)...) }}
}

// unrunnable finds hooks of a type that the agent accepts but does not run.
func unrunnable(v *view) []finding.Finding {
	var found []finding.Finding
	for _, h := range v.survey.Hooks {
		if handler, _ := v.agent.Handlers.Handler(h.Type); h.Type == hook.TypePlugin && !handler.Starts {
			found = append(found, v.at(v.named(h, "type"), fmt.Sprintf("%s runs no hook of the type plugin: it fails and decides nothing", v.agent.Product), `write "type": "command" with a command`))
		}
	}
	return found
}
