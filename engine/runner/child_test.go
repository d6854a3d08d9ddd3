//go:build unix

package runner

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

var deny = &hook.Output{Decision: ptr("deny")}

func TestChildrenThatOutliveTheirHook(t *testing.T) {
	t.Parallel()
	// The hook continues once its child has opened its streams.
	const child = "mkfifo ready; { : >ready; exec sleep 600; }%s & echo $! >pid; : <ready; "
	tests := []struct {
		name, redirect, script string
		want                   fact
		held                   string
		reason                 string
	}{
		{"holds both streams", "", `echo '{"decision":"deny"}'`,
			fact{Success: true, Ending: hook.Exited, Output: deny, Rules: []string{"INT-04"}}, "stdout and stderr still held", "INT-04: the answer counts"},
		{"holds stdout", " 2>/dev/null", `echo '{"decision":"deny"}'`,
			fact{Success: true, Ending: hook.Exited, Output: deny, Rules: []string{"INT-04"}}, "stdout still held", "INT-04"},
		{"holds stderr of a refusal", " >/dev/null", "echo no >&2; exit 2",
			fact{Ending: hook.Exited, Code: 2, Output: &hook.Output{Decision: ptr("deny"), Reason: ptr("no"), Origin: hook.FromRefusal}, Rules: []string{"INT-04"}}, "stderr still held", "INT-04: the exit code counts"},
		{"holds nothing", " >/dev/null 2>&1", `echo '{"decision":"deny"}'`,
			fact{Success: true, Ending: hook.Exited, Output: deny}, "", "INT-05: killed, although the runner does not wait for it"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			got := fire(t, dir, strings.Replace(child, "%s", tt.redirect, 1)+tt.script)
			assert.Equal(t, tt.want, factOf(got), tt.reason)
			if tt.held != "" {
				require.NotEmpty(t, got.Warnings)
				assert.Contains(t, got.Warnings[0].Text, tt.held)
				assert.GreaterOrEqual(t, got.PipesClosed-got.Duration, dialect.LLxprt().Ending.Pipes, "INT-04")
			}
			requireGone(t, pidIn(t, filepath.Join(dir, "pid")))
		})
	}
}

// For some agents a hook ends when its pipes are closed. They wait for a child that
// closes them in time; with one that does not, the hook times out.
func TestAgentsThatWaitForThePipes(t *testing.T) {
	t.Parallel()
	r := New(Options{Contract: dialect.Known("gemini")})
	for _, tt := range []struct {
		name, script string
		want         hook.Ending
	}{
		{"no process holds them", "echo answer", hook.Exited},
		{"a child holds them for a moment", "(sleep 0.2; echo more) & echo answer", hook.Exited},
		{"a child holds them beyond the timeout", "sleep 600 & echo answer", hook.TimedOut},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			entry := command(tt.script)
			entry.Timeout = 700 * time.Millisecond
			got := r.ExecuteHooksParallel(t.Context(), planOf(hook.BeforeTool, entry), input(hook.BeforeTool, t.TempDir()))[0]
			assert.Equal(t, tt.want, got.Ending)
			assert.True(t, strings.HasPrefix(string(got.Stdout), "answer"))
			assert.Equal(t, strings.Contains(tt.script, "more"), strings.Contains(string(got.Stdout), "more"), "what is written late counts")
		})
	}
}

func TestWhatIsLeftOfStdinIsCounted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	small := string(input(hook.BeforeTool, dir).Bytes())
	large := strings.Repeat("x", 1<<20)
	tests := []struct {
		name, in string
		text     string
		unread   int
		reason   string
	}{
		{"reads nothing", "exit 0", "", len(small), "all of it is in the pipe"},
		{"reads all", "cat >/dev/null", "", 0, "nothing is left"},
		{"reads half", "head -c 20 >/dev/null; exit 0", "", len(small) - 20, "a program that reads only a given number of bytes"},
		{"a child reads it", "(cat >/dev/null)", "", 0, "the hook's verdict may depend on what a child reads"},
		{"closes it at once", "exec <&-; exit 2", "", len(small), "closing is not reading"},
		{"is killed", "kill -KILL $$", "", len(small), "it has not read either"},
		{"reads nothing of more than a pipe holds", "exit 0", large, len(small) + len(large), "what the pipe did not take was not read either"},
		{"reads all of more than a pipe holds", "cat >/dev/null", large, 0, "nothing is left"},
		{"reads half of more than a pipe holds", "head -c 600000 >/dev/null; exit 0", large, len(small) + len(large) - 600000, "the part in the pipe and the part before it"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			in := input(hook.BeforeTool, dir)
			if tt.text != "" {
				in = input(hook.BeforeTool, dir, jsonvalue.Member{Key: "k", Value: tt.text})
			}
			results := New(Options{Contract: dialect.LLxprt()}).ExecuteHooksParallel(context.Background(), planOf(hook.BeforeTool, command(tt.in)), in)
			want := tt.unread
			if tt.text != "" && want > 0 {
				want += len(`,"k":""`)
			}
			assert.Equal(t, want, results[0].Unread, tt.reason)
		})
	}
}

