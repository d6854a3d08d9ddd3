package format

import (
	"cmp"
	"fmt"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

func about(r trace.Report) []string {
	lines := []string{"hooktest " + r.Hooktest, r.Generated.UTC().Format("2006-01-02 15:04 UTC")}
	if r.Revision != "" {
		lines = append([]string{"revision " + r.Revision}, lines...)
	}
	return lines
}

// summary returns whether the gates pass, and what the shares of the tables leave out.
func summary(r trace.Report) []string {
	l, result := r.Ladder, "the gates pass"
	if failing, _ := blocking(r); failing > 0 {
		result = "the gates fail: " + english.Count(failing, "finding")
	}
	lines := []string{
		result, ladderLine(l),
		fmt.Sprintf("%d clauses − %d by inspection − %d that no edit can violate = %d to prove; %d suspect, %d waived", l.Clauses, l.Inspections, l.Equivalent, l.Denominator, l.Suspect, l.Waived),
	}
	if o := r.Operators; o.Mutants > 0 {
		lines = append(lines, fmt.Sprintf("operators made %d mutants of %d functions; %d hang or crash. Checks kill %d of the %d that were judged (%s). Of the rest %d behave as the engine does, no text covers %d (%s), and %d have no reason.",
			o.Mutants, o.Declarations, o.Lost, o.Killed, o.Judged(), percent(o.Killed, o.Judged()), o.Equivalent, o.Outside, percent(o.Outside, o.Judged()), o.Unexplained))
	}
	return lines
}

func tables(r trace.Report) []report.Table {
	all := []report.Table{shares(r), gates(r)}
	if r.Baseline != nil {
		all = append(all, since(*r.Baseline, r.Ladder)...)
	}
	return append(append(all, gaps(r)), openClauses(r)...)
}

type rungRow struct {
	name  string
	n, of int
}

func rungs(l trace.Ladder) []rungRow {
	return []rungRow{
		{"linked", l.Linked, l.Denominator}, {"executed", l.Executed, l.Denominator}, {"passed", l.Passed, l.Denominator},
		{"proven", l.Proven, l.Denominator}, {"inspected", l.Inspected, l.Inspections},
	}
}

// percent rounds down: only all of a whole is 100 %.
func percent(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	tenths := part * 1000 / whole
	return fmt.Sprintf("%d.%d %%", tenths/10, tenths%10)
}

func shares(r trace.Report) report.Table {
	rows := rungs(r.Ladder)
	if c := r.Checks; c.Checks > 0 {
		rows = append(rows, rungRow{"checks that notice a mutant", c.ByHand + c.ByOperator, c.Checks})
	}
	if o := r.Operators; o.Mutants > 0 {
		rows = append(rows, rungRow{"operators", o.Killed, o.Due()})
	}
	return report.Table{Noun: "rungs", Columns: []string{"rung", "clauses", "of", "share"}, Rows: lists.Of(rows, func(row rungRow) []string {
		return []string{row.name, fmt.Sprint(row.n), fmt.Sprint(row.of), percent(row.n, row.of)}
	})}
}

func gates(r trace.Report) report.Table {
	t := report.Table{Title: "Gates", Noun: "gates", Columns: []string{"gate", "kind", "state", "findings"}}
	found, fails := map[trace.Gate]int{}, map[trace.Gate]bool{}
	for _, f := range r.Findings {
		found[f.Gate]++
		fails[f.Gate] = fails[f.Gate] || f.Blocks
	}
	for _, g := range trace.Gates() {
		state := report.Good.Shape() + " pass"
		if fails[g] {
			state = report.Bad.Shape() + " fail"
		}
		t.Rows = append(t.Rows, []string{string(g), g.Kind(), state, fmt.Sprint(found[g])})
	}
	return t
}

// since returns how far the clauses were in another report, and what changed.
func since(c trace.Comparison, now trace.Ladder) []report.Table {
	before := rungs(c.Ladder)
	ladder := report.Table{Title: "Since " + c.Of, Noun: "rungs", Columns: []string{"rung", "before", "since", "difference"}}
	for i, row := range rungs(now) {
		ladder.Rows = append(ladder.Rows, []string{row.name, fmt.Sprintf("%d of %d", before[i].n, before[i].of), fmt.Sprintf("%d of %d", row.n, row.of), fmt.Sprintf("%+d", row.n-before[i].n)})
	}
	changes := report.Table{Title: "Changes since " + c.Of, Noun: "changes", Folded: true, Columns: []string{"clause", "change", "from", "to", "text"}}
	for _, change := range c.Changes {
		from, to := change.From, change.To
		if from != "" || to != "" {
			from, to = cmp.Or(from, "none"), cmp.Or(to, "none")
		}
		changes.Rows = append(changes.Rows, []string{change.Clause, string(change.Kind), string(from), string(to), change.Text})
	}
	return []report.Table{ladder, changes}
}

// gaps returns how many clauses of each section are on each rung, and how many are not on
// their highest one.
func gaps(r trace.Report) report.Table {
	t := report.Table{Title: "Gaps", Noun: "sections", Columns: append(append([]string{"section", "clauses"}, lists.Texts(trace.Rungs())...), "by inspection", "gaps")}
	for _, s := range sections(r) {
		on, clauses, inspections, open := map[trace.Rung]int{}, 0, 0, 0
		for _, c := range s.clauses() {
			clauses++
			switch {
			case byTest(c):
				on[c.Rung]++
			case c.Verify == catalogue.ByInspection:
				inspections++
			}
			if isOpen(c) {
				open++
			}
		}
		row := []string{s.title, fmt.Sprint(clauses)}
		for _, rung := range trace.Rungs() {
			row = append(row, fmt.Sprint(on[rung]))
		}
		t.Rows = append(t.Rows, append(row, fmt.Sprint(inspections), fmt.Sprint(open)))
	}
	return t
}

func isOpen(c trace.Clause) bool { return c.Gap != "" && c.Equivalent == "" }

// openClauses returns the clauses of each section that are not on their highest rung.
func openClauses(r trace.Report) []report.Table {
	return lists.Of(sections(r), func(s section) report.Table {
		t := report.Table{Title: s.title, Noun: "clauses", Folded: true, Columns: []string{"clause", "rung", "text", "gap"}}
		for _, c := range lists.Where(s.clauses(), isOpen) {
			gap := c.Gap
			if c.Waived != "" {
				gap += "; waived: " + c.Waived
			}
			t.Rows = append(t.Rows, []string{c.ID, string(c.Rung), c.Text, gap})
		}
		return t
	})
}
