package fire

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/deviation"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/target"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/planner"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

// writePretty shows the verdict of the only agent, or those of several and why they differ, and then
// each hook's part.
func (o *options) writePretty(block view.Block, sides []*side) {
	b := firedBlock{block}
	for _, s := range sides {
		s.Complain(o.App, s.Prefix(len(sides)))
	}
	if len(sides) > 1 {
		rows := lists.Of(sides, (*side).row)
		b.Matrix(rows)
		b.Reasons(rows)
	} else {
		b.verdict(sides[0], o.Quiet)
	}
	if o.Quiet {
		return
	}
	for i, s := range sides {
		if s.Absent != "" {
			continue
		}
		b.mode(s, len(sides) == 1)
		for k, r := range s.Merged.Results {
			b.hook(r, s.Each[k], s.findings[k])
			if name := endedAlike(r, sides[:i]); name != "" {
				b.Field("process", "as under "+name)
			} else {
				b.Process(r, false)
			}
		}
		s.writeUnfired(b)
		b.Warnings(s.ownWarnings())
		b.Notes(s.notes())
	}
}

// A firedBlock is the report on one event. It has a part for each hook.
type firedBlock struct{ view.Block }

// verdict shows the verdict of the only agent, and what the agent does.
func (b firedBlock) verdict(s *side, brief bool) {
	title, found := s.Whose.Name+" "+s.eventTitle(), slices.Concat(s.findings...)
	if brief {
		b.Headline(s.Verdict, title, found)
		return
	}
	b.Verdict(s.Verdict, title, found)
	if s.Document.EnableHooks && !s.Document.Ends.Ends {
		b.Effects(s.Words())
	}
}

// mode shows how an agent's hooks ran.
func (b firedBlock) mode(s *side, alone bool) {
	n := len(s.Merged.Results)
	switch {
	case !alone:
		b.Out.Printf("\n%s %s: %s\n", b.Out.Styled(term.Dim, "under"), b.Out.Styled(term.Bold, s.Whose.Name), cmp.Or(s.idle(), s.mode(n)))
	case n > 0:
		b.Out.Printf("\n  %s\n", b.Out.Styled(term.Bold, s.mode(n)))
	}
}

// row returns the agent's row of the matrix. If no hook ran, the row has no verdict.
func (s *side) row() view.Row {
	row := view.Row{Agent: s.Whose.Name, Absent: s.idle()}
	if s.Absent == "" {
		row.Title = s.eventTitle()
	}
	if row.Absent == "" {
		row.Verdict, row.Words, row.Findings = s.Verdict, s.Words(), slices.Concat(s.findings...)
	}
	return row
}

// endedAlike returns the first agent under which the hook ended in the same way with the same
// output.
func endedAlike(r hook.ExecutionResult, shown []*side) string {
	for _, s := range shown {
		for _, other := range s.Merged.Results {
			if other.Entry.Title() == r.Entry.Title() && view.EndedAlike(other, r) {
				return s.Whose.Name
			}
		}
	}
	return ""
}

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
		b.Prose("why", view.WithRule(hook.Warning{Rule: s.Rule, Text: f.Reason(s)}))
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

// notes describe how the released agent treats these hooks differently.
func (f fired) notes() []hook.Warning {
	told := f.again
	row := roster.Of(f.Firing).Row(f.Event)
	if row.Often.Fact != "" && len(f.Merged.Results) > 0 {
		product := roster.Of(f.Firing).Product
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
	if !roster.Of(f.Firing).Required() {
		return told
	}
	var ids []string
	results := f.Merged.Results
	if len(results) > 0 {
		ids = deviation.FieldRules(f.Event)
	}
	if slices.ContainsFunc(f.Explained.Skipped, func(s hook.Skipped) bool { return s.Rule == "HOOK-090" || s.Rule == "HOOK-091" }) {
		ids = append(ids, "HOOK-091")
	}
	if len(results) > 1 {
		ids = append(ids, roster.Default().Row(f.Event).Merge.Rule)
	}
	if cut := f.cut(); len(cut) > 0 {
		ids = append(ids, cut[0].Rule)
	}
	if slices.ContainsFunc(results, func(r hook.ExecutionResult) bool {
		return deviation.NeedsAlias(target.Target{Text: []byte(r.Entry.Command)}.Mentions)
	}) {
		ids = append(ids, "HOOK-188")
	}
	if slices.ContainsFunc(results, func(r hook.ExecutionResult) bool {
		return r.Entry.Type == hook.TypePlugin && r.Entry.Command != ""
	}) {
		ids = append(ids, "HOOK-195")
	}
	return slices.Concat(told, deviation.Switch(&f.Options.Source, f.Document), deviation.Verdict(f.Firing), deviation.Deviations(ids...))
}