func TestOfAHookThatNeverStartedNothingIsKnown(t *testing.T) {
	t.Parallel()
	entry := hook.Entry{Type: hook.TypePlugin, Command: "x"}
	results := New(Options{Contract: dialect.LLxprt()}).ExecuteHooksParallel(context.Background(), planOf(hook.BeforeTool, entry), input(hook.BeforeTool, t.TempDir()))
	assert.Equal(t, hook.UnreadUnknown, results[0].Unread)
}

func TestChildMayFinishTheAnswerWithinTheGrace(t *testing.T) {
	t.Parallel()
	// The child prints once its parent's exit has closed the fifo. A machine that is
	// busy for longer than the grace may need another try.
	var got fact
	for range 10 {
		got = factOf(fire(t, t.TempDir(), `mkfifo f; { cat f; echo '{"decision":"deny"}'; } & exec 3>f; exit 0`))
		if got.Output != nil {
			break
		}
	}
	assert.Equal(t, fact{Success: true, Ending: hook.Exited, Output: deny}, got, "INT-04")
}

func TestChildThatNeverStopsPrintingIsCut(t *testing.T) {
	t.Parallel()
	got := fireWith(t, Options{CaptureLimit: 100}, t.TempDir(), "yes & sleep 0.01; exit 1")
	assert.Equal(t, []string{"HOOK-069", "INT-04"}, factOf(got).Rules)
	assert.Equal(t, strings.Repeat("y\n", 50), string(got.Stdout))
}

func TestChildThatLeftTheGroupIsOutOfReach(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in string }{
		{"its own session", `setsid sh -c 'echo $$ >fifo; exec sleep 600' & `},
		{"the shell's job control", `set -m; sh -c 'echo $$ >fifo; exec sleep 600' & `},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if runtime.GOOS != "linux" && strings.HasPrefix(tt.in, "setsid") {
				t.Skip("setsid is a program of Linux")
			}
			dir := t.TempDir()
			fifo(t, filepath.Join(dir, "fifo"))
			got := fire(t, dir, tt.in+`read -r pid <fifo; echo $pid >pid; echo '{"decision":"deny"}'`)
			pid := pidIn(t, filepath.Join(dir, "pid"))
			defer func() { _ = syscall.Kill(pid, syscall.SIGKILL) }()
			assert.Equal(t, fact{Success: true, Ending: hook.Exited, Output: deny, Rules: []string{"INT-04"}}, factOf(got), "INT-04: it can't hold the runner")
			assert.False(t, gone(pid), "INT-05: documented as out of reach")
		})
	}
}

func TestTimeout(t *testing.T) {
	t.Parallel()
	const timeout = 2 * time.Second
	tests := []struct {
		name, in, stdout string
		killed           bool
		reason           string
	}{
		{"ends on TERM", `echo '{"decision":"deny"}'; sleep 600`, `{"decision":"deny"}` + "\n", false, "HOOK-117, INT-07"},
		{"exits 2 on TERM", `trap 'echo bye; exit 2' TERM; echo hi; sleep 600 & wait`, "hi\nbye\n", false, "HOOK-119: no block after a timeout"},
		{"exits 0 on TERM", `trap 'echo bye; exit 0' TERM; echo hi; sleep 600 & wait`, "hi\nbye\n", false, "HOOK-070: no success after a timeout"},
		{"ignores TERM", `trap '' TERM; echo hi; sleep 600; echo more`, "hi\n", true, "HOOK-118"},
		{"child ignores TERM", `(trap '' TERM; sleep 600) >/dev/null 2>&1 & echo hi; wait`, "hi\n", false, "INT-05: swept"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			entry := command("echo $$ >pid; echo log >&2; " + tt.in)
			entry.Timeout = timeout
			entry.Position = hook.Position{File: "settings.json", Line: 3, Column: 5}
			got := New(Options{Contract: dialect.LLxprt()}).ExecuteHooksParallel(context.Background(), planOf(hook.BeforeTool, entry), input(hook.BeforeTool, dir))[0]
			assert.Equal(t, fact{Ending: hook.TimedOut, Err: "hook timed out after 2s", Rules: []string{"HOOK-119"}}, factOf(got), tt.reason)
			assert.Contains(t, got.Warnings[0].String(), "settings.json:3:5: hook ran longer than its timeout of 2s")
			assert.Equal(t, tt.stdout, string(got.Stdout), "INT-07: partial streams are kept")
			assert.Equal(t, "log\n", string(got.Stderr))
			assert.GreaterOrEqual(t, got.Duration, timeout)
			if tt.killed {
				assert.GreaterOrEqual(t, got.Duration, timeout+dialect.LLxprt().Ending.Grace, "HOOK-118")
			}
			_, ok := got.ExitCode()
			assert.False(t, ok)
			// The group's id is the pid of the hook's shell.
			pid := pidIn(t, filepath.Join(dir, "pid"))
			require.Eventually(t, func() bool { return syscall.Kill(-pid, 0) == syscall.ESRCH }, patience, 5*time.Millisecond)
		})
	}
}

