package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/notation"
	"github.com/hooktest/hooktest/internal/visible"
)

// maxDetail bounds what one failure may take of a step summary, in bytes.
const maxDetail = 12_000

// writeRunMarkdown writes the most important parts first and says how much it omits
// for lack of space: numbers, the causes to fix first, the list of failures, wrong
// known failures, each failure in detail, expected failures, differences, and
// requirements that are not conformant.
func writeRunMarkdown(w io.Writer, r Run) error {
	m := summaryPage{r: r, doc: notation.Document{Limit: notation.StepSummary}}
	m.head()
	m.fix()
	failures := r.failures()
	m.section("Failures", "failures", failures, m.item)
	m.against(untrueHeading, "known failures", m.r.untrueLines())
	m.against(otherwiseHeading, "findings", m.r.otherwise())
	m.section("What went wrong", "failures in detail", failures, m.detail)
	m.section("Expected failures", "expected failures", r.expected(), m.item)
	m.section("Decided in another way than the interpretation (told, not failed)", "differences", r.differences(), m.item)
	m.requirements()
	_, err := w.Write(m.doc.Bytes())
	return err
}

// summaryPage is a step summary that is being written.
type summaryPage struct {
	r   Run
	doc notation.Document
}

func (m *summaryPage) head() {
	m.doc.Printf("# Conformance of %s\n\n", notation.Prose(visible.Clip(m.r.subject(), 200)))
	m.doc.Printf("%s **%s**\n\n", outcomeTone(m.r.stream.Outcome()).Shape(), notation.Prose(visible.Clip(m.r.outcome(), 2000)))
	m.doc.Printf("**%s**\n\n%s\n\n", strings.Join(allNumbers(m.r.totals), "; "), notation.Prose(visible.Clip(strings.Join(m.r.circumstances(), ", "), 500)))
	m.doc.Printf("| verdict | checks | clauses | requirements | interpretations |\n|---|--:|--:|--:|--:|\n")
	for _, v := range outcome.All() {
		row, some := fmt.Sprintf("| %s %s |", toneOf(v).Shape(), v), false
		for _, t := range tallies(m.r.totals) {
			row += fmt.Sprintf(" %d |", t.counts[v])
			some = some || t.counts[v] > 0
		}
		if some {
			m.doc.Printf("%s\n", row)
		}
	}
	m.doc.Printf("\n")
	if text := blames(m.r.totals); text != "" {
		m.doc.Printf("%s\n\n", text)
	}
	for _, text := range m.r.required() {
		m.doc.Printf("%s\n\n", notation.Prose(text))
	}
}

// fix writes the causes to fix first.
func (m *summaryPage) fix() {
	heading, causes := m.r.foremost()
	if len(causes) == 0 {
		return
	}
	m.doc.Printf("## %s\n\n", heading)
	for i, c := range causes {
		clause, seen := m.r.told(c)
		m.doc.Printf("%d. **%s**\n\n   %s\n\n   seen: %s\n\n   in %s\n\n   smallest: %s\n\n", i+1, notation.Prose(visible.Clip(clause, 300)), notation.Prose(worth(c)), notation.Code(visible.Clip(seen, 300)),
			notation.Prose(visible.Clip(strings.Join(m.r.about(c), ", "), 300)), notation.Code(visible.Clip(m.r.smallest(c), 400)))
		if c.Smallest.Repro != "" {
			m.doc.Printf("   repro: %s\n\n", notation.Code(visible.Clip(visible.Line(c.Smallest.Repro), 1000)))
		}
	}
}

// section writes a heading and as many blocks as fit.
func (m *summaryPage) section(heading, what string, checks []stream.Check, block func(stream.Check) string) {
	if len(checks) == 0 {
		return
	}
	blocks := lists.Of(checks, block)
	m.doc.Blocks(fmt.Sprintf("## %s (%d)\n\n", heading, len(checks)), what, blocks)
}

func (m *summaryPage) item(c stream.Check) string {
	file, line := m.r.place(c)
	return fmt.Sprintf("- %s %s %s in %s: %s\n", toneOfCheck(c).Shape(), c.Verdict, notation.Code(visible.Clip(m.r.marked(c.Check), 200)),
		notation.Code(visible.Clip(fmt.Sprintf("%s:%d", file, line), 300)), notation.Code(visible.Clip(visible.Line(reason(c)), 300)))
}

func (m *summaryPage) against(heading, what string, lines []string) {
	if len(lines) == 0 {
		return
	}
	blocks := lists.Of(lines, func(line string) string {
		return fmt.Sprintf("- %s %s\n", Bad.Shape(), notation.Code(visible.Clip(line, 300)))
	})
	m.doc.Blocks(fmt.Sprintf("## %s (%d)\n\n", heading, len(lines)), what, blocks)
}

func (m *summaryPage) detail(c stream.Check) string {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s %s %s\n\n", toneOfCheck(c).Shape(), c.Verdict, notation.Code(visible.Clip(m.r.marked(c.Check), 200)))
	if c.Blame != outcome.BlameImplementation {
		fmt.Fprintf(&b, "Blame: %s\n\n", blamed(c.Blame))
	}
	for _, id := range []string{c.Requirement, c.Clause} {
		if title := m.r.titles[id]; title != "" {
			fmt.Fprintf(&b, "%s: %s\n\n", notation.Prose(id), notation.Prose(visible.Clip(title, 500)))
		}
	}
	for _, mismatch := range c.Mismatches {
		fmt.Fprintf(&b, "Line %d (- want, + got): %s\n\n", mismatch.Line, notation.Code(visible.Clip(mismatch.What, 300)))
		b.WriteString(fenced("diff", strings.Join(diff(mismatch.Want, mismatch.Got, wide), "\n")))
		if b.Len() > maxDetail/2 {
			break
		}
	}
	if text := evidenceText(c.Evidence); text != "" {
		b.WriteString("<details><summary>What the hooks saw, and what was answered</summary>\n\n" + fenced("", text) + "</details>\n\n")
	}
	if c.Evidence.Stderr != nil {
		b.WriteString("The adapter's stderr ends with:\n\n" + fenced("", visible.Text(c.Evidence.Stderr.Text)))
	}
	if c.Repro != "" {
		b.WriteString("Repro:\n\n" + fenced("sh", visible.Line(c.Repro)))
	}
	return b.String()
}

func (m *summaryPage) requirements() {
	var blocks []string
	for _, roll := range m.r.requirements {
		if roll.Verdict == outcome.Pass {
			continue
		}
		blocks = append(blocks, fmt.Sprintf("- %s %s %s %s\n", toneOf(roll.Verdict).Shape(), roll.Verdict, notation.Prose(m.r.marked(roll.ID)),
			notation.Prose(visible.Clip(m.r.titles[roll.ID], 200))))
	}
	if len(blocks) > 0 {
		m.doc.Blocks(fmt.Sprintf("<details><summary>Requirements that are not conformant (%d)</summary>\n\n", len(blocks)), "requirements", blocks)
		m.doc.Printf("</details>\n")
	}
}

// fenced returns a text in a code fence, cut to the limit of a detail.
func fenced(language, text string) string {
	if cut := stream.Head([]byte(text), maxDetail/4); cut.Dropped > 0 {
		text = fmt.Sprintf("%s\n… %d more bytes", cut.Text, cut.Dropped)
	}
	return notation.Fenced(language, text)
}
