package fire

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/agents"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/shipped"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/target"
	"github.com/hooktest/hooktest/engine/hook"
)

// notes describe how the released agent treats these hooks differently.
func (f fired) notes() []hook.Warning {
	told := f.again
	row := agents.Of(f.Firing).Row(f.Event)
	if row.Often.Fact != "" && len(f.Merged.Results) > 0 {
		product := agents.Of(f.Firing).Product
		if row.Often.Runs > 0 {
			told = append(told, hook.Warning{Rule: row.Often.Fact, Text: fmt.Sprintf("%s runs each of these hooks %d times for one %s, which here ran once", product, row.Often.Runs, f.Event)})
		}
		if row.Often.Results {
			told = append(told, hook.Warning{Rule: row.Often.Fact, Text: fmt.Sprintf("%s runs each of these hooks again whenever results of tools go to the model", product)})
		}
	}
	told = append(told, f.Options.Whose.ModeNotes()...)
	if f.Options.Untrusted {
		told = slices.Concat(told, f.Trust())
	}
	if !agents.Of(f.Firing).Required() {
		return told
	}
	var ids []string
	results := f.Merged.Results
	if len(results) > 0 {
		ids = shipped.FieldRules(f.Event)
	}
	if slices.ContainsFunc(f.Explained.Skipped, func(s hook.Skipped) bool { return s.Rule == "HOOK-090" || s.Rule == "HOOK-091" }) {
		ids = append(ids, "HOOK-091")
	}
	if len(results) > 1 {
		ids = append(ids, agents.Default().Row(f.Event).Merge.Rule)
	}
	if cut := f.cut(); len(cut) > 0 {
		ids = append(ids, cut[0].Rule)
	}
	if slices.ContainsFunc(results, func(r hook.ExecutionResult) bool {
		return shipped.NeedsAlias(target.Target{Text: []byte(r.Entry.Command)}.SpeaksOf)
	}) {
		ids = append(ids, "HOOK-188")
	}
	if slices.ContainsFunc(results, func(r hook.ExecutionResult) bool {
		return r.Entry.Type == hook.TypePlugin && r.Entry.Command != ""
	}) {
		ids = append(ids, "HOOK-195")
	}
	return slices.Concat(told, shipped.Switch(&f.Options.Source, f.Document), shipped.Verdict(f.Firing), shipped.Deviations(ids...))
}
