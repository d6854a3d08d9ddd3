//go:build unix

package runner

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// Package answer has every row of the table of exit codes.
func TestWhatAProcessDidIsReadAsItsAnswer(t *testing.T) {
	t.Parallel()
	const block = `echo '{"decision":"block","reason":"r"}'; `
	allow := func(message string, origin hook.Origin) *hook.Output {
		return &hook.Output{Decision: ptr("allow"), SystemMessage: &message, Origin: origin}
	}
	deny := func(reason string) *hook.Output {
		return &hook.Output{Decision: ptr("deny"), Reason: &reason, Origin: hook.FromRefusal}
	}
	tests := []struct {
		name, in string
		want     fact
		reason   string
	}{
		{"0 with text", "echo hi; echo log >&2", fact{Success: true, Ending: hook.Exited, Output: allow("hi", hook.FromPlainText)}, "HOOK-064, HOOK-069"},
		{"2 with stderr", "echo no >&2; exit 2", fact{Ending: hook.Exited, Code: 2, Output: deny("no")}, "HOOK-016a, HOOK-070"},
		{"1 with stderr and block", block + "echo oops >&2; exit 1", fact{Ending: hook.Exited, Code: 1, Output: allow("Warning: oops", hook.FromFailure), Err: "hook exited with code 1"}, "HOOK-198, HOOK-209"},
		{"signal silent", "kill -TERM $$", fact{Ending: hook.Killed, Signal: "SIGTERM", Err: "hook was killed by SIGTERM"}, "HOOK-196: not by the engine"},
		{"0 with a split character", "printf '\\342\\202'; printf '\\254'", fact{Success: true, Ending: hook.Exited, Output: allow("€", hook.FromPlainText)}, "INT-14: a character split over two writes"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, factOf(fire(t, t.TempDir(), tt.in)), tt.reason)
		})
	}
}

func TestSyntaxErrorsBlockWithTheShellsOwnWords(t *testing.T) {
	t.Parallel()
	got := fire(t, t.TempDir(), "if true; then")
	require.True(t, got.Output.ExplicitBlock(), "INT-03")
	assert.Contains(t, *got.Output.Reason, "syntax error")
}

func TestProcessErrors(t *testing.T) {
	dir := t.TempDir()
	file := write(t, filepath.Join(dir, "file"), "")
	tests := []struct {
		name, dir string
		entry     hook.Entry
		want      string
		reason    string
	}{
		{"no working directory", filepath.Join(dir, "absent"), command("echo x"), "starting the hook: working directory: ", "section 35: process error"},
		{"file for a working directory", file, command("echo x"), "is not a directory", "section 35: process error"},
		{"zero byte in the command", dir, command("a\x00b"), "starting the hook: ", "section 35: process error"},
		{"plugin", dir, hook.Entry{Type: hook.TypePlugin, Command: "echo x"}, "plugin hooks can't be executed", "HOOK-195, INT-22"},
		{"type that is none", dir, hook.Entry{Type: "http", Command: "echo x"}, `hooks of type "http" can't be executed`, "HOOK-195"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, sequential := range []bool{false, true} {
				r := New(Options{Contract: dialect.LLxprt()})
				run := r.ExecuteHooksParallel
				if sequential {
					run = r.ExecuteHooksSequential
				}
				results := run(context.Background(), planOf(hook.BeforeTool, tt.entry), input(hook.BeforeTool, tt.dir))
				require.Len(t, results, 1)
				require.ErrorContains(t, results[0].Err, tt.want, tt.reason)
				got := factOf(results[0])
				got.Err = ""
				assert.Equal(t, fact{Ending: hook.NotStarted}, got)
				assert.Zero(t, r.Started())
				_, ok := results[0].ExitCode()
				assert.False(t, ok)
			}
		})
	}
}

