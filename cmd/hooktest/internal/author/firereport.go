package author

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
)

// writePretty shows the verdict on the event, what came of it, and then each
// hook's own part.
func (o *fireOptions) writePretty(f fired) {
	b := firedBlock{block{out: o.Streams.Out}}
	if o.Quiet {
		b.headline(f.Verdict, f.occasion())
		return
	}
	b.verdict(f.Verdict, f.occasion())
	if f.document.EnableHooks {
		b.effects(f.Words())
	}
	if n := len(f.Merged.Results); n > 0 {
		b.out.Printf("\n  %s\n", b.out.Styled(term.Bold, f.mode(n)))
	}
	for i, r := range f.Merged.Results {
		b.hook(r, f.Each[i], f.findings[i])
	}
	f.writeUnfired(b)
	b.warnings(f.ownWarnings())
	b.notes(f.notes())
}

// A firedBlock is the report on one event, with a part for each hook.
type firedBlock struct{ block }

// occasion names the event and what its matchers are tested against.
func (f fired) occasion() string {
	return strings.TrimSpace(string(f.Event) + " " + f.Subject())
}

func (f fired) mode(n int) string {
	switch {
	case n == 1 && len(f.plan.Entries) == 1:
		return "1 hook ran"
	case !f.plan.Sequential:
		return english.Count(n, "hook") + " ran in parallel"
	case n < len(f.plan.Entries):
		return fmt.Sprintf("%d of %d hooks ran, one after another", n, len(f.plan.Entries))
	}
	return english.Count(n, "hook") + " ran one after another"
}

// unfired are the hooks of the plan that had no turn, and then those that the
// plan leaves out.
func (f fired) unfired() []hook.Skipped {
	var all []hook.Skipped
	if n := len(f.Merged.Results); n > 0 && n < len(f.plan.Entries) {
		for _, entry := range f.plan.Entries[n:] {
			all = append(all, hook.Skipped{Entry: entry, Rule: "HOOK-107", Reason: "a hook before it refused"})
		}
	}
	return append(all, f.plan.Skipped...)
}

func (f fired) writeUnfired(b firedBlock) {
	for _, s := range f.unfired() {
		b.out.Printf("\n  %s  %s\n", b.out.Styled(term.Dim, "NOT RUN"), brief(s.Entry.Command))
		near := strings.ReplaceAll(s.Reason, s.Entry.Position.File, console.Near(s.Entry.Position.File))
		b.prose("why", withRule(hook.Warning{Rule: s.Rule, Text: near}))
		b.from(s.Entry)
	}
}

func (b firedBlock) hook(r hook.ExecutionResult, v effect.Verdict, found []finding.Finding) {
	b.out.Printf("\n  %s  %s  %s\n", b.out.Styled(styleOf(v.Kind), strings.ToUpper(string(v.Kind))), brief(r.Entry.Command), b.out.Styled(term.Dim, v.Rule))
	b.prose("why", v.Why)
	b.from(r.Entry)
	b.findings(found)
	b.process(r, false)
}

// from says where a hook is written, if it is.
func (b firedBlock) from(entry hook.Entry) {
	if place := placeOf(entry); place != "" {
		b.field("from", place)
	}
}

// ownWarnings are those of the firing itself: what is wrong with the settings
// is said elsewhere.
func (f fired) ownWarnings() []hook.Warning {
	return slices.DeleteFunc(untold(f.Merged.Warnings, slices.Concat(f.findings...)), func(w hook.Warning) bool {
		return slices.Contains(f.warnings, w)
	})
}

// writeJSON writes the fire-report document (schemas: fire-report).
func (o *fireOptions) writeJSON(f fired) {
	hooks := make([]any, len(f.Merged.Results))
	for i, r := range f.Merged.Results {
		hooks[i] = firedHook(r, f.Each[i], f.findings[i])
	}
	skipped := []any{}
	for _, s := range f.unfired() {
		skipped = append(skipped, skippedHook(s))
	}
	report := jsonvalue.New(
		member{Key: "schema", Value: "urn:hooktest:schema:fire-report"},
		member{Key: "agent", Value: o.whose.Name},
		member{Key: "event", Value: string(f.Event)},
	)
	if tool := toolOf(f.Firing); tool != "" {
		report.Set("tool", tool)
	}
	report.Set("enabled", f.document.EnableHooks)
	report.Set("sequential", f.plan.Sequential)
	for _, m := range verdictMembers(f.Verdict) {
		report.Set(m.Key, m.Value)
	}
	if f.document.EnableHooks {
		report.Set("effects", effectsObject(f.Words()))
	}
	report.Set("hooks", hooks)
	report.Set("skipped", skipped)
	if final := f.Merged.FinalOutput; final != nil {
		report.Set("finalOutput", final.Output().Object())
	}
	report.Set("warnings", warningList(slices.Concat(f.warnings, f.ownWarnings())))
	report.Set("notes", warningList(f.notes()))
	writeReport(o.Streams.Out, report)
}

func firedHook(r hook.ExecutionResult, v effect.Verdict, found []finding.Finding) *jsonvalue.Object {
	o := jsonvalue.New(
		member{Key: "command", Value: r.Entry.Command},
		member{Key: "source", Value: r.Entry.Source.String()},
		member{Key: "timeout", Value: hook.Milliseconds(r.Entry.Timeout)},
	)
	setPosition(o, r.Entry.Position)
	for _, m := range verdictMembers(v) {
		o.Set(m.Key, m.Value)
	}
	o = o.Overlay(resultObject(r))
	o.Set("findings", findingList(found))
	return o
}

func skippedHook(s hook.Skipped) *jsonvalue.Object {
	o := jsonvalue.New(
		member{Key: "command", Value: s.Entry.Command},
		member{Key: "rule", Value: s.Rule},
		member{Key: "reason", Value: s.Reason},
	)
	setPosition(o, s.Entry.Position)
	return o
}

func setPosition(o *jsonvalue.Object, p hook.Position) {
	if !p.IsZero() {
		o.Set("position", p.String())
	}
}
