package prover

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// check returns a check of a case that is named after its clause. Each text becomes a
// mismatch.
func check(name, clause string, v outcome.Verdict, said ...string) stream.Check {
	c := stream.Check{Check: name, Clause: clause, Case: "case-of-" + clause, Verdict: v, Line: 2}
	for _, got := range said {
		c.Mismatches = append(c.Mismatches, stream.Mismatch{Line: 3, What: "runs of guard", Want: "1", Got: got})
	}
	return c
}

func runOf(why string, checks ...stream.Check) stream.Run {
	return stream.Run{Cases: []stream.Case{{Checks: checks}}, Footer: stream.Footer{Complete: why == "", Why: why}}
}

func TestWeigh(t *testing.T) {
	const clause = "HOOK-010.1"
	own := func(v outcome.Verdict, said ...string) stream.Check { return check(clause, clause, v, said...) }
	reason := func(v outcome.Verdict, said ...string) stream.Check {
		return check(clause+"/reason", clause, v, said...)
	}
	other := func(v outcome.Verdict) stream.Check { return check("HOOK-010.2", "HOOK-010.2", v) }
	any := proof.Mutant{ID: clause + "/m", Clause: clause}
	named, says, both := any, any, any
	named.Check, says.Says = clause+"/reason", "got 0"
	both.Check, both.Says = clause+"/reason", "runs of guard: want 1, got 0"

	elsewhere := func(c stream.Check, lines ...int) stream.Check {
		for i, line := range lines {
			c.Mismatches[i].Line = line
		}
		return c
	}
	alsoControl := elsewhere(own(outcome.Fail, "7", "0"), 3, 9)
	controlSays := elsewhere(own(outcome.Fail, "7", "0"), 5, 6)
	killed := func(killer stream.Check, ran int, others ...string) proof.Result {
		return proof.Result{Mutant: any.ID, Clause: clause, Status: proof.Killed, Killer: &killer, Ran: ran, Others: others}
	}
	left := func(s proof.Status, detail string, ran int, others ...string) proof.Result {
		return proof.Result{Mutant: any.ID, Clause: clause, Status: s, Detail: detail, Ran: ran, Others: others}
	}
	tests := []struct {
		name   string
		mutant proof.Mutant
		in     stream.Run
		want   proof.Result
		sure   bool
		reason string
	}{
		{"its check fails", any, runOf("", own(outcome.Fail, "0"), other(outcome.Pass)), killed(own(outcome.Fail, "0"), 2), true, "that is the proof"},
		{"one of its checks fails", any, runOf("", own(outcome.Pass), reason(outcome.Fail, "0")), killed(reason(outcome.Fail, "0"), 2), true, "one is enough"},
		{"others fail, too", any, runOf("", other(outcome.Fail), own(outcome.Fail, "0"), other(outcome.Crash)), killed(own(outcome.Fail, "0"), 3, "HOOK-010.2"), true, "each is reported once"},
		{"all its checks fail", any, runOf("", reason(outcome.Fail, "0"), own(outcome.Fail, "0")), killed(own(outcome.Fail, "0"), 2, clause+"/reason"), true, "the first by name is the killer, regardless of which ended first"},
		{"its check fails, another crashes", any, runOf("", own(outcome.Fail, "0"), reason(outcome.Crash)), killed(own(outcome.Fail, "0"), 2, clause+"/reason"), true, "the failure counts"},
		{"the run ends after it", any, runOf("gave up", own(outcome.Fail, "0")), killed(own(outcome.Fail, "0"), 1), true, "the failure counts"},

		{"the named check fails", named, runOf("", own(outcome.Fail, "0"), reason(outcome.Fail, "0")), killed(reason(outcome.Fail, "0"), 2, clause), true, "a check with a name"},
		{"another than the named check fails", named, runOf("", own(outcome.Fail, "0"), reason(outcome.Pass)),
			left(proof.WrongReason, clause+" fails: runs of guard: want 1, got 0", 2, clause), true, "the named one has to notice"},
		{"it fails by what is named", says, runOf("", own(outcome.Fail, "7", "0")), killed(own(outcome.Fail, "7", "0"), 1), true, "any mismatch of the check"},
		{"it fails by something else", says, runOf("", own(outcome.Fail, "7")), left(proof.WrongReason, clause+" fails: runs of guard: want 1, got 7", 1, clause), true, "the mismatch has to say it"},
		{"only the control fails", any, runOf("", elsewhere(own(outcome.Fail, "0"), 6)), left(proof.WrongReason, clause+" fails: runs of guard: want 1, got 0", 1, clause), true, "line 6 is not the check's"},
		{"only what comes before fails", any, runOf("", elsewhere(own(outcome.Fail, "0"), 1)), left(proof.WrongReason, clause+" fails: runs of guard: want 1, got 0", 1, clause), true, "line 1 is not the check's"},
		{"the control fails, too", any, runOf("", alsoControl), killed(alsoControl, 1), true, "its own assertion is enough"},
		{"the control says it", says, runOf("", controlSays), left(proof.WrongReason, clause+" fails: runs of guard: want 1, got 7; runs of guard: want 1, got 0", 1, clause), true, "its own assertion says something else"},
		{"it fails by nothing", any, runOf("", own(outcome.Fail)), left(proof.WrongReason, clause+" fails", 1, clause), true, "nothing says it"},
		{"check and mismatch", both, runOf("", reason(outcome.Fail, "0")), killed(reason(outcome.Fail, "0"), 1), true, "both are right"},
		{"the mismatch at another check", both, runOf("", own(outcome.Fail, "0"), reason(outcome.Fail, "7")),
			left(proof.WrongReason, clause+" fails: runs of guard: want 1, got 0", 2, clause, clause+"/reason"), true, "both have to be right at once"},

		{"no answer", any, runOf("", own(outcome.Timeout, "nothing")), left(proof.TimedOut, clause+" has the verdict timeout: runs of guard: want 1, got nothing", 1, clause), true, "slowness is not a violation"},
		{"it ends", any, runOf("", own(outcome.Crash)), left(proof.Crashed, clause+" has the verdict crash", 1, clause), true, "an engine that is gone has violated nothing in particular"},
		{"it breaks the protocol", any, runOf("", own(outcome.ProtocolViolation)), left(proof.Crashed, clause+" has the verdict protocol-violation", 1, clause), true, "nothing was judged"},
		{"the adapter fails", any, runOf("", own(outcome.AdapterError)), left(proof.Crashed, clause+" has the verdict adapter-error", 1, clause), true, "nothing was judged"},
		{"slow and gone", any, runOf("", own(outcome.Timeout), reason(outcome.Crash)), left(proof.Crashed, clause+"/reason has the verdict crash", 2, clause, clause+"/reason"), true, "the worst is reported"},
		{"a wrong failure and a crash", named, runOf("", own(outcome.Fail, "0"), reason(outcome.Crash)), left(proof.WrongReason, clause+" fails: runs of guard: want 1, got 0", 2, clause, clause+"/reason"), true, "a failure says more than a crash"},
		{"not reached", any, runOf("", other(outcome.Fail), own(outcome.NotRun)), left(proof.WrongReason, clause+" has the verdict not-run", 2, "HOOK-010.2"), true, "the check of another clause ended the script"},
		{"no longer claimed", any, runOf("", own(outcome.Unsupported)), left(proof.WrongReason, clause+" has the verdict unsupported", 1), true, "it passed without the mutant"},
		{"the case breaks", any, runOf("", own(outcome.SuiteError)), left(proof.WrongReason, clause+" has the verdict suite-error", 1, clause), true, "it passed without the mutant"},
		{"the client gives up at once", any, runOf("gave up after 3 restarts"), left(proof.Crashed, "not everything was judged: gave up after 3 restarts", 0), true, "an adapter that never comes back"},
		{"the client gives up in between", any, runOf("gave up after 3 restarts", own(outcome.Pass)), left(proof.Crashed, "not everything was judged: gave up after 3 restarts", 1), true, "the rest might have noticed"},
		{"the client gives up on a slow one", any, runOf("gave up after 3 restarts of the adapter: timeout: no answer within 5s"),
			left(proof.TimedOut, "not everything was judged: gave up after 3 restarts of the adapter: timeout: no answer within 5s", 0), true, "slowness is not a crash"},
		{"no check", any, runOf(""), left(proof.Uncontrolled, "no check of the clause was judged", 0), true, "nothing can be said"},
		{"no check of the clause", any, runOf("", other(outcome.Fail)), left(proof.Uncontrolled, "no check of the clause was judged", 1, "HOOK-010.2"), true, "nothing can be said"},

		{"nothing is noticed", any, runOf("", own(outcome.Pass), reason(outcome.Pass)), left("", "", 2), false, "the others are asked"},
		{"a neighbour fails anyway", any, runOf("", own(outcome.Pass), check("HOOK-010.3", "HOOK-010.3", outcome.Fail)), left("", "", 2), false, "it notices nothing"},
		{"a neighbour notices", any, runOf("", own(outcome.Pass), other(outcome.Fail)), left("", "", 2, "HOOK-010.2"), false, "the others are asked"},
	}
	scopes := map[place]int{{"case-of-" + clause, clause}: 5, {"case-of-" + clause, clause + "/reason"}: 5}
	anyway := map[place]bool{{"case-of-HOOK-010.3", "HOOK-010.3"}: true}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, sure := weigh(tt.mutant, tt.in, anyway, scopes)
			got.Noticed = nil // TestNoticed
			assert.Equal(t, tt.want, got, tt.reason)
			assert.Equal(t, tt.sure, sure, tt.reason)
		})
	}
}

