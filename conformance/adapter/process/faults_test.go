package process_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/adapter/process"
	"github.com/hooktest/hooktest/conformance/outcome"
)

// ample is a limit that any adapter that answers at all keeps.
const ample = time.Minute

func start(t testing.TB, c process.Command, o process.Options) *process.Client {
	t.Helper()
	d, err := process.Start(t.Context(), c, o)
	require.NoError(t, err)
	t.Cleanup(func() { _ = d.Close() })
	return d
}

// ask makes a request about a session; the session's name selects the fault.
func ask(t testing.TB, d *process.Client, session string, limit time.Duration) (json.RawMessage, error) {
	t.Helper()
	return d.Call(t.Context(), adapter.MethodSystemStatus, adapter.SessionParams{Session: session}, limit)
}

func requireAnswer(t testing.TB, d *process.Client) {
	t.Helper()
	text, err := ask(t, d, "", ample)
	require.NoError(t, err)
	require.JSONEq(t, `{"hookSystem":null}`, string(text))
}

func requireFault(t testing.TB, err error) *adapter.Fault {
	t.Helper()
	var f *adapter.Fault
	require.ErrorAs(t, err, &f)
	return f
}

func TestFaultsOfOneRequest(t *testing.T) {
	const short = 200 * time.Millisecond
	tests := []struct {
		name  string
		limit time.Duration
		want  outcome.Verdict
		// message is part of the fault's.
		message string
	}{
		{"garbage", ample, outcome.ProtocolViolation, `system/status: a line is not JSON: "Warning: deprecated"`},
		{"empty line", ample, outcome.ProtocolViolation, `a line is not JSON: ""`},
		{"latin-1", ample, outcome.ProtocolViolation, "not UTF-8"},
		{"17 MiB", ample, outcome.ProtocolViolation, "longer than 16777216 bytes"},
		{"batch", ample, outcome.ProtocolViolation, "batch"},
		{"swapped", ample, outcome.ProtocolViolation, "id 20 was never asked"},
		{"text id", ample, outcome.ProtocolViolation, "was never asked"},
		{"null id", ample, outcome.ProtocolViolation, "was never asked"},
		{"no id", ample, outcome.ProtocolViolation, "lacks its id"},
		{"both", ample, outcome.ProtocolViolation, "both result and error"},
		{"neither", ample, outcome.ProtocolViolation, "neither result nor error"},
		{"no jsonrpc", ample, outcome.ProtocolViolation, `"jsonrpc":"2.0"`},
		{"old jsonrpc", ample, outcome.ProtocolViolation, `"jsonrpc":"2.0"`},
		{"bad error", ample, outcome.ProtocolViolation, "an error lacks its code or message"},
		{"asks", ample, outcome.ProtocolViolation, "an adapter makes no requests"},
		{"beat of nobody", ample, outcome.ProtocolViolation, "id 4711 was never asked"},
		{"beat without id", ample, outcome.ProtocolViolation, "heartbeat without an id"},
		{"silent", short, outcome.Timeout, "system/status: no answer within 200ms"},
		{"late", short, outcome.Timeout, "system/status: no answer within 200ms"},
		{"stops reading", short, outcome.Timeout, "system/status: no answer within 200ms"},
		{"exit 0", ample, outcome.Crash, "system/status: the adapter ended (exit status 0)"},
		{"exit 3", ample, outcome.Crash, "exit status 3"},
		{"half a line", ample, outcome.Crash, "in the middle of a line"},
		{"much stderr", ample, outcome.Crash, "exit status 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := start(t, liarCommand(t, "ok"), process.Options{})
			_, err := ask(t, d, tt.name, tt.limit)
			f := requireFault(t, err)
			assert.Equal(t, tt.want, f.Verdict)
			assert.Contains(t, f.Message, tt.message)
			requireAnswer(t, d)
			assert.Equal(t, 1, d.Restarts(), "a fault costs its own request only")
			assert.NoError(t, d.Close())
		})
	}
}

// A result of another shape fails only its own request: nothing is restarted, and
// other open requests go on.
func TestResultsOfAnotherShape(t *testing.T) {
	h := startHolder(t, "ok", process.Options{})
	others := h.hold(t.Context(), ample)
	for session, want := range map[string]string{
		"no object":    "protocol-violation: the result of system/status is not an object: \"true\"",
		"other result": "protocol-violation: the result of system/status lacks hookSystem: ",
	} {
		for range 5 {
			_, err := ask(t, h.Client, session, ample)
			var m *adapter.Misshapen
			require.ErrorAs(t, err, &m, session)
			assert.ErrorContains(t, err, want)
		}
	}
	_, err := ask(t, h.Client, "release", ample)
	require.NoError(t, err)
	assert.NoError(t, <-others)
	assert.Zero(t, h.Restarts())
}

