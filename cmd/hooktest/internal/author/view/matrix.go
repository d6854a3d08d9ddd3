package view

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/visible"
)

// A Row is one agent's verdict on an event input, or the reason why it has none.
type Row struct {
	Agent, Absent string
	// Title is the agent's name for the event input.
	Title   string
	Verdict effect.Verdict
	Words   effect.Words
	// Findings are those of the hooks.
	Findings []finding.Finding
}

// rank orders rows: verdicts that leave the user unguarded come first, and agents that fire
// nothing last.
func (r Row) rank() int {
	switch {
	case r.Absent != "":
		return 2
	case unguarded(r.Verdict.Kind, r.Findings):
		return 0
	}
	return 1
}

// Matrix shows the verdicts of several agents on one event, and what the model sees. Verdicts
// that leave the user unguarded come first.
func (b Block) Matrix(rows []Row) {
	b.Titles(rows)
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b Row) int { return a.rank() - b.rank() })
	wide := widths{agent: len("agent"), verdict: len("verdict"), rule: len("rule")}
	for _, one := range rows {
		wide.take(one)
	}
	b.Out.Printf("  %s\n", b.Out.Styled(term.Dim, fmt.Sprintf("%-*s  %-*s  %-*s  model sees", wide.agent, "agent", wide.verdict, "verdict", wide.rule, "rule")))
	for _, one := range rows {
		b.row(one, wide)
	}
	b.Out.Printf("\n")
}

// Titles shows the agents' names for the event input, each once.
func (b Block) Titles(rows []Row) {
	var names []string
	for _, one := range rows {
		if one.Title != "" && !slices.Contains(names, one.Title) {
			names = append(names, one.Title)
		}
	}
	b.Out.Printf("%s\n", b.Out.Styled(term.Bold, Brief(strings.Join(names, ", "))))
}

type widths struct{ agent, verdict, rule int }

func (w *widths) take(one Row) {
	w.agent = max(w.agent, len(one.Agent))
	if one.Absent == "" {
		w.verdict = max(w.verdict, len(one.Verdict.Kind))
		w.rule = max(w.rule, len(one.Verdict.Rule))
	}
}

func (b Block) row(one Row, wide widths) {
	name := fmt.Sprintf("%-*s", wide.agent, one.Agent)
	if one.Absent != "" {
		b.Out.Printf("  %s  %s\n", name, b.Out.Styled(term.Dim, fmt.Sprintf("%-*s  %s", wide.verdict, "-", one.Absent)))
		return
	}
	v := one.Verdict
	word := fmt.Sprintf("%-*s", wide.verdict, strings.ToUpper(string(v.Kind)))
	line := fmt.Sprintf("  %s  %s  %-*s", name, b.Out.Styled(StyleOf(v.Kind, one.Findings), word), wide.rule, v.Rule)
	model := one.Words.Model
	if model == nil {
		b.Out.Printf("%s\n", term.Painted(strings.TrimRight(line, " ")))
		return
	}
	seen := term.Visible(*model)
	if room := b.Out.Width() - wide.agent - wide.verdict - wide.rule - 8; len(seen) <= room && !strings.Contains(seen, "\n") {
		b.Out.Printf("%s  %s\n", term.Painted(line), seen)
		return
	}
	b.Out.Printf("%s\n", term.Painted(strings.TrimRight(line, " ")))
	indent := strings.Repeat(" ", wide.agent+4)
	b.Out.Printf("%s%s\n", indent, strings.Join(cell(seen, b.Out.Width()-len(indent)), "\n"+indent))
}

// cell wraps a text for a table cell. A final "…" means that the text is longer.
func cell(text string, width int) []string {
	const most = 5
	var lines []string
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		lines = append(lines, term.Wrap(visible.Clip(line, most*width), width)...)
	}
	if len(lines) > most {
		lines = append(lines[:most-1], "…")
	}
	return lines
}

// Reasons shows why the verdicts differ. Agents with the same verdict for the same reason are
// grouped.
func (b Block) Reasons(rows []Row) {
	type reason struct {
		kind      effect.Kind
		does, why string
	}
	var order []reason
	names := map[reason][]string{}
	for _, one := range rows {
		if one.Absent != "" {
			continue
		}
		r := reason{one.Verdict.Kind, one.Words.Agent, one.Verdict.Why}
		if names[r] == nil {
			order = append(order, r)
		}
		names[r] = append(names[r], one.Agent)
	}
	for _, r := range order {
		label := english.And(names[r])
		if len(order) == 1 && len(names[r]) > 1 {
			label = "all of them"
		}
		b.Prose(strings.ToUpper(string(r.kind)), label+": "+r.does+": "+r.why)
	}
}

// EndedAlike reports whether two runs of a hook ended in the same way with the same output.
func EndedAlike(a, b hook.ExecutionResult) bool {
	return a.Ending == b.Ending && a.Code == b.Code && a.Signal == b.Signal &&
		string(a.Stdout) == string(b.Stdout) && string(a.Stderr) == string(b.Stderr)
}
