package fire

import (
	"io"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/expectation"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/project"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/rendering"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/layout"
	"github.com/hooktest/hooktest/internal/lists"
)

// writeJSON writes the fire-report document, or fire-comparison for several agents.
func writeJSON(w io.Writer, sides []*side) error {
	return layout.Write(w, jsonvalue.Marshal(project.Report("fire", "firing", sides, func(s *side) any { return s.object() })))
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
		jsonvalue.Member{Key: "agent", Value: roster.Of(f.Firing).Name},
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
	if f.Document.EnableHooks && !f.Document.Ends.Ends {
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

// model returns the result for the formats that all commands share: a group of the event, with a
// check for each agent and for each of its hooks.
func (o *options) model(sides []*side) report.Report {
	m := report.Report{Title: "hooktest fire " + o.Event, Version: console.Version()}
	if !slices.ContainsFunc(sides, func(s *side) bool { return s.idle() == "" }) {
		m.Incomplete = o.nothing(sides).Error()
	}
	rows := lists.Of(sides, (*side).row)
	var checks []report.Check
	for i, s := range sides {
		var warnings []hook.Warning
		if s.Absent == "" {
			warnings = slices.Concat(s.Warnings, s.ownWarnings())
		}
		c := report.Check{Name: strings.TrimSpace(s.Whose.Name + " " + rows[i].Title), Class: "hooktest.fire", Repro: o.Again()}
		// The checks of the hooks have the findings.
		whole := rows[i]
		whole.Findings = nil
		c = rendering.Verdict(c, whole, warnings, o.conclude([]*side{s}))
		rendering.AddUnmet(&m, c)
		checks = append(checks, c)
		if s.Absent == "" {
			checks = append(checks, o.hookChecks(&m, s, c.Name)...)
		}
	}
	rendering.AddVerdicts(&m, rows, checks)
	return m
}

// hookChecks returns the checks of an agent's hooks, and adds their findings to the report.
func (o *options) hookChecks(m *report.Report, s *side, class string) []report.Check {
	var checks []report.Check
	check := func(entry hook.Entry) report.Check {
		title, at := view.Brief(entry.Title()), view.Near(entry.Position)
		return report.Check{Name: title, Class: class, Title: class + ": " + title, Repro: o.Again(), At: report.Location(at)}
	}
	for i, r := range s.Merged.Results {
		c := check(r.Entry)
		end := o.untested(r, s.Each[i].Kind, s.Whose.Name)
		if end == nil && o.strict {
			end = expectation.Strictly([][]finding.Finding{s.findings[i]})
		}
		rendering.Process(&c, r)
		c = rendering.Verdict(c, view.Row{Agent: s.Whose.Name, Verdict: s.Each[i], Findings: s.findings[i]}, nil, end)
		if c.Status == report.Errored && s.prevented() {
			c.Status, c.Reason = report.Tolerated, "another hook decides"
		}
		rendering.AddFound(m, s.Whose.Name, c.At, s.findings[i])
		checks = append(checks, c)
	}
	for _, skipped := range s.unfired() {
		c := check(skipped.Entry)
		c.Status, c.Message, c.Repro = report.Skipped, view.WithRule(hook.Warning{Rule: skipped.Rule, Text: skipped.Reason}), ""
		checks = append(checks, c)
	}
	return checks
}
