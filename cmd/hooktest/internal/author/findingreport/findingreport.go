// Package findingreport turns the findings of any command into lines for people, JSON objects and
// the model of package report. It judges nothing.
package findingreport

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/internal/english"
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
