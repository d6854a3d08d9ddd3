package stream_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/knownfailure"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/suite"
)

func TestRollUp(t *testing.T) {
	const clauses, requirements = 7, 4
	tests := []struct {
		name         string
		checks       []stream.Check
		clause       map[string]outcome.Verdict
		requirement  map[string]outcome.Verdict
		want         [3]int
		checkCount   stream.Counts
		interpreting stream.Counts
		reason       string
	}{
		{
			"nothing", nil,
			map[string]outcome.Verdict{"HOOK-001.1": outcome.NotRun, "HOOK-001.2": outcome.NotObservable},
			map[string]outcome.Verdict{"HOOK-001": outcome.NotRun, "HOOK-003": outcome.NotObservable},
			[3]int{0, 0, clauses}, stream.Counts{}, stream.Counts{},
			"a clause without a check was not run, one that only an inspection decides can't be observed",
		},
		{
			"worst of the checks",
			[]stream.Check{check("a", "HOOK-004.1/x", outcome.Pass), check("a", "HOOK-004.1/y", outcome.Timeout), check("b", "HOOK-004.1/x", outcome.Fail), check("b", "HOOK-004.2", outcome.Pass)},
			map[string]outcome.Verdict{"HOOK-004.1": outcome.Timeout, "HOOK-004.2": outcome.Pass},
			map[string]outcome.Verdict{"HOOK-004": outcome.Timeout},
			[3]int{1, 2, clauses}, stream.Counts{outcome.Pass: 2, outcome.Timeout: 1, outcome.Fail: 1}, stream.Counts{},
			"a clause is the worst of its checks in all cases, a requirement the worst of its clauses",
		},
		{
			"one clause is not enough", []stream.Check{check("a", "HOOK-004.1", outcome.Pass)},
			map[string]outcome.Verdict{"HOOK-004.1": outcome.Pass, "HOOK-004.2": outcome.NotRun},
			map[string]outcome.Verdict{"HOOK-004": outcome.NotRun},
			[3]int{1, 1, clauses}, stream.Counts{outcome.Pass: 1}, stream.Counts{},
			"a requirement with a clause that was not run does not pass",
		},
		{
			"inspections do not hold a requirement back", []stream.Check{check("a", "HOOK-001.1", outcome.Pass), check("a", "HOOK-001.3", outcome.Pass)},
			map[string]outcome.Verdict{"HOOK-001.2": outcome.NotObservable},
			map[string]outcome.Verdict{"HOOK-001": outcome.Pass},
			[3]int{2, 2, clauses}, stream.Counts{outcome.Pass: 2}, stream.Counts{},
			"no run could decide the clause",
		},
		{
			"a check about an inspection counts", []stream.Check{check("a", "HOOK-003.1", outcome.Fail)},
			map[string]outcome.Verdict{"HOOK-003.1": outcome.Fail},
			map[string]outcome.Verdict{"HOOK-003": outcome.Fail},
			[3]int{0, 1, clauses}, stream.Counts{outcome.Fail: 1}, stream.Counts{},
			"what was seen to fail fails",
		},
		{
			"expected failures are not conformant", []stream.Check{check("a", "HOOK-002.1", outcome.ExpectedFailure)},
			map[string]outcome.Verdict{"HOOK-002.1": outcome.ExpectedFailure},
			map[string]outcome.Verdict{"HOOK-002": outcome.ExpectedFailure},
			[3]int{0, 1, clauses}, stream.Counts{outcome.ExpectedFailure: 1}, stream.Counts{},
			"a known failure keeps a pipeline green and nothing else",
		},
		{
			"what can't be judged is not observable",
			[]stream.Check{check("a", "HOOK-002.1", outcome.NotObservable), check("b", "HOOK-004.1", outcome.Unsupported), check("b", "HOOK-004.2", outcome.NotRun)},
			map[string]outcome.Verdict{"HOOK-002.1": outcome.NotObservable, "HOOK-004.1": outcome.Unsupported},
			map[string]outcome.Verdict{"HOOK-004": outcome.NotRun},
			[3]int{0, 0, clauses}, stream.Counts{outcome.NotObservable: 1, outcome.Unsupported: 1, outcome.NotRun: 1}, stream.Counts{},
			"nothing was seen of the clauses",
		},
		{
			"interpretations fail nothing",
			[]stream.Check{check("a", "HOOK-002.1", outcome.Pass), interpreting(check("b", "HOOK-002.1", outcome.Fail)), check("c", "INT-05", outcome.Crash)},
			map[string]outcome.Verdict{"HOOK-002.1": outcome.Pass},
			map[string]outcome.Verdict{"HOOK-002": outcome.Pass},
			[3]int{1, 1, clauses}, stream.Counts{outcome.Pass: 1}, stream.Counts{outcome.Fail: 1, outcome.Crash: 1},
			"another implementation that decides otherwise is reported, not failed",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			run := stream.Run{Header: header()}
			for _, c := range tt.checks {
				run.Cases = append(run.Cases, stream.Case{Checks: []stream.Check{c}})
			}
			rolls, totals := run.RollUp()
			clause, requirement := map[string]outcome.Verdict{}, map[string]outcome.Verdict{}
			var order []string
			for _, roll := range rolls {
				requirement[roll.ID] = roll.Verdict
				for _, c := range roll.Clauses {
					clause[c.ID] = c.Verdict
					order = append(order, c.ID)
				}
			}
			assert.Equal(t, []string{"HOOK-001.1", "HOOK-001.2", "HOOK-001.3", "HOOK-002.1", "HOOK-003.1", "HOOK-004.1", "HOOK-004.2"}, order)
			for id, want := range tt.clause {
				assert.Equal(t, want, clause[id], "%s: %s", id, tt.reason)
			}
			for id, want := range tt.requirement {
				assert.Equal(t, want, requirement[id], "%s: %s", id, tt.reason)
			}
			assert.Equal(t, tt.want, [3]int{totals.Conformant, totals.Observable, totals.All}, tt.reason)
			assert.Equal(t, tt.checkCount, totals.Checks)
			assert.Equal(t, tt.interpreting, totals.Interpretations)
			assert.Equal(t, clauses, totals.Clauses.Sum(), "each clause counts once")
			assert.Equal(t, requirements, totals.Requirements.Sum(), "each requirement counts once")
		})
	}
}

