package linting

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/layout"
	"github.com/hooktest/hooktest/internal/notation"
	"github.com/hooktest/hooktest/internal/visible"
)

// formats are the ways to write what lint has found.
func formats() report.Formats[linted] {
	return report.Formats[linted]{
		report.Text("pretty", "text for a person", writePretty),
		report.Document("json", "one JSON document", writeJSON),
		report.Document("sarif", "the findings as SARIF 2.1.0", writeSARIF),
		report.Document("github", "GitHub's workflow commands", writeGitHub),
		report.Document("junit", "JUnit XML with a test case for each finding", writeJUnit),
		report.Document("markdown", "a step summary", writeMarkdown),
	}
}

func (l linted) summary() string {
	looked := english.Count(l.settings, "settings file")
	switch {
	case l.scripts > 0 && l.settings > 0:
		looked += " and " + english.Count(l.scripts, "script")
	case l.scripts > 0:
		looked = english.Count(l.scripts, "script")
	}
	errors, warnings := l.count(finding.Error), l.count(finding.Warning)
	left := l.unread + l.closed
	var said string
	switch {
	case errors+warnings > 0:
		said = fmt.Sprintf("%s, %s", english.Count(errors, "error"), english.Count(warnings, "warning"))
	case l.settings+l.scripts == 0:
		said = "nothing was looked at"
	case left+l.cut > 0:
		said = "nothing wrong was found"
	default:
		said = "nothing is wrong"
	}
	if left > 0 {
		said += fmt.Sprintf(", and %s could not be read or written", english.Plural(left, "file or folder", "files or folders"))
	}
	if l.cut > 0 {
		said += fmt.Sprintf(", and %s too long to be read", english.Plural(l.cut, "script is", "scripts are"))
	}
	if l.mended > 0 {
		said += fmt.Sprintf(" (%d mended)", l.mended)
	}
	if l.silenced > 0 {
		said += fmt.Sprintf(" (%d silenced)", l.silenced)
	}
	return looked + ": " + said
}

