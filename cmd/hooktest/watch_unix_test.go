//go:build unix

package main

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/internal/executable"
)

// test --watch judges each change, including a broken file, and ends with 130 after an
// interruption.
func TestTestWatches(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	guard, elsewhere := filepath.Join(home, "guard.sh"), t.TempDir()
	write := func(body string) {
		t.Helper()
		// Write to another file first, so that no incomplete file is executed.
		part := filepath.Join(elsewhere, "part")
		require.NoError(t, executable.Write(part, []byte("#!/bin/sh\n"+body)))
		require.NoError(t, os.Rename(part, guard))
	}
	write("# hooktest: deny 'rm -rf /'\n# hooktest: allow ls-la\nexit 0\n")
	w := startWatching(t, home, "test", "--watch", "--agents", "llxprt", "--report", "json=report.json")
	assert.Contains(t, w.run(), "guard.sh:3:3: \"ls-la\" is none of bash, write, prompt and tool", "a mistake ends nothing")
	write("# hooktest: deny 'rm -rf /'\nexit 0\n")
	assert.Equal(t, "note: runs "+guard, w.run(), "what is executed is said once")
	write("# hooktest: deny 'rm -rf /'\necho no >&2\nexit 2\n")
	assert.Empty(t, w.run())
	w.interrupt()
	var summaries []string
	for line := range strings.Lines(w.stdout.String()) {
		if strings.Contains(line, " of 1 hook for ") {
			summaries = append(summaries, strings.TrimSpace(line))
		}
	}
	assert.Equal(t, []string{"1 case of 1 hook for llxprt: 1 failed and 0 passed", "1 case of 1 hook for llxprt: 1 passed"}, summaries)
}

// lint --watch reports each change to settings, to a script that they start, and to the
// configuration.
func TestLintWatches(t *testing.T) {
	t.Parallel()
	project, elsewhere := t.TempDir(), t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(project, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		part := filepath.Join(elsewhere, "part")
		require.NoError(t, executable.Write(part, []byte(text)))
		require.NoError(t, os.Rename(part, path))
	}
	settings := func(event string) string {
		return `{"hooks": {"` + event + `": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/scripts/guard.sh"}]}]}}`
	}
	write(".claude/settings.json", settings("BeforeTool"))
	write("scripts/guard.sh", "#!/bin/sh\ncat >/dev/null\n")
	w := startWatching(t, project, "lint", "--watch", ".claude/settings.json", "--report", "json=report.json")
	assert.Empty(t, w.run())
	write(".claude/settings.json", settings("PreToolUse"))
	assert.Empty(t, w.run())
	require.NoError(t, os.Remove(filepath.Join(project, "scripts/guard.sh")))
	assert.Empty(t, w.run())
	write(".hooktest.yaml", "agent: [claude]\n")
	assert.Contains(t, w.run(), `did you mean "agents"`, "a mistake ends nothing")
	write(".hooktest.yaml", "ignore:\n  - {ids: [HT110], reason: the build makes it}\n")
	assert.Empty(t, w.run())
	w.interrupt()
	said := regexp.MustCompile(`(?m)^\d+ settings files?.*$`).FindAllString(w.stdout.String(), -1)
	require.Len(t, said, 4)
	for i, want := range []string{"error", "no problems found", "1 error", "no problems found"} {
		assert.Contains(t, said[i], want, "run %d", i+1)
	}
}

// A watcher is a hooktest process with --watch.
type watcher struct {
	t      *testing.T
	cmd    *exec.Cmd
	stdout bytes.Buffer
	lines  *bufio.Scanner
}

// linked returns the test binary under the name hooktest, as which it runs as the program.
func linked(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	hooktest := filepath.Join(t.TempDir(), "hooktest")
	require.NoError(t, os.Symlink(self, hooktest))
	return hooktest
}

func startWatching(t *testing.T, folder string, args ...string) *watcher {
	t.Helper()
	w := &watcher{t: t, cmd: exec.CommandContext(t.Context(), linked(t), args...)}
	w.cmd.Dir = folder
	w.cmd.Env = append(os.Environ(), "HOME="+t.TempDir(), "TMPDIR="+t.TempDir(), "LLXPRT_SYSTEM_SETTINGS_PATH="+filepath.Join(folder, "none"))
	w.cmd.Stdout = &w.stdout
	stderr, err := w.cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, w.cmd.Start())
	w.lines = bufio.NewScanner(stderr)
	return w
}

// run returns what one run prints in addition to its report.
func (w *watcher) run() string {
	w.t.Helper()
	var said []string
	for w.lines.Scan() {
		if w.lines.Text() == "note: waiting for a change (Ctrl-C ends)" {
			return strings.Join(said, "\n")
		}
		said = append(said, w.lines.Text())
	}
	require.Fail(w.t, "it ended", "%v", said)
	return ""
}

// interrupt sends SIGINT.
func (w *watcher) interrupt() {
	w.t.Helper()
	require.NoError(w.t, w.cmd.Process.Signal(syscall.SIGINT))
	for w.lines.Scan() {
		assert.Empty(w.t, w.lines.Text(), "the report that it writes itself is not a change")
	}
	_ = w.cmd.Wait()
	assert.Equal(w.t, 130, w.cmd.ProcessState.ExitCode())
}
