package process_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/adapter/process"
	"github.com/hooktest/hooktest/conformance/outcome"
)

// A holder is a client of an adapter that reports when it holds a request open.
type holder struct {
	*process.Client
	t    *testing.T
	held chan struct{}
}

func startHolder(t *testing.T, mode string, o process.Options) *holder {
	t.Helper()
	h := &holder{t: t, held: make(chan struct{}, 100)}
	o.Log = func(adapter.Log) { h.held <- struct{}{} }
	h.Client = start(t, liarCommand(t, mode), o)
	return h
}

// hold makes a request that is open when it returns.
func (h *holder) hold(ctx context.Context, limit time.Duration) <-chan error {
	h.t.Helper()
	outcome := make(chan error, 1)
	go func() {
		_, err := h.Call(ctx, adapter.MethodSystemStatus, adapter.SessionParams{Session: "hold"}, limit)
		outcome <- err
	}()
	<-h.held
	return outcome
}

func requireRestarted(t testing.TB, err error) *adapter.Fault {
	t.Helper()
	var r *adapter.Restarted
	require.ErrorAs(t, err, &r)
	return r.Cause
}

func TestViolationIsTheOldestRequests(t *testing.T) {
	h := startHolder(t, "ok", process.Options{})
	oldest := h.hold(t.Context(), ample)
	other := h.hold(t.Context(), ample)
	_, err := ask(t, h.Client, "garbage", ample)
	requireRestarted(t, err)
	fault := requireFault(t, <-oldest)
	assert.Equal(t, outcome.ProtocolViolation, fault.Verdict)
	assert.Equal(t, fault, requireRestarted(t, <-other))
}

func TestTimeoutIsTheRequestsOwn(t *testing.T) {
	t.Parallel()
	h := startHolder(t, "ok", process.Options{})
	older := h.hold(t.Context(), ample)
	silent := make(chan error, 1)
	go func() {
		_, err := ask(t, h.Client, "silent", 2*time.Second)
		silent <- err
	}()
	for {
		select {
		case err := <-silent:
			fault := requireFault(t, err)
			assert.Equal(t, outcome.Timeout, fault.Verdict)
			assert.Equal(t, fault, requireRestarted(t, <-older))
			return
		default:
			// Meanwhile other requests are answered; the last of them may be cut off.
			_, _ = ask(t, h.Client, "", ample)
		}
	}
}

// One request may block a single-threaded adapter, and the harness can't know
// which one.
func TestATimeoutOfADelayedAdapterBlamesNone(t *testing.T) {
	h := startHolder(t, "ok", process.Options{})
	older := h.hold(t.Context(), ample)
	_, err := ask(t, h.Client, "silent", 200*time.Millisecond)
	for _, err := range []error{err, <-older} {
		cause := requireRestarted(t, err)
		assert.Equal(t, outcome.Timeout, cause.Verdict)
		assert.Equal(t, "system/status: no answer within 200ms, nor to any of 2 open requests", cause.Message)
	}
	requireAnswer(t, h.Client)
	_, cost := h.Cost()
	assert.GreaterOrEqual(t, cost, 200*time.Millisecond)
}

// An adapter may load its dependencies on the first request and gets more time for
// it, but an adapter that hangs gets that time only once.
func TestTheFirstAnswerOfAStart(t *testing.T) {
	t.Parallel()
	d := start(t, liarCommand(t, "ok"), process.Options{TimeoutScale: 0.1})
	within := func(want, reason string) {
		_, err := ask(t, d, "silent", 0)
		f := requireFault(t, err)
		assert.Equal(t, outcome.Timeout, f.Verdict)
		assert.Contains(t, f.Message, "no answer within "+want, reason)
	}
	requireAnswer(t, d)
	within("1s", "it has answered before")
	within("3s", "it was started again")
	within("1s", "a start was waited for in vain")
	_, err := d.Call(t.Context(), adapter.MethodSessionOpen, adapter.OpenParams{Session: "silent"}, 0)
	assert.Contains(t, requireFault(t, err).Message, "no answer within 500ms", "so with all methods")
}

// If several requests are open in a crash, none is charged.
func TestACrashUnderSeveralRequestsBlamesNone(t *testing.T) {
	h := startHolder(t, "ok", process.Options{})
	first, second := h.hold(t.Context(), ample), h.hold(t.Context(), ample)
	_, err := ask(t, h.Client, "exit 3", ample)
	for _, err := range []error{err, <-first, <-second} {
		cause := requireRestarted(t, err)
		assert.Equal(t, outcome.Crash, cause.Verdict)
		assert.Contains(t, cause.Message, "exit status 3) while 3 requests were open")
	}
	requireAnswer(t, h.Client)
}

