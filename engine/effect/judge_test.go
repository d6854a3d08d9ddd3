package effect_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/hooktest/hooktest/engine/aggregator"
	"github.com/hooktest/hooktest/engine/answer"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
)

// exited returns the result of a hook that exited by itself, read as the runner reads
// it.
func exited(t require.TestingT, event hook.Event, code int, stdout, stderr string) hook.ExecutionResult {
	out, warnings, err := answer.Read(dialect.LLxprt().Answer, answer.Process{Ending: hook.Exited, Code: code, Stdout: []byte(stdout), Stderr: []byte(stderr)})
	return hook.ExecutionResult{
		Entry: hook.Entry{Event: event, Type: hook.TypeCommand, Timeout: time.Minute}, Event: event,
		Success: code == 0, Ending: hook.Exited, Code: code, Output: out,
		Stdout: []byte(stdout), Stderr: []byte(stderr), Err: err, Warnings: warnings,
	}
}

func ended(event hook.Event, ending hook.Ending) hook.ExecutionResult {
	return hook.ExecutionResult{
		Entry: hook.Entry{Event: event, Type: hook.TypeCommand, Timeout: 1500 * time.Millisecond}, Event: event,
		Ending: ending, Signal: "SIGSEGV", Err: errors.New("gone"),
	}
}

// judged returns the verdict on hooks that ran in parallel.
func judged(event hook.Event, results ...hook.ExecutionResult) effect.Verdict {
	merged := aggregator.New(dialect.LLxprt()).AggregateResults(results, event, false)
	var each []effect.Verdict
	for _, r := range results {
		each = append(each, effect.Judge(dialect.LLxprt(), r))
	}
	return effect.JudgeEvent(dialect.LLxprt(), event, effect.Of(dialect.LLxprt(), event, merged.FinalOutput), each)
}

type want struct {
	kind effect.Kind
	rule string
}

func wantOf(v effect.Verdict) want { return want{v.Kind, v.Rule} }