func TestTargetRequirementsAreCountedWithAndWithout(t *testing.T) {
	run := stream.Run{Header: header()}
	_, totals := run.RollUp()
	assert.Nil(t, totals.WithoutTarget, "without a target there is nothing to distinguish")

	run.Header.Requirements[3].Target = true
	for _, c := range []stream.Check{check("a", "HOOK-001.1", outcome.Pass), check("b", "HOOK-002.1", outcome.Fail), check("c", "HOOK-004.1", outcome.Pass), check("d", "HOOK-004.2", outcome.Fail)} {
		run.Cases = append(run.Cases, stream.Case{Checks: []stream.Check{c}})
	}
	rolls, totals := run.RollUp()
	assert.Equal(t, stream.Numbers{Conformant: 2, Observable: 4, All: 7}, totals.Numbers)
	assert.Equal(t, &stream.Numbers{Conformant: 1, Observable: 2, All: 5}, totals.WithoutTarget, "HOOK-004 and its two clauses do not count")
	for _, roll := range rolls {
		assert.Equal(t, roll.ID == "HOOK-004", roll.Target)
	}
	other := totals
	other.WithoutTarget = &stream.Numbers{Conformant: 2, Observable: 2, All: 5}
	assert.False(t, totals.Equal(other), "a stream with other numbers is not true")
}

func interpreting(c stream.Check) stream.Check {
	c.Level = cases.LevelInterpretation
	return c
}

