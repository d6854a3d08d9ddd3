package author

import (
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
)

// A block is the part of a report that speaks of one event.
type block struct{ out *term.Stream }

func (b block) effects(w effect.Words) {
	b.prose("agent", w.Agent)
	if w.Model != nil {
		b.field("model sees", excerpt(*w.Model, int64(len(*w.Model))))
	}
	if w.User != nil {
		b.field("user sees", excerpt(*w.User, int64(len(*w.User))))
	}
	if w.Difference != nil {
		b.difference(*w.Difference)
	}
}

func (b block) headline(v effect.Verdict, subject string) {
	word := strings.ToUpper(string(v.Kind))
	b.out.Printf("%s  %s  %s\n", b.out.Styled(styleOf(v.Kind), word), b.out.Styled(term.Bold, brief(subject)), b.out.Styled(term.Dim, v.Rule))
}

// verdict is the headline with its reason below.
func (b block) verdict(v effect.Verdict, subject string) {
	b.headline(v, subject)
	for _, line := range term.Wrap(brief(v.Why), b.out.Width()-2) {
		b.out.Printf("  %s\n", line)
	}
	b.out.Printf("\n")
}

func styleOf(k effect.Kind) term.Style {
	switch {
	case k == effect.Allow:
		return term.Good
	case k.Unguarded() || k == effect.Unknown || k == effect.Ask || k == effect.Defer:
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
		gap := strings.Repeat(" ", max(nameWidth-len(label), 0)+2)
		switch rest := strings.TrimRight(gap+line, " "); {
		case label == "" && rest == "":
			b.out.Printf("\n")
		default:
			b.out.Printf("  %s%s\n", b.out.Styled(term.Dim, label), rest)
		}
	}
}

// prose is field for text of our own, which may be broken into lines.
func (b block) prose(name, text string) {
	b.field(name, strings.Join(term.Wrap(brief(text), b.out.Width()-nameWidth-4), "\n"))
}

// process shows how the hook ended, both clocks and both streams.
func (b block) process(r hook.ExecutionResult, stdin bool) {
	if stdin {
		b.stream("stdin", r.Stdin, 0)
	}
	if r.Ending == hook.NotStarted {
		b.field("process", "was not started")
		return
	}
	b.field("process", fmt.Sprintf("%s after %s, pipes closed after %s", ending(r), console.Clock(r.Duration), console.Clock(r.PipesClosed)))
	b.stream("stdout", r.Stdout, r.StdoutDropped)
	if len(r.Stdout) > 0 && len(r.Stderr) > 0 {
		b.out.Printf("\n")
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

func (b block) stream(name string, data []byte, dropped int64) {
	if len(data) == 0 {
		b.field(name, "(nothing)")
		return
	}
	b.field(name, excerpt(data, int64(len(data))+dropped))
	if dropped > 0 {
		b.field("", fmt.Sprintf("(%d bytes beyond the limit were dropped)", dropped))
	}
}

func (b block) warnings(warnings []hook.Warning) { b.remarks(term.Caution, "warning:", warnings) }

// withRule writes a remark with the rule it rests on.
func withRule(w hook.Warning) string {
	if w.Rule == "" {
		return w.Text
	}
	return fmt.Sprintf("%s (%s)", w.Text, w.Rule)
}

func (b block) notes(notes []hook.Warning) { b.remarks(term.Dim, "note:", notes) }

// remarks are set off from what stands above, each with its rule at the end.
func (b block) remarks(style term.Style, word string, remarks []hook.Warning) {
	indent := strings.Repeat(" ", len(word)+3)
	for i, r := range remarks {
		if i == 0 {
			b.out.Printf("\n")
		}
		if i == shownRemarks {
			b.out.Printf("%s(%d more)\n", indent, len(remarks)-i)
			return
		}
		lines := term.Wrap(brief(withRule(r)), b.out.Width()-len(indent))
		b.out.Printf("  %s %s\n", b.out.Styled(style, word), strings.Join(lines, "\n"+indent))
	}
}