func TestJudge(t *testing.T) {
	const (
		deny    = `{"decision":"deny","reason":"no"}`
		stop    = `{"continue":false}`
		respond = `{"decision":"block","hookSpecificOutput":{"llm_response":{"text":"x"}}}`
	)
	plugin := ended(hook.BeforeTool, hook.NotStarted)
	plugin.Entry.Type = hook.TypePlugin
	tests := []struct {
		name   string
		in     hook.ExecutionResult
		want   want
		reason string
	}{
		// Refusals.
		{"exit 2", exited(t, hook.BeforeTool, 2, "", "no"), want{effect.Deny, "HOOK-016a"}, "exit code 2 refuses"},
		{"exit 2, silent", exited(t, hook.BeforeTool, 2, "", " \n"), want{effect.Deny, "HOOK-067b"}, "and so it does without a word"},
		{"exit 2, JSON", exited(t, hook.BeforeTool, 2, `{"decision":"allow"}`, "no"), want{effect.Deny, "HOOK-016a"}, "section 35: stdout is not read"},
		{"exit 2, model", exited(t, hook.BeforeModel, 2, "", "no"), want{effect.Deny, "HOOK-067a"}, "HOOK-066"},
		{"exit 2 of the shell", exited(t, hook.BeforeTool, 2, "", "bash: -c: line 1: syntax error: unexpected end of file"), want{effect.Deny, "INT-03"}, "INT-03"},
		{"exit 2 of a script's shell", exited(t, hook.BeforeTool, 2, "", "/p/guard.sh: line 3: syntax error near unexpected token `fi'"), want{effect.Deny, "INT-03"}, "INT-03"},
		{"exit 2 of python", exited(t, hook.BeforeModel, 2, "", "python3: can't open file '/p/guard.py': [Errno 2] No such file or directory"), want{effect.Deny, "INT-03"}, "INT-03"},
		{"deny", exited(t, hook.BeforeTool, 0, deny, ""), want{effect.Deny, "HOOK-016b"}, "HOOK-016b"},
		{"block", exited(t, hook.BeforeTool, 0, `{"decision":"block"}`, ""), want{effect.Deny, "HOOK-016b"}, "HOOK-016b"},
		{"encoded twice", exited(t, hook.BeforeTool, 0, `"{\"decision\":\"deny\"}"`, ""), want{effect.Deny, "HOOK-016b"}, "HOOK-193"},
		{"permissionDecision", exited(t, hook.BeforeTool, 0, `{"hookSpecificOutput":{"permissionDecision":"deny"}}`, ""), want{effect.Deny, "HOOK-199"}, "HOOK-199"},
		{"deny, model", exited(t, hook.BeforeModel, 0, deny, ""), want{effect.Deny, "HOOK-037"}, "HOOK-037"},
		{"deny with a response", exited(t, hook.BeforeModel, 0, respond, ""), want{effect.Deny, "HOOK-036"}, "HOOK-036"},
		{"deny with an empty response", exited(t, hook.BeforeModel, 0, `{"decision":"deny","hookSpecificOutput":{"llm_response":{}}}`, ""), want{effect.Deny, "HOOK-037"}, "INT-39, HOOK-202: the response is empty"},
		{"deny and stop", exited(t, hook.BeforeTool, 0, `{"decision":"deny","continue":false}`, ""), want{effect.Deny, "HOOK-016b"}, "HOOK-016b"},

		// Refusals without an effect.
		{"exit 2 after a tool", exited(t, hook.AfterTool, 2, "", "no"), want{effect.Allow, "HOOK-178"}, "HOOK-178"},
		{"deny after a tool", exited(t, hook.AfterTool, 0, deny, ""), want{effect.Allow, "HOOK-178"}, "HOOK-178"},
		{"deny after the model", exited(t, hook.AfterModel, 0, deny, ""), want{effect.Allow, "HOOK-180"}, "HOOK-180"},
		{"deny at selection", exited(t, hook.BeforeToolSelection, 0, deny, ""), want{effect.Allow, "HOOK-181"}, "HOOK-181"},
		{"deny out of scope", exited(t, hook.SessionStart, 0, deny, ""), want{effect.Allow, "HOOK-203"}, "HOOK-203"},
		{"stop out of scope", exited(t, hook.BeforeAgent, 0, stop, ""), want{effect.Allow, "HOOK-203"}, "HOOK-203"},

		// Stops.
		{"stop before a tool", exited(t, hook.BeforeTool, 0, stop, ""), want{effect.Stop, "HOOK-020"}, "HOOK-020"},
		{"stop after a tool", exited(t, hook.AfterTool, 0, stop, ""), want{effect.Stop, "HOOK-028"}, "HOOK-028"},
		{"stop before the model", exited(t, hook.BeforeModel, 0, stop, ""), want{effect.Stop, "HOOK-040"}, "HOOK-040"},
		{"stop after the model", exited(t, hook.AfterModel, 0, stop, ""), want{effect.Stop, "HOOK-048"}, "HOOK-048"},
		{"stop at selection", exited(t, hook.BeforeToolSelection, 0, stop, ""), want{effect.Stop, "HOOK-058"}, "HOOK-058"},
		{"deny and stop after a tool", exited(t, hook.AfterTool, 0, `{"decision":"deny","continue":false}`, ""), want{effect.Stop, "HOOK-028"}, "HOOK-028: the refusal has no effect, the stop has"},
		{"continue is a string", exited(t, hook.BeforeTool, 0, `{"continue":"false"}`, ""), want{effect.Allow, "HOOK-158"}, "INT-15"},

		// Hooks that say nothing against it.
		{"silent", exited(t, hook.BeforeTool, 0, " \n", "noise"), want{effect.Allow, "HOOK-065"}, "HOOK-065"},
		{"no object", exited(t, hook.BeforeTool, 0, `[1]`, ""), want{effect.Allow, "INT-13"}, "INT-13"},
		{"text", exited(t, hook.BeforeTool, 0, "fine by me", ""), want{effect.Allow, "HOOK-064"}, "HOOK-064"},
		{"text before the answer", exited(t, hook.BeforeTool, 0, "checking...\n"+deny, ""), want{effect.Allow, "HOOK-212"}, "HOOK-212: the whole of stdout is one value or none"},
		{"text before the answer on its line", exited(t, hook.BeforeTool, 0, "[info] {x} "+stop, ""), want{effect.Allow, "HOOK-212"}, "HOOK-212: braces of the text are not an answer"},
		{"text after the answer", exited(t, hook.BeforeTool, 0, deny+"\ndone", ""), want{effect.Allow, "HOOK-212"}, "HOOK-212"},
		{"two answers", exited(t, hook.BeforeTool, 0, deny+"\n"+deny, ""), want{effect.Allow, "HOOK-212"}, "HOOK-212"},
		{"text with an object", exited(t, hook.BeforeTool, 0, `read {"a":1}`, ""), want{effect.Allow, "HOOK-064"}, "HOOK-064: no answer has such a field"},
		{"text before a broken answer", exited(t, hook.BeforeTool, 0, `log {"decision":"deny"`, ""), want{effect.Allow, "HOOK-064"}, "HOOK-064: there is no object"},
		{"too many braces", exited(t, hook.BeforeTool, 0, strings.Repeat("{", 20)+deny, ""), want{effect.Allow, "HOOK-114"}, "what a hook prints is not searched without end"},
		{"broken JSON", exited(t, hook.BeforeTool, 0, `{"decision":"deny"`, ""), want{effect.Allow, "HOOK-114"}, "HOOK-114"},
		{"allow", exited(t, hook.BeforeTool, 0, `{"decision":"allow"}`, ""), want{effect.Allow, "HOOK-018"}, "HOOK-018"},
		{"approve", exited(t, hook.BeforeTool, 0, `{"decision":"approve"}`, ""), want{effect.Allow, "HOOK-018"}, "HOOK-018"},
		{"ask", exited(t, hook.BeforeTool, 0, `{"decision":"ask"}`, ""), want{effect.Allow, "HOOK-182"}, "HOOK-182"},
		{"null", exited(t, hook.BeforeTool, 0, `{"decision":null}`, ""), want{effect.Allow, "HOOK-158"}, "HOOK-158"},
		{"unknown word", exited(t, hook.BeforeTool, 0, `{"decision":"Deny"}`, ""), want{effect.Allow, "INT-16"}, "INT-16"},
		{"permissionDecision elsewhere", exited(t, hook.BeforeModel, 0, `{"hookSpecificOutput":{"permissionDecision":"deny"}}`, ""), want{effect.Allow, "HOOK-158"}, "HOOK-199: BeforeTool's alone"},

		// Changes.
		{"tool input", exited(t, hook.BeforeTool, 0, `{"hookSpecificOutput":{"tool_input":{}}}`, ""), want{effect.Allow, "HOOK-019"}, "HOOK-019"},
		{"request", exited(t, hook.BeforeModel, 0, `{"hookSpecificOutput":{"llm_request":{}}}`, ""), want{effect.Allow, "HOOK-038"}, "HOOK-038"},
		{"response", exited(t, hook.AfterModel, 0, `{"hookSpecificOutput":{"llm_response":{"text":"x"}}}`, ""), want{effect.Allow, "HOOK-046"}, "HOOK-046"},
		{"empty response", exited(t, hook.AfterModel, 0, `{"hookSpecificOutput":{"llm_response":{}}}`, ""), want{effect.Allow, "HOOK-158"}, "INT-39: it holds no response to go on with"},
		{"tools", exited(t, hook.BeforeToolSelection, 0, `{"hookSpecificOutput":{"toolConfig":{}}}`, ""), want{effect.Allow, "HOOK-055"}, "HOOK-055"},
		{"context", exited(t, hook.AfterTool, 0, `{"hookSpecificOutput":{"additionalContext":"x"}}`, ""), want{effect.Allow, "HOOK-027"}, "HOOK-027"},
		{"hidden result", exited(t, hook.AfterTool, 0, `{"suppressOutput":true}`, ""), want{effect.Allow, "HOOK-029"}, "HOOK-029"},
		{"hidden response", exited(t, hook.AfterModel, 0, `{"suppressOutput":true}`, ""), want{effect.Allow, "HOOK-049"}, "HOOK-049"},
		{"change of another event", exited(t, hook.AfterTool, 0, `{"hookSpecificOutput":{"tool_input":{}}}`, ""), want{effect.Allow, "HOOK-158"}, "HOOK-178"},

		// Hooks that failed.
		{"exit 1 before a tool", exited(t, hook.BeforeTool, 1, "", "x"), want{effect.Failed, "HOOK-023"}, "HOOK-023"},
		{"exit 1 after a tool", exited(t, hook.AfterTool, 1, "", "x"), want{effect.Failed, "HOOK-031"}, "HOOK-031"},
		{"exit 3 before the model", exited(t, hook.BeforeModel, 3, "", ""), want{effect.Failed, "HOOK-042"}, "HOOK-042"},
		{"exit 1 after the model", exited(t, hook.AfterModel, 1, "text", ""), want{effect.Failed, "HOOK-052"}, "HOOK-052"},
		{"exit 1 at selection", exited(t, hook.BeforeToolSelection, 1, "", ""), want{effect.Failed, "HOOK-060"}, "HOOK-060"},
		{"exit 1 out of scope", exited(t, hook.SessionEnd, 1, "", ""), want{effect.Failed, "HOOK-068"}, "HOOK-068"},
		{"exit 1 with an answer", exited(t, hook.BeforeTool, 1, deny, ""), want{effect.Failed, "HOOK-198"}, "HOOK-198"},
		{"timeout", ended(hook.BeforeTool, hook.TimedOut), want{effect.Timeout, "HOOK-119"}, "HOOK-119"},
		{"signal", ended(hook.BeforeTool, hook.Killed), want{effect.Killed, "HOOK-196"}, "HOOK-196"},
		{"cancelled", ended(hook.BeforeTool, hook.Cancelled), want{effect.Failed, "HOOK-068"}, "HOOK-068"},
		{"not started", ended(hook.BeforeTool, hook.NotStarted), want{effect.NotStarted, "HOOK-110"}, "HOOK-110"},
		{"plugin", plugin, want{effect.NotStarted, "HOOK-195"}, "HOOK-195"},
		{"no such command", exited(t, hook.BeforeTool, 127, "", "bash: line 1: /no/such/guard: No such file or directory"), want{effect.NotStarted, "HOOK-110"}, "the shell ran, the hook did not"},
		{"not executable", exited(t, hook.BeforeTool, 126, "", "/bin/bash: line 1: ./guard: Permission denied"), want{effect.NotStarted, "HOOK-110"}, "the shell ran, the hook did not"},
		{"no interpreter", exited(t, hook.BeforeTool, 127, "", "env: ‘nodex’: No such file or directory"), want{effect.NotStarted, "HOOK-110"}, "the shebang's env ran, the hook did not"},
		{"no such command after other words on stderr", exited(t, hook.BeforeTool, 127, "", "fatal: not a git repository\nbash: line 1: /guard.sh: No such file or directory\n"), want{effect.NotStarted, "HOOK-110"}, "the command line wrote first, and then the shell did not find the hook"},
		{"a script's own 127 after a shell's warning", exited(t, hook.BeforeTool, 127, "", "bash: warning: setlocale: LC_ALL: cannot change locale\n./guard.sh: line 4: jqq: command not found\n"), want{effect.Failed, "HOOK-023"}, "HOOK-023: the hook ran and failed; the warning before says nothing about it"},
		{"a script's own 127", exited(t, hook.BeforeTool, 127, "", "./guard.sh: line 4: jqq: command not found"), want{effect.Failed, "HOOK-023"}, "HOOK-023: the hook ran and failed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := effect.Judge(dialect.LLxprt(), tt.in)
			assert.Equal(t, tt.want, wantOf(v), "%s: %s", tt.reason, v.Why)
			assert.NotEmpty(t, v.Why)
			assert.Equal(t, tt.want.kind, judged(tt.in.Event, tt.in).Kind, "%s: alone, the hook decides for the event", tt.reason)
		})
	}
}

