package cli

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
			if strings.HasPrefix(d.Product, dialect.LLxprt().Product) {
				notes = append(notes, hook.Warning{Rule: id, Text: d.Product + " " + d.Does})
			}
		}
	}
	return notes
}

// notes say what the agent as shipped does differently to this hook.
func (t target) notes(event hook.Event) []hook.Warning {
	ids := untranslated(event)
	if needsAlias(t.speaksOf) {
		ids = append(ids, "HOOK-188")
	}
	return departures(ids...)
}

// notes say what the agent as shipped does differently to these hooks.
func (f fired) notes() []hook.Warning {
	var ids []string
	results := f.Fired.Results
	if len(results) > 0 {
		ids = untranslated(f.Event)
	}
	if slices.ContainsFunc(f.plan.Skipped, func(s hook.Skipped) bool { return s.Rule == "HOOK-090" || s.Rule == "HOOK-091" }) {
		ids = append(ids, "HOOK-091")
	}
	if f.Event == hook.BeforeToolSelection && len(results) > 1 {
		ids = append(ids, "HOOK-099")
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
	return departures(ids...)
}

// untranslated names the requirement that gives an event's hooks the stable
// format.
func untranslated(event hook.Event) []string {
	switch event {
	case hook.BeforeModel:
		return []string{"HOOK-034"}
	case hook.AfterModel:
		return []string{"HOOK-044"}
	case hook.BeforeToolSelection:
		return []string{"HOOK-054"}
	}
	return nil
}

// needsAlias tells whether a text relies on an alias of the project variable,
// with no fallback to the variable itself.
func needsAlias(speaksOf func(string) bool) bool {
	return (speaksOf("GEMINI_PROJECT_DIR") || speaksOf("CLAUDE_PROJECT_DIR")) && !speaksOf("LLXPRT_PROJECT_DIR")
}
