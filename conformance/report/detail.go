package report

import (
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/visible"
)

// plainDetail is everything about a failure but its evidence and its repro.
func (r Run) plainDetail(c stream.Check) string {
	var lines []string
	for _, id := range []string{c.Requirement, c.Clause} {
		if title := r.titles[id]; title != "" {
			lines = append(lines, r.marked(id)+": "+visible.Line(title))
		}
	}
	for _, m := range c.Mismatches {
		lines = append(lines, fmt.Sprintf("line %d (- want, + got): %s", m.Line, visible.Line(m.What)))
		lines = append(lines, diff(m.Want, m.Got, wide)...)
	}
	if c.Expected != nil {
		lines = append(lines, "known failure "+visible.Line(expectation(c.Expected)))
	}
	return strings.Join(lines, "\n")
}

// wide is the width of a diff if the reader can scroll.
const wide = 400

// evidenceText returns the evidence without stderr.
func evidenceText(e stream.Evidence) string {
	var lines []string
	for _, run := range e.Runs {
		lines = append(lines, fmt.Sprintf("hook %s, run %d: %s", visible.Line(run.Hook), run.Run, ending(run)),
			fmt.Sprintf("  argv %s in %s", words(run.Argv), visible.Line(run.CWD)))
		if len(run.Signals) > 0 {
			lines = append(lines, "  signals "+visible.Line(strings.Join(run.Signals, " ")))
		}
		if run.Stdin != nil {
			lines = append(lines, "  stdin "+excerptText(run.Stdin))
		}
	}
	if e.RunsDropped > 0 {
		lines = append(lines, "and "+english.Count(e.RunsDropped, "run")+" more")
	}
	if e.Request != nil {
		lines = append(lines, "request "+excerptText(e.Request))
	}
	if e.Answer != nil {
		lines = append(lines, "answer "+excerptText(e.Answer))
	}
	return strings.Join(lines, "\n")
}

// excerptText returns a text with a note on how much was dropped.
func excerptText(t *stream.Text) string {
	text := visible.Text(t.Text)
	if t.Dropped > 0 {
		text += fmt.Sprintf(" … (%d of %d bytes left out)", t.Dropped, t.Bytes)
	}
	return text
}
