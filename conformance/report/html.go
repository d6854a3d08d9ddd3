package report

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/verdict"
	"github.com/hooktest/hooktest/internal/visible"
)

//go:embed page.css
var pageCSS string

//go:embed page.html.tmpl
var pageTemplate string

// page is what the template shows. All text in it is visible.
type page struct {
	CSS                             template.CSS
	Policy                          string
	Subject, Circumstances, Numbers string
	Outcome                         badgeView
	Totals                          stream.Totals
	Rows                            []totalsRow
	Failures, Expected, Differences []checkView
	Requirements                    []requirementView
	// Untrue are the known failures that are not true, UntrueHeading what stands
	// above them.
	UntrueHeading string
	Untrue        []string
}

// badgeView is a status: word, shape and the class that colors it.
type badgeView struct{ Word, Shape, Class string }

type totalsRow struct {
	Status badgeView
	Counts []int
}

type requirementView struct {
	Status    badgeView
	ID, Title string
	Clauses   []clauseView
}

type clauseView struct {
	Status   badgeView
	ID, Text string
	// Note says what the verdict does not.
	Note   string
	Checks []checkView
}

type checkView struct {
	Status                       badgeView
	Anchor, Check, Case, Place   string
	Requirement, Clause          string
	Mismatches                   []mismatchView
	Known, Evidence, Stderr, Cmd string
}

type mismatchView struct {
	Line       int
	What       string
	Comparison string
}

// writeHTML writes one page. Its policy forbids everything but its own style,
// which it names by hash.
func writeHTML(w io.Writer, r Run) error {
	t, err := template.New("page").Parse(pageTemplate)
	if err != nil {
		return fmt.Errorf("reading the page's template: %w", err)
	}
	sum := sha256.Sum256([]byte(pageCSS))
	p := page{
		CSS: template.CSS(pageCSS),
		Policy: "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
			"'; base-uri 'none'; form-action 'none'",
		Subject: r.subject(), Circumstances: strings.Join(r.circumstances(), ", "), Numbers: numbers(r.totals),
		Outcome: badgeView{r.outcome(), outcomeTone(r.stream.Outcome()).shape(), class(outcomeTone(r.stream.Outcome()))},
		Totals:  r.totals, Rows: totalsRows(r.totals),
		UntrueHeading: untrueHeading, Untrue: r.untrueLines(),
	}
	anchors := map[[2]string]string{}
	views := func(checks []stream.Check) []checkView {
		var all []checkView
		for _, c := range checks {
			view := r.checkView(c)
			view.Anchor = fmt.Sprintf("check-%d", len(anchors)+1)
			anchors[[2]string{c.Case, c.Check}] = view.Anchor
			all = append(all, view)
		}
		return all
	}
	p.Failures, p.Expected, p.Differences = views(r.failures()), views(r.expected()), views(r.differences())
	for _, roll := range r.requirements {
		p.Requirements = append(p.Requirements, r.requirementView(roll, anchors))
	}
	return t.Execute(w, p)
}

func status(v verdict.Verdict) badgeView {
	return badgeView{string(v), toneOf(v).shape(), class(toneOf(v))}
}

func statusOfCheck(c stream.Check) badgeView {
	tone := toneOfCheck(c)
	return badgeView{string(c.Verdict), tone.shape(), class(tone)}
}

func class(t Tone) string {
	switch t {
	case Good:
		return "good"
	case Bad:
		return "bad"
	case Caution:
		return "caution"
	}
	return "faint"
}

func totalsRows(t stream.Totals) []totalsRow {
	var rows []totalsRow
	for _, v := range verdict.All() {
		row, sum := totalsRow{Status: status(v)}, 0
		for _, one := range tallies(t) {
			row.Counts = append(row.Counts, one.counts[v])
			sum += one.counts[v]
		}
		if sum > 0 {
			rows = append(rows, row)
		}
	}
	return rows
}

func (r Run) requirementView(roll stream.RequirementRoll, anchors map[[2]string]string) requirementView {
	view := requirementView{Status: status(roll.Verdict), ID: roll.ID, Title: visible.Text(r.titles[roll.ID])}
	for _, clause := range roll.Clauses {
		c := clauseView{Status: status(clause.Verdict), ID: clause.ID, Text: visible.Text(r.titles[clause.ID])}
		switch {
		case clause.Inspection:
			c.Note = "decided by an inspection of the code"
		case len(clause.Checks) == 0:
			c.Note = "no check of this run is about it"
		}
		for _, check := range clause.Checks {
			c.Checks = append(c.Checks, checkView{
				Status: statusOfCheck(check), Check: visible.Text(check.Check), Case: visible.Text(check.Case),
				Anchor: anchors[[2]string{check.Case, check.Check}],
			})
		}
		view.Clauses = append(view.Clauses, c)
	}
	return view
}

// checkView is a check with everything that is known about it.
func (r Run) checkView(c stream.Check) checkView {
	file, line := r.place(c)
	view := checkView{
		Status: statusOfCheck(c), Check: visible.Text(c.Check), Case: visible.Text(c.Case),
		Place: fmt.Sprintf("%s:%d", visible.Text(file), line), Cmd: visible.Line(c.Repro),
		Requirement: aboutText(c.Requirement, r.titles), Clause: aboutText(c.Clause, r.titles),
		Evidence: evidenceText(c.Evidence),
	}
	if c.Clause == c.Requirement {
		view.Clause = ""
	}
	for _, m := range c.Mismatches {
		view.Mismatches = append(view.Mismatches, mismatchView{
			Line: m.Line, What: visible.Text(m.What), Comparison: strings.Join(diff(m.Want, m.Got, wide), "\n"),
		})
	}
	if c.Expected != nil {
		view.Known = visible.Text(expectation(c.Expected))
	}
	if c.Evidence.Stderr != nil {
		view.Stderr = visible.Text(c.Evidence.Stderr.Text)
	}
	return view
}

func aboutText(id string, titles map[string]string) string {
	if titles[id] == "" {
		return id
	}
	return id + ": " + visible.Text(titles[id])
}
