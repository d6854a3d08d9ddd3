package shipped

import (
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/agents"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/target"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// Departures say where the agent as shipped is known to do something else than
// these requirements demand. They are no part of a verdict.
func Departures(requirements ...string) []hook.Warning {
	var notes []hook.Warning
	for _, id := range requirements {
		for _, d := range dialect.Departures(id) {
			if strings.HasPrefix(d.Product, agents.Default().Product) {
				notes = append(notes, hook.Warning{Rule: id, Text: d.Product + " " + d.Does})
			}
		}
	}
	return notes
}

// Notes say what the agent as shipped does differently to this hook.
func Notes(t target.Target, event hook.Event) []hook.Warning {
	ids := FieldRules(event)
	if NeedsAlias(t.SpeaksOf) {
		ids = append(ids, "HOOK-188")
	}
	return Departures(ids...)
}

// FieldRules name the requirements that give an event's hooks their fields.
func FieldRules(event hook.Event) []string {
	var ids []string
	for _, field := range agents.Default().Row(event).Fields {
		ids = append(ids, field.Rule)
	}
	return slices.Compact(ids)
}

// NeedsAlias tells whether a text relies on an alias of the project variable,
// with no fallback to the variable itself.
func NeedsAlias(speaksOf func(string) bool) bool {
	variables := agents.Default().Launch.Variables
	return slices.ContainsFunc(variables[1:], speaksOf) && !speaksOf(variables[0])
}
