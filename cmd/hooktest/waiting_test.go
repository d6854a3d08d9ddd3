//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// endings are the signals that ask a process to end.
func endings() map[string]syscall.Signal {
	return map[string]syscall.Signal{"INT": syscall.SIGINT, "TERM": syscall.SIGTERM, "HUP": syscall.SIGHUP}
}

// Whoever waits for input has nothing to end, and ends at once: whether the
// input is the standard one or a pipe that a file's name stands for.
func TestInterruptedWhileWaitingForInput(t *testing.T) {
	commands := []struct {
		args []string
		pipe bool
	}{
		{args: []string{"run", "--agents", "llxprt", "./hook.sh", "--stdin", "-"}},
		{args: []string{"run", "--agents", "llxprt", "./hook.sh", "--event", "SessionStart", "--input", "-"}},
		{args: []string{"run", "--agents", "llxprt", "./hook.sh", "--input", "@pipe"}, pipe: true},
		{args: []string{"run", "--agents", "llxprt", "./hook.sh", "--stdin", "pipe"}, pipe: true},
		{args: []string{"fire", "BeforeTool", "--agents", "llxprt", "--stdin", "-"}},
		{args: []string{"fire", "BeforeTool", "--agents", "llxprt", "--input", "-"}},
		{args: []string{"schema", "settings", "--check", "-"}},
		{args: []string{"schema", "settings", "--check", "pipe"}, pipe: true},
		{args: []string{"report", "render", "-"}},
		{args: []string{"report", "merge", "pipe", "-"}, pipe: true},
		{args: []string{"conform", "--expect-file", "pipe"}, pipe: true},
		{args: []string{"adapter"}},
	}
	for _, c := range commands {
		for name, sig := range endings() {
			t.Run(strings.Join(c.args, " ")+"/"+name, func(t *testing.T) {
				t.Parallel()
				s := newStage(t)
				s.write("hook.sh", "#!/bin/sh\n")
				pipe := filepath.Join(s.folder, "pipe")
				require.NoError(t, syscall.Mkfifo(pipe, 0o755))
				cmd := s.command(c.args...)
				var said bytes.Buffer
				cmd.Stdout, cmd.Stderr = &said, &said
				stdin, err := cmd.StdinPipe()
				require.NoError(t, err)
				require.NoError(t, cmd.Start())
				var input io.Writer = stdin
				if c.pipe {
					// Opening waits for the reader.
					writer, err := os.OpenFile(pipe, os.O_WRONLY, 0)
					require.NoError(t, err)
					defer writer.Close()
					input = writer
				}
				// More than a pipe holds: who has taken the rest is reading.
				_, err = input.Write(bytes.Repeat([]byte(" "), 80<<10))
				require.NoError(t, err)
				require.NoError(t, cmd.Process.Signal(sig))
				var exit *exec.ExitError
				require.ErrorAs(t, cmd.Wait(), &exit)
				assert.Equal(t, 130, exit.ExitCode())
				assert.Empty(t, said.String())
			})
		}
	}
}
