package author

import (
	"slices"

	"github.com/hooktest/hooktest/engine/hook"
)

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
	return slices.Concat(switchAsShipped(&f.options.settingsFlags, f.document), asShipped(f.Firing), departures(ids...))
}
