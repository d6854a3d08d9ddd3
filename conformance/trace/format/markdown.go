package format

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/notation"
	"github.com/hooktest/hooktest/internal/visible"
)

// maxWords is the maximal length of a text in characters.
const maxWords = 300

// writeMarkdown writes the most important parts first: the ladder, the gates, the
// findings, the changes, and the gaps by section. It leaves out whole entries that do
// not fit, and says how many.
func writeMarkdown(w io.Writer, r trace.Report) error {
	d := &notation.Document{Limit: notation.StepSummary}
	head(d, r)
	gates(d, r)
	findings(d, r)
	if r.Baseline != nil {
		difference(d, *r.Baseline, r.Ladder)
	}
	gaps(d, r)
	_, err := w.Write(d.Bytes())
	return err
}

func head(d *notation.Document, r trace.Report) {
	d.Printf("# Traceability of %s\n\n", prose(r.Module, 200))
	if failing, _ := blocking(r); failing > 0 {
		d.Printf("%s **findings that fail a gate: %d**\n\n", report.Bad.Shape(), failing)
	} else {
		d.Printf("%s **every gate passes**\n\n", report.Good.Shape())
	}
	about := "hooktest " + r.Hooktest
	if r.Revision != "" {
		about = "revision " + r.Revision + ", " + about
	}
	d.Printf("%s, %s\n\n", prose(about, 200), notation.Prose(r.Generated.UTC().Format("2006-01-02 15:04 UTC")))

	l := r.Ladder
	d.Printf("%d clauses − %d by inspection − %d that no edit can violate = **%d to prove**\n\n", l.Clauses, l.Inspections, l.Equivalent, l.Denominator)
	d.Printf("| rung | clauses | of | share |\n|---|--:|--:|--:|\n")
	for _, row := range rungs(l) {
		d.Printf("| %s | %d | %d | %s |\n", row.name, row.n, row.of, percent(row.n, row.of))
	}
	if c := r.Checks; c.Checks > 0 {
		d.Printf("| checks that notice a mutant | %d | %d | %s |\n", c.ByHand+c.ByOperator, c.Checks, percent(c.ByHand+c.ByOperator, c.Checks))
	}
	if o := r.Operators; o.Mutants > 0 {
		d.Printf("| operators | %d | %d | %s |\n", o.Killed, o.Due(), percent(o.Killed, o.Due()))
	}
	d.Printf("\nSuspect: %d. Waived: %d.\n\n", l.Suspect, l.Waived)
	if o := r.Operators; o.Mutants > 0 {
		d.Printf("Operators made %d mutants of %d functions; %d hang or crash. Checks kill %d of the %d that were judged (%s). Of the rest %d behave as the engine does, no text covers %d (%s), and %d have no reason.\n\n",
			o.Mutants, o.Declarations, o.Lost, o.Killed, o.Judged(), percent(o.Killed, o.Judged()), o.Equivalent, o.Outside, percent(o.Outside, o.Judged()), o.Unexplained)
	}
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

func gates(d *notation.Document, r trace.Report) {
	d.Printf("## Gates\n\n| gate | kind | state | findings |\n|---|---|---|--:|\n")
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
		d.Printf("| %s | %s | %s | %d |\n", g, g.Kind(), state, found[g])
	}
	d.Printf("\n")
}

func findings(d *notation.Document, r trace.Report) {
	var closing, other []string
	for _, f := range r.Findings {
		line := fmt.Sprintf("- **%s** %s", f.Gate, prose(f.Message, maxWords))
		if f.Position != "" {
			line += " — " + code(string(f.Position))
		}
		if f.Hint != "" {
			line += " — " + prose(f.Hint, maxWords)
		}
		if f.Blocks {
			closing = append(closing, line+"\n")
		} else {
			other = append(other, line+"\n")
		}
	}
	if len(closing) > 0 {
		d.Blocks(fmt.Sprintf("## Findings that fail a gate (%d)\n\n", len(closing)), "findings", closing)
	}
	if len(other) > 0 {
		d.Blocks(fmt.Sprintf("## Other findings (%d)\n\n", len(other)), "findings", other)
	}
}

func difference(d *notation.Document, c trace.Comparison, now trace.Ladder) {
	d.Printf("## Since %s\n\n| rung | before | since | difference |\n|---|--:|--:|--:|\n", code(c.Of))
	before := rungs(c.Ladder)
	for i, row := range rungs(now) {
		d.Printf("| %s | %d of %d | %d of %d | %+d |\n", row.name, before[i].n, before[i].of, row.n, row.of, row.n-before[i].n)
	}
	var all []string
	for _, change := range c.Changes {
		line := fmt.Sprintf("- %s **%s**", code(change.Clause), change.Kind)
		if change.From != "" || change.To != "" {
			line += fmt.Sprintf(" %s → %s", cmp.Or(change.From, "none"), cmp.Or(change.To, "none"))
		}
		if change.Text != "" {
			line += ": " + prose(change.Text, maxWords)
		}
		all = append(all, line+"\n")
	}
	d.Printf("\n")
	if len(all) == 0 {
		d.Printf("Nothing moved.\n\n")
		return
	}
	d.Blocks(fmt.Sprintf("Changes: %d\n\n", len(all)), "changes", all)
}

// gaps lists the clauses that are not on their highest rung.
func gaps(d *notation.Document, r trace.Report) {
	d.Printf("## Gaps\n\n| section | clauses | %s | by inspection | gaps |\n|---|%s\n", strings.Join(lists.Texts(trace.Rungs()), " | "), strings.Repeat("--:|", len(trace.Rungs())+3))
	var tables []string
	open := map[string][]string{}
	for _, s := range sections(r) {
		by, clauses, inspections := map[trace.Rung]int{}, 0, 0
		for _, requirement := range s.requirements {
			for _, c := range requirement.Clauses {
				clauses++
				switch {
				case byTest(c):
					by[c.Rung]++
				case c.Verify == catalogue.ByInspection:
					inspections++
				}
				if c.Gap != "" && c.Equivalent == "" {
					open[s.title] = append(open[s.title], gap(c))
				}
			}
		}
		row := fmt.Sprintf("| %s | %d |", prose(s.title, 100), clauses)
		for _, rung := range trace.Rungs() {
			row += fmt.Sprintf(" %d |", by[rung])
		}
		tables = append(tables, row+fmt.Sprintf(" %d | %d |\n", inspections, len(open[s.title])))
	}
	d.Blocks("", "sections", tables)
	for _, s := range sections(r) {
		if all := open[s.title]; len(all) > 0 {
			d.Blocks(fmt.Sprintf("<details><summary>%s (%d)</summary>\n\n", prose(s.title, 100), len(all)), "clauses", all)
			d.Printf("</details>\n\n")
		}
	}
}

func gap(c trace.Clause) string {
	line := fmt.Sprintf("- %s %s: %s — %s", code(c.ID), c.Rung, prose(c.Text, maxWords), prose(c.Gap, maxWords))
	if c.Waived != "" {
		line += " — waived: " + prose(c.Waived, maxWords)
	}
	return line + "\n"
}

func prose(text string, width int) string { return notation.Prose(visible.Clip(text, width)) }

func code(text string) string { return notation.Code(visible.Clip(text, maxWords)) }
