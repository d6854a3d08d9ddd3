//go:build unix

package spyhook_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/spyhook"
)

// only returns the one record of a listener.
func only(t *testing.T, l *spyhook.Listener) spyhook.Record {
	t.Helper()
	records, err := l.Records()
	require.NoError(t, err)
	require.Len(t, records, 1)
	return records[0]
}

func TestWhatAHookNotes(t *testing.T) {
	eachShell(t, func(t *testing.T, shell []string) {
		l := listen(t)
		r := startHook(t, shell, scripts(t, l, "cat\nexit 3\n", spyhook.Notes{Stdin: true, Env: true})["spy"])
		const text = "a\x00b\n\n\xffno end"
		_, err := r.stdin.WriteString(text)
		require.NoError(t, err)
		require.NoError(t, r.stdin.Close())
		assert.Equal(t, text, r.rest(), "the body reads what the hook was given")
		r.ended()
		got := only(t, l)
		assert.Equal(t, []string{"one", ""}, got.Argv)
		cwd, err := filepath.EvalSymlinks(r.cmd.Dir)
		require.NoError(t, err)
		assert.Equal(t, cwd, got.CWD)
		assert.Equal(t, text, string(got.Stdin))
		assert.True(t, got.EOF)
		assert.Equal(t, "two\nlines", got.Env["SPY_SEES"])
		assert.NotContains(t, got.Env, "PROJECT")
		assert.Empty(t, got.TTY)
		assert.Equal(t, 3, got.Exit)
		assert.Greater(t, got.Ended, got.Started)
		assert.Greater(t, got.Over, got.Began)
		assert.Empty(t, r.stderr())
	})
}

// If no case uses stdin, the body can read it.
func TestStdinIsLeftToTheBody(t *testing.T) {
	l := listen(t)
	r := startHook(t, shells["sh"], scripts(t, l, "read -r line\necho \"$line\"\n", spyhook.Notes{})["spy"])
	_, err := r.stdin.WriteString("first\n")
	require.NoError(t, err)
	assert.Equal(t, "first", r.ready(), "the writer has not closed its end")
	r.ended()
	got := only(t, l)
	assert.Nil(t, got.Stdin)
	assert.Nil(t, got.Env)
}

func TestSignalsAreHeardOnce(t *testing.T) {
	eachShell(t, func(t *testing.T, shell []string) {
		for _, to := range []int{1, -1} {
			l := listen(t)
			r := startHook(t, shell, scripts(t, l, "trap 'heard TERM; kill -KILL $!; exit 9' TERM\nsleep 60 & echo ready\nwait\n", spyhook.Notes{})["spy"])
			require.Equal(t, "ready", r.ready())
			require.NoError(t, syscall.Kill(to*r.cmd.Process.Pid, syscall.SIGTERM))
			assert.Equal(t, syscall.WaitStatus(9<<8), r.ended())
			got := only(t, l)
			require.Len(t, got.Signals, 1)
			assert.Equal(t, "SIGTERM", got.Signals[0].Name)
		}
	})
}

// A hook that a signal ends has no exit code, also in a shell that still runs exit traps then.
func TestAHookThatASignalEndsHasNoExitCode(t *testing.T) {
	eachShell(t, func(t *testing.T, shell []string) {
		for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGSEGV, syscall.SIGKILL} {
			l := listen(t)
			r := startHook(t, shell, scripts(t, l, "echo ready\nsleep 60\n", spyhook.Notes{})["spy"])
			require.Equal(t, "ready", r.ready())
			require.NoError(t, syscall.Kill(-r.cmd.Process.Pid, signal))
			assert.Equal(t, signal, r.ended().Signal())
			got := only(t, l)
			assert.True(t, got.Killed, signal)
			assert.Equal(t, -1, got.Exit, signal)
		}
	})
}

// Runs of all hooks are in the order in which they began.
func TestHooksWaitForEachOther(t *testing.T) {
	l := listen(t)
	folder := t.TempDir()
	// All hooks of a case are there before one of them runs.
	write := func(name, body string) string {
		text, err := l.Script(spyhook.Hook{Name: name, Body: body, Project: "/"})
		require.NoError(t, err)
		path := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	first, second := write("early", "echo ready\nawait late && await late && echo both\n"), write("late", "await early && echo one\n")
	early := startHook(t, shells["sh"], first)
	require.Equal(t, "ready", early.ready())
	late := startHook(t, shells["sh"], second)
	assert.Equal(t, "one\n", late.rest())
	assert.Equal(t, "both\n", early.rest())
	early.ended()
	late.ended()
	records, err := l.Records()
	require.NoError(t, err)
	require.Len(t, records, 2)
	assert.Equal(t, []string{"early", "late"}, []string{records[0].Hook, records[1].Hook})
	assert.Less(t, records[1].Began, records[0].Over, "they ran at the same time")
}

// A note without a run of its hook is not evidence.
func TestForgedNotes(t *testing.T) {
	note := regexp.MustCompile(`printf '%s\\n' "(\w+) \$\*" 1<> '([^']+)'`)
	script := func(l *spyhook.Listener) (token, pipe string) {
		text, err := l.Script(spyhook.Hook{Name: "guard", Body: "exit 0\n", Project: "/"})
		require.NoError(t, err)
		found := note.FindStringSubmatch(text)
		require.NotNil(t, found, text)
		return found[1], found[2]
	}
	l, other := listen(t), listen(t)
	token, pipe := script(l)
	foreign, _ := script(other)
	own := strconv.Itoa(os.Getpid())
	for _, forged := range []string{
		"guard begin " + own, "guard begin " + own + " 1", token + " begin " + own, token + " begin " + own + " ", token + " begin x 1",
		token + " begin " + own + " -1", foreign + " begin " + own + " 1", token + " end " + own + " 0", token + " await " + own + " guard",
		token, token + " ", "\x00", "", token + " heard " + own + " SIGTERM",
	} {
		require.NoError(t, os.WriteFile(pipe, []byte(forged+"\n"), 0))
	}
	require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(pipe), token+"."+own+".given"), []byte("/\n\x00"), 0o600))
	records, err := l.Records()
	require.NoError(t, err)
	assert.Empty(t, records)
}

// After its case has ended, a hook neither waits nor prints errors.
func TestNoListener(t *testing.T) {
	l, err := spyhook.Listen(t.TempDir())
	require.NoError(t, err)
	script := scripts(t, l, "echo ready\nread -r line\nexit 4\n", spyhook.Notes{})["spy"]
	r := startHook(t, shells["sh"], script)
	require.Equal(t, "ready", r.ready())
	require.NoError(t, l.Close())
	_, err = r.stdin.WriteString("on\n")
	require.NoError(t, err)
	assert.Equal(t, syscall.WaitStatus(4<<8), r.ended())
	r.rest()
	assert.Empty(t, r.stderr())
	_, err = l.Records()
	assert.ErrorIs(t, err, os.ErrClosed)
}
