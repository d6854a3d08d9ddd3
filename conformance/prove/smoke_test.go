package main

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/trace"
)

func TestTheSmokeTestNoticesMostForItsTime(t *testing.T) {
	lock := trace.Lock{Mutants: map[string]trace.LockedMutant{
		"m1": {Killer: "slow"}, "m2": {Killer: "slow"}, "m3": {Killer: "quick"}, "m4": {Killer: "again", Noticed: []string{"again", "quick"}}, "m5": {Killer: "lost"},
	}}
	timed := func(name string, milliseconds float64) stream.Case {
		return stream.Case{Start: stream.CaseStart{Case: name}, Checks: []stream.Check{{Check: name}}, End: &stream.CaseEnd{Milliseconds: milliseconds}}
	}
	run := stream.Run{Cases: []stream.Case{timed("slow", 30), timed("again", 9), timed("quick", 10), {Start: stream.CaseStart{Case: "lost"}, Checks: []stream.Check{{Check: "lost"}}}}}
	chosen, took, whole := smokeTest(lock, run)
	assert.Equal(t, []string{"quick"}, chosen, "two of five mutants in 10 ms; again notices one of them in 9, and what did not end has no time")
	assert.InDelta(t, 10, took, 0)
	assert.InDelta(t, 49, whole, 0)

	lock.Mutants["m6"], lock.Mutants["m7"] = trace.LockedMutant{Killer: "slow"}, trace.LockedMutant{Killer: "nothing"}
	chosen, _, _ = smokeTest(lock, run)
	assert.Equal(t, []string{"quick", "slow"}, chosen, "three of seven are asked for, and again would add none")
}

// The list of the suite puts the cases first that notice most, so that a broken engine is
// found by the first of them.
func TestABrokenEngineFailsSoon(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(trace.LockFile)))
	require.NoError(t, err)
	lock, err := trace.ParseLock(trace.LockFile, text)
	require.NoError(t, err)
	all, err := cases.Load(os.DirFS(filepath.Join("..", "..", "testscripts")))
	require.NoError(t, err)
	places := map[string]int{}
	for _, c := range all {
		for _, s := range c.Scopes {
			places[s.Check] = c.Smoke
		}
	}
	// noticed counts the mutants by the first case that notices them.
	noticed := map[int]int{}
	for _, m := range lock.Mutants {
		first := math.MaxInt
		for _, check := range append(slices.Clone(m.Noticed), m.Killer) {
			if place := places[check]; place > 0 {
				first = min(first, place)
			}
		}
		noticed[first]++
	}
	within := func(from, to int) (n int) {
		for place := from; place <= to; place++ {
			n += noticed[place]
		}
		return n
	}
	assert.Greater(t, within(1, 50), len(lock.Mutants)/10, "the first 50 cases, which take a few seconds, notice a tenth")
	assert.Greater(t, within(1, 25), within(26, 50), "the best come first")
	assert.Greater(t, within(1, 100), within(101, 200), "the best come first")
}
