package process_test

import (
	"io"
	"net"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter/process"
	"github.com/hooktest/hooktest/conformance/outcome"
)

// A switchboard accepts connections from processes. The end of a connection
// shows that its process has ended.
type switchboard struct{ net.Listener }

func newSwitchboard(t *testing.T) (s switchboard, env string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = l.Close() })
	return switchboard{l}, phoneKey + "=" + l.Addr().String()
}

// pick returns the next connection once its process has announced itself.
func (s switchboard) pick(t *testing.T) net.Conn {
	t.Helper()
	c, err := s.Accept()
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	_, err = io.ReadFull(c, make([]byte, len("here\n")))
	require.NoError(t, err)
	return c
}

// ended waits for the process at the other end to end.
func ended(c net.Conn) { _, _ = io.Copy(io.Discard, c) }

func TestCloseEndsGrandchildren(t *testing.T) {
	board, env := newSwitchboard(t)
	d := start(t, liarCommand(t, "ok", env), process.Options{})
	_, err := ask(t, d, "grandchild", ample)
	require.NoError(t, err)
	grandchild := board.pick(t)
	require.NoError(t, d.Close(), "the grandchild holds stdout open, which is not a fault")
	ended(grandchild)
}

func TestCrashEndsGrandchildren(t *testing.T) {
	board, env := newSwitchboard(t)
	d := start(t, liarCommand(t, "ok", env), process.Options{})
	_, err := ask(t, d, "grandchild", ample)
	require.NoError(t, err)
	grandchild := board.pick(t)
	_, err = ask(t, d, "exit 0", ample)
	assert.Equal(t, outcome.Crash, requireFault(t, err).Verdict)
	ended(grandchild)
	requireAnswer(t, d)
}

func TestCloseOfALingeringAdapter(t *testing.T) {
	d := start(t, liarCommand(t, "lingering"), process.Options{TimeoutScale: 0.2})
	assert.Equal(t, outcome.Timeout, requireFault(t, d.Close()).Verdict, "it has answered, and goes on")
}

func TestCloseOfARudeAdapter(t *testing.T) {
	d := start(t, liarCommand(t, "rude"), process.Options{})
	f := requireFault(t, d.Close())
	assert.Equal(t, outcome.Crash, f.Verdict)
	assert.Contains(t, f.Message, "shutdown: the adapter ended (exit status 0)")
}

func TestCloseCutsRequestsOff(t *testing.T) {
	for _, mode := range []string{"ok", "lingering"} {
		t.Run(mode, func(t *testing.T) {
			h := startHolder(t, mode, process.Options{TimeoutScale: 0.2})
			var open []<-chan error
			for range h.Hello().MaxInFlight {
				open = append(open, h.hold(t.Context(), ample))
			}
			err := h.Close()
			if mode == "ok" {
				require.NoError(t, err, "a shutdown waits for no turn")
			} else {
				assert.Equal(t, outcome.Timeout, requireFault(t, err).Verdict)
			}
			for _, outcome := range open {
				require.ErrorIs(t, <-outcome, process.ErrClosed)
			}
			_, err = ask(t, h.Client, "", ample)
			require.ErrorIs(t, err, process.ErrClosed)
		})
	}
}
