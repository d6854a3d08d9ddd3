package config

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/hook"
)

// ht105 finds hooks of an unknown type, and of a type that the agent accepts but does not run.
func ht105(v *view) {
	v.ofRule("HT105")
	for _, h := range v.survey.Hooks {
		if handler, _ := v.agent.Handlers.Handler(h.Type); h.Type == hook.TypePlugin && !handler.Starts {
			v.report(v.named(h, "type"), fmt.Sprintf("%s runs no hook of the type plugin: it fails and decides nothing", v.agent.Product), `write "type": "command" with a command`)
		}
	}
}
