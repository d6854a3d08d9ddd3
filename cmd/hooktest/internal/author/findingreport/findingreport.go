// Package findingreport writes the findings of any command: as lines for people, and as JSON
// objects, SARIF, JUnit, Markdown and GitHub's workflow commands. It judges nothing.
package findingreport

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/notation"
	"github.com/hooktest/hooktest/internal/visible"
)

// A Report has the findings of a command.
type Report struct {
	// Command is the command's name. Summary describes the result in one line.
	Command, Summary string
	Findings         []finding.Finding
	// Strict makes warnings fail. Nothing is set if there was nothing to check.
	Strict, Nothing bool
}

// Formats returns the report formats of a command whose results other programs read as findings.
func Formats[R any](pretty func(io.Writer, R, report.Look) error, json func(io.Writer, R) error, told func(R) Report) report.Formats[R] {
	as := func(write func(Report, io.Writer) error) func(io.Writer, R) error {
		return func(w io.Writer, r R) error { return write(told(r), w) }
	}
	return report.Formats[R]{
		report.Text("pretty", "text for a person", pretty),
		report.Document("json", "one JSON document", json),
		report.Document("sarif", "the findings as SARIF 2.1.0", as(Report.WriteSARIF)),
		report.Document("github", "GitHub's workflow commands", as(Report.WriteGitHub)),
		report.Document("junit", "JUnit XML with a test case for each finding", as(Report.WriteJUnit)),
		report.Document("markdown", "a step summary", as(Report.WriteMarkdown)),
	}
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

// WriteGitHub writes workflow commands of GitHub.
func (b Report) WriteGitHub(w io.Writer) error {
	var out strings.Builder
	for _, f := range b.Findings {
		out.WriteString(notation.Annotation{
			Kind: view.AnnotationKind(f.Rule.Severity), File: filepath.ToSlash(f.Place.File), Line: max(f.Place.Position.Line, 1), Title: f.Rule.ID + " " + f.Rule.Title,
			Message: visible.Clip(f.Text, notation.AnnotationLength) + "\nfix: " + visible.Clip(f.Fix, notation.AnnotationLength),
		}.String())
	}
	out.WriteString(notation.Annotation{Kind: "notice", Title: "hooktest " + b.Command, Message: b.Summary}.String())
	_, err := io.WriteString(w, out.String())
	return err
}

// WriteJUnit writes a test case for each finding.
func (b Report) WriteJUnit(w io.Writer) error {
	all := notation.JUnit{Name: "hooktest " + b.Command}
	suite := notation.JUnitSuite{Name: "findings"}
	for _, f := range b.Findings {
		c := notation.JUnitCase{Name: visible.Line(f.Rule.ID + " " + Placed(f)), Class: "hooktest." + b.Command, File: visible.Line(f.Place.File), Line: f.Place.Position.Line}
		words := &notation.JUnitWords{Message: visible.Line(f.Text), Type: f.Rule.ID, Text: visible.Text("fix: " + f.Fix)}
		if f.Rule.Severity == finding.Error || b.Strict && f.Rule.Severity == finding.Warning {
			c.Failure = words
		} else {
			c.Skipped = words
		}
		suite.Add(c)
	}
	looked := notation.JUnitCase{Name: "looks at something", Class: "hooktest." + b.Command}
	if b.Nothing {
		looked.Failure = &notation.JUnitWords{Message: "there was nothing to look at"}
	}
	suite.Add(looked)
	all.Add(suite)
	return all.Write(w)
}

// WriteMarkdown writes a step summary.
func (b Report) WriteMarkdown(w io.Writer) error {
	d := notation.Document{Limit: notation.StepSummary}
	d.Printf("## hooktest %s\n\n%s\n", b.Command, notation.Prose(b.Summary))
	var rows []string
	for _, f := range b.Findings {
		rows = append(rows, fmt.Sprintf("- **%s** %s %s: %s *%s*\n", f.Rule.ID, f.Rule.Severity, notation.Code(Placed(f)), notation.Prose(f.Text), notation.Prose("fix: "+f.Fix)))
	}
	d.Blocks("\n", "findings", rows)
	_, err := w.Write(d.Bytes())
	return err
}

// WriteSARIF writes the rules that have findings, and a result for each finding.
func (b Report) WriteSARIF(w io.Writer) error {
	log := notation.SARIF{Tool: "hooktest", Version: console.Version()}
	named := map[string]bool{}
	for _, f := range b.Findings {
		if !named[f.Rule.ID] {
			named[f.Rule.ID] = true
			log.Rules = append(log.Rules, view.SARIFRule(f.Rule))
		}
		log.Results = append(log.Results, notation.SARIFResult{
			Rule: f.Rule.ID, Level: view.SARIFLevel(f.Rule.Severity), Message: visible.Text(f.Text + "\nfix: " + f.Fix),
			File: filepath.ToSlash(f.Place.File), Line: f.Place.Position.Line, Column: f.Place.Position.Column,
		})
	}
	return log.Write(w)
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
