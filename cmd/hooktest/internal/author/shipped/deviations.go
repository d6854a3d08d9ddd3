package shipped

import (
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/agents"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/target"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/lists"
)

// Deviations describe where the released agent is known to deviate from these requirements. They
// don't affect the verdict.
func Deviations(requirements ...string) []hook.Warning {
	var notes []hook.Warning
	for _, id := range requirements {
		for _, d := range dialect.Deviations(id) {
			if strings.HasPrefix(d.Product, agents.Default().Product) {
				notes = append(notes, hook.Warning{Rule: id, Text: d.Product + " " + d.Does})
			}
		}
	}
	return notes
}

// Notes describe how the released agent treats this hook differently.
func Notes(t target.Target, event hook.Event) []hook.Warning {
	ids := FieldRules(event)
	if NeedsAlias(t.SpeaksOf) {
		ids = append(ids, "HOOK-188")
	}
	return Deviations(ids...)
}

// FieldRules returns the requirements that define the input fields of an event's hooks.
func FieldRules(event hook.Event) []string {
	ids := lists.Of(agents.Default().Row(event).Fields, func(field dialect.Field) string { return field.Rule })
	return slices.Compact(ids)
}

// NeedsAlias reports whether a text uses an alias of the project variable without falling back to
// the variable itself.
func NeedsAlias(speaksOf func(string) bool) bool {
	variables := agents.Default().Launch.Variables
	return slices.ContainsFunc(variables[1:], speaksOf) && !speaksOf(variables[0])
}
