package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

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