// The checks that noticed a mutant are listed for every status.
func TestNoticed(t *testing.T) {
	const clause = "HOOK-010.1"
	fails := func(name, of string, lines ...int) stream.Check {
		c := check(name, of, outcome.Fail)
		c.Line = 2
		for _, line := range lines {
			c.Mismatches = append(c.Mismatches, stream.Mismatch{Line: line, What: "w", Want: "1", Got: "2"})
		}
		return c
	}
	scopes := map[place]int{}
	for _, label := range []string{"", "/a", "/b"} {
		scopes[place{"case-of-" + clause, clause + label}] = 5
	}
	for _, tt := range []struct {
		name   string
		checks []stream.Check
		want   []string
		reason string
	}{
		{"none", []stream.Check{check(clause, clause, outcome.Pass)}, nil, "nothing failed"},
		{"all", []stream.Check{fails(clause+"/b", clause, 3), fails(clause, clause, 5), fails(clause+"/a", clause, 2, 9)}, []string{clause, clause + "/a", clause + "/b"}, "sorted"},
		{"the control", []stream.Check{fails(clause, clause, 6)}, nil, "line 6 is not the check's"},
		{"another clause", []stream.Check{fails("HOOK-010.2", "HOOK-010.2", 3)}, nil, "its own mutants are to show it"},
		{"anyway", []stream.Check{fails(clause+"/b", clause, 3)}, nil, "it fails without the mutant as well"},
		{"lost", []stream.Check{check(clause, clause, outcome.Crash), check(clause+"/a", clause, outcome.Timeout)}, nil, "they have not judged"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			anyway := map[place]bool{{"case-of-" + clause, clause + "/b"}: tt.name == "anyway"}
			got, _ := weigh(proof.Mutant{ID: clause + "/m", Clause: clause, Check: clause + "/a", Says: "w"}, runOf("", tt.checks...), anyway, scopes)
			assert.Equal(t, tt.want, got.Noticed, tt.reason)
		})
	}
}

