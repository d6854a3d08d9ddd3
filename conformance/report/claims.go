package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/suite"
	"github.com/hooktest/hooktest/internal/english"
)

// maxClaims bounds the features that are named as the next to claim.
const maxClaims = 5

// nextClaims names the features that the adapter does not claim, those that most
// checks need first. A check that needs several counts for the first one only.
func (r Run) nextClaims() []string {
	waiting := map[adapter.Feature]int{}
	for _, c := range r.stream.Checks() {
		if c.Verdict != outcome.Unsupported {
			continue
		}
		for _, m := range c.Mismatches {
			if f, ok := suite.NotClaimed(m.Got); ok {
				waiting[f]++
				break
			}
		}
	}
	features := slices.SortedFunc(maps.Keys(waiting), func(a, b adapter.Feature) int {
		return cmp.Or(cmp.Compare(waiting[b], waiting[a]), cmp.Compare(a, b))
	})
	var lines []string
	for _, f := range features[:min(len(features), maxClaims)] {
		lines = append(lines, fmt.Sprintf("%s %s, which the adapter does not claim", english.Plural(waiting[f], "check needs", "checks need"), f))
	}
	return lines
}
