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

var _ suite.Door = (*process.Door)(nil)

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
