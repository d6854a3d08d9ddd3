//go:build unix

package builtin_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// When the harness exits, no hook may keep running, not even one that ignores
// SIGTERM.
func TestEndOfInputEndsHooks(t *testing.T) {
	for name, script := range map[string]string{
		"obedient": `exec sleep 600`,
		"stubborn": `trap "" TERM; while :; do sleep 0.1; done`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := project(t)
			c := started(t)
			pipe := filepath.Join(dir, "pid")
			require.NoError(t, syscall.Mkfifo(pipe, 0o600))
			c.open("s", dir, command("BeforeTool", `echo $$ >pid; `+script))
			c.send(fmt.Sprintf(`{"id":7,"method":"hooks/fire","params":%s}`, fire("s", "BeforeTool", toolPayload)))
			answered := make(chan answer, 1)
			go func() { answered <- c.receive() }()
			// The end of the pipe comes when the hook has written.
			text, err := os.ReadFile(pipe)
			require.NoError(t, err)
			require.NoError(t, c.in.Close())
			a := <-answered
			assert.Equal(t, 7, a.ID, "the open request is answered")
			assert.Contains(t, string(a.Result), `"success":false`)
			pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
			require.NoError(t, err)
			assert.ErrorIs(t, syscall.Kill(pid, 0), syscall.ESRCH, "the hook is gone")
		})
	}
}
