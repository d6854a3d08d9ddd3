//go:build unix

package main

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A person who watches sees each change judged, a broken one too, and ends it with
// 130.
func TestTestWatches(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	guard := filepath.Join(home, "guard.sh")
	write := func(body string) {
		t.Helper()
		// A file that is being written is not executed.
		part := guard + ".part"
		require.NoError(t, os.WriteFile(part, []byte("#!/bin/sh\n"+body), 0o755))
		require.NoError(t, os.Rename(part, guard))
	}
	write("# hooktest: deny 'rm -rf /'\n# hooktest: allow ls-la\nexit 0\n")
	self, err := os.Executable()
	require.NoError(t, err)
	hooktest := filepath.Join(home, "hooktest")
	require.NoError(t, os.Symlink(self, hooktest))
	cmd := exec.CommandContext(t.Context(), hooktest, "test", "--watch", "--report", "json=report.json")
	cmd.Dir = home
	cmd.Env = append(os.Environ(), "HOME="+home, "TMPDIR="+t.TempDir(), "LLXPRT_SYSTEM_SETTINGS_PATH="+filepath.Join(home, "none"))
	var stdout bytes.Buffer
	cmd.Stdout = &stdout
	stderr, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	lines := bufio.NewScanner(stderr)
	// run is what one run says beside its report.
	run := func() string {
		t.Helper()
		var said []string
		for lines.Scan() {
			if lines.Text() == "note: waiting for a change (Ctrl-C ends)" {
				return strings.Join(said, "\n")
			}
			said = append(said, lines.Text())
		}
		require.Fail(t, "it ended", "%v", said)
		return ""
	}
	assert.Contains(t, run(), "guard.sh:3:3: \"ls-la\" is none of bash, write, prompt and tool", "a mistake ends nothing")
	write("# hooktest: deny 'rm -rf /'\nexit 0\n")
	assert.Empty(t, run())
	write("# hooktest: deny 'rm -rf /'\necho no >&2\nexit 2\n")
	assert.Empty(t, run())
	require.NoError(t, cmd.Process.Signal(syscall.SIGINT))
	for lines.Scan() {
		assert.Empty(t, lines.Text(), "the report that it writes itself is no change")
	}
	var exit *exec.ExitError
	require.ErrorAs(t, cmd.Wait(), &exit)
	assert.Equal(t, 130, exit.ExitCode())
	var summaries []string
	for line := range strings.Lines(stdout.String()) {
		if strings.Contains(line, " of 1 hook for ") {
			summaries = append(summaries, strings.TrimSpace(line))
		}
	}
	assert.Equal(t, []string{"1 case of 1 hook for 1 agent: 0 passed and 1 failed", "1 case of 1 hook for 1 agent: 1 passed"}, summaries)
}
