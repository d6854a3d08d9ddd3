package process_test

import (
	"encoding/json"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/adapter/process"
	"github.com/hooktest/hooktest/conformance/suite"
)

var _ suite.Client = (*process.Client)(nil)

func TestBuiltin(t *testing.T) {
	d, err := process.Builtin(t.Context(), "1.2.3", process.Options{})
	require.NoError(t, err)
	hello := d.Hello()
	assert.Equal(t, "1.2.3", hello.Implementation.Version)
	require.NoError(t, hello.Check())
	dir := t.TempDir()
	_, err = d.Call(t.Context(), adapter.MethodSessionOpen, adapter.OpenParams{Session: "s", CWD: dir, SessionID: "id"}, 0)
	require.NoError(t, err)

	var all sync.WaitGroup
	for range 5 * hello.MaxInFlight {
		all.Go(func() {
			text, err := d.Call(t.Context(), adapter.MethodSystemStatus, adapter.SessionParams{Session: "s"}, time.Minute)
			assert.NoError(t, err, "more requests than the engine takes at once wait their turn")
			assert.JSONEq(t, `{"hookSystem":null}`, string(text))
		})
	}
	all.Wait()

	_, err = d.Call(t.Context(), adapter.MethodSystemStatus, adapter.SessionParams{Session: "x"}, 0)
	var answered *adapter.Error
	require.ErrorAs(t, err, &answered)
	_, err = d.Call(t.Context(), "hooks/none", struct{}{}, 0)
	require.ErrorAs(t, err, &answered)
	assert.Equal(t, adapter.KindUnsupported, answered.Kind)

	_, err = d.Call(t.Context(), adapter.MethodSystemStatus, json.RawMessage(`{`), 0)
	require.ErrorContains(t, err, "the parameters can't be written")

	require.NoError(t, d.Close())
	require.NoError(t, d.Close())
	_, err = d.Call(t.Context(), adapter.MethodSystemStatus, adapter.SessionParams{Session: "s"}, 0)
	require.ErrorIs(t, err, process.ErrClosed)
	assert.Zero(t, d.Restarts())
}

// The engine gives the same answers through either client.
func TestTwoClients(t *testing.T) {
	inside, err := process.Builtin(t.Context(), "test", process.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { _ = inside.Close() })
	outside := start(t, liarCommand(t, "engine"), process.Options{})

	a, b := inside.Hello(), outside.Hello()
	assert.NotEqual(t, a.Nonce, b.Nonce)
	a.Nonce, b.Nonce = "", ""
	assert.Equal(t, a, b)

	dir := t.TempDir()
	payload := json.RawMessage(`{"toolName":"<write>","toolInput":{"n":1.50,"b":null,"a":[]}}`)
	event := map[string]any{"session": "s", "event": "BeforeTool", "payload": payload}
	for _, r := range []struct {
		method string
		params any
	}{
		{adapter.MethodSessionOpen, map[string]any{
			"session": "s", "cwd": dir, "sessionId": "id",
			"settings": json.RawMessage(`{"enableHooks":true,"hooks":{"BeforeTool":[{"hooks":[{"type":"command","command":"nothing"}]}]}}`),
		}},
		{adapter.MethodPlan, event},
		{adapter.MethodSystemInitialize, adapter.SessionParams{Session: "s"}},
		{adapter.MethodSystemStatus, adapter.SessionParams{Session: "s"}},
		{adapter.MethodSystemStatus, adapter.SessionParams{Session: "none"}},
		{adapter.MethodComponentTranslate, map[string]any{"direction": "toHookToolConfig", "value": map[string]any{}}},
		{adapter.MethodSessionClose, adapter.SessionParams{Session: "s"}},
	} {
		got, gotErr := inside.Call(t.Context(), r.method, r.params, ample)
		want, wantErr := outside.Call(t.Context(), r.method, r.params, ample)
		assert.Equal(t, string(want), string(got), r.method)
		assert.Equal(t, wantErr, gotErr, r.method)
	}
	require.NoError(t, inside.Close())
	require.NoError(t, outside.Close())
}

// A round trip to an adapter that is running takes less than 0.3 ms.
func BenchmarkStatus(b *testing.B) {
	clients := map[string]func() (*process.Client, error){
		"program": func() (*process.Client, error) {
			return process.Start(b.Context(), liarCommand(b, "engine"), process.Options{})
		},
		"builtin": func() (*process.Client, error) {
			return process.Builtin(b.Context(), "test", process.Options{})
		},
	}
	for name, open := range clients {
		b.Run(name, func(b *testing.B) {
			d, err := open()
			require.NoError(b, err)
			defer func() { require.NoError(b, d.Close()) }()
			p := adapter.SessionParams{Session: "s"}
			_, err = d.Call(b.Context(), adapter.MethodSessionOpen, adapter.OpenParams{Session: "s", CWD: b.TempDir(), SessionID: "id"}, 0)
			require.NoError(b, err)
			for b.Loop() {
				if _, err := d.Call(b.Context(), adapter.MethodSystemStatus, p, 0); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