// Only a failure of the clause's own check proves anything, and the order in which
// cases end does not matter.
func TestWeighProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		one := rapid.Custom(func(t *rapid.T) stream.Check {
			clause := rapid.SampledFrom([]string{"HOOK-010.1", "HOOK-010.2"}).Draw(t, "clause")
			c := check(clause+rapid.SampledFrom([]string{"", "/a", "/b"}).Draw(t, "label"), clause, rapid.SampledFrom(outcome.All()).Draw(t, "verdict"))
			c.Case = rapid.SampledFrom([]string{"x", "y"}).Draw(t, "case")
			return c
		})
		id := func(c stream.Check) string { return c.Case + " " + c.Check }
		checks := rapid.SliceOfNDistinct(one, 0, 8, id).Draw(t, "checks")
		m := proof.Mutant{ID: "HOOK-010.1/m", Clause: "HOOK-010.1", Check: rapid.SampledFrom([]string{"", "HOOK-010.1/a"}).Draw(t, "named")}
		why := rapid.SampledFrom([]string{"", "gave up"}).Draw(t, "why")
		got, sure := weigh(m, runOf(why, checks...), nil, nil)
		proves := slices.ContainsFunc(checks, func(c stream.Check) bool {
			return c.Verdict == outcome.Fail && c.Clause == m.Clause && (m.Check == "" || c.Check == m.Check)
		})
		assert.Equal(t, proves, got.Status == proof.Killed)
		assert.Equal(t, proves, got.Killer != nil)
		assert.Equal(t, sure, got.Status != "")
		assert.Equal(t, got.Status != proof.Killed && sure, got.Detail != "", "a result that is not killed has a reason")
		assert.Equal(t, len(checks), got.Ran)
		assert.True(t, slices.IsSorted(got.Others))

		again, _ := weigh(m, runOf(why, rapid.Permutation(checks).Draw(t, "order")...), nil, nil)
		assert.Equal(t, got.Status, again.Status)
		assert.Equal(t, got.Killer, again.Killer)
		assert.Equal(t, got.Others, again.Others)
	})
}

func TestScopes(t *testing.T) {
	c := parsed(t, "01/HOOK-010-x.txtar", `# a title
# requirement: HOOK-010
open
clause HOOK-010.1
want x is 1

clause HOOK-010.2
want y is 2
fire BeforeTool write_file {}

  control
ran guard 1
clause HOOK-010.2/last
want clause is control
-- guard --
clause of no script
`)
	assert.Equal(t, map[place]int{{c.Name, "HOOK-010.1"}: 5, {c.Name, "HOOK-010.2"}: 9, {c.Name, "HOOK-010.2/last"}: 14}, scopesOf([]cases.Case{c}))
}
