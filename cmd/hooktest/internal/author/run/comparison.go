package run

import (
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/internal/english"
)

// A comparison is the part of a report that sets the verdicts on one event beside each
// other.
type comparison struct{ view.Block }

// matrix shows what several agents make of the hook on one occasion, a row each, why
// they differ, and how the hook fared under them.
func (b comparison) matrix(together []ran, stdin bool) {
	rows := make([]view.Row, len(together))
	for i, one := range together {
		rows[i] = view.Row{Agent: one.Agent.Name, Absent: one.Absent}
		if one.Absent == "" {
			rows[i].Title, rows[i].Verdict, rows[i].Words = titleOf(one.firing), one.firing.Verdict, one.firing.Words()
		}
	}
	b.Matrix(rows)
	b.Reasons(rows)
	b.sharedFindings(together)
	for _, same := range alike(together) {
		b.Out.Printf("\n")
		if len(same) < present(together) {
			b.Prose("under", english.And(namesOf(same)))
		}
		b.Process(same[0].firing.Merged.Results[0], stdin)
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
			return view.EndedAlike(group[0].firing.Merged.Results[0], one.firing.Merged.Results[0])
		})
		if i < 0 {
			groups = append(groups, []ran{one})
		} else {
			groups[i] = append(groups[i], one)
		}
	}
	return groups
}
