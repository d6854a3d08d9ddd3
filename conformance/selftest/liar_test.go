package selftest_test

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
)

// lie answers the requests of an open session; it lies at the first one.
func lie(mode string, out io.Writer, r request) {
	id := string(r.ID)
	if payload, _ := r.Params["payload"].(object); payload["toolName"] == honestTool {
		if err := exec.Command(filepath.Join(opened, "..", "hooks", "guard1")).Run(); err == nil {
			os.Exit(9)
		}
		write(out, r.ID, refusal(nil))
		return
	}
	fired++
	switch mode {
	case "hangs the second time":
		if fired == 1 {
			write(out, r.ID, refusal(nil))
		}
	case "answers in another shape":
		write(out, r.ID, object{"hookSystem": nil})
	case "could not start the hook":
		write(out, r.ID, allows(adapter.MethodFire, nil, []any{object{"decision": "allow", "systemMessage": "sh: guard1: not found"}}))
	case "claims a change":
		write(out, r.ID, allows(adapter.MethodFire, nil, []any{object{"decision": "allow", "hookSpecificOutput": object{"tool_input": object{}}}}))
	case "claims an answer":
		write(out, r.ID, refusal([]any{object{"decision": "deny", "reason": "not here"}}))
	case "claims a decision":
		write(out, r.ID, refusal([]any{}))
	case "crashes":
		os.Exit(3)
	case "ends in the middle of an answer":
		_, _ = io.WriteString(out, `{"jsonrpc":"2.0","id":`+id)
		os.Exit(0)
	case "writes garbage":
		_, _ = io.WriteString(out, "DEBUG firing BeforeTool\n")
	case "answers another request":
		write(out, json.RawMessage(id+"0"), refusal(nil))
	case "is slow":
		// It never answers.
	case "keeps alive":
		for {
			_, _ = fmt.Fprintf(out, `{"jsonrpc":"2.0","method":%q,"params":{"id":%s}}`+"\n", adapter.NotifyHeartbeat, id)
			time.Sleep(10 * time.Millisecond)
		}
	case "claims what it lacks":
		_, _ = fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":"no such method"}}`+"\n", id, adapter.CodeMethodNotFound)
	case "throws for itself":
		_, _ = fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":"out of disk","data":{"kind":"adapter"}}}`+"\n", id, adapter.CodeAdapter)
	default:
		write(out, r.ID, "nothing works")
	}
}

// fired counts the requests that were lied to; opened is the working directory of the
// last session.
var (
	fired  int
	opened string
)

// honestTool is the tool for which a liar runs the hook.
const honestTool = "honest_tool"

// honest fires an event for which the hook runs.
const honest = "fire BeforeTool " + honestTool + " {}\ncontrol\nran guard1 1\n"

// refusal is the right answer to the first event of the sample cases.
func refusal(outputs []any) object {
	result := blocks(adapter.MethodFire, nil, "not here")
	result["aggregated"].(object)["allOutputs"] = outputs
	return result
}

// sample is the case for every lie below. Only its assertion about the hook's run
// can expose the false claims.
func sample(t *testing.T, name, assertions string) cases.Case {
	t.Helper()
	tool := "write_file"
	if name == fatal {
		tool = fatalTool
	}
	c, err := cases.Parse(name+".txtar", []byte(`# a hook refuses
# requirement: HOOK-016a
# budget: 2s

hook guard1
on BeforeTool guard1
fire BeforeTool `+tool+` {}
`+assertions+`
-- guard1 --
echo 'not here' >&2
exit 2
`))
	require.NoError(t, err)
	return c
}

const decided = "clause HOOK-016a.1\nwant finalOutput.decision is deny\n"

// Each lie gets one verdict with its blame.
func TestLyingAdaptersAreDistinguished(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, reason string
		want         outcome.Verdict
	}{
		{"claims an answer", "outputs without a run do not count, although the case requires no run", outcome.Fail},
		{"claims a change", "a change without a run is none", outcome.Fail},
		{"could not start the hook", "it lets the tool pass where it should refuse", outcome.Fail},
		{"answers in another shape", "such a result is one of another method", outcome.ProtocolViolation},
		{"crashes", "the process ended while one request was open", outcome.Crash},
		{"ends in the middle of an answer", "exit code 0 does not excuse it", outcome.Crash},
		{"writes garbage", "stdout is for the protocol alone", outcome.ProtocolViolation},
		{"answers another request", "the id was never asked", outcome.ProtocolViolation},
		{"is slow", "the case's budget has passed", outcome.Timeout},
		{"claims what it lacks", "a claimed feature that is not supported is a failure", outcome.Fail},
		{"throws", "the implementation threw", outcome.Fail},
		{"throws for itself", "the adapter says that the fault is its own", outcome.AdapterError},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			all := []cases.Case{sample(t, "HOOK-016a-lie", decided)}
			r := run(t, started(t, test.name), all, way{seed: 1, jobs: 1})
			require.Len(t, r.Checks(), 1)
			check := r.Checks()[0]
			assert.Equal(t, test.want, check.Verdict, test.reason)
			assert.Equal(t, test.want.Blame(), check.Blame)
			require.NotEmpty(t, check.Mismatches, "a verdict says why")
			if test.want == outcome.AdapterError {
				assert.Equal(t, "the adapter answered with an error: out of disk\nif your hook system threw, that is a failure of the implementation",
					check.Mismatches[0].Got, "it may be an exception of the hook system that the adapter embeds")
			}
			assert.Equal(t, stream.Against, r.Outcome())
		})
	}
}

