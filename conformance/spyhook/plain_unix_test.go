//go:build unix

package spyhook_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/spyhook"
)

// The shells that a system may have as sh, and one that sources the script as most commands
// of cases do.
var shells = map[string][]string{"sh": {"sh"}, "bash": {"bash", "--posix"}, "sourced": {"bash", "-c", `. "$0"`}}

func eachShell(t *testing.T, test func(t *testing.T, shell []string)) {
	for name, shell := range shells {
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(shell[0]); err != nil {
				require.NotEqual(t, "true", os.Getenv("CI"), "CI has %s", name)
				t.Skip(err)
			}
			t.Parallel()
			test(t, shell)
		})
	}
}

func listen(t *testing.T) *spyhook.Listener {
	t.Helper()
	l, err := spyhook.Listen(t.TempDir())
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, l.Close()) })
	return l
}

// scripts returns a plain script and the hook that has it as its body.
func scripts(t *testing.T, l *spyhook.Listener, body string, notes spyhook.Notes) map[string]string {
	t.Helper()
	spy, err := l.Script(spyhook.Hook{Name: "hook", Body: body, Project: "/", Notes: notes})
	require.NoError(t, err)
	folder := t.TempDir()
	paths := map[string]string{"plain": filepath.Join(folder, "plain"), "spy": filepath.Join(folder, "spy")}
	require.NoError(t, os.WriteFile(paths["plain"], []byte("#!/bin/sh\n"+body), 0o600))
	require.NoError(t, os.WriteFile(paths["spy"], []byte(spy), 0o600))
	return paths
}

// A hookRun is a process as its parent sees it.
type hookRun struct {
	t      *testing.T
	cmd    *exec.Cmd
	stdin  *os.File
	stdout *bufio.Reader
	errors string // the path of what it writes to stderr
}

func startHook(t *testing.T, shell []string, script string) *hookRun {
	t.Helper()
	in, stdin, err := os.Pipe()
	require.NoError(t, err)
	stdout, out, err := os.Pipe()
	require.NoError(t, err)
	// A file: the process is reaped by wait4 here, not by exec, which would copy a pipe.
	stderr, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	require.NoError(t, err)
	r := &hookRun{t: t, cmd: exec.Command(shell[0], append(shell[1:len(shell):len(shell)], script, "one", "")...), stdin: stdin, stdout: bufio.NewReader(stdout), errors: stderr.Name()}
	r.cmd.Dir = t.TempDir()
	r.cmd.Stdin, r.cmd.Stdout, r.cmd.Stderr = in, out, stderr
	r.cmd.Env = append(os.Environ(), "SPY_SEES=two\nlines")
	r.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	require.NoError(t, r.cmd.Start())
	require.NoError(t, errors.Join(in.Close(), out.Close(), stderr.Close()))
	t.Cleanup(func() {
		_ = syscall.Kill(-r.cmd.Process.Pid, syscall.SIGKILL)
		_, _ = stdin.Close(), stdout.Close()
	})
	return r
}

// ready waits for the line by which a body says that it is about to wait.
func (r *hookRun) ready() string {
	r.t.Helper()
	line, err := r.stdout.ReadString('\n')
	require.NoError(r.t, err, r.stderr())
	return strings.TrimSuffix(line, "\n")
}

// ended waits until the process ends or stops, and returns its status.
func (r *hookRun) ended() syscall.WaitStatus {
	r.t.Helper()
	var status syscall.WaitStatus
	for {
		_, err := syscall.Wait4(r.cmd.Process.Pid, &status, syscall.WUNTRACED, nil)
		if !errors.Is(err, syscall.EINTR) {
			require.NoError(r.t, err)
			return status
		}
	}
}

func (r *hookRun) stderr() string {
	r.t.Helper()
	text, err := os.ReadFile(r.errors)
	require.NoError(r.t, err)
	return string(text)
}

func (r *hookRun) rest() string {
	r.t.Helper()
	rest, err := io.ReadAll(r.stdout)
	require.NoError(r.t, err)
	return string(rest)
}

// A signal to a hook reaches its body's shell, because that shell is the process that
// was started.
func TestSignalsAreThoseOfThePlainScript(t *testing.T) {
	// A signal is dealt with before the shell reads the line that follows it.
	const body = "echo ready\nread -r line\necho \"read $line\"\nexit 5\n"
	eachShell(t, func(t *testing.T, shell []string) {
		// Those from 34 on are of one kind.
		for signal := syscall.Signal(1); signal <= 34; signal++ {
			for _, to := range []string{"process", "group"} {
				l := listen(t)
				seen := map[string]string{}
				for kind, script := range scripts(t, l, body, spyhook.Notes{}) {
					r := startHook(t, shell, script)
					require.Equal(t, "ready", r.ready())
					pid := r.cmd.Process.Pid
					if to == "group" {
						pid = -pid
					}
					if err := syscall.Kill(pid, signal); err != nil {
						seen[kind] = err.Error()
						continue
					}
					_, _ = r.stdin.WriteString("on\n")
					status := r.ended()
					seen[kind] = fmt.Sprintf("status %#x", int(status))
					if !status.Stopped() {
						seen[kind] += " " + r.rest()
					}
				}
				assert.Equal(t, seen["plain"], seen["spy"], "%d to the %s", int(signal), to)
			}
		}
	})
}

