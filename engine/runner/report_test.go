//go:build unix

package runner

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// record is a log record without its time.
type record map[string]any

// logged runs one entry and returns the log records at the level and above.
func logged(t *testing.T, level slog.Level, entry hook.Entry) []record {
	t.Helper()
	var out bytes.Buffer
	r := New(Options{Contract: dialect.LLxprt(), Logger: slog.New(slog.NewJSONHandler(&out, &slog.HandlerOptions{Level: level}))})
	r.ExecuteHooksParallel(context.Background(), planOf(hook.AfterTool, entry), input(hook.AfterTool, t.TempDir()))
	var records []record
	for dec := json.NewDecoder(&out); dec.More(); {
		var rec record
		require.NoError(t, dec.Decode(&rec))
		delete(rec, "time")
		records = append(records, rec)
	}
	return records
}

func TestFailuresAreLogged(t *testing.T) {
	t.Parallel()
	const event = "AfterTool"
	timedOut := command("echo slow >&2; sleep 600")
	timedOut.Timeout = 2 * time.Second
	tests := []struct {
		name   string
		in     hook.Entry
		want   []record
		reason string
	}{
		{"success", command("echo log >&2"), nil, "nothing to warn about"},
		{"refusal", command("exit 2"), nil, "HOOK-214: a policy, no failure"},
		{"failure", command("echo oops >&2; exit 7"), []record{{
			"level": "WARN", "msg": "hook failed", "event": event, "command": "echo oops >&2; exit 7",
			"error": "hook exited with code 7", "exitCode": 7.0, "stderr": "oops\n",
		}}, "HOOK-023, HOOK-031"},
		{"signal", command("kill -SEGV $$"), []record{{
			"level": "WARN", "msg": "hook failed", "event": event, "command": "kill -SEGV $$",
			"error": "hook was killed by SIGSEGV", "exitCode": 0.0, "signal": "SIGSEGV", "stderr": "",
		}}, "HOOK-196: the documented quirk"},
		{"timeout", timedOut, []record{{
			"level": "WARN", "msg": "hook failed", "event": event, "command": timedOut.Command,
			"error": "hook timed out after 2s", "timeout": 2e9, "stderr": "slow\n",
		}, {
			"level": "WARN", "event": event, "command": timedOut.Command, "rule": "HOOK-119",
			"msg": "hook ran longer than its timeout of 2s and was ended: the operation goes on without its answer",
		}}, "HOOK-119: with the duration"},
		{"warning", command("echo 7"), []record{{
			"level": "WARN", "event": event, "command": "echo 7", "rule": "INT-13",
			"msg": "stdout is a JSON number, but an answer is an object: it counts as no answer",
		}}, "INT-13"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, logged(t, slog.LevelWarn, tt.in), tt.reason)
		})
	}
}

func TestLoggedStderrIsBounded(t *testing.T) {
	t.Parallel()
	records := logged(t, slog.LevelWarn, command("head -c 100000 /dev/zero | tr '\\0' x >&2; exit 1"))
	require.Len(t, records, 1)
	assert.Equal(t, strings.Repeat("x", 4096)+"… (95904 more bytes)", records[0]["stderr"])
}

func TestStartAndEndAreLoggedForDebugging(t *testing.T) {
	t.Parallel()
	records := logged(t, slog.LevelDebug, command("exit 0"))
	var messages []any
	for _, rec := range records {
		messages = append(messages, rec["msg"])
		assert.Equal(t, "DEBUG", rec["level"])
	}
	assert.Equal(t, []any{"hook starts", "hook ended"}, messages)
}

func TestStderrOfAHookThatDidItsWorkIsLoggedForDebugging(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, command string
		want          any
		reason        string
	}{
		{"success", "echo looking >&2", "looking\n", "HOOK-069: captured for logging and diagnostics"},
		{"refusal", "echo no >&2; exit 2", "no\n", "HOOK-069"},
		{"much of it", "head -c 100000 /dev/zero | tr '\\0' x >&2", strings.Repeat("x", 4096) + "… (95904 more bytes)", "a log record is bounded, and says so"},
		{"silence", "exit 0", nil, "nothing was said"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			records := logged(t, slog.LevelDebug, command(tt.command))
			require.Len(t, records, 2)
			assert.Equal(t, "hook ended", records[1]["msg"])
			assert.Equal(t, tt.want, records[1]["stderr"], tt.reason)
		})
	}
}

