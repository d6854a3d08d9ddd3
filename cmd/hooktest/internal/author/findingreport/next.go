package findingreport

import (
	"cmp"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

// mostExplained limits the findings that Next explains: a caller reads these before the others.
const mostExplained = 3

// Next returns the commands that make sense after a report: those that explain its findings, the
// severest first, and then the others.
func Next(all []finding.Finding, others ...string) []string {
	rank := map[finding.Severity]int{finding.Error: 0, finding.Warning: 1, finding.Info: 2}
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b finding.Finding) int { return cmp.Compare(rank[a.Rule.Severity], rank[b.Rule.Severity]) })
	next := []string{}
	for _, f := range all {
		command := "hooktest explain " + f.Rule.ID
		if len(next) < mostExplained && !slices.Contains(next, command) {
			next = append(next, command)
		}
	}
	return append(next, others...)
}
