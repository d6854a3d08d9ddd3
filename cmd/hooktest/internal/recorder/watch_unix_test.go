//go:build unix

package recorder

import (
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// The end of a process is detected with and without a pidfd.
func TestTheEndOfAProcess(t *testing.T) {
	for name, look := range map[string]func(int, [2]int) (int, func() syscall.WaitStatus){"watched": watch, "waited for": waited} {
		t.Run(name, func(t *testing.T) {
			var pipe [2]int
			require.NoError(t, unix.Pipe(pipe[:]))
			unix.CloseOnExec(pipe[0])
			unix.CloseOnExec(pipe[1])
			var held [2]int
			require.NoError(t, unix.Pipe(held[:]))
			unix.CloseOnExec(held[1])
			pid, err := syscall.ForkExec("/bin/sh", []string{"sh", "-c", "read -r line; exit 7"}, &syscall.ProcAttr{Files: []uintptr{uintptr(held[0]), 1, 2}})
			require.NoError(t, err)
			ended, exit := look(pid, pipe)
			fds := []unix.PollFd{{Fd: int32(ended), Events: unix.POLLIN}}
			assert.Zero(t, await(fds, 0), "it waits for a line")
			require.NoError(t, unix.Close(held[1]))
			assert.Equal(t, 1, await(fds, -1))
			assert.Equal(t, 7, exit().ExitStatus())
		})
	}
}