// Unusual but valid answers are not faults.
func TestOddAnswers(t *testing.T) {
	var logs []adapter.Log
	d := start(t, liarCommand(t, "ok"), process.Options{Log: func(l adapter.Log) { logs = append(logs, l) }})
	for _, session := range []string{"split", "16 MiB", "notes"} {
		_, err := ask(t, d, session, ample)
		assert.NoError(t, err, session)
	}
	for session, want := range map[string]*adapter.Error{
		"error":       {Code: adapter.CodeEngine, Kind: adapter.KindEngine, Message: "thrown"},
		"unsupported": {Code: adapter.CodeMethodNotFound, Kind: adapter.KindUnsupported, Message: "no such method"},
	} {
		_, err := ask(t, d, session, ample)
		assert.Equal(t, want, err, session)
	}
	assert.Zero(t, d.Restarts())
	require.NoError(t, d.Close())
	assert.Equal(t, []adapter.Log{{Text: `["odd"]`}}, logs)
}

// A fault after an answer is charged to the next request, whether that was made
// before or after the fault was noticed.
func TestFaultsBetweenRequests(t *testing.T) {
	tests := []struct {
		name string
		want outcome.Verdict
	}{
		{"twice", outcome.ProtocolViolation},
		{"answer and exit", outcome.Crash},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := start(t, liarCommand(t, "ok"), process.Options{})
			for range 3 {
				_, err := ask(t, d, tt.name, ample)
				require.NoError(t, err)
				_, err = ask(t, d, "", ample)
				assert.Equal(t, tt.want, requireFault(t, err).Verdict)
			}
			_, err := ask(t, d, tt.name, ample)
			require.NoError(t, err)
			assert.Equal(t, tt.want, requireFault(t, d.Close()).Verdict, "no request follows")
		})
	}
}

func TestHeartbeats(t *testing.T) {
	t.Run("in time", func(t *testing.T) {
		t.Parallel()
		d := start(t, liarCommand(t, "ok"), process.Options{})
		_, err := ask(t, d, "beat", time.Second)
		require.NoError(t, err, "the answer takes 1.5 s")
	})
	t.Run("hard limit", func(t *testing.T) {
		t.Parallel()
		d := start(t, liarCommand(t, "ok"), process.Options{TimeoutScale: 2})
		begin := time.Now()
		_, err := ask(t, d, "beat on", 500*time.Millisecond)
		f := requireFault(t, err)
		assert.Equal(t, outcome.Timeout, f.Verdict)
		assert.Contains(t, f.Message, "no answer within 3s, however many heartbeats")
		assert.GreaterOrEqual(t, time.Since(begin), 3*time.Second, "three times the scaled limit")
		requireAnswer(t, d)
	})
}

// If an adapter stops reading, a request that does not fit into the pipe times
// out after its own limit.
func TestRequestThatIsNeverRead(t *testing.T) {
	d := start(t, liarCommand(t, "ok"), process.Options{})
	_, first := d.Call(t.Context(), adapter.MethodSystemStatus, map[string]string{"session": "stops reading"}, 200*time.Millisecond)
	assert.Equal(t, outcome.Timeout, requireFault(t, first).Verdict)
	large := map[string]string{"padding": padded("1", 8<<20)}
	_, err := d.Call(t.Context(), adapter.MethodSystemStatus, large, ample)
	require.NoError(t, err)
	_, err = d.Call(t.Context(), adapter.MethodSystemStatus, map[string]string{"padding": padded("1", 16<<20)}, ample)
	require.ErrorContains(t, err, "more than a line may")
	assert.Equal(t, 1, d.Restarts(), "what is too long is not sent")
}

func TestStdoutClosed(t *testing.T) {
	d := start(t, liarCommand(t, "ok"), process.Options{TimeoutScale: 0.2})
	_, err := ask(t, d, "close stdout", ample)
	f := requireFault(t, err)
	assert.Equal(t, outcome.ProtocolViolation, f.Verdict)
	assert.Contains(t, f.Message, "stdout has ended")
}

func TestStderrIsKept(t *testing.T) {
	c := liarCommand(t, "ok")
	c.Stderr = 100
	_, err := ask(t, start(t, c, process.Options{}), "much stderr", ample)
	f := requireFault(t, err)
	assert.Len(t, f.Stderr, len("…")+100)
	assert.Regexp(t, `(?s)^….*noise\nthe last word\n$`, f.Stderr)
}
