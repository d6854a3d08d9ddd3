package cause_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/cause"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
)

// run is made of one case of so many lines for each check.
func run(lines []int, checks ...stream.Check) stream.Run {
	var r stream.Run
	for _, id := range []string{"HOOK-001", "HOOK-002", "HOOK-003", "HOOK-004", "HOOK-005"} {
		r.Header.Requirements = append(r.Header.Requirements, stream.Requirement{ID: id})
	}
	for i, c := range checks {
		c.Case = fmt.Sprintf("case-%d", i)
		start := stream.CaseStart{Case: c.Case}
		if i < len(lines) {
			start.Lines = lines[i]
		}
		r.Cases = append(r.Cases, stream.Case{Start: start, Checks: []stream.Check{c}})
	}
	return r
}

func failing(id string, v outcome.Verdict, mismatches ...stream.Mismatch) stream.Check {
	requirement, _, _ := strings.Cut(id, ".")
	clause, _, _ := strings.Cut(id, "/")
	return stream.Check{Check: id, Clause: clause, Requirement: requirement, Level: cases.LevelRequirement, Verdict: v, Blame: v.Blame(), Mismatches: mismatches}
}

func waiting(id, prerequisite string) stream.Check {
	c := failing(id, outcome.Blocked, miss("success", "is true", "false"))
	c.Waits = []string{prerequisite}
	return c
}

func miss(what, want, got string) stream.Mismatch {
	return stream.Mismatch{What: what, Want: want, Got: got}
}

func ended(c stream.Check, exits ...int) stream.Check {
	for _, exit := range exits {
		c.Evidence.Runs = append(c.Evidence.Runs, stream.HookRun{Exit: &exit})
	}
	return c
}

func TestChecksShareACause(t *testing.T) {
	tests := []struct {
		name string
		a, b stream.Check
		want string
	}{
		{"names of hooks and runs", failing("HOOK-001.1", outcome.Fail, miss("runs of guard", "1", "2")), failing("HOOK-002.1", outcome.Fail, miss("runs of two words", "3", "4")), "runs of a hook: want a number, got another number"},
		{"what hooks saw", failing("HOOK-001.1", outcome.Fail, miss("what a#1 saw: stdin.cwd", "is /tmp/x-1", `"/tmp/y"`)), failing("HOOK-002.1", outcome.Fail, miss("what b saw: stdin.cwd", "is /tmp/x-2", `"/stale"`)), "what a hook saw: stdin.cwd: want a text, got another text"},
		{"places in lists", failing("HOOK-001.1", outcome.Fail, miss("allOutputs.0.list.1.2.x", "is true", "false")), failing("HOOK-002.1", outcome.Fail, miss("allOutputs.3.list.0.4.x", "is true", "false")), "allOutputs.list.x: want true, got false"},
		{"a component and the outcome", failing("HOOK-001.1", outcome.Fail, miss("blocking", "is true", "(absent)")), failing("HOOK-002.1", outcome.Fail, miss("finalOutput.blocking", "is true", "(absent)")), "blocking: want true, got nothing"},
		{"made up texts", failing("HOOK-001.1", outcome.Fail, miss("r", "contains one", `"x"`)), failing("HOOK-002.1", outcome.Fail, miss("r", "contains two", `"y"`)), "r: want contains a text, got another text"},
		{"warnings that are missing", failing("HOOK-001.1", outcome.Fail, miss("warnings", "one with a", "[]")), failing("HOOK-002.1", outcome.Fail, miss("warnings", "one with b", "[]")), "warnings: want one with …, got []"},
		{"one fault", failing("HOOK-001.1", outcome.Crash, miss("x", "is 1", "crash: exit 3 in /tmp/a/b")), failing("HOOK-002.1", outcome.Crash, miss("y", "is 2", "crash: exit 4 in /tmp/a/c\nmore")), "crash: exit N in …"},
		{"requests that failed", failing("HOOK-001.1", outcome.Fail, miss("runs of guard", "1", "the request failed: no /tmp/a/b of 3")), failing("HOOK-002.1", outcome.Fail, miss("finalOutput.decision", "is deny", "the request failed: no /tmp/c/d of 4")), "the request failed: no … of N"},
		{"hooks that fail in several ways", ended(failing("HOOK-001.1", outcome.Fail, miss("success", "is false", "true")), 0, 1), ended(failing("HOOK-002.1", outcome.Fail, miss("success", "is false", "true")), -1, 2), "success: want false, got true"},
		{"a value and what surrounds it", failing("HOOK-001.1", outcome.Fail, miss("what a#1 saw: stdin.llm_request.model", "is x", "(absent)")), failing("HOOK-002.1", outcome.Fail, miss("what a saw: stdin.llm_request.messages.0.role", "is user", "(absent)")), "what a hook saw: stdin.llm_request: want a value, got nothing"},
		{"a known failure", failing("HOOK-001.1", outcome.Fail, miss("r", "absent", "1")), failing("HOOK-002.1", outcome.ExpectedFailure, miss("r", "absent", "2")), "r: want absent, got a number"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			all := cause.Of(run(nil, tt.a, tt.b))
			if assert.Len(t, all, 1, "%v", all) {
				assert.Equal(t, tt.want, all[0].Trait.String())
				assert.Len(t, all[0].Checks, 2)
				assert.Equal(t, 2, all[0].Alone)
			}
		})
	}
}

