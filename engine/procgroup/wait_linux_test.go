package procgroup

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestHeadStaysUnreapedUntilFinish(t *testing.T) {
	t.Parallel()
	p, _ := start(t, "exit 0")
	<-p.Exited()
	stat, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(p.Pid()), "stat"))
	require.NoError(t, err, "a reaped id could be given to another process before the group is killed")
	_, rest, _ := strings.Cut(string(stat), ") ")
	assert.True(t, strings.HasPrefix(rest, "Z"), "state %q", rest[:1])
	_, err = p.Finish()
	require.NoError(t, err)
}

func TestTerminateWakesWhatIsStopped(t *testing.T) {
	t.Parallel()
	// The child prints only after it has seen that its parent is stopped.
	p, out := start(t, `trap 'echo asked; exit 4' TERM; { until grep -q '^State:.T' /proc/$$/status; do :; done; echo stopped; } & kill -STOP $$; wait`)
	line, err := out.ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "stopped\n", line)
	require.NoError(t, p.Terminate())
	select {
	case <-p.Exited():
	case <-time.After(20 * time.Second):
		require.NoError(t, p.Kill())
		t.Error("a stopped process sees no SIGTERM, and so costs the whole grace")
	}
	got, err := p.Finish()
	require.NoError(t, err)
	assert.Equal(t, Exit{Code: 4}, got, "HOOK-117: the hook may still end by itself")
}

// A thread for each running hook would cost a megabyte of address space and a scheduler
// entry; the runtime aborts the program at 10,000 threads.
func TestRunningProcessesCostNoThreads(t *testing.T) {
	const many = 100
	before := threads(t)
	var all []*Process
	for range many {
		p, _ := start(t, "exec sleep 600")
		all = append(all, p)
	}
	most := threads(t) - before
	for _, p := range all {
		assert.False(t, p.HasExited())
		require.NoError(t, p.Kill())
		got, err := p.Finish()
		require.NoError(t, err)
		assert.Equal(t, Exit{Signal: "SIGKILL"}, got)
	}
	assert.Less(t, most, many/2)
}

func threads(t *testing.T) int {
	t.Helper()
	tasks, err := os.ReadDir("/proc/self/task")
	require.NoError(t, err)
	return len(tasks)
}
