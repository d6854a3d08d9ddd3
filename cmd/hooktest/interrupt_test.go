//go:build unix

package main

import (
	"bytes"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// If the user interrupts a run, the exit code is 130, there is no output, and no process keeps
// running: the hook and its child hold a pipe open that closes when both have exited.
func TestInterrupt(t *testing.T) {
	for _, sig := range endings() {
		t.Run(sig.String(), func(t *testing.T) {
			assert.Empty(t, interrupted(t, sig, "run", "--agents", "llxprt", "./hook.sh", "--bash", "ls"))
		})
	}
	t.Run("probe", func(t *testing.T) {
		assert.Empty(t, interrupted(t, syscall.SIGTERM, "probe", "--no-sandbox", "--agents", "llxprt", "./hook.sh", "--bash", "ls"))
	})
	// Cases are still reported, with a note that the report is incomplete.
	t.Run("test", func(t *testing.T) {
		stdout := interrupted(t, syscall.SIGINT, "test", "--agents", "llxprt", "hook.sh")
		assert.Equal(t, "1 case of 0 hooks for no agent: 0 passed; 1 not finished; interrupted\n", stdout)
	})
}

// interrupted starts hooktest, and interrupts it once its hook runs.
func interrupted(t *testing.T, sig syscall.Signal, args ...string) (printed string) {
	t.Helper()
	s := newStage(t)
	s.write("hook.sh", "#!/bin/sh\n# hooktest: allow 'ls'\nexec 9>'ALIVE'\n"+
		// The folder to remove contains one that the hook has made inaccessible.
		"[ -e \"$TMPDIR/hook.sh\" ] || { mkdir -p \"$TMPDIR/locked/folder\"; chmod 0 \"$TMPDIR/locked\"; }\n"+
		"echo up >&9\nsleep 300 &\nwait\n")
	var stdout, stderr bytes.Buffer
	cmd := s.command(args...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.Env = append(cmd.Env, "LLXPRT_SYSTEM_SETTINGS_PATH="+filepath.Join(s.folder, "none"))
	require.NoError(t, cmd.Start())
	s.hear("up")
	require.NoError(t, cmd.Process.Signal(sig))
	s.ends(cmd, 130)
	assert.Empty(t, stderr.String())
	s.silent()
	s.swept()
	return stdout.String()
}
