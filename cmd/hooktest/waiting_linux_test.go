package main

import (
	"bytes"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A user at a terminal without output is told what the command waits for.
func TestWaitingForInputSaysSo(t *testing.T) {
	const note = "note: waiting for input on this terminal (Ctrl-D on a new line ends it)"
	tests := []struct {
		name string
		args []string
	}{
		{"run", []string{"run", "--agents", "llxprt", "./hook.sh", "--stdin", "-"}},
		{"fire", []string{"fire", "--yes", "BeforeTool", "--agents", "llxprt", "--input", "-"}},
		{"report", []string{"report", "render", "-"}},
		{"schema", []string{"schema", "settings", "--check", "-"}},
		{"adapter", []string{"adapter"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t)
			s.write("hook.sh", "#!/bin/sh\n")
			keyboard, screen := newTerminal(t, 200), newTerminal(t, 200)
			cmd := s.command(tt.args...)
			var stdout bytes.Buffer
			cmd.Stdin, cmd.Stdout, cmd.Stderr = keyboard.slave, &stdout, screen.slave
			cmd.Env = append(cmd.Env, "TERM=dumb")
			require.NoError(t, cmd.Start())
			screen.await("waiting")
			require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
			s.ends(cmd, 130)
			_, left := screen.screen(t, screen.hangUp(t))
			assert.Equal(t, []string{note}, left)
			assert.Empty(t, stdout.String())
		})
	}
}

// With --quiet, only the result is printed.
func TestWaitingForInputQuietly(t *testing.T) {
	s := newStage(t)
	s.write("hook.sh", "#!/bin/sh\n")
	keyboard, screen := newTerminal(t, 200), newTerminal(t, 200)
	_, err := keyboard.master.WriteString("\x04")
	require.NoError(t, err)
	cmd := s.command("run", "--agents", "llxprt", "./hook.sh", "--stdin", "-", "--quiet")
	cmd.Stdin, cmd.Stderr = keyboard.slave, screen.slave
	cmd.Env = append(cmd.Env, "TERM=dumb")
	_ = cmd.Run()
	assert.Equal(t, 2, cmd.ProcessState.ExitCode(), "nothing was typed")
	assert.NotContains(t, string(screen.hangUp(t)), "waiting")
}
