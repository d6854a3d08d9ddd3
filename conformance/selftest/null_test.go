package selftest_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
)

// An adapter that does nothing passes no check. A check that lets one pass is
// broken: it needs a control, or a value that nobody gives by chance.
func TestAdaptersThatDoNothingPassNothing(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the whole suite is run once for each of them")
	}
	cases := allCases(t)
	for mode := range idlers() {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			r := run(t, started(t, mode), cases, way{seed: 1, jobs: 4})
			assert.Empty(t, passed(r), "checks that an adapter passes that only %s", mode)
			_, totals := r.RollUp()
			assert.Zero(t, totals.Conformant)
		})
	}
}

func passed(r stream.Run) []string {
	var all []string
	for _, c := range r.Checks() {
		if c.Verdict == outcome.Pass {
			all = append(all, c.Case+": "+c.Check)
		}
	}
	slices.Sort(all)
	return all
}
