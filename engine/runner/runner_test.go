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
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

func TestEveryRowOfTheExitCodeTable(t *testing.T) {
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
		{"0 silent", "exit 0", fact{Success: true, Ending: hook.Exited}, "HOOK-065"},
		{"0 with JSON", block, fact{Success: true, Ending: hook.Exited, Output: &hook.Output{Decision: ptr("block"), Reason: ptr("r")}}, "HOOK-016b"},
		{"0 with text", "echo hi; echo log >&2", fact{Success: true, Ending: hook.Exited, Output: allow("hi", hook.FromPlainText)}, "HOOK-064, HOOK-069"},
		{"2 with stderr", "echo no >&2; exit 2", fact{Ending: hook.Exited, Code: 2, Output: deny("no")}, "HOOK-016a, HOOK-070"},
		{"2 silent", "exit 2", fact{Ending: hook.Exited, Code: 2, Output: deny("Blocked by hook")}, "HOOK-067b"},
		{"2 with allow on stdout", `echo '{"decision":"allow","reason":"x"}'; exit 2`, fact{Ending: hook.Exited, Code: 2, Output: deny("Blocked by hook")}, "HOOK-066"},
		{"1 with stderr and block", block + "echo oops >&2; exit 1", fact{Ending: hook.Exited, Code: 1, Output: allow("Warning: oops", hook.FromFailure), Err: "hook exited with code 1"}, "HOOK-198, HOOK-209"},
		{"1 silent", block + "exit 1", fact{Ending: hook.Exited, Code: 1, Err: "hook exited with code 1"}, "HOOK-068"},
		{"255", "exit 255", fact{Ending: hook.Exited, Code: 255, Err: "hook exited with code 255"}, "HOOK-068"},
		{"signal with stderr and block", block + "echo core >&2; kill -SEGV $$", fact{Ending: hook.Killed, Signal: "SIGSEGV", Output: allow("Warning: core", hook.FromFailure), Err: "hook was killed by SIGSEGV"}, "HOOK-196"},
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

func TestSequentialHooksRunInOrderUntilOneBlocks(t *testing.T) {
	t.Parallel()
	const last = "echo last"
	tests := []struct {
		name, second string
		want         int
		reason       string
	}{
		{"silence goes on", "exit 0", 3, "HOOK-104"},
		{"allow goes on", `echo '{"decision":"allow"}'`, 3, "HOOK-107"},
		{"ask goes on", `echo '{"decision":"ask"}'`, 3, "HOOK-182"},
		{"failure goes on", `echo '{"decision":"block"}'; exit 1`, 3, "HOOK-110, HOOK-112"},
		{"signal goes on", "kill -KILL $$", 3, "HOOK-110"},
		{"continue false goes on", `echo '{"continue":false}'`, 3, "INT-23"},
		{"permissionDecision goes on", `echo '{"hookSpecificOutput":{"permissionDecision":"deny"}}'`, 3, "HOOK-171, INT-23"},
		{"unknown word goes on", `echo '{"decision":"DENY"}'`, 3, "INT-16"},
		{"block stops", `echo '{"decision":"block"}'`, 2, "HOOK-107"},
		{"deny stops", `echo '{"decision":"deny"}'`, 2, "HOOK-107"},
		{"exit 2 stops", "exit 2", 2, "HOOK-107"},
	}
	for _, event := range []hook.Event{hook.BeforeTool, hook.AfterModel, hook.Notification} {
		for _, tt := range tests {
			t.Run(string(event)+" "+tt.name, func(t *testing.T) {
				t.Parallel()
				r := New(Options{Contract: dialect.LLxprt()})
				plan := planOf(event, command("echo first"), command(tt.second), command(last))
				results := r.ExecuteHooksSequential(context.Background(), plan, input(event, t.TempDir()))
				assert.Len(t, results, tt.want, tt.reason)
				assert.Equal(t, int64(tt.want), r.Started(), tt.reason)
			})
		}
	}
}

func TestSequentialHooksWaitForTheOneBefore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	plan := planOf(hook.BeforeTool)
	for range 5 {
		// A hook that starts too early finds the previous hook's lock.
		plan.Entries = append(plan.Entries, command("mkdir lock && echo x >>log && cat log && rmdir lock"))
	}
	var got []string
	for _, result := range New(Options{Contract: dialect.LLxprt()}).ExecuteHooksSequential(context.Background(), plan, input(hook.BeforeTool, dir)) {
		got = append(got, string(result.Stdout))
	}
	want := []string{"x\n"}
	for len(want) < 5 {
		want = append(want, want[len(want)-1]+"x\n")
	}
	assert.Equal(t, want, got, "HOOK-103")
}

func TestChainHandsChangesOn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	toolInput := jsonvalue.New(member("path", "a"), member("keep", true))
	plan := planOf(hook.BeforeTool,
		command(`echo '{"hookSpecificOutput":{"tool_input":{"path":"b"}}}'`),
		command(`echo '{"hookSpecificOutput":{"tool_input":{"path":"lost"}}}'; exit 1`),
		command(`echo just text`),
		command(`echo '{"hookSpecificOutput":{"tool_input":{"more":{"x":1.50}}}}'`),
		command("exit 0"),
	)
	results := New(Options{Contract: dialect.LLxprt()}).ExecuteHooksSequential(context.Background(), plan,
		input(hook.BeforeTool, dir, member("tool_input", toolInput)))
	var got []string
	for _, result := range results {
		in, err := jsonvalue.ParseObject(result.Stdin)
		require.NoError(t, err)
		seen, _ := in.GetObject("tool_input")
		got = append(got, string(jsonvalue.Marshal(seen)))
	}
	assert.Equal(t, []string{
		`{"path":"a","keep":true}`,
		`{"path":"b","keep":true}`,
		`{"path":"b","keep":true}`,
		`{"path":"b","keep":true}`,
		`{"path":"b","keep":true,"more":{"x":1.50}}`,
	}, got, "HOOK-104, HOOK-216: cumulative, from successful hooks alone")
	assert.Equal(t, `{"path":"a","keep":true}`, string(jsonvalue.Marshal(toolInput)), "the caller's input is left alone")
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
