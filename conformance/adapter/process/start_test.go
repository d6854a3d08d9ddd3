package process_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/adapter/process"
	"github.com/hooktest/hooktest/conformance/outcome"
)

// The command or this machine is to blame.
func TestStartOfNoProgram(t *testing.T) {
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain")
	require.NoError(t, os.WriteFile(plain, []byte("text\n"), 0o600))
	tests := []struct {
		name string
		in   process.Command
		want string
		is   error
	}{
		{"nothing", process.Command{}, "no program is named", nil},
		{"name", process.Command{Args: []string{"no-such-adapter"}}, `there is no program "no-such-adapter"`, exec.ErrNotFound},
		{"path", process.Command{Args: []string{filepath.Join(dir, "none")}}, "there is no program", os.ErrNotExist},
		{"no shell", process.Command{Args: []string{"echo $HOME"}}, `there is no program "echo $HOME"`, exec.ErrNotFound},
		{"not executable", process.Command{Args: []string{plain}}, "is not executable", os.ErrPermission},
		{"folder", process.Command{Args: []string{dir}}, "is not executable", os.ErrPermission},
		{"working directory", process.Command{Args: []string{os.Args[0]}, Dir: filepath.Join(dir, "none")}, "working directory", nil},
		{"file as working directory", process.Command{Args: []string{os.Args[0]}, Dir: plain}, "is not a directory", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := process.Start(t.Context(), tt.in, process.Options{})
			var failed *process.StartError
			require.ErrorAs(t, err, &failed)
			assert.ErrorContains(t, err, tt.want)
			if tt.is != nil {
				assert.ErrorIs(t, err, tt.is)
			}
		})
	}
}

// The arguments pass no shell, and the environment is the given one.
func TestStartPassesTheCommandOn(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	_, err = process.Start(t.Context(), process.Command{
		Args: []string{os.Args[0], "$HOME", "a b;c", ""},
		Env:  []string{"A=1", liarKey + "=tell"},
		Dir:  dir,
	}, process.Options{})
	told := requireFault(t, err).Stderr
	want := fmt.Sprintf("%q %q", []string{"$HOME", "a b;c", ""}, dir)
	assert.True(t, strings.HasPrefix(told, want), told)
	assert.Contains(t, told, `"A=1"`)
	assert.NotContains(t, told, `"PATH=`)
}

// A local time that an adapter reports as UTC has to be detectable (HOOK-215).
func TestAnAdaptersClockIsNotThatOfUTC(t *testing.T) {
	local := time.Local
	t.Cleanup(func() { time.Local = local })
	tests := []struct {
		name   string
		zone   *time.Location
		given  string
		want   string
		reason string
	}{
		{"a machine on UTC", time.UTC, "TZ=UTC", "TZ=Asia/Kathmandu", "its local time would pass for UTC"},
		{"a machine elsewhere", time.FixedZone("X", 3600), "TZ=X", "TZ=X", "the difference shows as it is"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			time.Local = tt.zone
			_, err := process.Start(t.Context(), process.Command{
				Args: []string{os.Args[0]}, Env: []string{tt.given, liarKey + "=tell"}, Dir: t.TempDir(),
			}, process.Options{})
			told := requireFault(t, err).Stderr
			assert.Contains(t, told, fmt.Sprintf("%q", tt.want), tt.reason)
			assert.Equal(t, 1, strings.Count(told, `"TZ=`), tt.reason)
		})
	}
}

// The adapter is to blame.
func TestStartOfABadAdapter(t *testing.T) {
	tests := []struct {
		mode    string
		scale   float64
		want    outcome.Verdict
		stray   bool
		message string
	}{
		{"exit", 1, outcome.Crash, false, "initialize: the adapter ended (exit status 3)"},
		{"silent", 0.01, outcome.Timeout, false, "initialize: no answer within 300ms"},
		{"garbage", 1, outcome.ProtocolViolation, true, `initialize: a line is not JSON: "hello"`},
		{"stray", 1, outcome.ProtocolViolation, true, `initialize: a line is not JSON: "Loading plugins..."`},
		{"version", 1, outcome.ProtocolViolation, false, "initialize: protocolVersion is 2, want 1"},
		{"nonce", 1, outcome.ProtocolViolation, false, `initialize: the nonce is "always the same", want`},
		{"feature", 1, outcome.ProtocolViolation, false, `unknown feature "settings-filse", did you mean "settings-files"`},
	}
	for _, tt := range tests {
		t.Run(tt.mode, func(t *testing.T) {
			t.Parallel()
			_, err := process.Start(t.Context(), liarCommand(t, tt.mode), process.Options{TimeoutScale: tt.scale})
			f := requireFault(t, err)
			assert.Equal(t, tt.want, f.Verdict)
			assert.Equal(t, tt.stray, f.Stray)
			assert.Contains(t, f.Message, tt.message)
			if tt.mode == "exit" {
				assert.Equal(t, "no licence\n", f.Stderr)
			}
		})
	}
	t.Run("error", func(t *testing.T) {
		t.Parallel()
		_, err := process.Start(t.Context(), liarCommand(t, "error"), process.Options{})
		assert.Equal(t, &adapter.Error{Code: adapter.CodeInvalidParams, Message: "only version 7 is spoken"}, err)
	})
	t.Run("cancelled", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := process.Start(ctx, liarCommand(t, "silent"), process.Options{})
		assert.ErrorIs(t, err, context.Canceled)
	})
}
