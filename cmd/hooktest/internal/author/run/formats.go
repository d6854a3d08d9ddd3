package run

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/agents"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/findingreport"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/shipped"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/layout"
	"github.com/hooktest/hooktest/internal/shellword"
)

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
		run := view.JudgedObject(view.Judged{
			Agent: agents.Of(f).Name, Event: f.Event, Tool: view.ToolOf(f), Verdict: f.Verdict, Words: f.Words(),
			Result: f.Merged.Results[0], Findings: one.findings, Warnings: f.Merged.Warnings,
		})
		var notes []hook.Warning
		if agents.Of(f).Required() {
			notes = slices.Concat(shipped.Verdict(f), shipped.Notes(t, f.Event))
		}
		run.Set("notes", view.WarningList(notes))
		runs = append(runs, run)
	}
	return jsonvalue.New(
		jsonvalue.Member{Key: "schema", Value: "urn:hooktest:schema:run-report"},
		jsonvalue.Member{Key: "hook", Value: t.Name},
		jsonvalue.Member{Key: "command", Value: command},
		jsonvalue.Member{Key: "runs", Value: runs},
		jsonvalue.Member{Key: "next", Value: jsonvalue.Strings(findingreport.Next(found, after))},
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
		c := findingreport.Verdict(report.Check{Name: "starts", Class: name}, view.Row{Absent: r.missing.Message}, nil, r.missing)
		findingreport.AddUnmet(&m, c)
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
				findingreport.Process(&c, one.firing.Merged.Results[0])
			} else if end == nil {
				end = &console.Failure{Code: console.ExitNothing, Message: one.Absent, Hint: one.Hint}
			}
			c = findingreport.Verdict(c, row, warnings, end)
			findingreport.AddUnmet(&m, c)
			findingreport.AddFound(&m, row.Agent, at, one.findings)
			rows, checks = append(rows, row), append(checks, c)
		}
		findingreport.AddVerdicts(&m, rows, checks)
	}
	return m
}
