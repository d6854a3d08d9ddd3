package test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/caserun"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/layout"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/notation"
	"github.com/hooktest/hooktest/internal/visible"
)

// writeJSON writes the test-report document.
func writeJSON(w io.Writer, r tested) error {
	results := lists.Of(r.results, func(one caserun.Result) any { return resultOf(one) })
	counts := jsonvalue.New()
	for _, status := range caserun.Statuses() {
		counts.Set(string(status), view.Number(r.counts[status]))
	}
	warnings := []any{}
	for _, side := range r.oneSided {
		for _, script := range side.scripts {
			warnings = append(warnings, jsonvalue.New(jsonvalue.Member{Key: "hook", Value: script}, jsonvalue.Member{Key: "text", Value: side.text}, jsonvalue.Member{Key: "hint", Value: side.hint}))
		}
	}
	report := jsonvalue.New(
		jsonvalue.Member{Key: "schema", Value: "urn:hooktest:schema:test-report"},
		jsonvalue.Member{Key: "complete", Value: r.left == 0 && !r.interrupted},
		jsonvalue.Member{Key: "counts", Value: counts},
		jsonvalue.Member{Key: "results", Value: results},
		jsonvalue.Member{Key: "warnings", Value: warnings},
		jsonvalue.Member{Key: "next", Value: jsonvalue.Strings(next(r))},
	)
	return layout.Write(w, jsonvalue.Marshal(report))
}

// next returns the commands that make sense after the report: the first failures again, or else
// whether the agents start the hooks.
func next(r tested) []string {
	const most = 3
	var all []string
	for _, one := range r.results {
		if !holds([]caserun.Result{one}) && len(all) < most {
			all = append(all, again(one))
		}
	}
	if len(all) == 0 {
		return []string{"hooktest doctor --format json"}
	}
	return all
}

func resultOf(one caserun.Result) *jsonvalue.Object {
	o := jsonvalue.New(
		jsonvalue.Member{Key: "hook", Value: one.Case.Script},
		jsonvalue.Member{Key: "case", Value: one.Case.Name},
		jsonvalue.Member{Key: "agent", Value: one.Contract.Name},
		jsonvalue.Member{Key: "status", Value: string(one.Status)},
		jsonvalue.Member{Key: "file", Value: one.Case.At.File},
		jsonvalue.Member{Key: "line", Value: view.Number(one.Case.At.Line)},
	)
	for _, m := range []jsonvalue.Member{{Key: "why", Value: one.Why}, {Key: "hint", Value: one.Hint}} {
		if m.Value != "" {
			o.Set(m.Key, m.Value)
		}
	}
	if len(one.Mismatches) > 0 {
		list := lists.Of(one.Mismatches, func(m caserun.Mismatch) any {
			return jsonvalue.New(
				jsonvalue.Member{Key: "field", Value: m.Field}, jsonvalue.Member{Key: "want", Value: m.Want}, jsonvalue.Member{Key: "got", Value: m.Got},
				jsonvalue.Member{Key: "line", Value: view.Number(m.At.Line)}, jsonvalue.Member{Key: "column", Value: view.Number(m.At.Column)},
			)
		})
		o.Set("mismatches", list)
	}
	if run := one.Run; run != nil {
		object := view.JudgedObject(view.Judged{Agent: one.Contract.Name, Event: run.Event, Tool: run.Tool, Verdict: run.Verdict, Words: run.Words, Result: run.Result, Findings: run.Findings, Warnings: run.Result.Warnings})
		object.Set("notes", []any{})
		o.Set("run", object)
	}
	if !holds([]caserun.Result{one}) {
		o.Set("again", again(one))
	}
	return o
}

// writeJUnit writes a suite for each hook and a test case for each result. A case that could not
// be tested is an error, and an unmet expectation is a failure.
func writeJUnit(w io.Writer, r tested) error {
	all := notation.JUnit{Name: "hooktest test"}
	for _, script := range r.scripts() {
		suite := notation.JUnitSuite{Name: visible.Line(script)}
		for _, one := range r.of(script) {
			suite.Add(junitOf(one))
			suite.Time += notation.Milliseconds(tookOf(one))
		}
		all.Time += suite.Time
		all.Add(suite)
	}
	if r.left > 0 || r.interrupted {
		var end notation.JUnitSuite
		end.Name = "the run"
		end.Add(notation.JUnitCase{Name: "comes to its end", Class: "hooktest", Error: &notation.JUnitWords{Message: visible.Line(r.summary())}})
		all.Add(end)
	}
	return all.Write(w)
}

func tookOf(one caserun.Result) float64 {
	if one.Run == nil {
		return 0
	}
	return float64(one.Run.Result.Duration) / float64(time.Millisecond)
}

