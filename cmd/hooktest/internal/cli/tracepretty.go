package cli

import (
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/conformance/trace"
)

// barWidth is how many characters a full bar has.
const barWidth = 30

// pretty writes what a person wants to know first: how far the clauses have
// come, and which gates are closed.
func (o *traceOptions) pretty(r trace.Report) {
	out := o.app.streams.Out
	l := r.Ladder
	out.Printf("%s\n", out.Styled(term.Bold, "every clause of every requirement"))
	out.Printf("%d ids = %d active + %d merged\n", r.Ledger.Headings, r.Ledger.Active, r.Ledger.Merged)
	out.Printf("%d clauses = %d by test + %d by inspection\n", l.Clauses, l.Tests, l.Inspections)
	if l.Equivalent > 0 {
		out.Printf("%d by test - %d that no edit can violate = %d\n", l.Tests, l.Equivalent, l.Denominator)
	}
	out.Printf("\n")
	o.bar("linked", l.Linked, l.Denominator)
	o.bar("executed", l.Executed, l.Denominator)
	o.bar("passed", l.Passed, l.Denominator)
	o.bar("proven", l.Proven, l.Denominator)
	o.bar("inspected", l.Inspected, l.Inspections)
	if killed, all := weakenings(r); all > 0 {
		o.bar("schemas", killed, all)
	}
	o.bar("checks", r.Checks.ByHand+r.Checks.ByOperator, r.Checks.Checks)
	if made := r.Operators; made.Mutants > 0 {
		o.bar("operators", made.Killed, made.Due())
		out.Printf("%-10s of %d judged, of which %d are equivalent and %d outside of the text\n", "", made.Judged(), made.Equivalent, made.Outside)
	}
	out.Printf("\n")
	if len(r.Implementations) > 1 {
		o.prettyImplementations(r)
	}
	if r.Baseline != nil {
		o.prettyComparison(*r.Baseline, l)
		out.Printf("\n")
	}
	o.prettyFindings(r)
}

func weakenings(r trace.Report) (killed, all int) {
	for _, n := range r.Schemas {
		for _, w := range n.Weakenings {
			all++
			if w.Killed {
				killed++
			}
		}
	}
	return killed, all
}

func (o *traceOptions) bar(word string, n, of int) {
	out := o.app.streams.Out
	full, style := barWidth, term.Good
	if of > 0 {
		full = barWidth * n / of
	}
	if n < of {
		style = term.Caution
	}
	out.Printf("%-10s %s%s %4d of %d\n", word, out.Styled(style, strings.Repeat("█", full)), strings.Repeat("░", barWidth-full), n, of)
}

func (o *traceOptions) prettyImplementations(r trace.Report) {
	out := o.app.streams.Out
	for _, i := range r.Implementations {
		out.Printf("%-24s %d conformant / %d observable / %d clauses\n", strings.TrimSpace(i.Name+" "+i.Version), i.Conform, i.Observed, r.Ladder.Clauses)
	}
	out.Printf("\n")
}

// mostFindings is how many findings of one gate are shown.
const mostFindings = 8

func (o *traceOptions) prettyFindings(r trace.Report) {
	out := o.app.streams.Out
	blocking := 0
	for i := 0; i < len(r.Findings); {
		end := i
		for end < len(r.Findings) && r.Findings[end].Gate == r.Findings[i].Gate {
			end++
		}
		blocking += o.prettyGate(r.Findings[i:end])
		i = end
	}
	for _, w := range r.Waivers {
		out.Printf("%s %s: %s (until %s)\n", out.Styled(term.Dim, "waived"), w.ID, w.Reason, w.Until)
	}
	switch {
	case blocking > 0:
		out.Printf("%s\n", out.Styled(term.Bad, fmt.Sprintf("the gates are closed: %s", plural(blocking, "finding"))))
	case len(r.Findings) > 0:
		out.Printf("%s\n", out.Styled(term.Good, fmt.Sprintf("the gates are open, with %s", plural(len(r.Findings), "finding"))))
	default:
		out.Printf("%s\n", out.Styled(term.Good, "the gates are open"))
	}
}

// prettyGate shows the findings of one gate and counts those that block.
func (o *traceOptions) prettyGate(findings []trace.Finding) int {
	out := o.app.streams.Out
	blocking := 0
	for i, f := range findings {
		style := term.Caution
		if f.Blocks {
			blocking++
			style = term.Bad
		}
		if i >= mostFindings {
			continue
		}
		out.Printf("%s  %s\n", out.Styled(style, string(f.Gate)), f.Message)
		if f.Position != "" {
			out.Printf("  %s\n", out.Styled(term.Dim, f.Position))
		}
		if f.Hint != "" {
			out.Printf("  %s %s\n", out.Styled(term.Bold, "hint:"), f.Hint)
		}
	}
	if more := len(findings) - mostFindings; more > 0 {
		out.Printf("  and %d more of the gate %s\n", more, findings[0].Gate)
	}
	return blocking
}

// prettyComparison says what moved.
func (o *traceOptions) prettyComparison(c trace.Comparison, now trace.Ladder) {
	out := o.app.streams.Out
	out.Printf("%s\n", out.Styled(term.Bold, "against "+orUnnamed(c.Of)))
	rungs := []struct {
		word    string
		was, is int
	}{
		{"linked", c.Ladder.Linked, now.Linked}, {"executed", c.Ladder.Executed, now.Executed},
		{"passed", c.Ladder.Passed, now.Passed}, {"proven", c.Ladder.Proven, now.Proven},
	}
	for _, r := range rungs {
		out.Printf("  %-9s %d of %d, was %d of %d (%+d)\n", r.word, r.is, now.Denominator, r.was, c.Ladder.Denominator, r.is-r.was)
	}
	for _, change := range c.Changes {
		style := term.Caution
		switch change.Kind {
		case trace.RungLost, trace.ProofLost:
			style = term.Bad
		case trace.RungGained:
			style = term.Good
		}
		text := term.Visible(change.Text)
		if change.From != change.To {
			text = strings.TrimSpace(fmt.Sprintf("%s → %s  %s", orUnnamed(string(change.From)), orUnnamed(string(change.To)), text))
		}
		out.Printf("  %s %s  %s\n", out.Styled(style, string(change.Kind)), change.Clause, text)
	}
	if len(c.Changes) == 0 {
		out.Printf("  nothing moved\n")
	}
}

func orUnnamed(text string) string {
	if text == "" {
		return "nothing"
	}
	return text
}
