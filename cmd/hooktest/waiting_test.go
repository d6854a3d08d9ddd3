//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// endings are the signals that ask a process to end.
func endings() []syscall.Signal {
	return []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}
}

// A command that waits for input has nothing to clean up, and exits at once after a signal. The
// input may be stdin or a named pipe.
func TestInterruptedWhileWaitingForInput(t *testing.T) {
	commands := []struct {
		args []string
		pipe bool
	}{
		{args: []string{"run", "--agents", "llxprt", "./hook.sh", "--stdin", "-"}},
		{args: []string{"run", "--agents", "llxprt", "./hook.sh", "--event", "SessionStart", "--input", "-"}},
		{args: []string{"run", "--agents", "llxprt", "./hook.sh", "--input", "@pipe"}, pipe: true},
		{args: []string{"run", "--agents", "llxprt", "./hook.sh", "--stdin", "pipe"}, pipe: true},
		{args: []string{"fire", "--yes", "BeforeTool", "--agents", "llxprt", "--stdin", "-"}},
		{args: []string{"fire", "--yes", "BeforeTool", "--agents", "llxprt", "--input", "-"}},
		{args: []string{"schema", "settings", "--check", "-"}},
		{args: []string{"schema", "settings", "--check", "pipe"}, pipe: true},
		{args: []string{"report", "render", "-"}},
		{args: []string{"report", "merge", "pipe", "-"}, pipe: true},
		{args: []string{"conform", "--expect-file", "pipe"}, pipe: true},
		{args: []string{"lint", "--baseline", "pipe"}, pipe: true},
		{args: []string{"trace", "diff", "pipe", "pipe"}, pipe: true},
		{args: []string{"adapter"}},
	}
	for i, c := range commands {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
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
			// This is more than a pipe holds, so the command is reading when Write returns.
			_, err = input.Write(bytes.Repeat([]byte(" "), 80<<10))
			require.NoError(t, err)
			// Which signal it is makes no difference to a command: each has one of them.
			require.NoError(t, cmd.Process.Signal(endings()[i%len(endings())]))
			s.ends(cmd, 130)
			assert.Empty(t, said.String())
		})
	}
}
