package stream_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
)

func saying(checks ...stream.Check) stream.Run {
	return stream.Run{Cases: []stream.Case{{Checks: checks}}}
}

func said(id string, v outcome.Verdict, what, got string) stream.Check {
	c := stream.Check{Check: id, Verdict: v}
	if what != "" {
		c.Mismatches = []stream.Mismatch{{What: what, Want: "x", Got: got}}
	}
	return c
}

func TestDifferencesClusterByTheirLikelyCause(t *testing.T) {
	a := saying(
		said("HOOK-001.1", outcome.Pass, "", ""),
		said("HOOK-002.1", outcome.Fail, "allOutputs.0.reason", "nothing"),
		said("HOOK-003.1", outcome.Fail, "allOutputs.1.reason", "nothing"),
		said("HOOK-004.1", outcome.Fail, "executed", "true"),
		said("HOOK-005.1", outcome.Fail, "took", "17 ms"),
		said("HOOK-006.1", outcome.Pass, "", ""),
	)
	b := saying(
		said("HOOK-001.1", outcome.Pass, "", ""),
		said("HOOK-002.1", outcome.Pass, "", ""),
		said("HOOK-003.1", outcome.Pass, "", ""),
		said("HOOK-004.1", outcome.Crash, "executed", "exit 1"),
		said("HOOK-005.1", outcome.Fail, "took", "42 ms"),
	)
	reference := saying(
		said("HOOK-001.1", outcome.Pass, "", ""), said("HOOK-002.1", outcome.Pass, "", ""),
		said("HOOK-003.1", outcome.Pass, "", ""), said("HOOK-004.1", outcome.Pass, "", ""),
		said("HOOK-005.1", outcome.Pass, "", ""), said("HOOK-006.1", outcome.Pass, "", ""),
	)
	clusters := stream.Compare(a, b, reference)

	type line struct {
		divergence stream.Divergence
		a, b       outcome.Verdict
		what       string
		checks     []string
	}
	var got []line
	for _, c := range clusters {
		var checks []string
		for _, d := range c.Differences {
			checks = append(checks, d.Check)
		}
		got = append(got, line{c.Divergence, c.A, c.B, c.What, checks})
	}
	assert.Equal(t, []line{
		{stream.OnlyA, outcome.Fail, outcome.Pass, "allOutputs.reason", []string{"HOOK-002.1", "HOOK-003.1"}},
		{stream.BothDiffer, outcome.Fail, outcome.Crash, "executed", []string{"HOOK-004.1"}},
		{stream.OnlyB, outcome.Pass, outcome.NotRun, "", []string{"HOOK-006.1"}},
	}, got, "the largest first; measured times are not a difference")
}

func TestAReferenceThatFailsHasNoVote(t *testing.T) {
	a := saying(said("INT-01/x", outcome.Pass, "", ""))
	b := saying(said("INT-01/x", outcome.Fail, "y", "z"))
	clusters := stream.Compare(a, b, b)
	assert.Equal(t, stream.NoVote, clusters[0].Divergence)
}

func TestEqualRunsDoNotDiffer(t *testing.T) {
	a := saying(said("HOOK-001.1", outcome.Fail, "x", "y"))
	assert.Empty(t, stream.Compare(a, a, a))
}

// A failed check comes before the checks that it blocks, however many there are.
func TestBlockedChecksComeLast(t *testing.T) {
	a := saying(
		said("HOOK-001.1", outcome.Blocked, "", ""),
		said("HOOK-002.1", outcome.Blocked, "", ""),
		said("HOOK-003.1", outcome.Fail, "executed", "true"),
	)
	b := saying(
		said("HOOK-001.1", outcome.Pass, "", ""),
		said("HOOK-002.1", outcome.Pass, "", ""),
		said("HOOK-003.1", outcome.Pass, "", ""),
	)
	var got []outcome.Verdict
	for _, c := range stream.Compare(a, b, b) {
		got = append(got, c.A)
	}
	assert.Equal(t, []outcome.Verdict{outcome.Fail, outcome.Blocked}, got)
}