func TestCancelEndsWhatRunsAndStartsNothingMore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := fifo(t, filepath.Join(dir, "fifo"))
	gaveUp := errors.New("gave up")
	for _, sequential := range []bool{false, true} {
		ctx, cancel := context.WithCancelCause(context.Background())
		r := New(Options{Contract: dialect.LLxprt()})
		run := r.ExecuteHooksParallel
		if sequential {
			run = r.ExecuteHooksSequential
		}
		go func() {
			// The read ends when the hook has written and closed its end.
			_, err := os.ReadFile(path)
			assert.NoError(t, err)
			cancel(gaveUp)
		}()
		plan := planOf(hook.BeforeTool, command(`echo '{"decision":"deny"}'; echo >fifo; sleep 600`))
		if sequential {
			plan.Entries = append(plan.Entries, command("echo second"))
		}
		results := run(ctx, plan, input(hook.BeforeTool, dir))
		require.Len(t, results, 1)
		assert.Equal(t, fact{Ending: hook.Cancelled, Err: "hook was cancelled: gave up"}, factOf(results[0]))
		require.ErrorIs(t, results[0].Err, gaveUp)
		assert.Equal(t, `{"decision":"deny"}`+"\n", string(results[0].Stdout))
		assert.Equal(t, int64(1), r.Started())

		after := run(ctx, plan, input(hook.BeforeTool, dir))
		assert.Equal(t, int64(1), r.Started(), "nothing starts once the caller gave up")
		if sequential {
			assert.Empty(t, after)
		} else {
			assert.Equal(t, fact{Ending: hook.NotStarted, Err: "not started: gave up"}, factOf(after[0]))
		}
	}
}

// It must not run in parallel with tests that start processes of their own.
func TestNoProcessIsLeft(t *testing.T) {
	// The first pipe makes the runtime open files of its own.
	fire(t, t.TempDir(), "exit 0")
	goroutines, files := runtime.NumGoroutine(), openFiles(t)
	big := input(hook.BeforeTool, t.TempDir(), member("big", strings.Repeat("x", 1<<20)))
	plan := planOf(hook.BeforeTool,
		command("cat"), command("exit 0"), command("sleep 600 <&0 &"), command("a\x00"), command("kill -KILL $$"),
		hook.Entry{Type: hook.TypeCommand, Command: "sleep 600", Timeout: time.Millisecond},
	)
	for range 3 {
		New(Options{Contract: dialect.LLxprt()}).ExecuteHooksParallel(context.Background(), plan, big)
	}
	requireGoroutines(t, goroutines)
	assert.Equal(t, files, openFiles(t), "pipes leak")
	_, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil)
	assert.Equal(t, syscall.ECHILD, err, "a process was not reaped")
}

// openFiles counts this process's file descriptors.
func openFiles(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/dev/fd")
	require.NoError(t, err)
	return len(entries)
}

// What a timeout means to another agent is in its contract: onFailure refuses after one.
func TestATimeoutOfAnotherAgentNamesNoRequirement(t *testing.T) {
	entry := command("sleep 600")
	entry.Timeout = 50 * time.Millisecond
	entry.Event = "PreToolUse"
	plan := planOf("PreToolUse", entry)
	got := New(Options{Contract: dialect.Known("claude")}).ExecuteHooksParallel(context.Background(), plan, input("PreToolUse", t.TempDir()))[0]
	assert.Equal(t, fact{Ending: hook.TimedOut, Err: "hook timed out after 50ms"}, factOf(got))
}
