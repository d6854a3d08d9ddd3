package compare

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
)

func run(checks ...stream.Check) stream.Run {
	return stream.Run{Cases: []stream.Case{{Checks: checks}}}
}

func check(id string, v outcome.Verdict, what, got string) stream.Check {
	c := stream.Check{Check: id, Verdict: v}
	if what != "" {
		c.Mismatches = []stream.Mismatch{{What: what, Want: "x", Got: got}}
	}
	return c
}

func TestDifferencesClusterByTheirLikelyCause(t *testing.T) {
	a := run(
		check("HOOK-001.1", outcome.Pass, "", ""),
		check("HOOK-002.1", outcome.Fail, "allOutputs.0.reason", "nothing"),
		check("HOOK-003.1", outcome.Fail, "allOutputs.1.reason", "nothing"),
		check("HOOK-004.1", outcome.Fail, "executed", "true"),
		check("HOOK-005.1", outcome.Fail, "took", "17 ms"),
		check("HOOK-006.1", outcome.Pass, "", ""),
	)
	b := run(
		check("HOOK-001.1", outcome.Pass, "", ""),
		check("HOOK-002.1", outcome.Pass, "", ""),
		check("HOOK-003.1", outcome.Pass, "", ""),
		check("HOOK-004.1", outcome.Crash, "executed", "exit 1"),
		check("HOOK-005.1", outcome.Fail, "took", "42 ms"),
	)
	reference := run(
		check("HOOK-001.1", outcome.Pass, "", ""), check("HOOK-002.1", outcome.Pass, "", ""),
		check("HOOK-003.1", outcome.Pass, "", ""), check("HOOK-004.1", outcome.Pass, "", ""),
		check("HOOK-005.1", outcome.Pass, "", ""), check("HOOK-006.1", outcome.Pass, "", ""),
	)
	clusters := Runs(a, b, reference)

	type line struct {
		departs Departure
		a, b    outcome.Verdict
		what    string
		checks  []string
	}
	var got []line
	for _, c := range clusters {
		var checks []string
		for _, d := range c.Differences {
			checks = append(checks, d.Check)
		}
		got = append(got, line{c.Departs, c.A, c.B, c.What, checks})
	}
	assert.Equal(t, []line{
		{OnlyA, outcome.Fail, outcome.Pass, "allOutputs.reason", []string{"HOOK-002.1", "HOOK-003.1"}},
		{Both, outcome.Fail, outcome.Crash, "executed", []string{"HOOK-004.1"}},
		{OnlyB, outcome.Pass, outcome.NotRun, "", []string{"HOOK-006.1"}},
	}, got, "the largest first; measured times are no difference")
}

func TestAReferenceThatFailsHasNoVote(t *testing.T) {
	a := run(check("INT-01/x", outcome.Pass, "", ""))
	b := run(check("INT-01/x", outcome.Fail, "y", "z"))
	clusters := Runs(a, b, b)
	assert.Equal(t, Neither, clusters[0].Departs)
}

func TestEqualRunsDoNotDiffer(t *testing.T) {
	a := run(check("HOOK-001.1", outcome.Fail, "x", "y"))
	assert.Empty(t, Runs(a, a, a))
}

// However many checks wait for a failed one, what they wait for is told first.
func TestBlockedChecksComeLast(t *testing.T) {
	a := run(
		check("HOOK-001.1", outcome.Blocked, "", ""),
		check("HOOK-002.1", outcome.Blocked, "", ""),
		check("HOOK-003.1", outcome.Fail, "executed", "true"),
	)
	b := run(
		check("HOOK-001.1", outcome.Pass, "", ""),
		check("HOOK-002.1", outcome.Pass, "", ""),
		check("HOOK-003.1", outcome.Pass, "", ""),
	)
	var got []outcome.Verdict
	for _, c := range Runs(a, b, b) {
		got = append(got, c.A)
	}
	assert.Equal(t, []outcome.Verdict{outcome.Fail, outcome.Blocked}, got)
}