func TestExitCodesAreThoseOfThePlainScript(t *testing.T) {
	eachShell(t, func(t *testing.T, shell []string) {
		l := listen(t)
		want := []string{}
		for _, code := range []int{0, 1, 2, 3, 77, 126, 127, 128, 129, 137, 143, 254, 255} {
			r := startHook(t, shell, scripts(t, l, fmt.Sprintf("exit %d\n", code), spyhook.Notes{})["spy"])
			assert.Equal(t, syscall.WaitStatus(code<<8), r.ended())
			want = append(want, strconv.Itoa(code))
		}
		records, err := l.Records()
		require.NoError(t, err)
		got := []string{}
		for _, r := range records {
			got = append(got, strconv.Itoa(r.Exit))
			assert.NotZero(t, r.Ended)
			assert.False(t, r.Killed)
		}
		assert.Equal(t, want, got)
	})
}

func TestAHookBehavesAsThePlainScript(t *testing.T) {
	big := strings.Repeat("x", 1<<20)
	tests := []struct {
		name, body string
		act        func(r *hookRun) string
		reason     string
	}{
		{"syntax error", "echo ready\nif then\n", nil, "who can't be read exits as the shell says"},
		{"no newline at the end", "echo ready; exit 3", nil, "the body is the end of the file"},
		{"failing command ends it", "set -eu\necho ready\nfalse\necho on\n", nil, "options are the body's"},
		{"another program", "echo ready\nexec sh -c 'exit 9'\n", nil, "exec takes the shell's place"},
		{"its own exit trap", "trap 'echo trapped; exit 4' EXIT\necho ready\n", nil, "traps are the body's"},
		{"a command that is missing", "echo ready\nno-such-command-anywhere\n", nil, "127 comes from the shell"},
		{"arguments", "echo ready\necho $# \"$@\"\n", nil, "they are the body's"},
		{"killed by itself", "echo ready\nkill -KILL $$\n", nil, "a signal is not an exit code"},
		{"unread stdin", "echo ready\nexit 0\n", func(r *hookRun) string {
			_, err := r.stdin.WriteString(big)
			return fmt.Sprint("writing ", errors.Is(err, syscall.EPIPE))
		}, "writing to a hook that has ended fails"},
		{"closed stdin", "exec <&-\necho ready\nsleep 60 & wait\n", func(r *hookRun) string {
			_, err := r.stdin.WriteString(big)
			_ = syscall.Kill(-r.cmd.Process.Pid, syscall.SIGKILL)
			return fmt.Sprint("writing ", errors.Is(err, syscall.EPIPE))
		}, "writing to a hook that no longer reads fails at once"},
		{"a child holds the pipe", "exec 3<&0\n(read -r line <&3; echo \"child $line\") & echo ready\n", func(r *hookRun) string {
			status := r.ended()
			_, err := r.stdin.WriteString("lives\n")
			return fmt.Sprint(status, err, r.rest())
		}, "the pipe stays open as long as the child, and no longer"},
		{"a child that holds nothing", "sleep 60 < /dev/null > /dev/null 2>&1 & echo ready\n", func(r *hookRun) string {
			return fmt.Sprint(r.ended(), r.rest())
		}, "the pipe ends with the hook"},
		{"signals that are caught", "trap 'echo caught; kill -KILL $!; exit 6' TERM\nsleep 60 & echo ready\nwait\n", func(r *hookRun) string {
			return fmt.Sprint(syscall.Kill(r.cmd.Process.Pid, syscall.SIGTERM))
		}, "TERM to the process alone reaches the body"},
		{"signals that are ignored", "trap '' TERM\necho ready\nread -r line\nexit 7\n", func(r *hookRun) string {
			err := syscall.Kill(-r.cmd.Process.Pid, syscall.SIGTERM)
			_, _ = r.stdin.WriteString("on\n")
			return fmt.Sprint(err)
		}, "an ignored signal changes nothing"},
	}
	eachShell(t, func(t *testing.T, shell []string) {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				seen := map[string]string{}
				for kind, script := range scripts(t, listen(t), tt.body, spyhook.Notes{}) {
					r := startHook(t, shell, script)
					if r.ready() != "ready" {
						t.Fatal(r.stderr())
					}
					if tt.act != nil {
						seen[kind] = tt.act(r)
					}
					rest := r.rest()
					if r.cmd.ProcessState == nil && !strings.Contains(tt.name, "a child") {
						seen[kind] += fmt.Sprint(" ", r.ended())
					}
					seen[kind] += " " + rest
				}
				assert.Equal(t, seen["plain"], seen["spy"], tt.reason)
			})
		}
	})
}

func TestTheHookIsTheProcessThatWasStarted(t *testing.T) {
	l := listen(t)
	r := startHook(t, shells["sh"], scripts(t, l, "echo $$\nread -r line\nexit 1\n", spyhook.Notes{})["spy"])
	assert.Equal(t, strconv.Itoa(r.cmd.Process.Pid), r.ready())
	records, err := l.Records()
	require.NoError(t, err)
	require.Len(t, records, 1)
	got := records[0]
	assert.Equal(t, r.cmd.Process.Pid, got.PID)
	assert.Zero(t, got.Ended, "it goes on")
	assert.False(t, got.Killed, "it goes on")
	require.NoError(t, r.cmd.Process.Kill())
	r.ended()
	records, err = l.Records()
	require.NoError(t, err)
	assert.True(t, records[0].Killed)
	assert.Equal(t, -1, records[0].Exit)
	assert.Zero(t, records[0].Ended)
}