func TestParallelHooksRunAtOnceAndKeepPlanOrder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	fifo(t, filepath.Join(dir, "first"))
	fifo(t, filepath.Join(dir, "second"))
	// Each waits for the next one, so they can end only in parallel, and only in
	// reverse order.
	plan := planOf(hook.BeforeTool,
		command("cat first >/dev/null; echo a"),
		command("cat second >/dev/null; echo >first; echo b"),
		command("echo >second; echo c; exit 1"),
	)
	r := New(Options{Contract: dialect.LLxprt()})
	in := input(hook.BeforeTool, dir, member("tool_name", "t"))
	results := r.ExecuteHooksParallel(context.Background(), plan, in)
	var got []string
	for i, result := range results {
		got = append(got, string(result.Stdout))
		assert.Equal(t, plan.Entries[i], result.Entry)
		assert.Equal(t, hook.BeforeTool, result.Event)
		assert.Equal(t, string(in.Bytes()), string(result.Stdin), "HOOK-108: one input for all")
	}
	assert.Equal(t, []string{"a\n", "b\n", "c\n"}, got, "HOOK-108")
	assert.Equal(t, int64(3), r.Started())
}

func TestNothingToRun(t *testing.T) {
	r := New(Options{Contract: dialect.LLxprt()})
	in := input(hook.BeforeTool, t.TempDir())
	assert.Empty(t, r.ExecuteHooksParallel(context.Background(), nil, in))
	assert.Empty(t, r.ExecuteHooksSequential(context.Background(), nil, in))
	assert.Empty(t, r.ExecuteHooksParallel(context.Background(), planOf(hook.BeforeTool), in))
	assert.Empty(t, r.ExecuteHooksSequential(context.Background(), planOf(hook.BeforeTool), in))
	assert.Zero(t, r.Started())
}

func TestStdinIsOneObjectAndThenTheEnd(t *testing.T) {
	t.Parallel()
	in := input(hook.BeforeTool, t.TempDir(), member("tool_name", "<a&b>"), member("big", strings.Repeat("é", 1<<20)))
	want := string(in.Bytes())
	tests := []struct{ name, in, want, reason string }{
		{"echoed back", "cat", want, "HOOK-061: whole, unescaped, and with an end"},
		{"read late", "printf %70000s x; cat", strings.Repeat(" ", 69999) + "x" + want, "neither side may block the other"},
		{"not read", "echo done", "done\n", "HOOK-192"},
		{"closed", "exec <&-; echo done", "done\n", "HOOK-192"},
		{"read in part", "head -c 5; echo", want[:5] + "\n", "HOOK-192"},
		{"held by a child that never reads", "sleep 600 <&0 >/dev/null 2>&1 & echo done", "done\n", "no child can hang the runner"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			results := New(Options{Contract: dialect.LLxprt()}).ExecuteHooksParallel(context.Background(), planOf(hook.BeforeTool, command(tt.in)), in)
			require.Len(t, results, 1)
			require.NoError(t, results[0].Err)
			assert.True(t, results[0].Success)
			assert.True(t, tt.want == string(results[0].Stdout), "%s: got %d bytes, want %d", tt.reason, len(results[0].Stdout), len(tt.want))
			assert.True(t, want == string(results[0].Stdin))
		})
	}
}

// Hooks beyond the limit wait for a free place, and none is lost. As many as allowed do
// run in parallel: the first ones wait for that number.
func TestManyHooksWaitTheirTurn(t *testing.T) {
	t.Parallel()
	plan := planOf(hook.BeforeTool)
	for i := range 2 * mostAtOnce {
		plan.Entries = append(plan.Entries, command(fmt.Sprintf(": >in-%[1]d; : >met-%[1]d; "+
			"until set -- met-*; [ $# -ge %[2]d ]; do sleep 0.5; done; "+
			"set -- in-*; rm in-%[1]d; [ $# -le %[2]d ]", i, mostAtOnce)))
		// Each waits for all others of its turn, however slow the machine is.
		plan.Entries[i].Timeout = 10 * time.Minute
	}
	results := New(Options{Contract: dialect.LLxprt()}).ExecuteHooksParallel(t.Context(), plan, input(hook.BeforeTool, t.TempDir()))
	require.Len(t, results, len(plan.Entries))
	for _, result := range results {
		require.NoError(t, result.Err)
		assert.True(t, result.Success, "more than %d at once", mostAtOnce)
	}
}
