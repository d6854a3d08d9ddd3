//go:build unix

package main

import (
	"bufio"
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

// record --once shows the payload. In every case the settings are restored.
func TestRecordOnce(t *testing.T) {
	const settings = "{ \"hooks\": {\"PreToolUse\": [\n{\"hooks\": [{\"type\": \"command\", \"command\": \"true\"}]} ]}}"
	tests := []struct {
		name, settings string
		// end ends the wait. want is the exit code, or -1 if there is none.
		end  func(s *stage, waiting *exec.Cmd)
		want int
		// shown is a part of the payload.
		shown string
	}{
		{"payload", settings, fireOnce, 0, `"command":"echo mine"`},
		{"no settings file", "", fireOnce, 0, `"command":"echo mine"`},
		{"interrupted", settings, func(_ *stage, waiting *exec.Cmd) { _ = waiting.Process.Signal(syscall.SIGINT) }, 130, ""},
		{"hung up", "", func(_ *stage, waiting *exec.Cmd) { _ = waiting.Process.Signal(syscall.SIGHUP) }, 130, ""},
		{"killed", settings, killOnce, -1, ""},
		{"killed without a settings file", "", killOnce, -1, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t)
			path := filepath.Join(s.folder, ".claude", "settings.json")
			if tt.settings != "" {
				s.write(".claude/settings.json", tt.settings)
			}
			waiting := s.command("record", "--once", "PreToolUse", "--agents", "claude")
			var shown strings.Builder
			waiting.Stdout = &shown
			said, err := waiting.StderrPipe()
			require.NoError(t, err)
			require.NoError(t, waiting.Start())
			stderr := bufio.NewReader(said)
			line, err := stderr.ReadString('\n')
			require.NoError(t, err)
			require.Contains(t, line, "waiting for PreToolUse of Claude Code")
			during, err := os.ReadFile(path)
			if tt.settings == "" {
				path = filepath.Join(s.folder, ".claude", "settings.local.json")
				during, err = os.ReadFile(path)
			}
			require.NoError(t, err)
			require.Contains(t, string(during), "record --as claude/PreToolUse")
			tt.end(s, waiting)
			_, _ = io.ReadAll(stderr)
			_ = waiting.Wait()
			assert.Equal(t, tt.want, waiting.ProcessState.ExitCode())
			assert.Contains(t, shown.String(), tt.shown)
			if tt.want < 0 {
				// A leftover hook makes no decision and doesn't block.
				text, err := s.command("fire", "--yes", "PreToolUse", "--bash", "echo mine", "--agents", "claude").Output()
				require.NoError(t, err)
				assert.True(t, strings.HasPrefix(string(text), "ALLOW"), string(text))
				text, err = s.command("record", "--stop").Output()
				require.NoError(t, err, string(text))
			}
			if tt.settings == "" {
				assert.NoDirExists(t, filepath.Dir(path), "it was made for the file")
				return
			}
			after, err := os.ReadFile(path)
			require.NoError(t, err)
			assert.Equal(t, tt.settings, string(after))
			assert.NoDirExists(t, filepath.Join(s.folder, ".hooktest"))
		})
	}
}

func fireOnce(s *stage, _ *exec.Cmd) {
	s.t.Helper()
	text, err := s.command("fire", "--yes", "PreToolUse", "--bash", "echo mine", "--agents", "claude").Output()
	require.NoError(s.t, err)
	assert.True(s.t, strings.HasPrefix(string(text), "ALLOW"), string(text))
}

func killOnce(_ *stage, waiting *exec.Cmd) { _ = waiting.Process.Kill() }