func TestWhyNamesTheFacts(t *testing.T) {
	short := ended(hook.BeforeTool, hook.TimedOut)
	short.Entry.Timeout = 500 * time.Microsecond
	assert.Equal(t, "the hook was ended after its timeout of 0.5 ms", effect.Judge(dialect.LLxprt(), short).Why, "HOOK-119")
	assert.Equal(t, "the hook was ended after its timeout of 1500 ms", effect.Judge(dialect.LLxprt(), ended(hook.BeforeTool, hook.TimedOut)).Why, "HOOK-119")
	assert.Equal(t, "a signal (SIGSEGV) ended the hook", effect.Judge(dialect.LLxprt(), ended(hook.BeforeTool, hook.Killed)).Why, "HOOK-196")
	assert.Equal(t, "exit code 9 is a failure, not a refusal", effect.Judge(dialect.LLxprt(), exited(t, hook.BeforeTool, 9, "", "")).Why, "HOOK-023")
	assert.Equal(t, "the hook could not be started: gone", effect.Judge(dialect.LLxprt(), ended(hook.BeforeTool, hook.NotStarted)).Why, "HOOK-110")
}

func TestJudgeEvent(t *testing.T) {
	fine := exited(t, hook.BeforeTool, 0, "", "")
	refuses := exited(t, hook.BeforeTool, 2, "", "no")
	denies := exited(t, hook.BeforeTool, 0, `{"decision":"deny"}`, "")
	stops := exited(t, hook.BeforeTool, 0, `{"continue":false}`, "")
	fails := exited(t, hook.BeforeTool, 1, "", "x")
	gone := ended(hook.BeforeTool, hook.NotStarted)
	tests := []struct {
		name   string
		in     []hook.ExecutionResult
		want   want
		reason string
	}{
		{"no hook", nil, want{effect.Allow, "HOOK-145"}, "HOOK-145"},
		{"all fine", []hook.ExecutionResult{fine, fine}, want{effect.Allow, "HOOK-190"}, "HOOK-190"},
		{"one refuses", []hook.ExecutionResult{fine, refuses, fails}, want{effect.Deny, "HOOK-016a"}, "HOOK-092, HOOK-112"},
		{"one denies", []hook.ExecutionResult{denies, fine}, want{effect.Deny, "HOOK-016b"}, "HOOK-092"},
		{"one stops", []hook.ExecutionResult{fine, stops}, want{effect.Stop, "HOOK-020"}, "HOOK-097"},
		{"refused and stopped", []hook.ExecutionResult{stops, denies}, want{effect.Deny, "HOOK-016b"}, "HOOK-092"},
		{"one fails", []hook.ExecutionResult{fails, fine}, want{effect.Allow, "HOOK-190"}, "HOOK-112: another one judged"},
		{"all fail", []hook.ExecutionResult{fails, gone}, want{effect.Failed, "HOOK-023"}, "nothing guarded the tool"},
		{"none starts", []hook.ExecutionResult{gone, fails}, want{effect.NotStarted, "HOOK-110"}, "nothing guarded the tool"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, wantOf(judged(hook.BeforeTool, tt.in...)), tt.reason)
		})
	}
}