func writePretty(w io.Writer, l linted, look report.Look) error {
	var b strings.Builder
	for _, f := range l.findings {
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
		fmt.Fprintf(&b, "%s: %s %s: %s%s\n", look.Set(report.Strong, visible.Line(placed(f))), look.Set(tone, string(f.Rule.Severity)), look.Set(report.Strong, f.Rule.ID), visible.Line(view.Brief(f.Text)), whose)
		fmt.Fprintf(&b, "    %s %s\n", look.Set(report.Faint, "fix:"), visible.Line(view.Brief(f.Fix)))
	}
	for _, u := range l.unused {
		fmt.Fprintf(&b, "%s: %s %s: it silences nothing\n    %s take it out\n", look.Set(report.Strong, visible.Line(u.at.String())), look.Set(report.Caution, "unused"),
			visible.Line(view.Brief(u.id)), look.Set(report.Faint, "fix:"))
	}
	if len(l.findings)+len(l.unused) > 0 {
		b.WriteString("\n")
	}
	b.WriteString(l.summary() + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// placed is where a finding stands: the file, and the line where it is about one.
func placed(f finding.Finding) string {
	return cmp.Or(f.Place.Position.String(), f.Place.File)
}

type jsonReport struct {
	Schema   string          `json:"schema"`
	Settings int             `json:"settings"`
	Scripts  int             `json:"scripts"`
	Findings []findingObject `json:"findings"`
	Silenced int             `json:"silenced"`
	Unused   []unusedObject  `json:"unused"`
}

type unusedObject struct {
	ID     string     `json:"id"`
	At     view.Place `json:"at"`
	Reason string     `json:"reason"`
}

type findingObject struct {
	ID       string      `json:"id"`
	Severity string      `json:"severity"`
	File     string      `json:"file"`
	At       *view.Place `json:"at"`
	Agents   []string    `json:"agents"`
	Text     string      `json:"text"`
	Fix      string      `json:"fix"`
	Fixable  bool        `json:"fixable"`
}

// writeJSON writes the lint-report document (schemas: lint-report).
func writeJSON(w io.Writer, l linted) error {
	j := jsonReport{Schema: "urn:hooktest:schema:lint-report", Settings: l.settings, Scripts: l.scripts, Findings: []findingObject{}, Silenced: l.silenced, Unused: []unusedObject{}}
	for _, u := range l.unused {
		j.Unused = append(j.Unused, unusedObject{u.id, view.Place{File: u.at.File, Line: u.at.Line, Column: u.at.Column}, u.reason})
	}
	for _, f := range l.findings {
		one := findingObject{
			ID: f.Rule.ID, Severity: string(f.Rule.Severity), File: f.Place.File, Agents: append([]string{}, f.Agents...),
			Text: f.Text, Fix: f.Fix, Fixable: !f.Mend.IsZero(),
		}
		if at := f.Place.Position; !at.IsZero() {
			one.At = &view.Place{File: at.File, Line: at.Line, Column: at.Column}
		}
		j.Findings = append(j.Findings, one)
	}
	return layout.Encode(w, j)
}

func writeGitHub(w io.Writer, l linted) error {
	var b strings.Builder
	for _, f := range l.findings {
		b.WriteString(notation.Annotation{
			Kind: view.AnnotationKind(f.Rule.Severity), File: filepath.ToSlash(f.Place.File), Line: max(f.Place.Position.Line, 1), Title: f.Rule.ID + " " + f.Rule.Title,
			Message: visible.Clip(f.Text, notation.AnnotationLength) + "\nfix: " + visible.Clip(f.Fix, notation.AnnotationLength),
		}.String())
	}
	b.WriteString(notation.Annotation{Kind: "notice", Title: "hooktest lint", Message: l.summary()}.String())
	_, err := io.WriteString(w, b.String())
	return err
}

func writeJUnit(w io.Writer, l linted) error {
	all := notation.JUnit{Name: "hooktest lint"}
	suite := notation.JUnitSuite{Name: "findings"}
	for _, f := range l.findings {
		c := notation.JUnitCase{Name: visible.Line(f.Rule.ID + " " + placed(f)), Class: "hooktest.lint", File: visible.Line(f.Place.File), Line: f.Place.Position.Line}
		words := &notation.JUnitWords{Message: visible.Line(f.Text), Type: f.Rule.ID, Text: visible.Text("fix: " + f.Fix)}
		if f.Rule.Severity == finding.Error || l.strict && f.Rule.Severity == finding.Warning {
			c.Failure = words
		} else {
			c.Skipped = words
		}
		suite.Add(c)
	}
	looked := notation.JUnitCase{Name: "looks at something", Class: "hooktest.lint"}
	if l.settings+l.scripts == 0 {
		looked.Failure = &notation.JUnitWords{Message: "there was nothing to look at"}
	}
	suite.Add(looked)
	all.Add(suite)
	return all.Write(w)
}

func writeMarkdown(w io.Writer, l linted) error {
	d := notation.Document{Limit: notation.StepSummary}
	d.Printf("## hooktest lint\n\n%s\n", notation.Prose(l.summary()))
	var rows []string
	for _, f := range l.findings {
		rows = append(rows, fmt.Sprintf("- **%s** %s %s: %s *%s*\n", f.Rule.ID, f.Rule.Severity, notation.Code(placed(f)), notation.Prose(f.Text), notation.Prose("fix: "+f.Fix)))
	}
	d.Blocks("\n", "findings", rows)
	_, err := w.Write(d.Bytes())
	return err
}

// writeSARIF writes a rule for each that has a finding, and a result for each finding.
func writeSARIF(w io.Writer, l linted) error {
	log := notation.SARIF{Tool: "hooktest", Version: console.Version()}
	named := map[string]bool{}
	for _, f := range l.findings {
		level := view.SARIFLevel(f.Rule.Severity)
		if !named[f.Rule.ID] {
			named[f.Rule.ID] = true
			log.Rules = append(log.Rules, notation.SARIFRule{ID: f.Rule.ID, Title: f.Rule.Title, Why: f.Rule.Why, Level: level})
		}
		log.Results = append(log.Results, notation.SARIFResult{
			Rule: f.Rule.ID, Level: level, Message: visible.Text(f.Text + "\nfix: " + f.Fix),
			File: filepath.ToSlash(f.Place.File), Line: f.Place.Position.Line, Column: f.Place.Position.Column,
		})
	}
	return log.Write(w)
}
