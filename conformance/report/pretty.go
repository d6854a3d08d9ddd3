package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/visible"
)

// The lines of the parts of a failure, which all together fit on a screen of 24.
const (
	screenDiff   = 8
	screenHooks  = 6
	screenStderr = 3
)

// writePretty writes the failures, other notable facts in one line each, and the
// totals. Each failure takes at most 24 lines.
func writePretty(w io.Writer, r Run, look Look) error {
	if look.Width == 0 {
		look.Width = 80
	}
	// Narrower text would not be readable.
	look.Width = max(look.Width, 40)
	p := pretty{look: look, r: r}
	p.line(Strong, "conformance of "+r.subject())
	for _, text := range r.circumstances() {
		p.wrapped(Faint, text)
	}
	p.buffer.WriteByte('\n')
	p.fix()
	section := 0
	for _, c := range r.failures() {
		if s := r.sections[c.Requirement]; s.Number != section {
			section = s.Number
			p.line(Strong, fmt.Sprintf("section %d: %s", s.Number, s.Title))
			p.buffer.WriteByte('\n')
		}
		p.failure(c)
	}
	p.against(untrueHeading, p.r.untrueLines())
	p.against(otherwiseHeading, p.r.otherwise())
	p.list("expected failures", r.expected(), Caution)
	p.list("decided in another way than the interpretation; told, not failed", r.differences(), Faint)
	for _, t := range tallies(r.totals) {
		p.wrapped(Plain, t.String())
	}
	for _, text := range r.nextClaims() {
		p.wrapped(Plain, visible.Line(text))
	}
	if text := blames(r.totals); text != "" {
		p.line(Plain, text)
	}
	for _, text := range allNumbers(r.totals) {
		p.line(Strong, text)
	}
	for _, text := range r.required() {
		p.wrapped(Plain, text)
	}
	p.line(outcomeTone(r.stream.Outcome()), r.outcome())
	_, err := w.Write(p.buffer.Bytes())
	return err
}

func outcomeTone(o stream.Outcome) Tone {
	if o == stream.AsExpected {
		return Good
	}
	return Bad
}

type pretty struct {
	buffer bytes.Buffer
	look   Look
	r      Run
}

// line writes one line within the width.
func (p *pretty) line(tone Tone, text string) {
	p.buffer.WriteString(p.look.Set(tone, visible.Clip(visible.Text(text), p.look.Width)) + "\n")
}

// wrapped writes a trusted text in as many lines as it needs.
func (p *pretty) wrapped(tone Tone, text string) {
	for _, line := range wrap(text, p.look.Width) {
		p.line(tone, line)
	}
}

// list writes one line for each check, a heading above and a blank line below.
func (p *pretty) list(heading string, checks []stream.Check, tone Tone) {
	if len(checks) == 0 {
		return
	}
	p.line(tone, fmt.Sprintf("%s (%d)", heading, len(checks)))
	for _, c := range checks {
		p.line(Plain, fmt.Sprintf("  %s %s  %s", toneOfCheck(c).Shape(), p.r.marked(c.Check), visible.Line(reason(c))))
	}
	p.buffer.WriteByte('\n')
}

// against writes, without cutting, what is against the run in addition to its
// checks.
func (p *pretty) against(heading string, lines []string) {
	if len(lines) == 0 {
		return
	}
	p.line(Bad, fmt.Sprintf("%s (%d)", strings.ToLower(heading), len(lines)))
	for _, line := range lines {
		p.buffer.WriteString("  " + Bad.Shape() + " " + line + "\n")
	}
	p.buffer.WriteByte('\n')
}

// fix writes the causes to fix first, each with its uncut command.
func (p *pretty) fix() {
	heading, causes := p.r.foremost()
	if len(causes) == 0 {
		return
	}
	p.line(Strong, strings.ToLower(heading[:1])+heading[1:])
	for i, c := range causes {
		clause, seen := p.r.told(c)
		for j, line := range wrap(clause, p.look.Width-4) {
			if j == 0 {
				p.line(Bad, fmt.Sprintf(" %d. %s", i+1, line))
				continue
			}
			p.line(Bad, "    "+line)
		}
		p.line(Plain, "    "+worth(c))
		p.line(Plain, "    seen: "+seen)
		p.line(Plain, "    in "+strings.Join(p.r.about(c), ", "))
		p.line(Plain, "    smallest: "+p.r.smallest(c))
		if c.Smallest.Repro != "" {
			p.buffer.WriteString("    repro: " + visible.Line(c.Smallest.Repro) + "\n")
		}
	}
	p.buffer.WriteByte('\n')
}

