package ruling_test

import (
	"cmp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/ruling"
)

// ruled returns the ruling on one hook.
func ruled(agent string, event hook.Event, subject string, r hook.ExecutionResult) ruling.Ruling {
	contract := dialect.Known(agent)
	r.Event = event
	got, _ := ruling.Of(contract, event, []hook.ExecutionResult{r}, contract.Sample(event, subject))
	return got
}

// A text that is no UTF-8, or too long for a file of observations.
func TestClaudeReadsUnusualTexts(t *testing.T) {
	const refused, cut = "PreToolUse:Bash hook error: [guard.sh]: ", "… (2048 of 12000 characters, and the path of a file with all of them)"
	long := strings.Repeat("x", 12_000)
	observed(t, dialect.Known("claude"), "PreToolUse", "Bash", []seen{
		{Does: "stderr has two bytes that are not UTF-8", Hook: hookRun{Exit: 2, Stderr: "a\xff\xfeb"}, Verdict: effect.Deny, Fact: "claude.exit-2", Model: refused + "a\uFFFD\uFFFDb"},
		{Does: "stderr has a character that breaks off", Hook: hookRun{Exit: 2, Stderr: "x\xe2\x82y"}, Verdict: effect.Deny, Fact: "claude.exit-2", Model: refused + "x\uFFFDy"},
	})
	observed(t, dialect.Known("claude"), "PostToolUse", "Bash", []seen{
		{
			Does: "context is long", Hook: hookRun{Specific: `"additionalContext":"` + long + `"`},
			Verdict: effect.Allow, Fact: "claude.context", Model: "PostToolUse:Bash hook additional context: " + long[:2048] + cut,
		},
		{Does: "reason on stderr is long", Hook: hookRun{Exit: 2, Stderr: long + "end"}, Verdict: effect.Allow, Fact: "claude.post-tool", Model: "…: " + long + "end"},
	})
	observed(t, dialect.Known("claude"), "SessionStart", "startup", []seen{
		{Does: "plain text is long", Hook: hookRun{Stdout: long}, Verdict: effect.Allow, Fact: "claude.session-text", Model: "SessionStart:startup hook success: " + long[:2048] + cut},
	})
}

// What the model reads of hooks whose failures refuse, and of those without a shell.
func TestClaudeFailsClosed(t *testing.T) {
	for _, tt := range []struct {
		name   string
		result hook.ExecutionResult
		want   string
	}{
		{"timeout", hook.ExecutionResult{Ending: hook.TimedOut}, `timed out; blocking because onFailure is "block"`},
		{"exit code 1", hook.ExecutionResult{Code: 1, Stderr: []byte("E1\n")}, "failed; blocking because onFailure is \"block\"\nE1"},
		{"exit code 2", hook.ExecutionResult{Code: 2}, "No stderr output"},
		{"answer of the wrong form", hook.ExecutionResult{Stdout: []byte(`{"decision":"deny"}`)}, "failed; blocking because onFailure is \"block\"\nHook JSON output validation failed …"},
	} {
		r := tt.result
		r.Entry = hook.Entry{Type: hook.TypeCommand, Command: "./f.sh", Args: []string{"--one", "two words"}, Closed: true}
		if r.Ending != hook.TimedOut {
			r.Ending = hook.Exited
		}
		got := ruled("claude", "PreToolUse", "Bash", r)
		assert.Equal(t, effect.Deny, got.Verdict.Kind, tt.name)
		assert.Equal(t, "PreToolUse:Bash hook error: [./f.sh --one two words]: "+tt.want, text(got.Words.Model), tt.name)
		// After a tool nothing can be refused, and the model reads of the failure.
		got = ruled("claude", "PostToolUse", "Bash", r)
		assert.NotEqual(t, effect.Deny, got.Verdict.Kind, tt.name)
		assert.Equal(t, `PostToolUse:Bash hook blocking error from command: "./f.sh --one two words": [./f.sh --one two words]: `+tt.want, text(got.Words.Model), tt.name)
	}
}

