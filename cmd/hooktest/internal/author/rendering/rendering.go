// Package rendering turns the findings of any command into lines for people, JSON objects and
// the model of package report. It judges nothing.
package rendering

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/engine/hook"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/visible"
	"github.com/hooktest/hooktest/internal/website"
)

// Model returns the result of a command: a check for each finding, and one of whether there was
// anything to check. summary describes the result in one line. strict makes warnings fail.
func Model(command, summary string, findings []finding.Finding, strict, nothing bool) report.Report {
	class := "hooktest." + command
	m := report.Report{Title: "hooktest " + command, Summary: []string{summary}, Version: console.Version()}
	g := report.Group{Name: "findings"}
	for _, f := range findings {
		one := Of(f)
		c := report.Check{Name: f.Rule.ID + " " + Placed(f), Class: class, Status: report.Skipped, Type: f.Rule.ID, Message: f.Text, Detail: "fix: " + f.Fix, At: one.At}
		if Against(f, strict) {
			c.Status = report.Failed
		}
		g.Checks, m.Findings = append(g.Checks, c), append(m.Findings, one)
	}
	looked := report.Check{Name: "looks at something", Class: class, Status: report.Passed}
	if nothing {
		looked.Status, looked.Message = report.Failed, "there was nothing to look at"
	}
	g.Checks = append(g.Checks, looked)
	m.Groups = []report.Group{g}
	return m
}

// Of returns a finding for the model.
func Of(f finding.Finding) report.Finding {
	severity := report.Severity(f.Rule.Severity)
	return report.Finding{
		Rule:     report.Rule{ID: f.Rule.ID, Title: f.Rule.Title, Why: f.Rule.Why, Severity: severity, Page: website.Rule(f.Rule.ID)},
		Severity: severity, Text: f.Text, Fix: f.Fix, At: report.Location{File: f.Place.File, Line: f.Place.Position.Line, Column: f.Place.Position.Column},
	}
}

// Against reports whether a finding fails a report. With strict, warnings do so too.
func Against(f finding.Finding, strict bool) bool {
	return f.Rule.Severity == finding.Error || strict && f.Rule.Severity == finding.Warning
}

// Placed returns a finding's file, with the line if it has one.
func Placed(f finding.Finding) string {
	return cmp.Or(f.Place.Position.String(), f.Place.File)
}

// Lines formats a finding with its fix for people.
func Lines(f finding.Finding, look report.Look) string {
	tone := report.Faint
	switch f.Rule.Severity {
	case finding.Error:
		tone = report.Bad
	case finding.Warning:
		tone = report.Caution
	}
	whose := ""
	if len(f.Agents) > 0 {
		whose = " (" + english.And(f.Agents) + ")"
	}
	return fmt.Sprintf("%s: %s %s: %s%s\n    %s %s\n", look.Set(report.Strong, visible.Line(Placed(f))), look.Set(tone, string(f.Rule.Severity)), look.Set(report.Strong, f.Rule.ID),
		visible.Line(view.Brief(f.Text)), whose, look.Set(report.Faint, "fix:"), visible.Line(view.Brief(f.Fix)))
}

// An Object is a finding in a JSON report.
type Object struct {
	ID       string      `json:"id"`
	Severity string      `json:"severity"`
	File     string      `json:"file"`
	At       *view.Place `json:"at"`
	Agents   []string    `json:"agents"`
	Text     string      `json:"text"`
	Fix      string      `json:"fix"`
	Fixable  bool        `json:"fixable"`
}

// Objects returns findings for a JSON report.
func Objects(all []finding.Finding) []Object {
	objects := []Object{}
	for _, f := range all {
		one := Object{
			ID: f.Rule.ID, Severity: string(f.Rule.Severity), File: f.Place.File, Agents: append([]string{}, f.Agents...),
			Text: f.Text, Fix: f.Fix, Fixable: !f.Repair.IsZero(),
		}
		if at := f.Place.Position; !at.IsZero() {
			one.At = &view.Place{File: at.File, Line: at.Line, Column: at.Column}
		}
		objects = append(objects, one)
	}
	return objects
}

// mostExplained limits the findings that Next explains: a caller reads these before the others.
const mostExplained = 3

// Next returns the commands that make sense after a report: those that explain its findings, the
// severest first, and then the others.
func Next(all []finding.Finding, others ...string) []string {
	rank := map[finding.Severity]int{finding.Error: 0, finding.Warning: 1, finding.Info: 2}
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b finding.Finding) int { return cmp.Compare(rank[a.Rule.Severity], rank[b.Rule.Severity]) })
	next := []string{}
	for _, f := range all {
		command := "hooktest explain " + f.Rule.ID
		if len(next) < mostExplained && !slices.Contains(next, command) {
			next = append(next, command)
		}
	}
	return append(next, others...)
}

