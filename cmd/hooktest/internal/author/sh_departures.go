package author

import (
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// departures say where the agent as shipped is known to do something else than
// these requirements demand. They are no part of a verdict.
func departures(requirements ...string) []hook.Warning {
	var notes []hook.Warning
	for _, id := range requirements {
		for _, d := range dialect.Departures(id) {
			if strings.HasPrefix(d.Product, contract().Product) {
				notes = append(notes, hook.Warning{Rule: id, Text: d.Product + " " + d.Does})
			}
		}
	}
	return notes
}

// notesOn say what the agent as shipped does differently to this hook.
func notesOn(t target, event hook.Event) []hook.Warning {
	ids := fieldRules(event)
	if needsAlias(t.speaksOf) {
		ids = append(ids, "HOOK-188")
	}
	return departures(ids...)
}

// fieldRules name the requirements that give an event's hooks their fields.
func fieldRules(event hook.Event) []string {
	var ids []string
	for _, field := range contract().row(event).Fields {
		ids = append(ids, field.Rule)
	}
	return slices.Compact(ids)
}

// needsAlias tells whether a text relies on an alias of the project variable,
// with no fallback to the variable itself.
func needsAlias(speaksOf func(string) bool) bool {
	variables := contract().Launch.Variables
	return slices.ContainsFunc(variables[1:], speaksOf) && !speaksOf(variables[0])
}
