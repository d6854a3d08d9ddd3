// Package view shows what a hook did and how an agent responds: as blocks of text for people,
// shortened if they are long, and as members of a JSON report. It judges nothing.
package view

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/layout"
)

// A Block is the part of a report about one event.
type Block struct{ Out *term.Stream }

// Pretty returns the format of blocks. On a standard stream, they are as wide and colored as that.
func Pretty[T any](write func(Block, T)) report.Format[T] {
	return report.Text("pretty", func(w io.Writer, value T, _ report.Look) error {
		if out, ok := w.(*term.Stream); ok {
			// The stream records a failed write.
			write(Block{out}, value)
			return nil
		}
		_, err := io.WriteString(w, Text(func(b Block) { write(b, value) }))
		return err
	})
}

// Text returns blocks as plain text.
func Text(write func(Block)) string {
	var text bytes.Buffer
	write(Block{term.Plain(&text)})
	return text.String()
}

// Effects shows what the agent does, and what the model and the user see.
func (b Block) Effects(w effect.Words) {
	b.Prose("agent", w.Agent)
	if w.Model != nil {
		b.Field("model sees", Excerpt(*w.Model, int64(len(*w.Model))))
	}
	if w.User != nil {
		b.Field("user sees", Excerpt(*w.User, int64(len(*w.User))))
	}
	if w.Difference != nil {
		laid := layout.Alike(jsonvalue.Marshal(w.Difference.Before), jsonvalue.Marshal(w.Difference.After))
		b.Out.Printf("  %s\n", b.Out.Styled(term.Dim, w.Difference.What))
		b.Changed(Patch(append(laid[0], '\n'), append(laid[1], '\n')))
	}
}

// Headline shows the verdict, its subject and its rule. The findings are those of its hooks.
func (b Block) Headline(v effect.Verdict, subject string, found []finding.Finding) {
	word := strings.ToUpper(string(v.Kind))
	b.Out.Printf("%s  %s  %s\n", b.Out.Styled(StyleOf(v.Kind, found), word), b.Out.Styled(term.Bold, Brief(subject)), b.Out.Styled(term.Dim, v.Rule))
}

// Verdict shows the headline with its reason below.
func (b Block) Verdict(v effect.Verdict, subject string, found []finding.Finding) {
	b.Headline(v, subject, found)
	for _, line := range term.Wrap(Brief(v.Why), b.Out.Width()-2) {
		b.Out.Printf("  %s\n", line)
	}
	b.Out.Printf("\n")
}

// StyleOf returns the style of a verdict on hooks with these findings. Verdicts that leave the
// user unguarded are bad. A denial isn't, because guards are for that.
func StyleOf(k effect.Kind, found []finding.Finding) term.Style {
	switch {
	case unguarded(k, found):
		return term.Bad
	case k == effect.Allow:
		return term.Good
	case k == effect.Deny || k == effect.Stop:
		return term.Bold
	}
	return term.Caution
}

// unguarded reports whether a verdict leaves the user unguarded: a hook failed, or the agent goes
// on and an error says that the hook asked for something else or is unsafe.
func unguarded(k effect.Kind, found []finding.Finding) bool {
	return k.Unguarded() || k == effect.Allow && slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Rule.Severity == finding.Error })
}

// NameWidth is the width of the left column.
const NameWidth = 12

// Field writes a name and a text. Further lines are aligned below the first.
func (b Block) Field(name, text string) {
	lines := strings.Split(strings.TrimRight(term.Visible(text), "\n"), "\n")
	for i, line := range lines {
		label := ""
		if i == 0 {
			label = name
		}
		gap := strings.Repeat(" ", max(NameWidth-len(label), 0)+2)
		switch rest := strings.TrimRight(gap+line, " "); {
		case label == "" && rest == "":
			b.Out.Printf("\n")
		default:
			b.Out.Printf("  %s%s\n", b.Out.Styled(term.Dim, label), rest)
		}
	}
}

// Prose is Field for hooktest's own text, which may be wrapped.
func (b Block) Prose(name, text string) {
	b.Field(name, strings.Join(term.Wrap(Brief(text), b.Out.Width()-NameWidth-4), "\n"))
}