// Verdict completes the check of an agent or a hook, which has a name, with its verdict. end is the
// error with which the command would end if it had judged nothing else: the check has the status of
// that exit code, and loses its repro unless it fails the report.
func Verdict(c report.Check, row view.Row, warnings []hook.Warning, end error) report.Check {
	text := view.Text(func(b view.Block) {
		if row.Absent == "" {
			b.Verdict(row.Verdict, cmp.Or(c.Title, c.Name), row.Findings)
		}
		if row.Words.Agent != "" {
			b.Effects(row.Words)
		}
		b.Findings(row.Findings)
		b.Warnings(warnings)
	})
	c.Status = report.Passed
	if failure, ok := errors.AsType[*console.Failure](end); ok {
		c.Message = failure.Message
		switch failure.Code {
		case console.ExitNothing:
			c.Status = report.Skipped
		case console.ExitUntestable:
			c.Status, c.Type = report.Errored, "untested"
		default:
			c.Status, c.Type = report.Failed, "failed"
		}
		if failure.Hint != "" {
			text += "hint: " + failure.Hint
		}
	}
	if c.Type == "" {
		c.Repro = ""
	}
	c.Detail = strings.Join(lists.Where(strings.Split(text, "\n"), func(line string) bool { return line != "" }), "\n")
	return c
}

// Process adds to a check how long a hook ran, and what it wrote.
func Process(c *report.Check, r hook.ExecutionResult) {
	c.Milliseconds = float64(r.Duration) / float64(time.Millisecond)
	c.Stdout = view.Excerpt(r.Stdout, int64(len(r.Stdout))+r.StdoutDropped)
	c.Stderr = view.Excerpt(r.Stderr, int64(len(r.Stderr))+r.StderrDropped)
}

// AddVerdicts adds the verdicts on one event input to a report: a group of their checks, and a line
// of the summary.
func AddVerdicts(m *report.Report, rows []view.Row, checks []report.Check) {
	g := report.Group{Checks: checks}
	var titles, all []string
	names := map[string][]string{}
	for _, row := range rows {
		kind := "none"
		if row.Absent == "" {
			kind = string(row.Verdict.Kind)
			g.Facts = append(g.Facts, report.Fact{Name: row.Agent, Value: view.WithRule(hook.Warning{Rule: row.Verdict.Rule, Text: kind})})
		}
		titles, all = append(titles, row.Title), append(all, kind)
		names[kind] = append(names[kind], row.Agent)
	}
	g.Name = strings.Join(slices.DeleteFunc(lists.Once(titles), func(title string) bool { return title == "" }), ", ")
	for _, c := range checks {
		g.Milliseconds += c.Milliseconds
	}
	m.Milliseconds += g.Milliseconds
	m.Groups = append(m.Groups, g)
	said := lists.Of(lists.Once(all), func(kind string) string { return kind + " in " + english.And(names[kind]) })
	m.Summary = append(m.Summary, g.Name+": "+strings.Join(said, "; "))
}

// AddFound adds an agent's findings of a hook at a place to a report. A finding of several agents is
// added once.
func AddFound(m *report.Report, agent string, at report.Location, found []finding.Finding) {
	for _, f := range found {
		one := Of(f)
		one.At, one.Subject = at, agent
		i := slices.IndexFunc(m.Findings, func(known report.Finding) bool {
			return known.Rule.ID == one.Rule.ID && known.Text == one.Text && known.Fix == one.Fix && known.At == one.At
		})
		if i < 0 {
			m.Findings = append(m.Findings, one)
		} else if known := &m.Findings[i]; !slices.Contains(strings.Split(known.Subject, ", "), agent) {
			known.Subject += ", " + agent
		}
	}
}

// AddUnmet adds a finding about an agent's check that fails the report.
func AddUnmet(m *report.Report, c report.Check) {
	if c.Type != "" {
		m.Findings = append(m.Findings, report.Finding{
			Rule: UnmetRule(c.Type), Severity: report.Error, Subject: cmp.Or(c.Title, c.Name), Text: c.Message, Detail: c.Detail, Repro: c.Repro, At: c.At,
		})
	}
}

// UnmetRule returns the rule of what is against a hook or a case, by the type of its check.
func UnmetRule(kind string) report.Rule {
	titles := map[string]string{"failed": "an expectation is not met", "untested": "the hook could not be tested", "broken": "the case is broken"}
	return report.Rule{ID: kind, Title: titles[kind], Why: "A hook does not do what is expected of it.", Severity: report.Error}
}