func TestOutcome(t *testing.T) {
	tests := []struct {
		name   string
		checks []stream.Check
		why    string
		want   stream.Outcome
	}{
		{"passes", []stream.Check{check("a", "HOOK-002.1", outcome.Pass)}, "", stream.AsExpected},
		{"known failures", []stream.Check{check("a", "HOOK-002.1", outcome.ExpectedFailure)}, "", stream.AsExpected},
		{"another interpretation", []stream.Check{check("a", "HOOK-002.1", outcome.Pass), check("b", "INT-05", outcome.Fail)}, "", stream.AsExpected},
		{"a failure", []stream.Check{check("a", "HOOK-002.1", outcome.Pass), check("b", "HOOK-004.1", outcome.Fail)}, "", stream.Against},
		{"flaky", []stream.Check{check("a", "HOOK-002.1", outcome.Flaky)}, "", stream.Against},
		{"an unexpected pass", []stream.Check{check("a", "HOOK-002.1", outcome.UnexpectedPass)}, "", stream.Against},
		{"a broken case", []stream.Check{check("a", "HOOK-002.1", outcome.SuiteError), check("b", "HOOK-004.1", outcome.Fail)}, "interrupted", stream.SuiteFault},
		{"a broken case of an interpretation", []stream.Check{check("a", "HOOK-002.1", outcome.Pass), interpreting(check("b", "INT-05", outcome.SuiteError))}, "", stream.SuiteFault},
		{"cut short", []stream.Check{check("a", "HOOK-002.1", outcome.Pass), check("b", "HOOK-004.1", outcome.Fail)}, "interrupted", stream.Unfinished},
		{"nothing run", nil, "", stream.NothingJudged},
		{"nothing supported", []stream.Check{check("a", "HOOK-002.1", outcome.Unsupported), check("b", "HOOK-004.1", outcome.NotRun)}, "", stream.NothingJudged},
		{"interpretations alone", []stream.Check{check("a", "INT-05", outcome.Pass)}, "", stream.NothingJudged},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			run := stream.Run{Header: header(), Footer: stream.Footer{Complete: tt.why == "", Why: tt.why}}
			for _, c := range tt.checks {
				run.Cases = append(run.Cases, stream.Case{Checks: []stream.Check{c}})
			}
			_, run.Footer.Totals = run.RollUp()
			assert.Equal(t, tt.want, run.Outcome())
		})
	}
}

// A wrong entry in the list of known failures fails a run regardless of its
// checks.
func TestOutcomeOfUntrueFailures(t *testing.T) {
	run := stream.Run{Header: header(), Footer: stream.Footer{Complete: true}}
	run.Cases = []stream.Case{{Checks: []stream.Check{check("a", "HOOK-002.1", outcome.Pass)}}}
	_, run.Footer.Totals = run.RollUp()
	known := stream.KnownFailure{Pattern: "HOOK-004.*", Position: "x.toml:1", Until: "2026-01-31", Checks: 21}
	wants := map[knownfailure.Fault]struct {
		outcome stream.Outcome
		wrong   string
	}{
		"":                     {stream.AsExpected, ""},
		knownfailure.Expired:   {stream.Against, "HOOK-004.* has run out on 2026-01-31"},
		knownfailure.Unmatched: {stream.Against, "HOOK-004.* matches no check"},
		knownfailure.OverWide:  {stream.Against, "HOOK-004.* covers 21 checks, more than 20"},
	}
	assert.Len(t, wants, 1+len(knownfailure.Faults()))
	for f, want := range wants {
		known.Fault = f
		run.Footer.KnownFailures = []stream.KnownFailure{known}
		assert.Equal(t, want.outcome, run.Outcome(), f)
		assert.Equal(t, want.wrong, known.Wrong())
		run.Footer.Complete = false
		assert.Equal(t, stream.Unfinished, run.Outcome(), "%s: what was not run comes first", f)
		run.Footer.Complete = true
	}
}

func TestCheckOf(t *testing.T) {
	got := stream.CheckOf(suite.Check{
		Check: "HOOK-016a.1/reason", Clause: "HOOK-016a.1", Case: "c", Level: cases.LevelRequirement, Verdict: outcome.Crash,
		Mismatches: []suite.Mismatch{{Line: 4, What: "w", Want: "x", Got: "y"}}, Assertions: 2, Line: 3,
	})
	assert.Equal(t, stream.Check{
		Kind: stream.KindCheck, Check: "HOOK-016a.1/reason", Clause: "HOOK-016a.1", Requirement: "HOOK-016a", Case: "c", Line: 3,
		Level: cases.LevelRequirement, Verdict: outcome.Crash, Blame: outcome.BlameAdapter,
		Mismatches: []stream.Mismatch{{Line: 4, What: "w", Want: "x", Got: "y"}}, Assertions: 2,
	}, got)
	require.Equal(t, stream.CaseStart{Kind: stream.KindCaseStart, Case: "c", Title: "t", File: "f", Requirement: "HOOK-016a", Level: cases.LevelRequirement},
		stream.CaseStartOf(cases.Case{Name: "c", Title: "t", Requirement: "HOOK-016a", Level: cases.LevelRequirement}, "f"))
}