// Process shows how the hook ended, both clocks and both streams.
func (b Block) Process(r hook.ExecutionResult, stdin bool) {
	if stdin {
		b.stream("stdin", r.Stdin, 0)
	}
	switch r.Ending {
	case hook.NotStarted:
		b.Field("process", "was not started")
		return
	case hook.Unasked, hook.Unanswered:
		b.Field("asked", r.Ending.String())
		return
	case hook.Answered:
		said := "after " + console.Clock(r.Duration)
		if r.Status != 0 {
			said = fmt.Sprintf("status %d after %s", r.Status, console.Clock(r.Duration))
		}
		b.Field("answered", said)
		b.stream("answer", r.Stdout, r.StdoutDropped)
		return
	}
	b.Field("process", fmt.Sprintf("%s after %s, pipes closed after %s", ending(r), console.Clock(r.Duration), console.Clock(r.PipesClosed)))
	b.stream("stdout", r.Stdout, r.StdoutDropped)
	if len(r.Stdout) > 0 && len(r.Stderr) > 0 {
		b.Out.Printf("\n")
	}
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

func (b Block) stream(name string, data []byte, dropped int64) {
	if len(data) == 0 {
		b.Field(name, "(nothing)")
		return
	}
	b.Field(name, Excerpt(data, int64(len(data))+dropped))
	if dropped > 0 {
		b.Field("", fmt.Sprintf("(%d bytes beyond the limit were dropped)", dropped))
	}
}

// Warnings are separated from the text above by an empty line.
func (b Block) Warnings(warnings []hook.Warning) { b.remarks(term.Caution, "warning:", warnings) }

// WithRule formats a remark with its rule.
func WithRule(w hook.Warning) string {
	if w.Rule == "" {
		return w.Text
	}
	return fmt.Sprintf("%s (%s)", w.Text, w.Rule)
}

// Notes are separated from the text above by an empty line.
func (b Block) Notes(notes []hook.Warning) { b.remarks(term.Dim, "note:", notes) }

// remarks writes remarks after an empty line, each with its rule at the end.
func (b Block) remarks(style term.Style, word string, remarks []hook.Warning) {
	indent := strings.Repeat(" ", len(word)+3)
	for i, r := range remarks {
		if i == 0 {
			b.Out.Printf("\n")
		}
		if i == ShownRemarks {
			b.Out.Printf("%s(%d more)\n", indent, len(remarks)-i)
			return
		}
		lines := term.Wrap(Brief(WithRule(r)), b.Out.Width()-len(indent))
		b.Out.Printf("  %s %s\n", b.Out.Styled(style, word), strings.Join(lines, "\n"+indent))
	}
}

// A Fix is what to do, with the agents that the text is for.
type Fix struct {
	Text   string
	Agents []string
}

// Findings are separated from the text below by an empty line.
func (b Block) Findings(found []finding.Finding) {
	for i, f := range found {
		if i == ShownRemarks {
			b.Out.Printf("  (%d more)\n", len(found)-i)
			break
		}
		b.Finding(f, "")
		b.Fix(Fix{Text: f.Fix}, 0)
	}
	if len(found) > 0 {
		b.Out.Printf("\n")
	}
}

// afterID indents the further lines of a finding to the start of its text, after the id.
const afterID = "         "

// Finding shows what is wrong, followed by the agents that it is about.
func (b Block) Finding(f finding.Finding, whose string) {
	severity := string(f.Rule.Severity)
	lines := term.Wrap(severity+": "+Brief(f.Text)+whose, b.Out.Width()-len(afterID))
	first := strings.TrimPrefix(lines[0], severity)
	b.Out.Printf("  %s  %s%s\n", b.Out.Styled(term.Bold, f.Rule.ID), b.Out.Styled(severityStyle(f.Rule.Severity), severity), first)
	for _, line := range lines[1:] {
		b.Out.Printf("%s%s\n", afterID, line)
	}
}

// Fix shows what to do, and for which agents if not for all of them.
func (b Block) Fix(f Fix, agents int) {
	lead := "fix: "
	if len(f.Agents) < agents {
		lead = "fix for " + english.And(f.Agents) + ": "
	}
	lines := term.Wrap(lead+Brief(f.Text), b.Out.Width()-len(afterID))
	b.Out.Printf("%s%s%s\n", afterID, b.Out.Styled(term.Dim, "fix"), strings.TrimPrefix(lines[0], "fix"))
	for _, line := range lines[1:] {
		b.Out.Printf("%s%s\n", afterID, line)
	}
}

func severityStyle(s finding.Severity) term.Style {
	switch s {
	case finding.Error:
		return term.Bad
	case finding.Warning:
		return term.Caution
	}
	return term.Dim
}

// FindingList returns the findings of one run for a JSON report.
func FindingList(found []finding.Finding) []any {
	list := make([]any, len(found))
	for i, f := range found {
		o := jsonvalue.New(
			jsonvalue.Member{Key: "id", Value: f.Rule.ID},
			jsonvalue.Member{Key: "severity", Value: string(f.Rule.Severity)},
			jsonvalue.Member{Key: "text", Value: f.Text},
			jsonvalue.Member{Key: "fix", Value: f.Fix},
		)
		if f.Place.Stream != "" {
			o.Set("stream", string(f.Place.Stream))
		}
		if at := f.Place.Position; !at.IsZero() {
			o.Set("at", jsonvalue.New(
				jsonvalue.Member{Key: "line", Value: Number(at.Line)},
				jsonvalue.Member{Key: "column", Value: Number(at.Column)},
				jsonvalue.Member{Key: "offset", Value: Number(at.Offset)},
			))
		}
		list[i] = o
	}
	return list
}

// Untold returns the warnings that no finding reports.
func Untold(warnings []hook.Warning, found []finding.Finding) []hook.Warning {
	return slices.DeleteFunc(slices.Clone(warnings), func(w hook.Warning) bool {
		return slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Told == w })
	})
}
