package run

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/deviation"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/rendering"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/caserun"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/layout"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/shellword"
)

// writePretty writes the firings for people: one block each, or a table if several agents have
// the same event input. With --quiet, it writes only the verdicts.
func (o *options) writePretty(block view.Block, r result) {
	if o.Quiet {
		for _, one := range present(r.runs) {
			block.Headline(one.firing.Verdict, one.Agent.Name+" "+titleOf(one.firing), one.findings)
		}
		return
	}
	for i, together := range byEventInput(r.runs) {
		if i > 0 {
			block.Out.Printf("\n")
		}
		b := comparison{block}
		rows := agreed(together)
		if len(rows) > 1 {
			b.matrix(rows, o.show != "")
			continue
		}
		f := rows[0][0].firing
		b.firing(rows[0], o.show != "")
		if roster.Of(f).Required() {
			notes := deviation.Notes(r.target, f.Event)
			if len(rows[0]) == 1 {
				notes = slices.Concat(deviation.Verdict(f), notes)
			}
			b.Notes(notes)
		}
	}
}

func titleOf(f engine.Firing) string {
	return strings.TrimSpace(string(f.Event) + " " + view.ToolOf(f))
}

func (b comparison) firing(row []*ran, stdin bool) {
	f := row[0].firing
	b.Verdict(f.Verdict, english.And(namesOf(row))+" "+titleOf(f), row[0].findings)
	b.Effects(f.Words())
	b.Out.Printf("\n")
	b.Findings(row[0].findings)
	b.Process(f.Merged.Results[0], stdin)
	b.Warnings(view.Untold(f.Merged.Warnings, row[0].findings))
}

// A comparison is the part of a report that compares verdicts on one event.
type comparison struct{ view.Block }

// agreed groups the rows of a table: contracts of one product share a row if they have the same
// event name and the same result.
func agreed(together []*ran) [][]*ran {
	var rows [][]*ran
	for _, one := range together {
		if last := len(rows) - 1; last >= 0 && rows[last][0].like(one) {
			rows[last] = append(rows[last], one)
			continue
		}
		rows = append(rows, []*ran{one})
	}
	return rows
}

// like reports whether another contract of the product has the same result.
func (r *ran) like(other *ran) bool {
	if r.Absent != "" || other.Absent != "" || r.Agent.Product != other.Agent.Product {
		return false
	}
	a, b := r.firing.Words(), other.firing.Words()
	same := func(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }
	return titleOf(r.firing) == titleOf(other.firing) && r.firing.Verdict.Kind == other.firing.Verdict.Kind && same(a.Model, b.Model) &&
		view.EndedAlike(r.firing.Merged.Results[0], other.firing.Merged.Results[0])
}

// matrix shows the verdicts of several agents on one event input, one row each, why they differ,
// and how the hook's process ended.
func (b comparison) matrix(of [][]*ran, stdin bool) {
	together := slices.Concat(of...)
	rows := lists.Of(of, rowOf)
	b.Matrix(rows)
	b.Reasons(rows)
	b.sharedFindings(together)
	fired := present(together)
	for _, same := range lists.Groups(fired, func(a, b *ran) bool { return view.EndedAlike(a.firing.Merged.Results[0], b.firing.Merged.Results[0]) }) {
		b.Out.Printf("\n")
		if len(same) < len(fired) {
			b.Prose("under", english.And(namesOf(same)))
		}
		b.Process(same[0].firing.Merged.Results[0], stdin)
	}
}

// rowOf returns the row of agents with the same result.
func rowOf(same []*ran) view.Row {
	one, row := same[0], view.Row{Agent: strings.Join(namesOf(same), ", "), Absent: same[0].Absent}
	if one.Absent == "" {
		row.Title, row.Verdict, row.Words, row.Findings = titleOf(one.firing), one.firing.Verdict, one.firing.Words(), one.findings
	}
	return row
}

func namesOf(tries []*ran) []string {
	return lists.Of(tries, func(one *ran) string { return one.Agent.Name })
}

// present returns the tries of the agents that fired.
func present(tries []*ran) []*ran {
	return lists.Where(tries, func(one *ran) bool { return one.Absent == "" })
}

