//go:build linux

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/recorder/front"
)

// emptyProgram builds a program that does nothing, to measure the cost of any process.
func emptyProgram(t *testing.T) string {
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

// recorded returns the command line of a recorder in front of /bin/true.
func recorded(t *testing.T, hooktest string) []string {
	t.Helper()
	cassette := filepath.Join(t.TempDir(), "cassette.jsonl")
	return front.Front{Agent: "claude", Event: "PreToolUse", Cassette: cassette, Args: []string{"/bin/true"}}.Words(hooktest)
}

// An agent waits for the recorder at every call of a hook. Time depends on the machine's load, so
// the test counts page faults, which are stable and most of the cost of a start.
func TestTheRecorderStartsLight(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector touches pages of its own")
	}
	t.Parallel()
	hooktest := linked(t)
	// pages counts those of a process and of its children that it waited for.
	pages := func(words ...string) int64 {
		cmd := exec.Command(words[0], words[1:]...)
		cmd.Stdin = strings.NewReader(`{"tool_name":"Bash","tool_input":{"command":"ls"}}`)
		output, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", output)
		return cmd.ProcessState.SysUsage().(*syscall.Rusage).Minflt
	}
	nothing, ready, recorder, command := pages(emptyProgram(t)), pages(front.ReadyWords(hooktest)...), pages(recorded(t, hooktest)...), pages(hooktest, "version")
	assert.Less(t, ready, recorder*2/3, "a recorder has touched %d pages: the answer comes after the initialization of its packages", recorder)
	assert.Less(t, recorder, 8*nothing, "a process that does nothing has touched %d pages", nothing)
	assert.Less(t, recorder, command*2/3, "a command has touched %d pages: the recorder starts after the libraries of commands", command)
}

// A setting of the Go runtime can end the recorder after the hook has started. Then it isn't ready.
func TestARecorderThatCannotBeInitializedIsNotReady(t *testing.T) {
	hooktest := linked(t)
	for setting, want := range map[string]string{"": front.Ready, "fips140=off": front.Ready, "fips140=unknown": ""} {
		words := front.ReadyWords(hooktest)
		cmd := exec.CommandContext(t.Context(), words[0], words[1:]...)
		cmd.Env = append(os.Environ(), "GODEBUG="+setting)
		output, _ := cmd.Output()
		assert.Equal(t, want, string(output), setting)
	}
}
