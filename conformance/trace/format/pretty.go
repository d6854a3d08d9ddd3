package format

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/visible"
)

// pretty builds a text for a person.
type pretty struct {
	text bytes.Buffer
	look report.Look
}

func (p *pretty) printf(format string, args ...any) { fmt.Fprintf(&p.text, format, args...) }

// barWidth is the number of characters of a full bar.
const barWidth = 30

// writePretty writes what matters most first: the rungs of the clauses, and the gates
// that fail.
func writePretty(w io.Writer, r trace.Report, look report.Look) error {
	p := pretty{look: look}
	l := r.Ladder
	p.printf("%s\n", p.look.Set(report.Strong, "every clause of every requirement"))
	p.printf("%d ids = %d active + %d merged\n", r.Ledger.Headings, r.Ledger.Active, r.Ledger.Merged)
	p.printf("%d clauses = %d by test + %d by inspection\n", l.Clauses, l.Tests, l.Inspections)
	if l.Equivalent > 0 {
		p.printf("%d by test - %d that no edit can violate = %d\n", l.Tests, l.Equivalent, l.Denominator)
	}
	p.printf("\n")
	for _, row := range rungs(l) {
		p.bar(row.name, row.n, row.of)
	}
	if killed, all := r.Weakenings(); all > 0 {
		p.bar("schemas", killed, all)
	}
	p.bar("checks", r.Checks.ByHand+r.Checks.ByOperator, r.Checks.Checks)
	if made := r.Operators; made.Mutants > 0 {
		p.bar("operators", made.Killed, made.Due())
		p.printf("%-10s of %d judged, of which %d are equivalent and %d outside of the text\n", "", made.Judged(), made.Equivalent, made.Outside)
	}
	p.printf("\n")
	if len(r.Implementations) > 1 {
		p.implementations(r)
	}
	if r.Baseline != nil {
		p.comparison(*r.Baseline, l)
		p.printf("\n")
	}
	p.findings(r)
	_, err := w.Write(p.text.Bytes())
	return err
}

func (p *pretty) bar(word string, n, of int) {
	full, style := barWidth, report.Good
	if of > 0 {
		full = barWidth * n / of
	}
	if n < of {
		style = report.Caution
	}
	p.printf("%-10s %s%s %4d of %d\n", word, p.look.Set(style, strings.Repeat("█", full)), strings.Repeat("░", barWidth-full), n, of)
}

func (p *pretty) implementations(r trace.Report) {
	for _, i := range r.Implementations {
		p.printf("%-24s %d conformant / %d observable / %d clauses\n", visible.Text(strings.TrimSpace(i.Name+" "+i.Version)), i.Conform, i.Observed, r.Ladder.Clauses)
	}
	p.printf("\n")
}

// mostFindings is the number of findings of one gate that are shown.
const mostFindings = 8

func (p *pretty) findings(r trace.Report) {
	blocking := 0
	for _, group := range lists.Groups(r.Findings, func(x, y trace.Finding) bool { return x.Gate == y.Gate }) {
		blocking += p.gate(group)
	}
	for _, w := range r.Waivers {
		p.printf("%s %s: %s (until %s)\n", p.look.Set(report.Faint, "waived"), w.ID, visible.Text(w.Reason), w.Until)
	}
	switch {
	case blocking > 0:
		p.printf("%s\n", p.look.Set(report.Bad, fmt.Sprintf("the gates fail: %s", english.Count(blocking, "finding"))))
	case len(r.Findings) > 0:
		p.printf("%s\n", p.look.Set(report.Good, fmt.Sprintf("the gates pass, with %s", english.Count(len(r.Findings), "finding"))))
	default:
		p.printf("%s\n", p.look.Set(report.Good, "the gates pass"))
	}
}

// gate writes the findings of one gate and returns the number of those that block.
func (p *pretty) gate(findings []trace.Finding) int {
	blocking := 0
	for i, f := range findings {
		style := report.Caution
		if f.Blocks {
			blocking++
			style = report.Bad
		}
		if i >= mostFindings {
			continue
		}
		p.printf("%s  %s\n", p.look.Set(style, string(f.Gate)), visible.Text(f.Message))
		if f.Position != "" {
			p.printf("  %s\n", p.look.Set(report.Faint, string(f.Position)))
		}
		if f.Hint != "" {
			p.printf("  %s %s\n", p.look.Set(report.Strong, "hint:"), visible.Text(f.Hint))
		}
	}
	if more := len(findings) - mostFindings; more > 0 {
		p.printf("  and %d more of the gate %s\n", more, findings[0].Gate)
	}
	return blocking
}

// WriteComparison writes the differences between two reports, for a person.
func WriteComparison(w io.Writer, c trace.Comparison, now trace.Ladder, look report.Look) error {
	p := pretty{look: look}
	p.comparison(c, now)
	_, err := w.Write(p.text.Bytes())
	return err
}

// comparison writes the differences.
func (p *pretty) comparison(c trace.Comparison, now trace.Ladder) {
	p.printf("%s\n", p.look.Set(report.Strong, "against "+cmp.Or(c.Of, "nothing")))
	before := rungs(c.Ladder)
	for i, row := range rungs(now) {
		if row.name == "inspected" {
			continue
		}
		p.printf("  %-9s %d of %d, was %d of %d (%+d)\n", row.name, row.n, row.of, before[i].n, before[i].of, row.n-before[i].n)
	}
	for _, change := range c.Changes {
		style := report.Caution
		switch change.Kind {
		case trace.RungLost, trace.ProofLost:
			style = report.Bad
		case trace.RungGained:
			style = report.Good
		}
		text := visible.Text(change.Text)
		if change.From != change.To {
			text = strings.TrimSpace(fmt.Sprintf("%s → %s  %s", cmp.Or(change.From, "nothing"), cmp.Or(change.To, "nothing"), text))
		}
		p.printf("  %s %s  %s\n", p.look.Set(style, string(change.Kind)), visible.Text(change.Clause), text)
	}
	if len(c.Changes) == 0 {
		p.printf("  nothing moved\n")
	}
}