type panickingHandler struct{ slog.Handler }

func (panickingHandler) Enabled(context.Context, slog.Level) bool { return true }

func (panickingHandler) Handle(context.Context, slog.Record) error { panic("handler") }

func TestNoPanicEscapes(t *testing.T) {
	t.Parallel()
	in := input(hook.BeforeTool, t.TempDir())
	plan := planOf(hook.BeforeTool, command("exit 2"), command("exit 0"))
	tests := []struct {
		name    string
		options Options
		in      hook.Input
		want    string
	}{
		{"environment", Options{Environ: func() []string { panic("environ") }}, in, "preparing the hooks: environ"},
		{"input that is not JSON", Options{}, in.With("tool_input", errors.New("foreign")), "encoding the input: jsonvalue: *errors.errorString is not a JSON value"},
		{"logger", Options{Logger: slog.New(panickingHandler{})}, in, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.options.Contract = dialect.LLxprt()
			r := New(tt.options)
			for _, results := range [][]hook.ExecutionResult{
				r.ExecuteHooksParallel(context.Background(), plan, tt.in),
				r.ExecuteHooksSequential(context.Background(), plan, tt.in),
			} {
				require.NotEmpty(t, results)
				if tt.want == "" {
					assert.True(t, results[0].Output.ExplicitBlock(), "a broken logger must not undo a block")
					continue
				}
				require.Len(t, results, 2)
				for _, result := range results {
					assert.Equal(t, fact{Ending: hook.NotStarted, Err: tt.want}, factOf(result))
				}
			}
		})
	}
}

func TestCaptureIsLimited(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, in string
		want     hook.ExecutionResult
		rules    []string
		reason   string
	}{
		{"exactly", "printf abcdefghij", hook.ExecutionResult{Stdout: []byte("abcdefghij")}, nil, "nothing is lost"},
		{"stdout", "printf abcdefghijklm", hook.ExecutionResult{Stdout: []byte("abcdefghij"), StdoutDropped: 3}, []string{"HOOK-069"}, "counted"},
		{"stderr", "printf abcdefghijklm >&2; echo ok", hook.ExecutionResult{Stdout: []byte("ok\n"), Stderr: []byte("abcdefghij"), StderrDropped: 3}, []string{"HOOK-069"}, "HOOK-069"},
		{"answer before the limit", `printf '{}%20s' x | tr x ' '`, hook.ExecutionResult{Stdout: []byte("{}        "), StdoutDropped: 12}, []string{"HOOK-069"}, "still parsed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := fireWith(t, Options{CaptureLimit: 10}, t.TempDir(), tt.in)
			assert.Equal(t, tt.want, hook.ExecutionResult{
				Stdout: got.Stdout, StdoutDropped: got.StdoutDropped, Stderr: got.Stderr, StderrDropped: got.StderrDropped,
			}, tt.reason)
			assert.Equal(t, tt.rules, factOf(got).Rules)
			assert.True(t, got.Success)
		})
	}
}

func TestDroppedOutputOfOtherAgentsNamesNoRequirement(t *testing.T) {
	t.Parallel()
	r := New(Options{Contract: dialect.Known("claude"), CaptureLimit: 10})
	got := r.ExecuteHooksParallel(context.Background(), planOf("PreToolUse", command("printf abcdefghijklm")), input("PreToolUse", t.TempDir()))[0]
	require.Len(t, got.Warnings, 1)
	assert.Equal(t, hook.Warning{Text: "stdout is longer than 10 bytes: 3 more were dropped"}, got.Warnings[0])
}

// It must not run in parallel with other tests, whose memory would count.
func TestAFloodCostsLittleMemory(t *testing.T) {
	// Random bytes are mostly invalid UTF-8, which grows when it is replaced.
	for source, flood := range map[string]int64{"/dev/zero": 256 << 20, "/dev/urandom": 32 << 20} {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		got := fire(t, t.TempDir(), fmt.Sprintf("head -c %d %s", flood, source))
		runtime.ReadMemStats(&after)
		require.NoError(t, got.Err)
		assert.Len(t, got.Stdout, DefaultCaptureLimit)
		assert.Equal(t, flood-DefaultCaptureLimit, got.StdoutDropped)
		assert.Less(t, after.Sys-before.Sys, uint64(64<<20), source)
		assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(96<<20), source)
	}
}
