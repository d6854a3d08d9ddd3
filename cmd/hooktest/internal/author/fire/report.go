package fire

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/agents"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/shipped"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/target"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/planner"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

// writePretty shows the verdict on the event, its effects, and then each hook's part.
func (o *options) writePretty(f fired) {
	b := firedBlock{view.Block{Out: o.Streams.Out}}
	title, found := agents.Of(f.Firing).Name+" "+f.eventTitle(), slices.Concat(f.findings...)
	if o.Quiet {
		b.Headline(f.Verdict, title, found)
		return
	}
	b.Verdict(f.Verdict, title, found)
	if f.Document.EnableHooks {
		b.Effects(f.Words())
	}
	if n := len(f.Merged.Results); n > 0 {
		b.Out.Printf("\n  %s\n", b.Out.Styled(term.Bold, f.mode(n)))
	}
	for i, r := range f.Merged.Results {
		b.hook(r, f.Each[i], f.findings[i])
		b.Process(r, false)
	}
	f.writeUnfired(b)
	b.Warnings(f.ownWarnings())
	b.Notes(f.notes())
}

// A firedBlock is the report on one event. It has a part for each hook.
type firedBlock struct{ view.Block }

// eventTitle names the event and the subject that its matchers are tested against.
func (f fired) eventTitle() string {
	return strings.TrimSpace(string(f.Event) + " " + f.Subject())
}

// mode describes how the hooks ran, and how long the agent waits for several.
func (f fired) mode(n int) string {
	ran := english.Count(n, "hook") + " ran one after another"
	switch {
	case n == 1 && len(f.Explained.Entries) == 1:
		return "1 hook ran"
	case !f.Explained.Sequential:
		ran = english.Count(n, "hook") + " ran in parallel"
	case n < len(f.Explained.Entries):
		ran = fmt.Sprintf("%d of %d hooks ran, one after another", n, len(f.Explained.Entries))
	}
	return ran + "; the agent waits " + console.Clock(finding.Wait(finding.Runs(f.Firing)))
}

// unfired returns the hooks of the plan that were not reached, and then those that the plan
// skips.
func (f fired) unfired() []hook.Skipped {
	return slices.Concat(f.cut(), f.Explained.Skipped)
}

// cut returns the hooks of the plan that were not reached.
func (f fired) cut() []hook.Skipped {
	reason := "a hook before it refused"
	if ran := len(f.Each); ran > 0 && f.Each[ran-1].Kind == effect.Ask {
		reason = "a hook before it asked the user"
	}
	return planner.Cut(f.Config.Contract(), f.Explained, len(f.Merged.Results), reason)
}

func (f fired) writeUnfired(b firedBlock) {
	for _, s := range f.unfired() {
		b.Out.Printf("\n  %s  %s\n", b.Out.Styled(term.Dim, "NOT RUN"), view.Brief(s.Entry.Title()))
		near := strings.ReplaceAll(s.Reason, s.Entry.Position.File, console.Near(s.Entry.Position.File))
		b.Prose("why", view.WithRule(hook.Warning{Rule: s.Rule, Text: near}))
		b.from(s.Entry)
	}
}

func (b firedBlock) hook(r hook.ExecutionResult, v effect.Verdict, found []finding.Finding) {
	b.Out.Printf("\n  %s  %s  %s\n", b.Out.Styled(view.StyleOf(v.Kind, found), strings.ToUpper(string(v.Kind))), view.Brief(r.Entry.Title()), b.Out.Styled(term.Dim, v.Rule))
	b.Prose("why", v.Why)
	b.from(r.Entry)
	b.Findings(found)
}

// from shows where a hook is configured, if that is known.
func (b firedBlock) from(entry hook.Entry) {
	if place := view.Origin(entry); place != "" {
		b.Field("from", place)
	}
}

// ownWarnings returns the warnings of the firing itself, without those about the settings, which
// are shown elsewhere.
func (f fired) ownWarnings() []hook.Warning {
	return slices.DeleteFunc(view.Untold(f.Merged.Warnings, slices.Concat(f.findings...)), func(w hook.Warning) bool {
		return slices.Contains(f.Warnings, w)
	})
}

// object returns the fire-report document (schemas: fire-report).
func (f fired) object() *jsonvalue.Object {
	hooks := make([]any, len(f.Merged.Results))
	for i, r := range f.Merged.Results {
		hooks[i] = firedHook(r, f.Each[i], f.findings[i])
	}
	skipped := lists.Of(f.unfired(), func(s hook.Skipped) any { return skippedHook(s) })
	report := jsonvalue.New(
		jsonvalue.Member{Key: "schema", Value: "urn:hooktest:schema:fire-report"},
		jsonvalue.Member{Key: "agent", Value: agents.Of(f.Firing).Name},
		jsonvalue.Member{Key: "event", Value: string(f.Event)},
	)
	if tool := view.ToolOf(f.Firing); tool != "" {
		report.Set("tool", tool)
	}
	if mode := f.Options.Whose.InMode(); mode != nil {
		var fact any
		if mode.Fact != nil {
			fact = *mode.Fact
		}
		report.Set("mode", jsonvalue.New(
			jsonvalue.Member{Key: "name", Value: mode.Name}, jsonvalue.Member{Key: "fact", Value: fact}, jsonvalue.Member{Key: "text", Value: mode.Text},
		))
	}
	report.Set("enabled", f.Document.EnableHooks)
	report.Set("sequential", f.Explained.Sequential)
	report.Set("wait", hook.Milliseconds(finding.Wait(finding.Runs(f.Firing))))
	view.SetVerdict(report, f.Verdict)
	if f.Document.EnableHooks {
		report.Set("effects", view.EffectsObject(f.Words()))
	}
	report.Set("hooks", hooks)
	report.Set("skipped", skipped)
	if final := f.Merged.FinalOutput; final != nil {
		report.Set("finalOutput", final.Output().Object())
	}
	report.Set("warnings", view.WarningList(slices.Concat(f.Warnings, f.ownWarnings())))
	report.Set("notes", view.WarningList(f.notes()))
	return report
}

func firedHook(r hook.ExecutionResult, v effect.Verdict, found []finding.Finding) *jsonvalue.Object {
	o := jsonvalue.New(
		jsonvalue.Member{Key: "command", Value: r.Entry.Title()},
		jsonvalue.Member{Key: "source", Value: r.Entry.Source.String()},
		jsonvalue.Member{Key: "timeout", Value: hook.Milliseconds(r.Entry.Timeout)},
	)
	setPosition(o, r.Entry.Position)
	view.SetVerdict(o, v)
	o = o.Overlay(view.ResultObject(r))
	o.Set("findings", view.FindingList(found))
	return o
}

func skippedHook(s hook.Skipped) *jsonvalue.Object {
	o := jsonvalue.New(
		jsonvalue.Member{Key: "command", Value: s.Entry.Title()},
		jsonvalue.Member{Key: "rule", Value: s.Rule},
		jsonvalue.Member{Key: "reason", Value: s.Reason},
	)
	setPosition(o, s.Entry.Position)
	return o
}

func setPosition(o *jsonvalue.Object, p hook.Position) {
	if !p.IsZero() {
		o.Set("position", p.String())
	}
}

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
		return shipped.NeedsAlias(target.Target{Text: []byte(r.Entry.Command)}.Mentions)
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