// If it is not known whether the agent starts a hook, its refusal is not a firm
// verdict, however it refuses. A hook without objections has none either way.
func TestAHookThatMayNotHaveBeenStarted(t *testing.T) {
	unknown := effect.Verdict{Kind: effect.Unknown, Rule: "claude.if-unseen", Why: "nobody has looked"}
	for _, tt := range []struct {
		the    string
		result hook.ExecutionResult
		want   effect.Verdict
	}{
		{"exit code is 0", hook.ExecutionResult{Ending: hook.Exited}, effect.Verdict{Kind: effect.Allow, Rule: "claude.exit-0", Why: "the hook requests nothing: no objection"}},
		{"exit code is 2", hook.ExecutionResult{Ending: hook.Exited, Code: 2}, unknown},
		{"exit code is 1", hook.ExecutionResult{Ending: hook.Exited, Code: 1}, effect.Verdict{Kind: effect.Failed, Rule: "claude.exit-other", Why: "exit code 1 is a failure"}},
		{"exit code is 1, with onFailure", hook.ExecutionResult{Entry: hook.Entry{Closed: true}, Ending: hook.Exited, Code: 1}, unknown},
		{"timeout, with onFailure", hook.ExecutionResult{Entry: hook.Entry{Closed: true}, Ending: hook.TimedOut}, unknown},
		{"the model says no", hook.ExecutionResult{Entry: hook.Entry{Type: "prompt", Question: &hook.Question{}}, Ending: hook.Answered, Stdout: []byte(`{"ok": false}`)}, unknown},
	} {
		r := tt.result
		r.Entry.Command, r.Entry.Type = "g", cmp.Or(r.Entry.Type, hook.TypeCommand)
		r.Entry.Uncertain = hook.Off{Why: unknown.Why, Rule: unknown.Rule}
		assert.Equal(t, tt.want, ruled("claude", "PreToolUse", "Bash", r).Verdict, tt.the)
	}
}

// A hook in the background refuses nothing, on no event.
func TestCodexInTheBackground(t *testing.T) {
	r := hook.ExecutionResult{Entry: hook.Entry{Type: hook.TypeCommand, Command: "g", Background: true}, Ending: hook.Exited, Code: 2, Stderr: []byte("R")}
	for event, want := range map[hook.Event]effect.Kind{"PreToolUse": effect.Allow, "Stop": effect.Allow} {
		assert.Equal(t, want, ruled("codex", event, "", r).Verdict.Kind, event)
	}
}

// The reason for a verdict matches the meaning of the exit code on the event.
func TestCopilotSaysWhy(t *testing.T) {
	for event, want := range map[hook.Event]string{
		"preToolUse":          "exit code 2 refuses; what the hook wrote is not read",
		"userPromptSubmitted": "exit code 2 refuses nothing on this event",
		"postToolUseFailure":  "exit code 2 gives the model what is on stdout",
	} {
		left := hook.ExecutionResult{Ending: hook.Exited, Code: 2, Stdout: []byte("C")}
		assert.Equal(t, want, ruled("copilot", event, "", left).Verdict.Why)
	}
}

func TestClaudeSeedTimeouts(t *testing.T) {
	timeout := dialect.Known("claude-seed").Handlers.Timeout
	assert.Equal(t, time.Millisecond, timeout.Unit)
	assert.Equal(t, time.Minute, timeout.Default)
}

// A person who does not name them sees no results for agents that were not run.
func TestAgentsNeverRunAnswerOnlyByName(t *testing.T) {
	for _, contract := range dialect.Contracts() {
		run := contract.Reading == nil
		for _, fact := range contract.Facts {
			run = run || fact.Kind == dialect.Run
		}
		assert.True(t, run || contract.OnlyNamed, "contracts/%s.yaml: no fact has the kind run, so that it needs onlyNamed: true", contract.Name)
	}
}