func TestChecksWithCausesOfTheirOwn(t *testing.T) {
	x := failing("HOOK-001.1", outcome.Fail, miss("blocking", "is true", "false"))
	tests := []struct {
		name string
		b    stream.Check
	}{
		{"another member", failing("HOOK-002.1", outcome.Fail, miss("stopping", "is true", "false"))},
		{"the other way round", failing("HOOK-002.1", outcome.Fail, miss("blocking", "is false", "true"))},
		{"nothing at all", failing("HOOK-002.1", outcome.Fail, miss("blocking", "is true", "(absent)"))},
		{"another fault in the same words", failing("HOOK-002.1", outcome.SuiteError, miss("blocking", "is true", "false"))},
		{"no answer", failing("HOOK-002.1", outcome.Timeout, miss("blocking", "is true", "timeout: no answer within 10s"))},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Len(t, cause.Of(run(nil, x, tt.b)), 2) })
	}
}

func TestTheCauseOfMostChecksComesFirst(t *testing.T) {
	success, blocking, reason := miss("success", "is false", "true"), miss("blocking", "is true", "false"), miss("reason", "is x", "null")
	interpretation := failing("HOOK-001.1", outcome.Fail, reason)
	interpretation.Level = cases.LevelInterpretation
	all := cause.Of(run([]int{90, 50, 40, 10, 30, 5, 1},
		failing("HOOK-003.1", outcome.Fail, success),
		failing("HOOK-005.1", outcome.Fail, reason),
		failing("HOOK-002.2", outcome.Fail, blocking, success),
		failing("HOOK-001.1", outcome.Fail, success),
		failing("HOOK-004.2", outcome.ExpectedFailure, reason),
		failing("HOOK-004.3", outcome.ExpectedFailure, reason),
		interpretation,
		failing("HOOK-003.3", outcome.Pass), failing("HOOK-003.4", outcome.Unsupported, reason),
	))
	var got []string
	for _, c := range all {
		var ids []string
		for _, check := range c.Checks {
			ids = append(ids, check.Check)
		}
		got = append(got, fmt.Sprintf("%s: %v, %d red, %d alone, smallest %s", c.Trait.What, ids, c.Red, c.Alone, c.Smallest.Check))
	}
	assert.Equal(t, []string{
		"success: [HOOK-001.1 HOOK-002.2 HOOK-003.1], 3 red, 2 alone, smallest HOOK-001.1",
		"reason: [HOOK-004.2 HOOK-004.3 HOOK-005.1], 1 red, 3 alone, smallest HOOK-004.3",
	}, got, "checks that share a cause are not reported twice; interpretations and unjudged checks fail nothing")
}

// The failures of one requirement and the checks that they block are one cause. A cause
// with only blocked checks comes last.
func TestWhatWaitsIsFoldedUnderItsCause(t *testing.T) {
	blocking, reason := miss("blocking", "is true", "false"), miss("reason", "is x", "null")
	control := waiting("HOOK-004.1", "control")
	control.Mismatches = []stream.Mismatch{blocking}
	all := cause.Of(run(nil,
		waiting("HOOK-005.1", "HOOK-107.2"), waiting("HOOK-005.2", "HOOK-107.2"), waiting("HOOK-005.3", "HOOK-107.2"),
		failing("HOOK-001.1", outcome.Fail, blocking), failing("HOOK-001.2", outcome.Fail, reason),
		failing("HOOK-001.3", outcome.Crash, miss("x", "is 1", "crash: exit 3")),
		waiting("HOOK-001.4", "the request on line 3"),
		waiting("HOOK-002.1", "HOOK-001.2"), waiting("HOOK-003.1", "HOOK-002.1"), control,
	))
	var got []string
	for _, c := range all {
		var ids []string
		for _, check := range c.Checks {
			ids = append(ids, check.Check)
		}
		got = append(got, fmt.Sprintf("%s %v, %d waiting, fixable %t, smallest %s", c.Trait, ids, c.Waiting, c.Fixable(), c.Smallest.Check))
	}
	assert.Equal(t, []string{
		"blocking: want true, got false [HOOK-001.1 HOOK-001.2 HOOK-001.4 HOOK-002.1 HOOK-003.1 HOOK-004.1], 4 waiting, fixable true, smallest HOOK-001.1",
		"crash: exit N [HOOK-001.3], 0 waiting, fixable true, smallest HOOK-001.3",
		"waits for HOOK-107.2 [HOOK-005.1 HOOK-005.2 HOOK-005.3], 3 waiting, fixable false, smallest HOOK-005.1",
	}, got)
}

func TestAnUnexpectedPassIsAboutItsEntry(t *testing.T) {
	c := failing("HOOK-001.1", outcome.UnexpectedPass)
	c.Expected = &stream.Expectation{Pattern: "HOOK-001.*", Verdict: outcome.Fail}
	all := cause.Of(run(nil, c, failing("HOOK-001.2", outcome.Flaky)))
	assert.Equal(t, "the known failure HOOK-001.*: want fail, got pass", all[0].Trait.String())
	assert.Equal(t, "flaky", all[1].Trait.String())
}

func TestTraitsOfHostileTextStayShort(t *testing.T) {
	long := strings.Repeat("</pre>\x1b[31m", 5000)
	for _, v := range []outcome.Verdict{outcome.Fail, outcome.Crash} {
		all := cause.Of(run(nil, failing("HOOK-001.1", v, miss(long, long, long))))
		assert.Less(t, len(all[0].Trait.String()), 400)
	}
}