func TestKinds(t *testing.T) {
	unguarded := map[effect.Kind]bool{}
	for _, kind := range effect.Kinds() {
		unguarded[kind] = kind.Unguarded()
	}
	assert.Equal(t, map[effect.Kind]bool{
		effect.Allow: false, effect.Deny: false, effect.Stop: false, effect.Ask: false, effect.Defer: false, effect.Unknown: false, effect.NotRun: false,
		effect.Failed: true, effect.Timeout: true, effect.Killed: true, effect.NotStarted: true,
	}, unguarded)
}

// For any result of a hook, the verdict is one of the kinds and names its rule, and a
// failed hook is never judged as allowing.
func TestNoFailureIsAnAllow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		event := rapid.SampledFrom(dialect.LLxprt().EventNames()).Draw(t, "event")
		code := rapid.IntRange(0, 255).Draw(t, "code")
		r := exited(t, event, code, rapid.SampledFrom([]string{"", "x", `{"decision":"allow"}`, `{"decision":"deny"}`, `{"continue":false}`, "[]"}).Draw(t, "stdout"),
			rapid.SampledFrom([]string{"", "x", "bash: x"}).Draw(t, "stderr"))
		r.Ending = rapid.SampledFrom([]hook.Ending{hook.NotStarted, hook.Exited, hook.Killed, hook.TimedOut, hook.Cancelled}).Draw(t, "ending")
		if r.Ending != hook.Exited {
			r.Success, r.Output, r.Err = false, nil, errors.New("gone")
		}
		healthy := r.Ending == hook.Exited && (code == 0 || code == 2)
		for _, v := range []effect.Verdict{effect.Judge(dialect.LLxprt(), r), judged(event, r), judged(event, r, r)} {
			assert.Contains(t, effect.Kinds(), v.Kind)
			assert.Regexp(t, `^(HOOK-\d{3}[ab]?|INT-\d{2})$`, v.Rule)
			assert.Equal(t, !healthy, v.Kind.Unguarded(), "section 35: %v", v)
		}
	})
}

func TestLooksLikeJSON(t *testing.T) {
	for text, want := range map[string]bool{`{"a"`: true, " \n[1": true, "\ufeff{": true, `"{"`: false, "a{": false, "": false} {
		assert.Equal(t, want, effect.LooksLikeJSON([]byte(text)), "HOOK-114: %q", text)
	}
}
