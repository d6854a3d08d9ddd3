package selftest_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/portion"
)

// An adapter that does nothing passes no check. A check that such an adapter passes is
// broken: it needs a control, or a value that no adapter gives by chance. Together
// the adapters run the suite once, each a different part with a different seed.
func TestAdaptersThatDoNothingPassNothing(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the suite is run once, a part for each of them")
	}
	all := allCases(t)
	modes := slices.Sorted(maps.Keys(idlers()))
	for i, mode := range modes {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			r := run(t, started(t, mode), portion.Of(all, len(modes), i), way{seed: 1, jobs: 4})
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
