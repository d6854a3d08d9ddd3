package suite_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/suite"
)

// canned answers each method with the same text and supports these observations. If
// together is set, it answers hooks/fire only when that many requests are open.
type canned struct {
	answers  map[string]string
	observes []adapter.Observation
	together *sync.WaitGroup

	mu sync.Mutex
	// asked has the parameters of all requests.
	asked []string
}

func (d *canned) Hello() adapter.InitializeResult {
	return adapter.InitializeResult{Profiles: adapter.Profiles(), Observes: d.observes}
}

func (d *canned) Call(_ context.Context, method string, params any, _ time.Duration) (json.RawMessage, error) {
	text, err := json.Marshal(params)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	d.asked = append(d.asked, string(text))
	d.mu.Unlock()
	if method == adapter.MethodFire && d.together != nil {
		d.together.Done()
		d.together.Wait()
	}
	if answer, ok := d.answers[method]; ok {
		return json.RawMessage(answer), nil
	}
	return json.RawMessage(`{}`), nil
}

func verdicts(t *testing.T, client suite.Client, script string) map[string]outcome.Verdict {
	t.Helper()
	c, err := cases.Parse("x/HOOK-003-x.txtar", []byte("# a case\n# requirement: HOOK-003\n"+script))
	require.NoError(t, err)
	runner := suite.Runner{Client: client, Folder: t.TempDir()}
	result, err := runner.Run(t.Context(), c)
	require.NoError(t, err)
	got := map[string]outcome.Verdict{}
	for _, check := range result.Checks {
		got[check.Check] = check.Verdict
	}
	return got
}

func TestBurstHasAllRequestsOpenAtOnce(t *testing.T) {
	together := &sync.WaitGroup{}
	together.Add(3)
	client := &canned{
		answers:  map[string]string{adapter.MethodFire: `{"aggregated":{"success":true,"allOutputs":[]}}`},
		together: together,
	}
	got := verdicts(t, client, `
burst 3 BeforeTool write_file {}
clause HOOK-003.1
want '#' is 3
want 2.success is true
clause HOOK-003.2
want 3.success is true
`)
	assert.Equal(t, map[string]outcome.Verdict{"HOOK-003.1": outcome.Pass, "HOOK-003.2": outcome.Fail}, got)
}

func TestBurstNumbersItsRequests(t *testing.T) {
	for _, tt := range []struct{ name, line, method, answer, want string }{
		{"events", `burst 3 BeforeTool 'count_${N}' '{"n":${N}}'`, adapter.MethodFire, `{"aggregated":{"success":true,"allOutputs":[]}}`,
			`"event":"BeforeTool","payload":{"toolInput":{"n":2},"toolName":"count_2"}}`},
		{"tools", `burst 3 tool 'count_${N}' '{"n":${N}}' '{"llmContent":"${N}"}'`, adapter.MethodToolExecute, `{"executed":true}`,
			`"toolName":"count_2","toolInput":{"n":2},"tool":{"result":{"llmContent":"2"}}}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			client := &canned{answers: map[string]string{tt.method: tt.answer}}
			got := verdicts(t, client, "\n"+tt.line+"\nclause HOOK-003.1\nwant '#' is 3\n")
			assert.Equal(t, map[string]outcome.Verdict{"HOOK-003.1": outcome.Pass}, got)
			assert.Equal(t, 1, strings.Count(strings.Join(client.asked, "\n"), tt.want), "one request has the number 2")
		})
	}
}

func TestBurstFailsWhereOneAnswerIsNoAnswer(t *testing.T) {
	client := &canned{answers: map[string]string{adapter.MethodFire: `{}`}}
	got := verdicts(t, client, `
burst 2 BeforeTool write_file {}
clause HOOK-003.1
want '#' is 2
`)
	assert.Equal(t, map[string]outcome.Verdict{"HOOK-003.1": outcome.ProtocolViolation}, got)
}

func TestBurstHoldsOutputsAgainstTheEvidence(t *testing.T) {
	client := &canned{answers: map[string]string{adapter.MethodFire: `{"aggregated":{"allOutputs":[{"decision":"deny"}]}}`}}
	got := verdicts(t, client, `
burst 2 BeforeTool write_file {}
clause HOOK-003.1
want '#' is 2
`)
	assert.Equal(t, map[string]outcome.Verdict{"HOOK-003.1": outcome.Fail}, got, "outputs without a run")
}

func TestUnobservedMembersAreNotObservable(t *testing.T) {
	const script = `
tool write_file {}
clause HOOK-003.1
want 'published.#' is 1
clause HOOK-003.2
want executed is true
counters
clause HOOK-003.1/counters
want constructed.registry is 1
`
	answers := map[string]string{
		adapter.MethodToolExecute:    `{"executed":true}`,
		adapter.MethodSystemCounters: `{"constructed":{"registry":2}}`,
	}
	got := verdicts(t, &canned{answers: answers}, script)
	assert.Equal(t, map[string]outcome.Verdict{
		"HOOK-003.1": outcome.NotObservable, "HOOK-003.2": outcome.Pass, "HOOK-003.1/counters": outcome.NotObservable,
	}, got)

	got = verdicts(t, &canned{answers: answers, observes: adapter.Observations()}, script)
	assert.Equal(t, map[string]outcome.Verdict{
		"HOOK-003.1": outcome.Fail, "HOOK-003.2": outcome.Pass, "HOOK-003.1/counters": outcome.Fail,
	}, got, "what is claimed has to be there")
}

// A limit grows with the scale, because a hook may need longer on a slow machine. A
// timeout does not, because the case judges when it is over.
func TestLimitsOfHooksGrowWithTheScale(t *testing.T) {
	c, err := cases.Parse("x/HOOK-003-x.txtar", []byte("# a case\n# requirement: HOOK-003\nspy guard\n"+
		"on BeforeTool guard limit=4000\non AfterTool guard timeout=300\nfire BeforeTool write_file {}\nclause HOOK-003.1\nwant . present\n"))
	require.NoError(t, err)
	for _, tt := range []struct {
		name  string
		scale float64
		want  string
	}{
		{"no scale", 0, `"timeout":4000`},
		{"a slow machine", 2.5, `"timeout":10000`},
		{"a fast machine", 0.1, `"timeout":4000`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			client := &canned{}
			runner := suite.Runner{Client: client, Folder: t.TempDir(), TimeoutScale: tt.scale}
			_, err := runner.Run(t.Context(), c)
			require.NoError(t, err)
			require.NotEmpty(t, client.asked)
			assert.Contains(t, client.asked[0], tt.want)
			assert.Contains(t, client.asked[0], `"timeout":300,`)
		})
	}
}

func TestAScriptThatEndsEarlySaysWhy(t *testing.T) {
	c, err := cases.Parse("x/HOOK-003-x.txtar", []byte("# a case\n# requirement: HOOK-003\nclause HOOK-003.1\nran\n"))
	require.NoError(t, err)
	result, err := (&suite.Runner{Client: &canned{}, Folder: t.TempDir()}).Run(t.Context(), c)
	require.NoError(t, err)
	require.Len(t, result.Checks, 1)
	assert.Equal(t, outcome.SuiteError, result.Checks[0].Verdict)
	require.NotEmpty(t, result.Checks[0].Mismatches)
	assert.Contains(t, result.Checks[0].Mismatches[0].Got, "ran: usage: ran HOOK... [TIMES]")
}
