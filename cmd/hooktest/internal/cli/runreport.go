package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/trial"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/verdict"
)

// shownLines bounds how much of a stream a person gets to read.
const shownLines = 20

// writePretty writes the outcomes for a person, one block each.
func (o *runOptions) writePretty(t target, outcomes []trial.Outcome) {
	for i, outcome := range outcomes {
		if i > 0 {
			o.streams.Out.Printf("\n")
		}
		b := block{out: o.streams.Out}
		b.outcome(outcome)
	}
}

// A block is the part of a report that speaks of one event.
type block struct{ out *term.Stream }

func (b block) outcome(x trial.Outcome) {
	b.headline(x.Verdict, strings.TrimSpace(string(x.Event)+" "+x.Tool))
	b.effects(x.Effects)
	b.out.Printf("\n")
	b.process(x.Fired.Results[0])
	b.warnings(x.Fired.Warnings)
}

func (b block) effects(e trial.Effects) {
	b.field("agent", e.Agent)
	if e.Model != nil {
		b.field("model sees", *e.Model)
	}
	if e.User != nil {
		b.field("user sees", *e.User)
	}
	if e.Change != nil {
		b.change(*e.Change)
	}
}

func (b block) headline(v verdict.Verdict, subject string) {
	word := strings.ToUpper(string(v.Kind))
	b.out.Printf("%s  %s  %s\n", b.out.Styled(styleOf(v.Kind), word), b.out.Styled(term.Bold, term.Visible(subject)), b.out.Styled(term.Dim, v.Rule))
	b.out.Printf("  %s\n\n", term.Visible(v.Why))
}

func styleOf(k verdict.Kind) term.Style {
	switch {
	case k == verdict.Allow:
		return term.Good
	case k.Unguarded():
		return term.Caution
	}
	return term.Bad
}

// nameWidth is the width of the left column.
const nameWidth = 12

// field writes a name and a text; further lines stand below the first.
func (b block) field(name, text string) {
	lines := strings.Split(strings.TrimRight(term.Visible(text), "\n"), "\n")
	for i, line := range lines {
		label := ""
		if i == 0 {
			label = name
		}
		b.out.Printf("%s\n", strings.TrimRight(fmt.Sprintf("  %s%s  %s", b.out.Styled(term.Dim, label), strings.Repeat(" ", max(nameWidth-len(label), 0)), line), " "))
	}
}

// change shows what the hook changed as a diff of the values' lines.
func (b block) change(c trial.Change) {
	b.out.Printf("  %s\n", b.out.Styled(term.Dim, c.What))
	for _, line := range diffLines(c.Before, c.After) {
		style := term.Dim
		switch line[0] {
		case '+':
			style = term.Good
		case '-':
			style = term.Bad
		}
		b.out.Printf("    %s\n", b.out.Styled(style, term.Visible(line)))
	}
}

// diffLines compares two values line by line, without the headers of a patch.
func diffLines(before, after any) []string {
	patch := diff.Diff("before", indented(before), "after", indented(after))
	var lines []string
	for line := range strings.Lines(string(patch)) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case line == "", strings.HasPrefix(line, "diff "), strings.HasPrefix(line, "--- "), strings.HasPrefix(line, "+++ "), strings.HasPrefix(line, "@@ "):
		default:
			lines = append(lines, line)
		}
	}
	return lines
}

func indented(v any) []byte {
	var out bytes.Buffer
	// Marshal writes valid JSON, which is all that Indent could object to.
	_ = json.Indent(&out, jsonvalue.Marshal(v), "", "  ")
	out.WriteByte('\n')
	return out.Bytes()
}

// process shows how the hook ended, both clocks and both streams.
func (b block) process(r hook.ExecutionResult) {
	if r.Ending == hook.NotStarted {
		b.field("process", "was not started")
		return
	}
	b.field("process", fmt.Sprintf("%s after %s, pipes closed after %s", ending(r), clock(r.Duration), clock(r.PipesClosed)))
	b.stream("stdout", r.Stdout, r.StdoutDropped)
	b.stream("stderr", r.Stderr, r.StderrDropped)
}

func ending(r hook.ExecutionResult) string {
	switch r.Ending {
	case hook.Exited:
		return fmt.Sprintf("exit code %d", r.Code)
	case hook.Killed:
		return "killed by " + r.Signal
	}
	return r.Ending.String()
}

// clock rounds to what a person compares.
func clock(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%d ms", d.Round(time.Millisecond).Milliseconds())
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}

func (b block) stream(name string, data []byte, dropped int64) {
	if len(data) == 0 {
		b.field(name, "(nothing)")
		return
	}
	text := string(data)
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "\uFFFD")
	}
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	if len(lines) > shownLines {
		rest := len(lines) - shownLines
		lines = append(lines[:shownLines], fmt.Sprintf("(%d more lines, %d bytes in all)", rest, int64(len(data))+dropped))
	}
	for i, line := range lines {
		if len(line) > 2000 {
			lines[i] = fmt.Sprintf("%s (… %d bytes)", strings.ToValidUTF8(line[:2000], ""), len(line))
		}
	}
	b.field(name, strings.Join(lines, "\n"))
	if dropped > 0 {
		b.field("", fmt.Sprintf("(%d bytes beyond the limit were dropped)", dropped))
	}
}

func (b block) warnings(warnings []hook.Warning) {
	for _, w := range warnings {
		b.out.Printf("\n  %s %s  %s\n", b.out.Styled(term.Caution, "warning:"), term.Visible(w.Text), b.out.Styled(term.Dim, w.Rule))
	}
}
