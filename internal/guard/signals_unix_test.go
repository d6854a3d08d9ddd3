//go:build unix

package guard

import (
	"os/exec"
	"os/signal"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A hook that has to end by a signal does so even if the suite runs under nohup.
func TestIgnoredSignalsHaveTheirDefaultInChildren(t *testing.T) {
	for name, s := range map[string]syscall.Signal{"HUP": syscall.SIGHUP, "INT": syscall.SIGINT} {
		t.Run(name, func(t *testing.T) {
			signal.Ignore(s)
			t.Cleanup(func() { signal.Reset(s) })
			ends := func() bool {
				cmd := exec.CommandContext(t.Context(), "sh", "-c", "kill -"+name+" $$")
				_ = cmd.Run()
				require.NotNil(t, cmd.ProcessState)
				return cmd.ProcessState.Sys().(syscall.WaitStatus).Signaled()
			}
			require.False(t, ends(), "what is ignored is ignored below")
			CatchIgnoredSignals()
			assert.True(t, ends())
		})
	}
}
