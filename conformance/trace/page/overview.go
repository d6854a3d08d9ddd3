package page

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"time"

	"github.com/hooktest/hooktest/conformance/trace"
)

// overview is the summary at the top of the page.
type overview struct {
	Module, Revision, Short, Version, Generated, Machine string
	Outcome                                              mark
	Why                                                  string
	Digests                                              []named
	Rungs                                                []rungView
	Sections                                             []*sectionView
	Sums                                                 []sum
	Findings                                             []gateView
	Silent                                               int
	Implementations                                      []implementationView
	Baseline                                             *comparison
	// Letters are the verdicts that filters offer.
	Letters []verdictMark
}

type named struct{ Name, Value string }

type rungView struct {
	Mark mark
	// Means describes the rung.
	Means         string
	Count, Of     int
	Share         string
	Width, Lacks  string
	Missing       int
	Below, Change string
}

// A sum is a calculation, spelled out.
type sum struct {
	Name  string
	Terms []term
}

type term struct {
	Operator, Word string
	Count          int
}

type implementationView struct {
	trace.Implementation
	Share   string
	Width   string
	Counts  []countView
	Started string
	Of      int
	Command string
}

type countView struct {
	Mark   mark
	Letter string
	Count  int
}

type comparison struct {
	Of     string
	Rows   []comparedRow
	Groups []changeGroup
}

type comparedRow struct {
	Name, Change string
	Was, Is      int
}

type changeGroup struct {
	Mark mark
	// Bad reports whether the change needs attention.
	Bad     bool
	Changes []changeView
}

type changeView struct {
	trace.Change
	// Target is empty for a clause that no longer exists.
	Target template.URL
}

func (b *binder) overview(sections []*sectionView) overview {
	r := b.report
	v := overview{
		Module: r.Module, Revision: r.Revision, Short: r.Revision, Version: r.Hooktest,
		Generated: r.Generated.UTC().Format("2 January 2006, 15:04 UTC"), Machine: r.Generated.UTC().Format(time.RFC3339),
		Digests:  []named{{"catalogue", r.Digests.Catalogue}, {"suite", r.Digests.Suite}, {"engine", r.Digests.Engine}},
		Rungs:    b.rungs(),
		Sections: sections,
		Sums:     b.sums(),
		Findings: b.gates(),
		Letters:  verdictMarks(),
	}
	if len(v.Short) == 40 && strings.Trim(v.Short, "0123456789abcdef") == "" {
		v.Short = v.Short[:12]
	}
	v.Silent = len(trace.Gates()) - len(v.Findings)
	v.Outcome, v.Why = b.outcome()
	for i := range r.Implementations {
		v.Implementations = append(v.Implementations, b.implementation(i))
	}
	v.Baseline = b.baseline()
	return v
}

func (b *binder) outcome() (mark, string) {
	gates, blocking := map[trace.Gate]bool{}, 0
	for _, f := range b.report.Findings {
		if f.Blocks {
			gates[f.Gate] = true
			blocking++
		}
	}
	switch {
	case len(gates) > 0:
		return mark{count(len(gates), "1 gate fails", "%d gates fail"), "vF"}, count(blocking, "by 1 finding", "by %d findings")
	case len(b.report.Findings) > 0:
		return mark{"all gates pass", "vP"}, count(len(b.report.Findings), "1 finding, which fails no gate", "%d findings, which fail no gate")
	}
	return mark{"all gates pass", "vP"}, "and nothing was found"
}

func (b *binder) rungs() []rungView {
	l := b.report.Ladder
	means := map[trace.Rung]string{
		trace.Linked:   "a declaration of the engine and a check name the clause",
		trace.Executed: "the check’s case ran a linked declaration",
		trace.Passed:   "all checks of the clause passed",
		trace.Proven:   "each mutant of the clause was killed by a check of its own",
	}
	var all []rungView
	above, below := l.Denominator, "of the denominator"
	for _, at := range []struct {
		rung trace.Rung
		n    int
	}{{trace.Linked, l.Linked}, {trace.Executed, l.Executed}, {trace.Passed, l.Passed}, {trace.Proven, l.Proven}} {
		view := rungView{
			Mark: rungMark(at.rung), Means: means[at.rung], Count: at.n, Of: l.Denominator,
			Share: percent(at.n, l.Denominator), Width: width(at.n, l.Denominator), Missing: above - at.n, Below: below,
		}
		if c := b.report.Baseline; c != nil {
			view.Change = signed(at.n - ladderCount(c.Ladder, at.rung))
		}
		all = append(all, view)
		above, below = at.n, "of those "+string(at.rung)
	}
	return all
}

func ladderCount(l trace.Ladder, r trace.Rung) int {
	return map[trace.Rung]int{trace.Linked: l.Linked, trace.Executed: l.Executed, trace.Passed: l.Passed, trace.Proven: l.Proven}[r]
}

// percent never rounds a part up to 100 or down to 0.
func percent(part, whole int) string {
	if whole == 0 {
		return "—"
	}
	share := 100 * float64(part) / float64(whole)
	switch {
	case part < whole && share > 99.9:
		return "99.9 %"
	case part > 0 && share < 0.1:
		return "0.1 %"
	case part == whole || part == 0:
		return fmt.Sprintf("%.0f %%", share)
	}
	return fmt.Sprintf("%.1f %%", share)
}

