//go:build unix

package runner

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// patience is how long a test waits for an expected event, even on a very busy machine.
const patience = 30 * time.Second

func ptr[T any](v T) *T { return &v }

func member(key string, value any) jsonvalue.Member {
	return jsonvalue.Member{Key: key, Value: value}
}

func input(event hook.Event, dir string, members ...jsonvalue.Member) hook.Input {
	return hook.NewInput(hook.Base{SessionID: "s", CWD: dir, Event: event, Time: time.Unix(0, 0)}, members...)
}

func command(text string) hook.Entry {
	return hook.Entry{Event: hook.BeforeTool, Type: hook.TypeCommand, Command: text, Timeout: patience}
}

func planOf(event hook.Event, entries ...hook.Entry) *hook.Plan {
	return &hook.Plan{Event: event, Entries: entries}
}

// fire runs one BeforeTool command in dir.
func fire(t *testing.T, dir, text string) hook.ExecutionResult {
	t.Helper()
	return fireWith(t, Options{}, dir, text)
}

func fireWith(t *testing.T, o Options, dir, text string) hook.ExecutionResult {
	t.Helper()
	o.Contract = dialect.LLxprt()
	results := New(o).ExecuteHooksParallel(context.Background(), planOf(hook.BeforeTool, command(text)), input(hook.BeforeTool, dir))
	require.Len(t, results, 1)
	return results[0]
}

// fact is the part of a result that most tests compare.
type fact struct {
	Success bool
	Ending  hook.Ending
	Code    int
	Signal  string
	Output  *hook.Output
	Err     string
	Rules   []string
}

func factOf(r hook.ExecutionResult) fact {
	f := fact{Success: r.Success, Ending: r.Ending, Code: r.Code, Signal: r.Signal, Output: r.Output}
	if r.Err != nil {
		f.Err = r.Err.Error()
	}
	for _, w := range r.Warnings {
		f.Rules = append(f.Rules, w.Rule)
	}
	return f
}

// gone reports whether a process has exited, even if its parent has not reaped it yet.
func gone(pid int) bool {
	stat, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return syscall.Kill(pid, 0) == syscall.ESRCH
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	return strings.HasPrefix(rest, "Z")
}

func requireGone(t *testing.T, pid int) {
	t.Helper()
	require.Eventually(t, func() bool { return gone(pid) }, patience, 5*time.Millisecond, "process %d lives on", pid)
}

func pidIn(t *testing.T, file string) int {
	t.Helper()
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	pid, err := strconv.Atoi(strings.TrimSpace(string(data)))
	require.NoError(t, err)
	return pid
}

func write(t *testing.T, path, content string) string {
	t.Helper()
	require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	return path
}

func fifo(t *testing.T, path string) string {
	t.Helper()
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	return path
}

// requireGoroutines waits until there are no more goroutines than before. It polls in
// the test's own goroutine, because require.Eventually starts some.
func requireGoroutines(t *testing.T, before int) {
	t.Helper()
	deadline := time.Now().Add(patience)
	for runtime.NumGoroutine() > before {
		if time.Now().After(deadline) {
			stacks := make([]byte, 1<<20)
			t.Fatalf("goroutines leak:\n%s", stacks[:runtime.Stack(stacks, true)])
		}
		runtime.Gosched()
	}
}