func (p *pretty) failure(c stream.Check) {
	p.line(Bad, fmt.Sprintf("%s %s  %s", Bad.Shape(), strings.ToUpper(string(c.Verdict)), visible.Line(p.r.marked(c.Check))))
	if c.Blame != outcome.BlameImplementation {
		p.line(Plain, "  blame: "+blamed(c.Blame))
	}
	p.about(c.Requirement)
	p.about(c.Clause)
	file, line := p.r.place(c)
	p.line(Plain, fmt.Sprintf("  case %s:%d", visible.Line(file), line))
	if len(c.Waits) > 0 {
		p.line(Plain, "  "+waiting(c))
	}
	if c.Expected != nil {
		p.line(Plain, "  known failure "+visible.Line(expectation(c.Expected)))
	}
	for _, line := range screenLines(p.mismatches(c.Mismatches), screenDiff) {
		p.line(diffTone(line), "  "+line)
	}
	for _, line := range screenLines(p.hooks(c.Evidence), screenHooks) {
		p.line(Plain, "  "+line)
	}
	if t := c.Evidence.Stderr; t != nil {
		lines := quoteLines(t.Text, p.look.Width-len("  stderr "))
		lines = lines[max(len(lines)-screenStderr, 0):]
		for _, line := range lines {
			p.line(Faint, "  stderr "+line)
		}
	}
	if c.Repro != "" {
		p.buffer.WriteString("  repro: " + visible.Line(c.Repro) + "\n")
	}
	p.buffer.WriteByte('\n')
}

// seeWhole follows the number of cut lines and names the format that shows them.
const seeWhole = ", see --format markdown"

// screenLines keeps a block within a number of lines of the screen.
func screenLines(lines []string, limit int) []string {
	clipped := clipLines(lines, limit)
	if len(lines) > limit {
		clipped[limit-1] += seeWhole
	}
	return clipped
}

// about writes an id with its title in the catalogue.
func (p *pretty) about(id string) {
	if title := p.r.titles[id]; title != "" {
		p.line(Plain, "  "+id+"  "+visible.Line(title))
	}
}

func diffTone(line string) Tone {
	switch {
	case strings.HasPrefix(line, "- "):
		return Good
	case strings.HasPrefix(line, "+ "):
		return Bad
	}
	return Plain
}

// mismatches shows as many of them as fit: several short ones, or one with a
// long diff.
func (p *pretty) mismatches(all []stream.Mismatch) []string {
	var lines []string
	for i, m := range all {
		block := append([]string{fmt.Sprintf("line %d (- want, + got): %s", m.Line, visible.Line(m.What))},
			diff(m.Want, m.Got, p.look.Width-2)...)
		// The last line is kept for the number of those left out.
		if len(lines)+len(block) > screenDiff-1 && i > 0 {
			return append(lines, "… "+english.Plural(len(all)-i, "more mismatch", "more mismatches")+seeWhole)
		}
		if i+1 < len(all) {
			block = screenLines(block, screenDiff-1)
		}
		lines = append(lines, block...)
	}
	return lines
}

// hooks shows what the hooks saw.
func (p *pretty) hooks(e stream.Evidence) []string {
	var lines []string
	for _, run := range e.Runs {
		head := fmt.Sprintf("hook %s, run %d: %s", visible.Line(run.Hook), run.Run, ending(run))
		if len(run.Signals) > 0 {
			head += ", got " + visible.Line(strings.Join(run.Signals, " "))
		}
		lines = append(lines, head,
			"| "+visible.Clip(fmt.Sprintf("argv %s in %s", words(run.Argv), visible.Line(run.CWD)), p.look.Width-4))
		if run.Stdin != nil {
			lines = append(lines, "| "+visible.Clip("stdin "+visible.Line(run.Stdin.Text), p.look.Width-4))
		}
	}
	if e.RunsDropped > 0 {
		lines = append(lines, "and "+english.Count(e.RunsDropped, "run")+" more")
	}
	return lines
}

// words shows an argument vector with unambiguous word boundaries.
func words(argv []string) string {
	quoted := lists.Of(argv, func(word string) string { return jsonString(visible.Text(word)) })
	return "[" + strings.Join(quoted, ",") + "]"
}