// width is the part of a bar that is 100 wide.
func width(part, whole int) string {
	if whole == 0 {
		return "0"
	}
	return fmt.Sprintf("%.4g", 100*float64(part)/float64(whole))
}

func signed(n int) string {
	switch {
	case n > 0:
		return fmt.Sprintf("+%d", n)
	case n < 0:
		return fmt.Sprintf("−%d", -n)
	}
	return "±0"
}

// sums show how the denominator is calculated. The results are computed here, so that a
// reader sees numbers of the report that do not add up.
func (b *binder) sums() []sum {
	l, g := b.report.Ladder, b.report.Ledger
	all := []sum{
		{"ids", []term{{"", "active", g.Active}, {"+", "merged", g.Merged}, {"=", "ids", g.Active + g.Merged}}},
		{"clauses", []term{{"", "by test", l.Tests}, {"+", "by inspection", l.Inspections}, {"=", "clauses", l.Tests + l.Inspections}}},
		{"denominator", []term{{"", "by test", l.Tests}, {"−", "equivalent", l.Equivalent}, {"=", "in the denominator", l.Tests - l.Equivalent}}},
		{"inspected", []term{{"", "inspected", l.Inspected}, {"of", "by inspection", l.Inspections}}},
		{"in doubt", []term{{"", "suspect", l.Suspect}, {"·", "waived", l.Waived}}},
	}
	if c := b.report.Checks; c.Checks > 0 {
		all = append(all, sum{"checks", []term{
			{"", "fail for a mutant of their clause", c.ByHand}, {"+", "for one by machine", c.ByOperator},
			{"+", "for none that is known", c.Checks - c.ByHand - c.ByOperator}, {"=", "checks", c.Checks},
		}})
	}
	if o := b.report.Operators; o.Mutants > 0 {
		all = append(all, sum{"operators", []term{
			{"", "killed", o.Killed}, {"+", "equivalent", o.Equivalent}, {"+", "outside of the text", o.Outside}, {"+", "unexplained", o.Unexplained},
			{"=", "judged", o.Judged()}, {"+", "hanging or crashing", o.Lost}, {"=", "mutants by machine", o.Mutants},
		}}, sum{"score of the operators", []term{
			{"", "killed", o.Killed}, {"of", "that a check ought to kill", o.Due()}, {"and of", "judged", o.Judged()},
		}})
	}
	return all
}

func (b *binder) implementation(i int) implementationView {
	of := b.report.Implementations[i]
	view := implementationView{Implementation: of, Started: of.Started.UTC().Format("2006-01-02 15:04 UTC"), Command: strings.Join(of.Command, " ")}
	for _, n := range of.Verdicts {
		view.Of += n
	}
	view.Share, view.Width = percent(of.Conform, of.Observed), width(of.Conform, of.Observed)
	for _, m := range verdictMarks() {
		if n := of.Verdicts[m.Verdict]; n > 0 {
			view.Counts = append(view.Counts, countView{mark{string(m.Verdict), m.Class}, m.Letter, n})
		}
	}
	return view
}

func (b *binder) baseline() *comparison {
	c := b.report.Baseline
	if c == nil {
		return nil
	}
	view := &comparison{Of: c.Of}
	was, is := c.Ladder, b.report.Ladder
	for _, row := range []struct {
		name    string
		was, is int
	}{
		{"clauses", was.Clauses, is.Clauses}, {"denominator", was.Denominator, is.Denominator}, {"linked", was.Linked, is.Linked},
		{"executed", was.Executed, is.Executed}, {"passed", was.Passed, is.Passed}, {"proven", was.Proven, is.Proven}, {"inspected", was.Inspected, is.Inspected},
	} {
		view.Rows = append(view.Rows, comparedRow{row.name, signed(row.is - row.was), row.was, row.is})
	}
	words := map[trace.ChangeKind]string{
		trace.RungLost: "fell from a rung", trace.ProofLost: "lost a proof", trace.RequirementGone: "clause is gone", trace.RungGained: "reached a rung",
		trace.RequirementAdded: "clause was added", trace.RequirementMoved: "text changed", trace.TestMoved: "cases changed", trace.ImplementationChanged: "code changed",
	}
	bad := []trace.ChangeKind{trace.RungLost, trace.ProofLost, trace.RequirementGone}
	kinds := append(slices.Clone(bad), trace.RungGained, trace.RequirementAdded, trace.RequirementMoved, trace.TestMoved, trace.ImplementationChanged)
	for _, kind := range kinds {
		group := changeGroup{Mark: mark{cmp.Or(words[kind], string(kind)), "vN"}, Bad: slices.Contains(bad, kind)}
		switch {
		case group.Bad:
			group.Mark.Class = "vF"
		case kind == trace.RungGained:
			group.Mark.Class = "vP"
		}
		for _, change := range c.Changes {
			if change.Kind == kind {
				group.Changes = append(group.Changes, changeView{change, b.place(change.Clause)})
			}
		}
		if len(group.Changes) > 0 {
			view.Groups = append(view.Groups, group)
		}
	}
	return view
}
