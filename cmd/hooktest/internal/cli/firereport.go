package cli

import (
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/verdict"
)

// writePretty shows the verdict on the event, what came of it, and then each
// hook's own part.
func (o *fireOptions) writePretty(f fired) {
	b := block{out: o.streams.Out}
	b.headline(f.Verdict, strings.TrimSpace(string(f.Event)+" "+f.Tool))
	if f.Effects.Agent != "" {
		b.effects(f.Effects)
	}
	mode := "in parallel"
	if f.plan.Sequential {
		mode = "one after another"
	}
	if n := len(f.Fired.Results); n > 0 {
		b.out.Printf("\n  %s\n", b.out.Styled(term.Bold, fmt.Sprintf("%s ran %s", plural(n, "hook"), mode)))
	}
	for _, r := range f.Fired.Results {
		b.hook(r)
	}
	for _, s := range f.plan.Skipped {
		b.out.Printf("\n  %s  %s\n", b.out.Styled(term.Dim, "not run"), term.Visible(s.Entry.Command))
		b.field("why", s.Reason+"  "+s.Rule)
	}
	b.warnings(f.warnings())
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func (b block) hook(r hook.ExecutionResult) {
	v := verdict.Of(r)
	b.out.Printf("\n  %s  %s  %s\n", b.out.Styled(styleOf(v.Kind), strings.ToUpper(string(v.Kind))), term.Visible(r.Entry.Command), b.out.Styled(term.Dim, v.Rule))
	b.field("why", v.Why)
	if place := r.Entry.Position.String(); place != "" {
		b.field("from", place)
	}
	b.process(r)
}

// warnings are those of the settings, the plan and the firing, each once.
func (f fired) warnings() []hook.Warning {
	var all []hook.Warning
	seen := map[hook.Warning]bool{}
	for _, w := range append(append([]hook.Warning{}, f.plan.Warnings...), f.Fired.Warnings...) {
		if !seen[w] {
			seen[w] = true
			all = append(all, w)
		}
	}
	return all
}

// writeJSON writes the fire-report document (schemas: fire-report).
func (o *fireOptions) writeJSON(f fired) {
	hooks := make([]any, len(f.Fired.Results))
	for i, r := range f.Fired.Results {
		hooks[i] = firedHook(r)
	}
	skipped := make([]any, len(f.plan.Skipped))
	for i, s := range f.plan.Skipped {
		skipped[i] = skippedHook(s)
	}
	report := jsonvalue.New(
		member{Key: "schema", Value: "urn:hooktest:schema:fire-report"},
		member{Key: "agent", Value: "llxprt"},
		member{Key: "event", Value: string(f.Event)},
	)
	if f.Tool != "" {
		report.Set("tool", f.Tool)
	}
	report.Set("enabled", f.doc.EnableHooks)
	report.Set("sequential", f.plan.Sequential)
	for _, m := range verdictMembers(f.Verdict) {
		report.Set(m.Key, m.Value)
	}
	if f.Effects.Agent != "" {
		report.Set("effects", effectsObject(f.Effects))
	}
	report.Set("hooks", hooks)
	report.Set("skipped", skipped)
	if final := f.Fired.FinalOutput; final != nil {
		report.Set("finalOutput", final.Output().Object())
	}
	report.Set("warnings", warningList(f.warnings()))
	o.streams.Out.Printf("%s", indented(report))
}

func firedHook(r hook.ExecutionResult) *jsonvalue.Object {
	o := jsonvalue.New(
		member{Key: "command", Value: r.Entry.Command},
		member{Key: "source", Value: r.Entry.Source.String()},
		member{Key: "timeout", Value: hook.Milliseconds(r.Entry.Timeout)},
	)
	setPosition(o, r.Entry.Position)
	for _, m := range verdictMembers(verdict.Of(r)) {
		o.Set(m.Key, m.Value)
	}
	return o.Overlay(resultObject(r))
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