func junitOf(one caserun.Result) notation.JUnitCase {
	c := notation.JUnitCase{
		Name: visible.Line(one.Case.Name + " (" + one.Contract.Name + ")"), Class: visible.Line(one.Case.Script),
		File: visible.Line(one.Case.At.File), Line: one.Case.At.Line, Time: notation.Milliseconds(tookOf(one)),
	}
	words := &notation.JUnitWords{Message: visible.Line(reasonOf(one)), Type: string(one.Status)}
	switch one.Status {
	case caserun.Passed:
		return c
	case caserun.Skipped:
		words.Type = ""
		c.Skipped = words
	case caserun.Failed:
		words.Text = detailOf(one)
		c.Failure = words
	default:
		words.Text = detailOf(one)
		c.Error = words
	}
	if run := one.Run; run != nil {
		c.Output = view.Excerpt(run.Result.Stdout, int64(len(run.Result.Stdout))+run.Result.StdoutDropped)
		c.Errors = view.Excerpt(run.Result.Stderr, int64(len(run.Result.Stderr))+run.Result.StderrDropped)
	}
	return c
}

// detailOf describes a failed result as plain text.
func detailOf(one caserun.Result) string {
	var b strings.Builder
	for _, m := range one.Mismatches {
		fmt.Fprintf(&b, "%s\n  want %s\n  got  %s\n", m.Field, view.Excerpt(m.Want, int64(len(m.Want))), view.Excerpt(m.Got, int64(len(m.Got))))
	}
	if one.Why != "" {
		fmt.Fprintf(&b, "%s\n", visible.Line(one.Why))
	}
	if one.Hint != "" {
		fmt.Fprintf(&b, "hint: %s\n", visible.Line(one.Hint))
	}
	if one.Run != nil {
		for _, f := range one.Run.Findings {
			fmt.Fprintf(&b, "%s %s: %s\n  fix: %s\n", f.Rule.ID, f.Rule.Severity, view.Brief(f.Text), view.Brief(f.Fix))
		}
	}
	fmt.Fprintf(&b, "again: %s\n", visible.Line(again(one)))
	return b.String()
}

// writeTAP writes a test point for each result.
func writeTAP(w io.Writer, r tested) error {
	var b bytes.Buffer
	text := func(s string) string { return strings.NewReplacer(`\`, `\\`, `#`, `\#`).Replace(visible.Line(s)) }
	fmt.Fprintf(&b, "TAP version 14\n1..%d\n", len(r.results))
	for i, one := range r.results {
		status, directive := "not ok", ""
		switch one.Status {
		case caserun.Passed:
			status = "ok"
		case caserun.Skipped:
			status, directive = "ok", " # SKIP "+text(one.Why)
		}
		fmt.Fprintf(&b, "%s %d - %s for %s%s\n", status, i+1, text(titleOfCase(one.Case)), one.Contract.Name, directive)
		if !holds([]caserun.Result{one}) {
			for line := range strings.Lines(detailOf(one)) {
				b.WriteString("# " + line)
			}
		}
	}
	fmt.Fprintf(&b, "# %s\n", visible.Line(r.summary()))
	if r.left > 0 || r.interrupted {
		b.WriteString("Bail out! not all cases were run\n")
	}
	_, err := w.Write(b.Bytes())
	return err
}

// writeMarkdown writes a summary for GitHub's page of a workflow run.
func writeMarkdown(w io.Writer, r tested) error {
	doc := notation.Document{Limit: notation.StepSummary}
	doc.Printf("### %s\n\n", notation.Prose(r.summary()))
	blocks := lists.Of(r.against(), func(one caserun.Result) string {
		return fmt.Sprintf("- **%s** %s for %s, %s\n\n%s\n", one.Status, notation.Prose(titleOfCase(one.Case)), one.Contract.Name,
			notation.Code(expectedAt(one)), notation.Fenced("text", detailOf(one)))
	})
	for _, side := range r.oneSided {
		blocks = append(blocks, fmt.Sprintf("- %s: %s\n", notation.Prose(english.And(side.scripts)), notation.Prose(side.text)))
	}
	if len(blocks) > 0 {
		doc.Blocks("", "results", blocks)
	}
	_, err := w.Write(doc.Bytes())
	return err
}

// writeGitHub writes the totals, and an annotation for each failed result at the line of the
// expectation.
func writeGitHub(w io.Writer, r tested) error {
	var b strings.Builder
	for _, one := range r.against() {
		line := one.Case.At.Line
		if len(one.Mismatches) > 0 && one.Mismatches[0].At.Line > 0 {
			line = one.Mismatches[0].At.Line
		}
		b.WriteString(notation.Annotation{
			Kind: "error", File: one.Case.At.File, Line: line, Title: fmt.Sprintf("%s %s for %s", one.Status, titleOfCase(one.Case), one.Contract.Name),
			Message: visible.Clip(reasonOf(one), notation.AnnotationLength) + "\nagain: " + again(one),
		}.String())
	}
	for _, side := range r.oneSided {
		for _, script := range side.scripts {
			b.WriteString(notation.Annotation{Kind: "warning", File: script, Title: "hooktest", Message: side.text + "\n" + side.hint}.String())
		}
	}
	b.WriteString(notation.Annotation{Kind: "notice", Title: "hooktest test", Message: r.summary()}.String())
	_, err := io.WriteString(w, b.String())
	return err
}