// An impossible duration fails the checks that use it, regardless of what they
// expect, and no other.
func TestTimesThatCanNotBe(t *testing.T) {
	t.Parallel()
	tests := []struct {
		milliseconds, reason string
		want                 outcome.Verdict
	}{
		{"-5", "no time is less than none", outcome.Fail},
		{"1000000000000", "that is thirty years", outcome.Fail},
		{"60000", "the harness has waited for less than a minute", outcome.Fail},
		{"7", "a hook may take that long", outcome.Pass},
		{"0", "a clock may be too coarse for it", outcome.Pass},
	}
	for _, test := range tests {
		t.Run(test.milliseconds, func(t *testing.T) {
			t.Parallel()
			const timed = "clause HOOK-016a.1/least\nwant totalDuration at-least -10\n" + "clause HOOK-016a.1/most\nwant totalDuration at-most 1e15\n"
			all := []cases.Case{sample(t, "HOOK-016a-lie", decided+timed)}
			r := run(t, started(t, "takes "+test.milliseconds+" ms"), all, way{seed: 1, jobs: 1})
			assert.Equal(t, map[string]outcome.Verdict{
				"HOOK-016a-lie HOOK-016a.1": outcome.Pass, "HOOK-016a-lie HOOK-016a.1/least": test.want, "HOOK-016a-lie HOOK-016a.1/most": test.want,
			}, verdicts(r), test.reason)
		})
	}
}

// A decision without a hook run can't be judged, unless the case itself says that
// its hooks do not run, and a hook runs for another request.
func TestAnAnswerThatNoHookBearsOut(t *testing.T) {
	t.Parallel()
	all := []cases.Case{
		sample(t, "HOOK-016a-lie", decided), sample(t, "HOOK-016a-never", decided+"idle guard1\n"), sample(t, "HOOK-016a-asked", decided+"idle guard1\n"+honest),
	}
	r := run(t, started(t, "claims a decision"), all, way{seed: 1, jobs: 1})
	assert.Equal(t, map[string]outcome.Verdict{
		"HOOK-016a-lie HOOK-016a.1": outcome.Blocked, "HOOK-016a-never HOOK-016a.1": outcome.Blocked, "HOOK-016a-asked HOOK-016a.1": outcome.Pass,
	}, verdicts(r))
	for _, c := range r.Checks() {
		if c.Verdict == outcome.Blocked {
			assert.Equal(t, []string{"control"}, c.Waits)
			assert.Equal(t, []stream.Mismatch{{Line: 7, What: "runs of the case's hooks", Want: "at least 1", Got: "0"}}, c.Mismatches)
		}
	}
}

// A decision without outputs could be the hook system's own; that no hook has run
// shows by the case's assertion. A control that fails blocks all clauses of its case,
// passing and failing ones.
func TestADecisionWithoutARun(t *testing.T) {
	t.Parallel()
	const contrary = "clause HOOK-016a.1/contrary\nwant finalOutput.decision is allow\n"
	all := []cases.Case{sample(t, "HOOK-016a-lie", "control\nran guard1 1\n"+decided+contrary)}
	r := run(t, started(t, "claims a decision"), all, way{seed: 1, jobs: 1})
	assert.Equal(t, map[string]outcome.Verdict{
		"HOOK-016a-lie HOOK-016a.1": outcome.Blocked, "HOOK-016a-lie HOOK-016a.1/contrary": outcome.Blocked,
	}, verdicts(r), "nothing is said of the clauses")
	check := r.Checks()[0]
	assert.Equal(t, outcome.BlameNone, check.Blame)
	assert.Equal(t, []string{"control"}, check.Waits)
	assert.Equal(t, []stream.Mismatch{{Line: 9, What: "runs of guard1", Want: "1", Got: "0"}}, check.Mismatches, "what it waits for")
	assert.Equal(t, stream.Against, r.Outcome(), "a check that could not be judged is not a success")
}

