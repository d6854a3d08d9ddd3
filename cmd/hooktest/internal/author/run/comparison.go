package run

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/visible"
)

// A comparison is the part of a report that sets the verdicts on one event beside each
// other.
type comparison struct{ view.Block }

// matrix shows what several agents make of the hook on one occasion, a row each, why
// they differ, and how the hook fared under them.
func (b comparison) matrix(together []ran, stdin bool) {
	b.Out.Printf("%s\n", b.Out.Styled(term.Bold, view.Brief(headingOf(together))))
	wide := widths{agent: len("agent"), verdict: len("verdict"), rule: len("rule")}
	for _, one := range together {
		wide.take(one)
	}
	b.Out.Printf("  %s\n", b.Out.Styled(term.Dim, fmt.Sprintf("%-*s  %-*s  %-*s  model sees", wide.agent, "agent", wide.verdict, "verdict", wide.rule, "rule")))
	for _, one := range together {
		b.row(one, wide)
	}
	b.Out.Printf("\n")
	b.reasons(together)
	b.sharedFindings(together)
	for _, same := range alike(together) {
		b.Out.Printf("\n")
		if len(same) < present(together) {
			b.Prose("under", english.And(namesOf(same)))
		}
		b.Process(same[0].firing.Merged.Results[0], stdin)
	}
}

// headingOf names the occasion as the agents do, each name once.
func headingOf(together []ran) string {
	var names []string
	for _, one := range together {
		if one.Absent == "" && !slices.Contains(names, titleOf(one.firing)) {
			names = append(names, titleOf(one.firing))
		}
	}
	return strings.Join(names, ", ")
}

// widths are those of the matrix's columns.
type widths struct{ agent, verdict, rule int }

func (w *widths) take(one ran) {
	w.agent = max(w.agent, len(one.Agent.Name))
	if one.Absent == "" {
		w.verdict = max(w.verdict, len(one.firing.Verdict.Kind))
		w.rule = max(w.rule, len(one.firing.Verdict.Rule))
	}
}

func (b comparison) row(one ran, wide widths) {
	name := fmt.Sprintf("%-*s", wide.agent, one.Agent.Name)
	if one.Absent != "" {
		b.Out.Printf("  %s  %s\n", name, b.Out.Styled(term.Dim, fmt.Sprintf("%-*s  %s", wide.verdict, "-", one.Absent)))
		return
	}
	v := one.firing.Verdict
	word := fmt.Sprintf("%-*s", wide.verdict, strings.ToUpper(string(v.Kind)))
	line := fmt.Sprintf("  %s  %s  %-*s", name, b.Out.Styled(view.StyleOf(v.Kind), word), wide.rule, v.Rule)
	model := one.firing.Words().Model
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
	lines := term.Wrap(firstOf(seen, 2*b.Out.Width()), b.Out.Width()-len(indent))
	b.Out.Printf("%s%s\n", indent, strings.Join(lines, "\n"+indent))
}

// reasons says what makes the verdicts differ: agents with the same verdict for the
// same reason stand together.
func (b comparison) reasons(together []ran) {
	type reason struct {
		kind      effect.Kind
		does, why string
	}
	var order []reason
	agents := map[reason][]ran{}
	for _, one := range together {
		if one.Absent != "" {
			continue
		}
		r := reason{one.firing.Verdict.Kind, one.firing.Words().Agent, one.firing.Verdict.Why}
		if agents[r] == nil {
			order = append(order, r)
		}
		agents[r] = append(agents[r], one)
	}
	for _, r := range order {
		label := english.And(namesOf(agents[r]))
		if len(order) == 1 {
			label = "all of them"
		}
		b.Prose(strings.ToUpper(string(r.kind)), label+": "+r.does+": "+r.why)
	}
}

func namesOf(tries []ran) []string {
	names := make([]string, len(tries))
	for i, one := range tries {
		names[i] = one.Agent.Name
	}
	return names
}

// present counts the agents that fired.
func present(tries []ran) int { return len(firingsOf(tries)) }

// alike groups the tries whose hook ended alike and wrote the same.
func alike(tries []ran) [][]ran {
	var groups [][]ran
	for _, one := range tries {
		if one.Absent != "" {
			continue
		}
		i := slices.IndexFunc(groups, func(group []ran) bool {
			return sameEnd(group[0].firing.Merged.Results[0], one.firing.Merged.Results[0])
		})
		if i < 0 {
			groups = append(groups, []ran{one})
		} else {
			groups[i] = append(groups[i], one)
		}
	}
	return groups
}

func sameEnd(a, b hook.ExecutionResult) bool {
	return a.Ending == b.Ending && a.Code == b.Code && a.Signal == b.Signal &&
		string(a.Stdout) == string(b.Stdout) && string(a.Stderr) == string(b.Stderr)
}

// firstOf is the first line of a text, for a cell of a table, as far as it fits.
func firstOf(text string, width int) string {
	line, _, more := strings.Cut(text, "\n")
	if cut := visible.Clip(line, width); len(cut) < len(line) || !more {
		return cut
	}
	return line + " …"
}
