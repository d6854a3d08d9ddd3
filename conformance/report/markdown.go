package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/verdict"
	"github.com/hooktest/hooktest/internal/visible"
)

const (
	// maxMarkdown leaves room below the 1 MiB at which a step summary is refused
	// whole.
	maxMarkdown = 1_000_000
	// maxDetail bounds what one failure may take of it.
	maxDetail = 12_000
)

// writeMarkdown writes the most important things first and leaves out what does
// not fit, saying how much that is: numbers, the list of failures, known failures
// that are not true, each failure in detail, expected failures, differences,
// requirements that are not conformant.
func writeMarkdown(w io.Writer, r Run) error {
	m := markdown{r: r}
	m.head()
	failures := r.failures()
	m.section("Failures", "failures", failures, m.item)
	m.untrue()
	m.section("What went wrong", "failures in detail", failures, m.detail)
	m.section("Expected failures", "expected failures", r.expected(), m.item)
	m.section("Decided in another way than the interpretation (told, not failed)", "differences", r.differences(), m.item)
	m.requirements()
	_, err := w.Write(m.buffer.Bytes())
	return err
}

type markdown struct {
	r      Run
	buffer bytes.Buffer
}

func (m *markdown) head() {
	fmt.Fprintf(&m.buffer, "# Conformance of %s\n\n", markdownText(clip(m.r.subject(), 200)))
	fmt.Fprintf(&m.buffer, "%s **%s**\n\n", outcomeTone(m.r.stream.Outcome()).shape(), markdownText(clip(m.r.outcome(), 2000)))
	fmt.Fprintf(&m.buffer, "**%s**\n\n%s\n\n", numbers(m.r.totals), markdownText(clip(strings.Join(m.r.circumstances(), ", "), 500)))
	m.buffer.WriteString("| verdict | checks | clauses | requirements | interpretations |\n|---|--:|--:|--:|--:|\n")
	for _, v := range verdict.All() {
		row, some := fmt.Sprintf("| %s %s |", toneOf(v).shape(), v), false
		for _, t := range tallies(m.r.totals) {
			row += fmt.Sprintf(" %d |", t.counts[v])
			some = some || t.counts[v] > 0
		}
		if some {
			m.buffer.WriteString(row + "\n")
		}
	}
	m.buffer.WriteByte('\n')
}

// section writes a heading and as many blocks as there is room for.
func (m *markdown) section(heading, what string, checks []stream.Check, block func(stream.Check) string) {
	if len(checks) == 0 {
		return
	}
	blocks := make([]string, len(checks))
	for i, c := range checks {
		blocks[i] = block(c)
	}
	m.blocks(fmt.Sprintf("## %s (%d)\n\n", heading, len(checks)), what, blocks)
}

func (m *markdown) blocks(heading, what string, blocks []string) {
	// Headings and the notes about what is left out fit into what is kept free
	// for them below the limit.
	m.buffer.WriteString(heading)
	for i, text := range blocks {
		if m.buffer.Len()+len(text) > maxMarkdown {
			fmt.Fprintf(&m.buffer, "\n… %d more %s are left out for want of room.\n", len(blocks)-i, what)
			break
		}
		m.buffer.WriteString(text)
	}
	m.buffer.WriteByte('\n')
}

func (m *markdown) item(c stream.Check) string {
	file, line := m.r.place(c)
	return fmt.Sprintf("- %s %s %s in %s: %s\n", toneOfCheck(c).shape(), c.Verdict, codeSpan(clip(c.Check, 200)),
		codeSpan(clip(fmt.Sprintf("%s:%d", file, line), 300)), codeSpan(clip(oneLine(reason(c)), 300)))
}

func (m *markdown) untrue() {
	lines := m.r.untrueLines()
	if len(lines) == 0 {
		return
	}
	var blocks []string
	for _, line := range lines {
		blocks = append(blocks, fmt.Sprintf("- %s %s\n", Bad.shape(), codeSpan(clip(line, 300))))
	}
	m.blocks(fmt.Sprintf("## %s (%d)\n\n", untrueHeading, len(lines)), "known failures", blocks)
}

func (m *markdown) detail(c stream.Check) string {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s %s %s\n\n", toneOfCheck(c).shape(), c.Verdict, codeSpan(clip(c.Check, 200)))
	for _, id := range []string{c.Requirement, c.Clause} {
		if title := m.r.titles[id]; title != "" {
			fmt.Fprintf(&b, "%s: %s\n\n", markdownText(id), markdownText(clip(title, 500)))
		}
	}
	for _, mismatch := range c.Mismatches {
		fmt.Fprintf(&b, "Line %d (- want, + got): %s\n\n", mismatch.Line, codeSpan(clip(mismatch.What, 300)))
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
		b.WriteString("Repro:\n\n" + fenced("sh", oneLine(c.Repro)))
	}
	return b.String()
}

func (m *markdown) requirements() {
	var blocks []string
	for _, roll := range m.r.requirements {
		if roll.Verdict == verdict.Pass {
			continue
		}
		blocks = append(blocks, fmt.Sprintf("- %s %s %s %s\n", toneOf(roll.Verdict).shape(), roll.Verdict, roll.ID,
			markdownText(clip(m.r.titles[roll.ID], 200))))
	}
	if len(blocks) > 0 {
		m.blocks(fmt.Sprintf("<details><summary>Requirements that are not conformant (%d)</summary>\n\n", len(blocks)), "requirements", blocks)
		m.buffer.WriteString("</details>\n")
	}
}

// markdownText escapes every character that could mean something.
func markdownText(text string) string {
	var b strings.Builder
	for _, r := range oneLine(text) {
		switch {
		case r == '<', r == '>', r == '&', r == '@':
			fmt.Fprintf(&b, "&#%d;", r)
		case strings.ContainsRune("\\`*_{}[]()#+-.!|~$:\"'^=", r):
			b.WriteString(`\` + string(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// codeSpan shows a text as it is, on one line: behind more backticks than it
// has in a row.
func codeSpan(text string) string {
	text = oneLine(text)
	fence := strings.Repeat("`", longestRun(text)+1)
	if text == "" {
		text = " "
	}
	return fence + " " + text + " " + fence
}

// fenced shows a text as it is, and no more of it than a detail may take.
func fenced(language, text string) string {
	if cut := stream.Head([]byte(text), maxDetail/4); cut.Dropped > 0 {
		text = fmt.Sprintf("%s\n… %d more bytes", cut.Text, cut.Dropped)
	}
	fence := strings.Repeat("`", max(longestRun(text)+1, 3))
	return fence + language + "\n" + text + "\n" + fence + "\n\n"
}

// longestRun counts the most backticks in a row.
func longestRun(text string) int {
	longest, run := 0, 0
	for _, r := range text {
		if r != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}