// writeJSON writes the run-report document (schemas: run-report).
func (o *options) writeJSON(w io.Writer, r result) error {
	document := o.document
	if r.missing != nil {
		document = o.missing
	}
	return layout.Write(w, jsonvalue.Marshal(document(r)))
}

func (o *options) document(r result) *jsonvalue.Object {
	t := r.target
	var runs []any
	var found []finding.Finding
	after := "hooktest probe " + shellword.Of(t.Name) + " --format json"
	command := t.Command
	for _, one := range r.runs {
		if one.Absent != "" {
			continue
		}
		if len(runs) == 0 {
			command = one.Hook.Command
		}
		f := one.firing
		found = append(found, one.findings...)
		if f.Verdict.Kind.Unguarded() && f.Verdict.Rule != "" {
			after = "hooktest explain " + f.Verdict.Rule
		}
		run := view.JudgedObject(roster.Of(f).Name, caserun.Run{
			Event: f.Event, Tool: view.ToolOf(f), Verdict: f.Verdict, Words: f.Words(), Result: f.Merged.Results[0], Findings: one.findings,
		}, f.Merged.Warnings)
		var notes []hook.Warning
		if roster.Of(f).Required() {
			notes = slices.Concat(deviation.Verdict(f), deviation.Notes(t, f.Event))
		}
		run.Set("notes", view.WarningList(notes))
		runs = append(runs, run)
	}
	return jsonvalue.New(
		jsonvalue.Member{Key: "schema", Value: "urn:hooktest:schema:run-report"},
		jsonvalue.Member{Key: "hook", Value: t.Name},
		jsonvalue.Member{Key: "command", Value: command},
		jsonvalue.Member{Key: "runs", Value: runs},
		jsonvalue.Member{Key: "next", Value: jsonvalue.Strings(rendering.Next(found, after))},
	)
}

// missing returns a run-report for a hook that does not exist, so that programs always get a
// document.
func (o *options) missing(r result) *jsonvalue.Object {
	f := r.missing
	reason := jsonvalue.New(jsonvalue.Member{Key: "message", Value: f.Message})
	if f.Hint != "" {
		reason.Set("hint", f.Hint)
	}
	return jsonvalue.New(
		jsonvalue.Member{Key: "schema", Value: "urn:hooktest:schema:run-report"},
		jsonvalue.Member{Key: "hook", Value: o.Hook},
		jsonvalue.Member{Key: "error", Value: reason},
		jsonvalue.Member{Key: "runs", Value: []any{}},
	)
}

// model returns the result for the formats that all commands share: a group for each event input,
// with a check for each agent.
func (o *options) model(r result) report.Report {
	name := view.Brief(o.Hook)
	m := report.Report{Title: "hooktest run " + name, Version: console.Version()}
	if r.missing != nil {
		c := rendering.Verdict(report.Check{Name: "starts", Class: name}, view.Row{Absent: r.missing.Message}, nil, r.missing)
		rendering.AddUnmet(&m, c)
		m.Groups, m.Summary = []report.Group{{Name: name, Checks: []report.Check{c}}}, []string{c.Message}
		return m
	}
	var at report.Location
	if r.target.Path != "" {
		at.File = r.target.Name
	}
	for _, together := range byEventInput(r.runs) {
		var rows []view.Row
		var checks []report.Check
		for _, one := range together {
			row := rowOf([]*ran{one})
			row.Title = cmp.Or(row.Title, string(one.Event))
			c := report.Check{Name: strings.TrimSpace(row.Agent + " " + row.Title), Class: name, Repro: o.Again(), At: at}
			end := o.conclude(r.target, []*ran{one})
			var warnings []hook.Warning
			if one.Absent == "" {
				warnings = view.Untold(one.firing.Merged.Warnings, one.findings)
				rendering.Process(&c, one.firing.Merged.Results[0])
			} else if end == nil {
				end = &console.Failure{Code: console.ExitNothing, Message: one.Absent, Hint: one.Hint}
			}
			c = rendering.Verdict(c, row, warnings, end)
			rendering.AddUnmet(&m, c)
			rendering.AddFound(&m, row.Agent, at, one.findings)
			rows, checks = append(rows, row), append(checks, c)
		}
		rendering.AddVerdicts(&m, rows, checks)
	}
	return m
}