// Requests that wait for their turn during a crash are made after the restart.
func TestQueuedRequestsGoOn(t *testing.T) {
	h := startHolder(t, "single", process.Options{})
	guilty := h.hold(t.Context(), time.Second)
	var queued sync.WaitGroup
	for range 5 {
		queued.Go(func() {
			_, err := ask(t, h.Client, "", ample)
			assert.NoError(t, err)
		})
	}
	assert.Equal(t, outcome.Timeout, requireFault(t, <-guilty).Verdict)
	queued.Wait()
	assert.Equal(t, 1, h.Restarts())
}

func TestSessionsAreLostWithTheAdapter(t *testing.T) {
	d := start(t, liarCommand(t, "ok"), process.Options{})
	open := func(name string) {
		_, err := d.Call(t.Context(), adapter.MethodSessionOpen, adapter.OpenParams{Session: name}, ample)
		require.NoError(t, err)
	}
	open("a")
	open("b")
	_, err := ask(t, d, "exit 3", ample)
	fault := requireFault(t, err)
	_, err = ask(t, d, "a", ample)
	assert.Equal(t, fault, requireRestarted(t, err))
	_, err = d.Call(t.Context(), adapter.MethodSessionClose, adapter.SessionParams{Session: "b"}, ample)
	assert.Equal(t, fault, requireRestarted(t, err))
	open("a")
	_, err = ask(t, d, "a", ample)
	assert.NoError(t, err, "the session is open again")
	_, err = ask(t, d, "c", ample)
	assert.NoError(t, err, "what was never opened is the adapter's to refuse")
}

func TestCallerThatLeaves(t *testing.T) {
	h := startHolder(t, "ok", process.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	left := h.hold(ctx, ample)
	cancel()
	require.ErrorIs(t, <-left, context.Canceled)
	_, err := ask(t, h.Client, "release", ample)
	require.NoError(t, err, "an answer to a request that was given up is not a violation")
	requireAnswer(t, h.Client)
	assert.Zero(t, h.Restarts())
}

func TestGivingUp(t *testing.T) {
	tests := []struct {
		name, mode, last string
	}{
		{"no second start", "ok exit", "initialize: the adapter ended (exit status 3)"},
		{"refusal", "ok error", "only version 7 is spoken"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := start(t, liarCommand(t, tt.mode), process.Options{})
			_, err := ask(t, d, "exit 3", ample)
			assert.Equal(t, outcome.Crash, requireFault(t, err).Verdict)
			for range 2 {
				_, err := ask(t, d, "", ample)
				var end *adapter.GaveUp
				require.ErrorAs(t, err, &end)
				assert.Equal(t, 3, end.Restarts)
				assert.ErrorContains(t, end.Last, tt.last)
			}
			assert.NoError(t, d.Close())
		})
	}
}

// An adapter that starts is restarted without limit, even if it never answers, and
// the cost is reported.
func TestFaultsNeverEndTheClient(t *testing.T) {
	d := start(t, liarCommand(t, "ok"), process.Options{})
	for range 25 {
		_, err := ask(t, d, "exit 3", ample)
		assert.Equal(t, outcome.Crash, requireFault(t, err).Verdict)
	}
	const limit = 50 * time.Millisecond
	for range 5 {
		_, err := ask(t, d, "silent", limit)
		assert.Equal(t, outcome.Timeout, requireFault(t, err).Verdict)
	}
	requireAnswer(t, d)
	n, cost := d.Cost()
	assert.Equal(t, 30, n)
	assert.GreaterOrEqual(t, cost, 5*limit, "waiting for what hangs is part of the cost")
}

func TestAnotherHello(t *testing.T) {
	d := start(t, liarCommand(t, "fickle"), process.Options{})
	assert.Equal(t, "1", d.Hello().Implementation.Version)
	_, err := ask(t, d, "exit 0", ample)
	assert.Equal(t, outcome.Crash, requireFault(t, err).Verdict)
	for range 3 {
		_, err = ask(t, d, "", ample)
		f := requireFault(t, err)
		assert.Equal(t, outcome.ProtocolViolation, f.Verdict)
		assert.Contains(t, f.Message, "something else of itself")
	}
	_, err = ask(t, d, "", ample)
	var end *adapter.GaveUp
	require.ErrorAs(t, err, &end)
	assert.Equal(t, "1", d.Hello().Implementation.Version)
}

func TestSameHelloInAnotherOrder(t *testing.T) {
	d := start(t, liarCommand(t, "shuffled"), process.Options{})
	_, err := ask(t, d, "exit 0", ample)
	requireFault(t, err)
	requireAnswer(t, d)
}
