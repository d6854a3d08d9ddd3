//go:build unix

package procgroup

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// start runs a script with sh and returns its stdout.
func start(t *testing.T, script string) (*Process, *bufio.Reader) {
	t.Helper()
	null, err := os.Open(os.DevNull)
	require.NoError(t, err)
	read, write, err := os.Pipe()
	require.NoError(t, err)
	t.Cleanup(func() { _ = read.Close() })
	p, err := Start(Command{
		Path: "/bin/sh", Args: []string{"sh", "-c", script}, Env: os.Environ(), Dir: t.TempDir(),
		Stdin: null, Stdout: write, Stderr: write,
	})
	require.NoError(t, null.Close())
	require.NoError(t, write.Close())
	require.NoError(t, err)
	return p, bufio.NewReader(read)
}

// pidFrom reads the pid that a script prints.
func pidFrom(t *testing.T, r *bufio.Reader) int {
	t.Helper()
	line, err := r.ReadString('\n')
	require.NoError(t, err)
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	require.NoError(t, err)
	return pid
}

// gone reports whether a process has exited, even if its parent has not reaped it yet.
func gone(pid int) bool {
	stat, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return unix.Kill(pid, 0) == unix.ESRCH
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	return strings.HasPrefix(rest, "Z")
}

func requireGone(t *testing.T, pid int) {
	t.Helper()
	require.Eventually(t, func() bool { return gone(pid) }, 20*time.Second, 5*time.Millisecond, "process %d lives on", pid)
}

func TestFinishReportsHowTheHeadEnded(t *testing.T) {
	tests := []struct {
		name, script string
		want         Exit
	}{
		{"success", "exit 0", Exit{}},
		{"code", "exit 42", Exit{Code: 42}},
		{"highest code", "exit 255", Exit{Code: 255}},
		{"segmentation fault", "kill -SEGV $$", Exit{Signal: "SIGSEGV"}},
		{"kill", "kill -KILL $$", Exit{Signal: "SIGKILL"}},
		{"code that looks like a signal", "exit 139", Exit{Code: 139}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p, _ := start(t, tt.script)
			<-p.Exited()
			assert.True(t, p.HasExited())
			got, err := p.Finish()
			require.NoError(t, err)
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestHeadLeadsItsOwnSession(t *testing.T) {
	t.Parallel()
	p, out := start(t, "echo $$; exec sleep 600")
	require.Equal(t, p.Pid(), pidFrom(t, out))
	group, err := unix.Getpgid(p.Pid())
	require.NoError(t, err)
	assert.Equal(t, p.Pid(), group, "INT-05")
	session, err := unix.Getsid(p.Pid())
	require.NoError(t, err)
	assert.Equal(t, p.Pid(), session, "HOOK-125: no terminal to depend on")
	assert.False(t, p.HasExited())
	require.NoError(t, p.Kill())
	_, err = p.Finish()
	require.NoError(t, err)
}

func TestSignalsReachTheWholeGroup(t *testing.T) {
	tests := []struct {
		name string
		send func(*Process) error
		want Exit
	}{
		{"terminate", (*Process).Terminate, Exit{Signal: "SIGTERM"}},
		{"kill", (*Process).Kill, Exit{Signal: "SIGKILL"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p, out := start(t, "sleep 600 & echo $!; wait")
			child := pidFrom(t, out)
			require.NoError(t, tt.send(p))
			<-p.Exited()
			// The pipe closes when the child has exited, too, before Finish kills the
			// rest.
			_, err := io.ReadAll(out)
			require.NoError(t, err)
			requireGone(t, child)
			got, err := p.Finish()
			require.NoError(t, err)
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestFinishKillsWhatIsLeft(t *testing.T) {
	t.Parallel()
	p, out := start(t, "trap '' TERM; sleep 600 & echo $!; exit 3")
	child := pidFrom(t, out)
	<-p.Exited()
	assert.False(t, gone(child), "the head's end alone must not end its children")
	got, err := p.Finish()
	require.NoError(t, err)
	assert.Equal(t, Exit{Code: 3}, got)
	requireGone(t, child)
	assert.Equal(t, unix.ESRCH, unix.Kill(p.Pid(), 0), "the head is reaped")
}

func TestNothingIsSignalledAfterFinish(t *testing.T) {
	t.Parallel()
	p, _ := start(t, "exit 0")
	_, err := p.Finish()
	require.NoError(t, err)
	assert.ErrorIs(t, p.Terminate(), os.ErrProcessDone)
	assert.ErrorIs(t, p.Kill(), os.ErrProcessDone)
	assert.True(t, p.HasExited())
	_, err = p.Finish()
	assert.ErrorIs(t, err, os.ErrProcessDone)
}

func TestStartFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	tests := []struct {
		name string
		in   Command
		want string
	}{
		{"no program", Command{Path: "/nonexistent/sh"}, "/nonexistent/sh"},
		{"no directory", Command{Path: "/bin/sh", Dir: "/nonexistent/dir"}, "working directory: stat /nonexistent/dir"},
		{"file for a directory", Command{Path: "/bin/sh", Dir: file}, "is not a directory"},
		{"zero byte", Command{Path: "/bin/sh", Args: []string{"sh", "-c", "a\x00b"}}, "invalid argument"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.in.Stdin, tt.in.Stdout, tt.in.Stderr = os.Stdin, os.Stdout, os.Stderr
			_, err := Start(tt.in)
			assert.ErrorContains(t, err, tt.want)
		})
	}
}
