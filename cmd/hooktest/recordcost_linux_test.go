//go:build linux

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/recorder/front"
)

// emptyProgram builds a program that does nothing, to measure the cost of any process.
func emptyProgram(t testing.TB) string {
	t.Helper()
	folder := t.TempDir()
	source, program := filepath.Join(folder, "empty.go"), filepath.Join(folder, "empty")
	require.NoError(t, os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o644))
	build := exec.Command("go", "build", "-o", program, source)
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	output, err := build.CombinedOutput()
	require.NoError(t, err, "%s", output)
	return program
}

// recorded returns the command line of a recorder in front of a hook.
func recorded(t testing.TB, hooktest string, hook ...string) []string {
	t.Helper()
	return front.Front{Agent: "claude", Event: "PreToolUse", Cassette: filepath.Join(t.TempDir(), "cassette.jsonl"), Args: hook}.Words(hooktest)
}

// spent returns the resources that a process used, including its children that it waited for.
func spent(t testing.TB, words ...string) (usage *syscall.Rusage, took time.Duration) {
	t.Helper()
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Stdin = strings.NewReader(`{"tool_name":"Bash","tool_input":{"command":"ls"}}`)
	began := time.Now()
	output, err := cmd.CombinedOutput()
	took = time.Since(began)
	require.NoError(t, err, "%s", output)
	return cmd.ProcessState.SysUsage().(*syscall.Rusage), took
}

// An agent waits for the recorder at every call of a hook. Time depends on the machine's load, so
// the test counts page faults, which are stable and most of the cost of a start.
func TestTheRecorderStartsLight(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector touches pages of its own")
	}
	t.Parallel()
	self, err := os.Executable()
	require.NoError(t, err)
	hooktest := filepath.Join(t.TempDir(), "hooktest")
	require.NoError(t, os.Symlink(self, hooktest))
	empty, record, whole := emptyProgram(t), recorded(t, hooktest, "/bin/true"), []string{hooktest, "version"}
	pages := func(words ...string) int64 {
		usage, _ := spent(t, words...)
		return usage.Minflt
	}
	nothing, ready, recorder, command := pages(empty), pages(front.ReadyWords(hooktest)...), pages(record...), pages(whole...)
	assert.Less(t, ready, recorder*2/3, "a recorder has touched %d pages: the answer comes after the initialization of its packages", recorder)
	assert.Less(t, recorder, 8*nothing, "a process that does nothing has touched %d pages", nothing)
	assert.Less(t, recorder, command*2/3, "a command has touched %d pages: the recorder starts after the libraries of commands", command)
}

// A setting of the Go runtime can end the recorder after the hook has started. Then it isn't ready.
func TestARecorderThatCannotBeInitializedIsNotReady(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	hooktest := filepath.Join(t.TempDir(), "hooktest")
	require.NoError(t, os.Symlink(self, hooktest))
	for setting, want := range map[string]string{"": front.Ready, "fips140=off": front.Ready, "fips140=unknown": ""} {
		words := front.ReadyWords(hooktest)
		cmd := exec.CommandContext(t.Context(), words[0], words[1:]...)
		cmd.Env = append(os.Environ(), "GODEBUG="+setting)
		output, _ := cmd.Output()
		assert.Equal(t, want, string(output), setting)
	}
}

// BenchmarkRecorder measures what a recorder adds to a hook's own time, also in multiples of an
// empty process.
func BenchmarkRecorder(b *testing.B) {
	empty, record := emptyProgram(b), recorded(b, built(b, b.TempDir()), "/bin/true")
	var nothing, bare, with []time.Duration
	for b.Loop() {
		for words, into := range map[*[]string]*[]time.Duration{{empty}: &nothing, {"/bin/true"}: &bare, &record: &with} {
			_, took := spent(b, *words...)
			*into = append(*into, took)
		}
	}
	middle := func(all []time.Duration) float64 {
		slices.Sort(all)
		return float64(all[len(all)/2].Microseconds()) / 1000
	}
	adds := middle(with) - middle(bare)
	b.ReportMetric(adds, "ms-added")
	b.ReportMetric(adds/middle(nothing), "empties")
}
