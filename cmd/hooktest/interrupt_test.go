//go:build unix

package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/internal/executable"
)

// If the user interrupts a run, the exit code is 130, there is no output, and no process keeps
// running: the hook and its child hold a pipe open that closes when both have exited.
func TestInterrupt(t *testing.T) {
	for name, sig := range endings() {
		t.Run(name, func(t *testing.T) {
			stdout := interrupted(t, sig, "run", "--agents", "llxprt", "./hook.sh", "--bash", "ls")
			assert.Empty(t, stdout)
			assert.Empty(t, interrupted(t, sig, "probe", "--no-sandbox", "--agents", "llxprt", "./hook.sh", "--bash", "ls"))
		})
	}
	// Cases are still reported, with a note that the report is incomplete.
	t.Run("test", func(t *testing.T) {
		stdout := interrupted(t, syscall.SIGINT, "test", "--agents", "llxprt", "hook.sh")
		assert.Equal(t, "1 case of 0 hooks for no agent: 0 passed; 1 not finished; interrupted\n", stdout)
	})
}

// interrupted starts hooktest, and interrupts it once its hook runs.
func interrupted(t *testing.T, sig syscall.Signal, args ...string) (printed string) {
	t.Helper()
	home := t.TempDir()
	alive := filepath.Join(home, "alive")
	require.NoError(t, syscall.Mkfifo(alive, 0o600))
	script := "#!/bin/sh\n# hooktest: allow 'ls'\nexec 9>'" + alive + "'\n" +
		// The folder to remove contains one that the hook has made inaccessible.
		"[ -e \"$TMPDIR/hook.sh\" ] || { mkdir -p \"$TMPDIR/locked/folder\"; chmod 0 \"$TMPDIR/locked\"; }\n" +
		"echo up >&9\nsleep 300 &\nwait\n"
	require.NoError(t, executable.Write(filepath.Join(home, "hook.sh"), []byte(script)))

	// The test binary runs as hooktest under that name.
	self, err := os.Executable()
	require.NoError(t, err)
	hooktest := filepath.Join(home, "hooktest")
	require.NoError(t, os.Symlink(self, hooktest))
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(t.Context(), hooktest, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = home, &stdout, &stderr
	cmd.Env = append(os.Environ(), "HOME="+home, "TMPDIR="+home, "LLXPRT_SYSTEM_SETTINGS_PATH="+filepath.Join(home, "none"))
	require.NoError(t, cmd.Start())

	// Opening waits for the hook. Reading waits for its line and then for its end.
	reader, err := os.OpenFile(alive, os.O_RDONLY, 0)
	require.NoError(t, err)
	defer func() { require.NoError(t, reader.Close()) }()
	lines := bufio.NewReader(reader)
	line, err := lines.ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "up\n", line)

	require.NoError(t, cmd.Process.Signal(sig))
	var exit *exec.ExitError
	require.ErrorAs(t, cmd.Wait(), &exit)
	assert.Equal(t, 130, exit.ExitCode())
	assert.Empty(t, stderr.String())
	_, err = lines.ReadByte()
	assert.True(t, errors.Is(err, io.EOF), "nobody holds the pipe any more: %v", err)
	left, err := filepath.Glob(filepath.Join(home, "hooktest-*"))
	require.NoError(t, err)
	assert.Empty(t, left, "the temporary folders are removed")
	return stdout.String()
}
