package run

import (
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

// A comparison is the part of a report that compares verdicts on one event.
type comparison struct{ view.Block }

// agreed groups the rows of a table: contracts of one product share a row if they have the same
// event name and the same result.
func agreed(together []ran) [][]ran {
	var rows [][]ran
	for _, one := range together {
		if last := len(rows) - 1; last >= 0 && rows[last][0].like(one) {
			rows[last] = append(rows[last], one)
			continue
		}
		rows = append(rows, []ran{one})
	}
	return rows
}

// like reports whether another contract of the product has the same result.
func (r ran) like(other ran) bool {
	if r.Absent != "" || other.Absent != "" || r.Agent.Product != other.Agent.Product {
		return false
	}
	a, b := r.firing.Words(), other.firing.Words()
	same := func(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }
	return titleOf(r.firing) == titleOf(other.firing) && r.firing.Verdict.Kind == other.firing.Verdict.Kind && same(a.Model, b.Model) &&
		view.EndedAlike(r.firing.Merged.Results[0], other.firing.Merged.Results[0])
}

// matrix shows the verdicts of several agents on one event input, one row each, why they differ,
// and how the hook's process ended.
func (b comparison) matrix(of [][]ran, stdin bool) {
	together := slices.Concat(of...)
	rows := make([]view.Row, len(of))
	for i, row := range of {
		one := row[0]
		rows[i] = view.Row{Agent: strings.Join(namesOf(row), ", "), Absent: one.Absent}
		if one.Absent == "" {
			rows[i].Title, rows[i].Verdict, rows[i].Words, rows[i].Findings = titleOf(one.firing), one.firing.Verdict, one.firing.Words(), one.findings
		}
	}
	b.Matrix(rows)
	b.Reasons(rows)
	b.sharedFindings(together)
	for _, same := range alike(together) {
		b.Out.Printf("\n")
		if len(same) < len(present(together)) {
			b.Prose("under", english.And(namesOf(same)))
		}
		b.Process(same[0].firing.Merged.Results[0], stdin)
	}
}

func namesOf(tries []ran) []string {
	return lists.Of(tries, func(one ran) string { return one.Agent.Name })
}

// present returns the tries of the agents that fired.
func present(tries []ran) []ran {
	return lists.Where(tries, func(one ran) bool { return one.Absent == "" })
}

// alike groups the tries whose hook ended in the same way with the same output.
func alike(tries []ran) [][]ran {
	return lists.Groups(present(tries), func(a, b ran) bool {
		return view.EndedAlike(a.firing.Merged.Results[0], b.firing.Merged.Results[0])
	})
}
