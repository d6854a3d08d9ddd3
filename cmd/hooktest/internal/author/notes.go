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

// notes say what the agent as shipped does differently to this hook.
func (t target) notes(event hook.Event) []hook.Warning {
	ids := fieldRules(event)
	if needsAlias(t.speaksOf) {
		ids = append(ids, "HOOK-188")
	}
	return departures(ids...)
}

// notes say what the agent as shipped does differently to these hooks.
func (f fired) notes() []hook.Warning {
	if !agentOf(f.Firing).required() {
		return nil
	}
	var ids []string
	results := f.Merged.Results
	if len(results) > 0 {
		ids = fieldRules(f.Event)
	}
	if slices.ContainsFunc(f.plan.Skipped, func(s hook.Skipped) bool { return s.Rule == "HOOK-090" || s.Rule == "HOOK-091" }) {
		ids = append(ids, "HOOK-091")
	}
	if len(results) > 1 {
		ids = append(ids, contract().row(f.Event).Merge.Rule)
	}
	if f.plan.Sequential && len(results) > 0 && len(results) < len(f.plan.Entries) {
		ids = append(ids, "HOOK-107")
	}
	if slices.ContainsFunc(results, func(r hook.ExecutionResult) bool {
		return needsAlias(target{text: []byte(r.Entry.Command)}.speaksOf)
	}) {
		ids = append(ids, "HOOK-188")
	}
	if slices.ContainsFunc(results, func(r hook.ExecutionResult) bool {
		return r.Entry.Type == hook.TypePlugin && r.Entry.Command != ""
	}) {
		ids = append(ids, "HOOK-195")
	}
	return slices.Concat(f.options.switchAsShipped(f.document), asShipped(f.Firing), departures(ids...))
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
