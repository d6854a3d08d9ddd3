//go:build unix

package spyhook

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A pipe holds some thousand answers. A hook that requests answers and does not read
// them must not block the notes of other hooks.
func TestARequesterThatDoesNotReadDelaysNoOther(t *testing.T) {
	l := listening(t.TempDir())
	require.NoError(t, makePipe(l.answers("guard")))
	heard := make(chan struct{})
	go func() {
		defer close(heard)
		hear := func(words ...string) { l.hear(words, 1) }
		hear("T", "begin", "7", "7")
		for range 100_000 {
			hear("T", "await", "7", "guard")
		}
		hear("T", "end", "7", "0")
	}()
	select {
	case <-heard:
	case <-time.After(20 * time.Second):
		require.Fail(t, "the listener waits for a reader")
	}
	require.EqualValues(t, 1, l.runs[0].record.Ended)
	q := l.waiting["guard"]
	first := make([]byte, 1)
	_, err := io.ReadFull(q.pipe, first)
	require.NoError(t, err)
	require.Equal(t, began, string(first))
	require.NoError(t, q.pipe.Close())
}

// Hooks that wait for the same hook read their answers from one pipe, and each must
// get exactly one.
func TestManyWaitForOne(t *testing.T) {
	const many = 60
	l, err := Listen(t.TempDir())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, l.Close()) })
	write := func(name, body string) string {
		text, err := l.Script(Hook{Name: name, Body: body})
		require.NoError(t, err)
		path := filepath.Join(t.TempDir(), name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	waits, comes := write("waits", "await comes || exit 9\n"), write("comes", "exit 0\n")
	failures := make([]error, many)
	var all sync.WaitGroup
	for i := range many {
		all.Go(func() { failures[i] = exec.Command("sh", waits).Run() })
	}
	require.Eventually(t, func() bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		q := l.waiting["comes"]
		return q != nil && q.pending == many
	}, 20*time.Second, time.Millisecond)
	require.NoError(t, exec.Command("sh", comes).Run())
	all.Wait()
	for _, err := range failures {
		require.NoError(t, err)
	}
}
