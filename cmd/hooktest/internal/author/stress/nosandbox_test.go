package stress

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/internal/sandbox"
)

// The test binary can't launch sandboxes, so it behaves as on a machine without one.
func TestWithoutASandboxOnlyInertSamplesAreTried(t *testing.T) {
	require.Equal(t, sandbox.None, sandbox.Available())
	const harmful = "rm -rf /"
	tests := []struct {
		name    string
		command func(*console.App) *cobra.Command
		args    []string
		note    bool
	}{
		{"probe", Probe, []string{"--only", "same,spelling"}, true},
		{"fuzz", Fuzz, []string{"--runs", "60", "--seed", "1", "--out", "no-cases.hooktest.yaml"}, true},
		{"no-sandbox", Probe, []string{"--only", "same,spelling", "--no-sandbox"}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			seen, err := filepath.Abs("seen")
			require.NoError(t, err)
			require.NoError(t, os.WriteFile("guard.sh", []byte("#!/bin/sh\ntee -a '"+seen+"' | grep -q never-said && exit 2\nexit 0\n"), 0o700))
			var stderr bytes.Buffer
			app := &console.App{Environ: os.Environ(), Streams: term.Streams{In: strings.NewReader(""), Out: term.Plain(&bytes.Buffer{}), Err: term.Plain(&stderr)}}
			cmd := tt.command(app)
			cmd.SetArgs(append([]string{"./guard.sh", "--agents", "claude", "--event", "PreToolUse"}, tt.args...))
			cmd.SetContext(t.Context())
			// The command's result doesn't matter here.
			_ = cmd.Execute()
			read, err := os.ReadFile(seen)
			require.NoError(t, err, stderr.String())
			assert.Contains(t, string(read), "rm -rf build", "a sample that is harmless when it is executed")
			assert.NotContains(t, string(read), `"`+harmful+`"`, "a sample that would do harm when executed")
			assert.Equal(t, tt.note, strings.Contains(stderr.String(), "this machine has no sandbox"), stderr.String())
		})
	}
}
