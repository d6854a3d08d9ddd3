package test

import (
	"fmt"
	"io"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/rendering"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/caserun"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/layout"
	"github.com/hooktest/hooktest/internal/lists"
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
	document := jsonvalue.New(
		jsonvalue.Member{Key: "schema", Value: "urn:hooktest:schema:test-report"},
		jsonvalue.Member{Key: "complete", Value: r.left == 0 && !r.interrupted},
		jsonvalue.Member{Key: "counts", Value: counts},
		jsonvalue.Member{Key: "results", Value: results},
		jsonvalue.Member{Key: "warnings", Value: warnings},
		jsonvalue.Member{Key: "next", Value: jsonvalue.Strings(next(r))},
	)
	return layout.Write(w, jsonvalue.Marshal(document))
}

// next returns the commands that make sense after the report: the first failures again, or else
// whether the agents start the hooks.
func next(r tested) []string {
	const most = 3
	failed := lists.Where(r.results, func(one caserun.Result) bool { return !holds([]caserun.Result{one}) })
	if len(failed) == 0 {
		return []string{"hooktest doctor --format json"}
	}
	return lists.Of(failed[:min(len(failed), most)], func(one caserun.Result) string { return again(one) })
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
		object := view.JudgedObject(one.Contract.Name, *run, run.Result.Warnings)
		object.Set("notes", []any{})
		o.Set("run", object)
	}
	if !holds([]caserun.Result{one}) {
		o.Set("again", again(one))
	}
	return o
}

// model returns the result for the formats that all commands share: a group for each hook with a
// check for each result. The hook is not at fault if a case is broken or untested.
func (r tested) model() report.Report {
	m := report.Report{Title: "hooktest test", Summary: []string{r.summary()}, Version: console.Version()}
	for _, script := range r.scripts() {
		g := report.Group{Name: script}
		for _, one := range r.of(script) {
			c := checkOf(one)
			g.Checks = append(g.Checks, c)
			g.Milliseconds += c.Milliseconds
		}
		m.Groups = append(m.Groups, g)
		m.Milliseconds += g.Milliseconds
	}
	if r.left > 0 || r.interrupted {
		m.Incomplete = r.summary()
		end := report.Check{Name: "comes to its end", Class: "hooktest", Status: report.Errored, Message: m.Incomplete}
		m.Groups = append(m.Groups, report.Group{Name: "the run", Checks: []report.Check{end}})
	}
	for _, one := range r.against() {
		at := expectedAt(one)
		m.Findings = append(m.Findings, report.Finding{
			Rule: rendering.UnmetRule(string(one.Status)), Severity: report.Error, Subject: subjectOf(one), Text: reasonOf(one), Detail: detailOf(one), Repro: again(one),
			At: report.Location{File: at.File, Line: at.Line, Column: at.Column},
		})
	}
	rule := report.Rule{ID: "one-sided", Title: "all cases expect the same", Why: "They would pass with a hook that decides nothing.", Severity: report.Warning}
	for _, side := range r.oneSided {
		for _, script := range side.scripts {
			m.Findings = append(m.Findings, report.Finding{Rule: rule, Severity: report.Warning, Title: "hooktest", Text: side.text, Fix: side.hint, At: report.Location{File: script}})
		}
	}
	return m
}

func subjectOf(one caserun.Result) string { return titleOfCase(one.Case) + " for " + one.Contract.Name }

func checkOf(one caserun.Result) report.Check {
	c := report.Check{
		Name: one.Case.Name + " (" + one.Contract.Name + ")", Class: one.Case.Script, Title: subjectOf(one), Message: reasonOf(one),
		At: report.Location{File: one.Case.At.File, Line: one.Case.At.Line},
	}
	if one.Run != nil {
		rendering.Process(&c, one.Run.Result)
	}
	switch one.Status {
	case caserun.Passed:
		c.Status, c.Stdout, c.Stderr = report.Passed, "", ""
		return c
	case caserun.Skipped:
		c.Status = report.Skipped
	case caserun.Failed:
		c.Status = report.Failed
	default:
		c.Status = report.Errored
	}
	if c.Status != report.Skipped {
		c.Type, c.Detail, c.Repro = string(one.Status), detailOf(one), again(one)
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
	return strings.TrimSuffix(b.String(), "\n")
}
