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
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A harness that vanishes must not leave hooks behind, not even one that does
// not listen to SIGTERM.
func TestEndOfInputEndsHooks(t *testing.T) {
	for name, script := range map[string]string{
		"obedient": `exec sleep 600`,
		"stubborn": `trap "" TERM; while :; do sleep 0.1; done`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := project(t)
			c := started(t)
			c.open("s", dir, command("BeforeTool", `echo $$ >pid.part; mv pid.part pid; `+script), "")
			c.send(fmt.Sprintf(`{"id":7,"method":"hooks/fire","params":%s}`, fire("s", "BeforeTool", toolPayload)))
			answered := make(chan answer, 1)
			go func() { answered <- c.receive() }()
			var text []byte
			require.Eventually(t, func() (found bool) {
				var err error
				text, err = os.ReadFile(filepath.Join(dir, "pid"))
				return err == nil
			}, 20*time.Second, 5*time.Millisecond)
			require.NoError(t, c.in.Close())
			begin := time.Now()
			a := <-answered
			assert.Equal(t, 7, a.ID, "the open request is answered")
			assert.Less(t, time.Since(begin), 5*time.Second)
			assert.Contains(t, string(a.Result), `"success":false`)
			pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
			require.NoError(t, err)
			assert.ErrorIs(t, syscall.Kill(pid, 0), syscall.ESRCH, "the hook is gone")
		})
	}
}