// If a needed requirement does not hold, only that requirement fails: the checks that
// need it are blocked and name it, and the others are judged.
func TestANeedBlamesNoMember(t *testing.T) {
	t.Parallel()
	const needs = "needs HOOK-009.1 HOOK-016a.1\nran guard1 1\n" + decided + "clause HOOK-016a.1/free\nwant finalOutput.decision is allow\n"
	all := []cases.Case{sample(t, "HOOK-016a-lie", needs)}
	r := run(t, started(t, "claims a decision"), all, way{seed: 1, jobs: 1})
	assert.Equal(t, map[string]outcome.Verdict{
		"HOOK-016a-lie HOOK-016a.1": outcome.Blocked, "HOOK-016a-lie HOOK-016a.1/free": outcome.Fail,
	}, verdicts(r))
	require.NotEmpty(t, r.Checks())
	assert.Equal(t, []string{"HOOK-009.1"}, r.Checks()[0].Waits)
}

// If the shell of an implementation reports that the program does not exist, a hook
// was started nevertheless: its result is judged like any other.
func TestAHookThatCouldNotStart(t *testing.T) {
	t.Parallel()
	all := []cases.Case{sample(t, "HOOK-016a-lie", "clause HOOK-016a.1\nwant finalOutput.decision is allow\nidle guard1\n"+honest)}
	r := run(t, started(t, "could not start the hook"), all, way{seed: 1, jobs: 1})
	require.Len(t, r.Checks(), 1)
	assert.Equal(t, outcome.Pass, r.Checks()[0].Verdict, "%v", r.Checks()[0].Mismatches)
}

// asked is a case with three checks, each about another result.
func asked(t *testing.T, name string) cases.Case {
	t.Helper()
	return sample(t, name, decided+"idle guard1\n"+honest+
		"fire BeforeTool write_file {}\nclause HOOK-016a.1/second\nwant finalOutput.decision is deny\n"+
		"fire BeforeTool write_file {}\nclause HOOK-016a.1/third\nwant finalOutput.decision is deny\n")
}

// A hang fails its check and blocks the later ones; checks of earlier results are
// judged, and the case is not repeated.
func TestAHangCostsWhatComesAfterIt(t *testing.T) {
	t.Parallel()
	d := started(t, "hangs the second time")
	r := run(t, d, []cases.Case{asked(t, "HOOK-016a-lie")}, way{seed: 1, jobs: 1})
	assert.Equal(t, map[string]outcome.Verdict{
		"HOOK-016a-lie HOOK-016a.1": outcome.Pass, "HOOK-016a-lie HOOK-016a.1/second": outcome.Timeout, "HOOK-016a-lie HOOK-016a.1/third": outcome.Blocked,
	}, verdicts(r))
	assert.Equal(t, []string{"the request on line 14"}, r.Checks()[2].Waits)
	assert.Equal(t, 1, r.Cases[0].End.Attempts)
	assert.Zero(t, d.Restarts(), "the adapter is no longer needed")
}

// A run completes even if the adapter hangs many times, and reports the cost.
func TestHangsNeverEndARun(t *testing.T) {
	t.Parallel()
	var all []cases.Case
	for i := range 4 {
		c := sample(t, fmt.Sprintf("HOOK-016a-hang-%d", i), decided)
		c.Budget = 100 * time.Millisecond
		all = append(all, c)
	}
	d := started(t, "is slow")
	r := run(t, d, all, way{seed: 1, jobs: 2})
	assert.Empty(t, r.Footer.Why)
	require.Len(t, r.Checks(), len(all))
	for _, c := range r.Checks() {
		assert.Equal(t, outcome.Timeout, c.Verdict, c.Case)
	}
	assert.GreaterOrEqual(t, d.Restarts(), len(all)-2)
	require.NotNil(t, r.Footer.Restarts)
	assert.Equal(t, d.Restarts(), r.Footer.Restarts.Count)
	assert.Positive(t, r.Footer.Restarts.Milliseconds)
}

// An adapter that sends heartbeats for every request keeps the request limits for a
// long time; the run has its own limit.
func TestHeartbeatsWithoutEnd(t *testing.T) {
	t.Parallel()
	one := sample(t, "HOOK-016a-lie", decided)
	one.Budget = 10 * time.Minute
	r := run(t, started(t, "keeps alive"), []cases.Case{one}, way{seed: 1, jobs: 1, scale: 0.002})
	assert.Equal(t, "the whole run has reached its limit of 1.44s (--timeout-scale multiplies it), with 0 of 1 cases done", r.Footer.Why)
	assert.Equal(t, stream.Unfinished, r.Outcome())
	assert.Empty(t, r.Checks(), "what was not answered is not judged")
}

// A crash fails only its own case, even if other cases run at the same time.
func TestACrashCostsItsOwnCase(t *testing.T) {
	t.Parallel()
	all := []cases.Case{sample(t, fatal, decided)}
	for i := range 12 {
		all = append(all, sample(t, fmt.Sprintf("HOOK-016a-bystander-%d", i), decided))
	}
	want := map[string]outcome.Verdict{}
	for _, c := range all {
		want[c.Name+" HOOK-016a.1"] = outcome.Pass
	}
	want[fatal+" HOOK-016a.1"] = outcome.Crash
	assert.Equal(t, want, verdicts(run(t, started(t, "fragile"), all, way{seed: 1, jobs: 4})))
}
