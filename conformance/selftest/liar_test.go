package selftest_test

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/suite"
	"github.com/hooktest/hooktest/conformance/verdict"
)

// lie answers the requests of a session that was opened; all lies are told at
// the first one.
func lie(mode string, out io.Writer, r request) {
	id := string(r.ID)
	switch mode {
	case "claims an answer":
		write(out, r.ID, refusal([]any{object{"decision": "deny", "reason": "not here"}}))
	case "claims a decision":
		write(out, r.ID, refusal([]any{}))
	case "crashes", "says hello differently":
		os.Exit(3)
	case "ends in the middle of an answer":
		_, _ = io.WriteString(out, `{"jsonrpc":"2.0","id":`+id)
		os.Exit(0)
	case "writes garbage":
		_, _ = io.WriteString(out, "DEBUG firing BeforeTool\n")
	case "answers twice":
		write(out, r.ID, refusal(nil))
		write(out, r.ID, refusal(nil))
	case "answers another request":
		write(out, json.RawMessage(id+"0"), refusal(nil))
	case "is slow":
		// No answer is the slowest of all.
	case "claims what it lacks":
		_, _ = fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":"no such method"}}`+"\n", id, adapter.CodeMethodNotFound)
	case "throws for itself":
		_, _ = fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":"out of disk","data":{"kind":"adapter"}}}`+"\n", id, adapter.CodeAdapter)
	default:
		write(out, r.ID, "nothing works")
	}
}

// refusal is the right answer to the first event of the sample cases.
func refusal(outputs []any) object {
	result := blocks(adapter.MethodFire, nil, "not here")
	result["aggregated"].(object)["allOutputs"] = outputs
	return result
}

// sample is a case that every lie below is told in. Nothing but its assertion
// about the run could tell the claims from the truth.
func sample(t *testing.T, name, assertions string) suite.Case {
	t.Helper()
	c, err := suite.Parse(name+".txtar", []byte(`# a hook refuses
# requirement: HOOK-016a
# budget: 2s

hook guard
on BeforeTool guard
fire BeforeTool write_file {}
`+assertions+`
-- guard --
echo 'not here' >&2
exit 2
`))
	require.NoError(t, err)
	return c
}

const decided = "clause HOOK-016a.1\nwant finalOutput.decision is deny\n"

// Each lie has one verdict, and the blame that goes with it.
func TestLiesAreToldApart(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, reason string
		want         verdict.Verdict
	}{
		{"claims an answer", "outputs without a run are no outputs, although the case asks for no run", verdict.Fail},
		{"crashes", "the process ended while one request was open", verdict.Crash},
		{"ends in the middle of an answer", "exit code 0 is no excuse", verdict.Crash},
		{"writes garbage", "stdout is for the protocol alone", verdict.ProtocolViolation},
		{"answers another request", "the id was never asked", verdict.ProtocolViolation},
		{"is slow", "the case's budget has passed", verdict.Timeout},
		{"claims what it lacks", "a claimed feature that is not supported is a failure", verdict.Fail},
		{"throws", "the implementation threw", verdict.Fail},
		{"throws for itself", "the adapter says that the fault is its own", verdict.AdapterError},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			cases := []suite.Case{sample(t, "HOOK-016a-lie", decided)}
			r := run(t, started(t, test.name), cases, way{seed: 1, jobs: 1})
			require.Len(t, r.Checks(), 1)
			check := r.Checks()[0]
			assert.Equal(t, test.want, check.Verdict, test.reason)
			assert.Equal(t, test.want.Blame(), check.Blame)
			assert.NotEmpty(t, check.Mismatches, "a verdict says why")
			assert.Equal(t, stream.Against, r.Outcome())
		})
	}
}

// Who embeds a hook system and calls each of its exceptions the adapter's own
// reads that it may be none.
func TestAnErrorOfTheAdapterMayBeTheImplementations(t *testing.T) {
	t.Parallel()
	cases := []suite.Case{sample(t, "HOOK-016a-lie", decided)}
	r := run(t, started(t, "throws for itself"), cases, way{seed: 1, jobs: 1})
	require.Len(t, r.Checks(), 1)
	require.Len(t, r.Checks()[0].Mismatches, 1)
	assert.Equal(t, "the adapter answered with an error: out of disk\nif your hook system threw, that is a failure of the implementation",
		r.Checks()[0].Mismatches[0].Got)
}

// A decision without outputs could be a hook system's own; the case's assertion
// about the run tells.
func TestADecisionWithoutARun(t *testing.T) {
	t.Parallel()
	cases := []suite.Case{sample(t, "HOOK-016a-lie", "control\nran guard 1\n"+decided)}
	r := run(t, started(t, "claims a decision"), cases, way{seed: 1, jobs: 1})
	require.Len(t, r.Checks(), 1)
	assert.Equal(t, verdict.Fail, r.Checks()[0].Verdict, "the control fails, so no clause passes")
}

// An answer that comes again is a violation of whatever is asked next.
func TestASecondAnswer(t *testing.T) {
	t.Parallel()
	cases := []suite.Case{sample(t, "HOOK-016a-lie", "fire BeforeTool write_file {}\n"+decided)}
	r := run(t, started(t, "answers twice"), cases, way{seed: 1, jobs: 1})
	require.Len(t, r.Checks(), 1)
	assert.Equal(t, verdict.ProtocolViolation, r.Checks()[0].Verdict)
}

// An adapter that comes back from a crash as somebody else can't be judged: the
// case after the crash tells so.
func TestASecondHelloThatDiffers(t *testing.T) {
	t.Parallel()
	cases := []suite.Case{sample(t, "HOOK-016a-first", decided), sample(t, "HOOK-016a-second", decided)}
	r := run(t, started(t, "says hello differently"), cases, way{seed: 1, jobs: 1})
	require.Len(t, r.Checks(), 2)
	assert.Equal(t, []verdict.Verdict{verdict.Crash, verdict.ProtocolViolation},
		[]verdict.Verdict{r.Checks()[0].Verdict, r.Checks()[1].Verdict})
}

// A crash costs its own case alone, also where others are open beside it.
func TestACrashCostsItsOwnCase(t *testing.T) {
	t.Parallel()
	cases := []suite.Case{sample(t, fatal, decided)}
	for i := range 12 {
		cases = append(cases, sample(t, fmt.Sprintf("HOOK-016a-bystander-%d", i), decided))
	}
	for seed := range int64(3) {
		r := run(t, started(t, "fragile"), cases, way{seed: seed, jobs: 4})
		got := verdicts(r)
		want := map[string]verdict.Verdict{}
		for _, c := range cases {
			want[c.Name+" HOOK-016a.1"] = verdict.Pass
		}
		want[fatal+" HOOK-016a.1"] = verdict.Crash
		assert.Equal(t, want, got, "seed %d", seed)
	}
}
