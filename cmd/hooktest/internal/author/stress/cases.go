package stress

import (
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/agents"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/casefile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/eventinput"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/probe"
	"github.com/hooktest/hooktest/engine/dialect"
)

// fromCases converts the hook's own cases to an agent's event inputs. All of them are for the
// event of the first.
func fromCases(a agents.Agent, cases []casefile.Case) []probe.EventInput {
	var all []probe.EventInput
	add := func(o probe.EventInput, err error) {
		// Skip cases for events that the agent has no hooks for.
		if err == nil && (len(all) == 0 || o.Event == all[0].Event) {
			all = append(all, o)
		}
	}
	for _, c := range cases {
		if c.Event != "" && c.Tool == "" && c.Bash == nil && c.Write == nil && c.Prompt == nil && c.Stdin == nil {
			sample, err := eventinput.Of(a.Contract, c.Event, "")
			add(probe.EventInput{Event: sample.Event, Fields: sample.Fields}, err)
			continue
		}
		for _, happens := range []struct {
			role dialect.Role
			on   *string
		}{{dialect.RunShell, c.Bash}, {dialect.WriteFile, c.Write}, {probe.Prompted, c.Prompt}} {
			if happens.on != nil {
				add(probe.Happening(a.Contract, c.Event, happens.role, *happens.on))
			}
		}
	}
	return all
}
