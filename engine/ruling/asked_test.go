package ruling_test

import (
	"cmp"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/ruling"
)

// one rules on a hook that asks a server or a model, alone on its event.
func one(contract *dialect.Contract, event hook.Event, r hook.ExecutionResult) ruling.Ruling {
	r.Event = event
	if r.Entry.Question == nil {
		r.Entry.Question = &hook.Question{URL: "http://127.0.0.1:1", Prompt: "Is it safe?"}
	}
	row, _ := contract.Event(event)
	together, _ := ruling.Of(contract, event, []hook.ExecutionResult{r}, row.Sample())
	return together
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// The effects of server responses, by the makers' documentation and Qwen Code's source.
func TestServers(t *testing.T) {
	const (
		deny  = `{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "no"}}`
		block = `{"decision": "block", "reason": "no"}`
		json  = "application/json"
	)
	answered := func(status int, media, body string) hook.ExecutionResult {
		return hook.ExecutionResult{Entry: hook.Entry{Type: "http"}, Ending: hook.Answered, Status: status, MediaType: media, Stdout: []byte(body)}
	}
	tests := []struct {
		name        string
		contract    *dialect.Contract
		result      hook.ExecutionResult
		want        effect.Kind
		model, user string
		reason      string
		event       hook.Event
	}{
		{"an answer", dialect.Known("claude"), answered(200, json, deny), effect.Deny, "PreToolUse:Bash hook error: no", "", "2xx with a JSON object is read as stdout is", ""},
		{"201", dialect.Known("claude"), answered(201, json, deny), effect.Deny, "PreToolUse:Bash hook error: no", "", "every 2xx", ""},
		{"without a type", dialect.Known("claude"), answered(200, "", deny), effect.Deny, "PreToolUse:Bash hook error: no", "", "no page of Claude Code mentions the media type", ""},
		{"nothing", dialect.Known("claude"), answered(200, json, ""), effect.Allow, "", "", "2xx with an empty body is exit code 0 without output", ""},
		{"plain text", dialect.Known("claude"), answered(200, "text/plain", "no way"), effect.Failed, "", "", "2xx with any other body is a non-blocking error, not context", ""},
		{"no object", dialect.Known("claude"), answered(200, json, `["no"]`), effect.Failed, "", "", "an object is wanted", ""},
		{"cut off", dialect.Known("claude"), answered(200, json, `{"decision":`), effect.Failed, "", "", "any other body", ""},
		{"of the wrong form", dialect.Known("claude"), answered(200, json, `{"decision": "deny"}`), effect.Failed, "", "", "a body that fails schema validation is a non-blocking error", ""},
		{"404", dialect.Known("claude"), answered(404, json, deny), effect.Failed, "", "", "a status can't block, and its body is not read", ""},
		{"500", dialect.Known("claude"), answered(500, json, ""), effect.Failed, "", "", "non-2xx: execution continues", ""},
		{"a redirect", dialect.Known("claude"), answered(302, "", ""), effect.Unknown, "", "", "whether it is followed has not been observed", ""},
		{"bytes that are not text", dialect.Known("claude"), answered(200, json, "\xff\xfe"), effect.Failed, "", "", "no JSON object", ""},
		{"invalid UTF-8 in a reason", dialect.Known("claude"), answered(200, json, "{\"decision\": \"block\", \"reason\": \"a\xffb\"}"), effect.Deny, "PreToolUse:Bash hook error: a\uFFFDb", "", "as any other stream", ""},
		{"no connection", dialect.Known("claude"), hook.ExecutionResult{Entry: hook.Entry{Type: "http"}, Ending: hook.Unanswered, Err: errors.New("refused")}, effect.Failed, "", "", "connection failure: execution continues", ""},
		{"no connection, closed", dialect.Known("claude"), hook.ExecutionResult{Entry: hook.Entry{Type: "http", Closed: true}, Ending: hook.Unanswered, Err: errors.New("refused")}, effect.Deny, `PreToolUse:Bash hook error: [http http://127.0.0.1:1]: failed; blocking because onFailure is "block"`, "", "onFailure is for command and http", ""},
		{"too late", dialect.Known("claude"), hook.ExecutionResult{Entry: hook.Entry{Type: "http"}, Ending: hook.TimedOut}, effect.Timeout, "", "", "a timeout renders no decision", ""},

		{"Qwen: an answer", dialect.Known("qwen"), answered(200, json, block), effect.Deny, "no", "", "parseResponse of the package", ""},
		{"Qwen: another type", dialect.Known("qwen"), answered(200, "text/plain", block), effect.Allow, "", "{\"decision\": \"block\", \"reason\": \"no\"}", "a text of another type becomes a systemMessage, which is shown at the end of a turn", "Stop"},
		{"Qwen: broken", dialect.Known("qwen"), answered(200, json, `{"decision":`), effect.Allow, "", "", "what can't be parsed counts as continue: true", ""},
		{"Qwen: a redirect", dialect.Known("qwen"), answered(302, "", ""), effect.Failed, "", "", "redirect: manual, as any other status", ""},
		{"Qwen: 500", dialect.Known("qwen"), answered(500, json, block), effect.Failed, "", "", "non-blocking", ""},
		{"Copilot: 500", dialect.Known("copilot-claude"), answered(500, json, block), effect.Unknown, "", "", "its pages say nothing of it", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := one(tt.contract, cmp.Or(tt.event, "PreToolUse"), tt.result)
			assert.Equal(t, tt.want, got.Verdict.Kind, "%s: %s", tt.reason, got.Verdict.Why)
			assert.Contains(t, text(got.Words.Model), tt.model, tt.reason)
			assert.Equal(t, tt.model == "", got.Words.Model == nil, tt.reason)
			assert.Equal(t, tt.user, text(got.Words.User), tt.reason)
		})
	}
}

// The effects of model answers, by the documentation and observation of Claude Code,
// and by Qwen Code's source.
func TestModels(t *testing.T) {
	const refuses = `{"ok": false, "reason": "PR"}`
	tests := []struct {
		name        string
		contract    *dialect.Contract
		event       hook.Event
		goes        bool
		answer      string
		want        effect.Kind
		outcome     dialect.Outcome
		model, user string
		reason      string
	}{
		{"ok", dialect.Known("claude"), "PreToolUse", false, `{"ok": true}`, effect.Allow, dialect.Proceeds, "", "", "lets it pass"},
		{"a tool refused", dialect.Known("claude"), "PreToolUse", false, refuses, effect.Deny, dialect.Abandoned, "", "PR", "denies and ends the turn"},
		{"a tool refused, and on", dialect.Known("claude"), "PreToolUse", true, refuses, effect.Deny, dialect.Prevented, "PreToolUse:Bash hook error: PR", "", "continueOnBlock is a denial as any other"},
		{"a result refused", dialect.Known("claude"), "PostToolUse", false, refuses, effect.Stop, dialect.Ends, "", "PR", "the turn ends, with a warning"},
		{"a result refused, and on", dialect.Known("claude"), "PostToolUse", true, refuses, effect.Allow, dialect.Proceeds, "PR", "", "the reason is fed back"},
		{"an end refused", dialect.Known("claude"), "Stop", false, refuses, effect.Deny, dialect.Prevented, "Stop hook feedback:\n[Is it safe?]: PR", "", "seen"},
		{"an end refused in vain", dialect.Known("claude"), "Stop", false, `{"ok": false, "reason": "PR", "impossible": true}`, effect.Allow, dialect.Proceeds, "", "", "impossible lets the turn end"},
		{"a tool refused in vain", dialect.Known("claude"), "PreToolUse", false, `{"ok": false, "reason": "PR", "impossible": true}`, effect.Deny, dialect.Abandoned, "", "PR", "other events ignore impossible"},
		{"a prompt refused", dialect.Known("claude"), "UserPromptSubmit", false, refuses, effect.Deny, dialect.Prevented, "", "operation blocked by hook: PR", "as decision: block"},
		{"a failure refused", dialect.Known("claude"), "PostToolUseFailure", false, refuses, effect.Allow, dialect.Proceeds, `PostToolUseFailure:Bash hook blocking error from command: "prompt Is it safe?": PR`, "", "the reason goes to the model"},
		{"a permission", dialect.Known("claude"), "PermissionRequest", false, refuses, effect.Allow, dialect.Proceeds, "", "", "ok: false has no effect"},
		{"a denial", dialect.Known("claude"), "PermissionDenied", false, refuses, effect.Allow, dialect.Proceeds, "", "", "the denial has happened"},
		{"no reason", dialect.Known("claude"), "PreToolUse", false, `{"ok": false}`, effect.Deny, dialect.Abandoned, "", "undefined", "seen: the tool does not run and the run ends"},
		{"an end refused without a reason", dialect.Known("claude"), "Stop", false, `{"ok": false}`, effect.Deny, dialect.Prevented, "Stop hook feedback:\n[Is it safe?]: undefined", "", "seen"},
		{"another word", dialect.Known("claude"), "PreToolUse", false, `{"decision": "block"}`, effect.Failed, dialect.Proceeds, "", "A hook gave no usable answer, so it didn't check this action.", "hook_no_verdict, the action proceeds"},
		{"a sentence", dialect.Known("claude"), "Stop", false, `I think it is fine.`, effect.Failed, dialect.Proceeds, "", "A hook gave no usable answer, so it didn't check this action.", "no verdict"},
		{"a word for a truth value", dialect.Known("claude"), "PreToolUse", false, `{"ok": "maybe"}`, effect.Failed, dialect.Proceeds, "", "A hook gave no usable answer, so it didn't check this action.", "no verdict"},

		{"Qwen: ok", dialect.Known("qwen"), "PreToolUse", false, `{"ok": true}`, effect.Allow, dialect.Proceeds, "", "", "decision: allow"},
		{"Qwen: refused", dialect.Known("qwen"), "PreToolUse", false, refuses, effect.Deny, dialect.Prevented, "PR", "", "decision: block"},
		{"Qwen: no reason", dialect.Known("qwen"), "PreToolUse", false, `{"ok": false}`, effect.Deny, dialect.Prevented, "Blocked by prompt hook", "", "its default"},
		{"Qwen: a block of code", dialect.Known("qwen"), "PreToolUse", false, "```json\n" + refuses + "\n```", effect.Deny, dialect.Prevented, "PR", "", "parseResponse looks for one"},
		{"Qwen: a sentence", dialect.Known("qwen"), "PreToolUse", false, `No.`, effect.Failed, dialect.Proceeds, "", "", "defaulting to allow"},
		{"Qwen: context", dialect.Known("qwen"), "UserPromptSubmit", false, `{"ok": true, "additionalContext": "mind the gap"}`, effect.Allow, dialect.Proceeds, "mind the gap", "", "hookSpecificOutput.additionalContext"},

		{"the document: approve", dialect.Known("claude-seed"), "PreToolUse", false, `{"decision": "approve"}`, effect.Allow, dialect.Proceeds, "", "", "its example"},
		{"the document: block before a tool", dialect.Known("claude-seed"), "PreToolUse", false, `{"decision": "block", "reason": "PR"}`, effect.Deny, dialect.Prevented, "PR", "", "block"},
		{"the document: block at the end", dialect.Known("claude-seed"), "Stop", false, `{"decision": "block"}`, effect.Unknown, dialect.Unknown, "", "", "what it does is not said"},
		{"the document: another answer", dialect.Known("claude-seed"), "Stop", false, refuses, effect.Unknown, dialect.Unknown, "", "", "no such answer is written of"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := one(tt.contract, tt.event, hook.ExecutionResult{
				Entry:  hook.Entry{Type: "prompt", Question: &hook.Question{Prompt: "Is it safe?", Goes: tt.goes}},
				Ending: hook.Answered, Stdout: []byte(tt.answer),
			})
			assert.Equal(t, tt.want, got.Verdict.Kind, "%s: %s", tt.reason, got.Verdict.Why)
			assert.Equal(t, tt.outcome, got.Outcome, tt.reason)
			assert.Contains(t, text(got.Words.Model), tt.model, tt.reason)
			assert.Equal(t, tt.model == "", got.Words.Model == nil, tt.reason)
			assert.Equal(t, tt.user, text(got.Words.User), tt.reason)
		})
	}
}

// A hook whose question was not sent allows nothing: it did not run, and only a refusal
// by another hook decides.
func TestNoModelAsked(t *testing.T) {
	unasked := func(kind string) hook.ExecutionResult {
		return hook.ExecutionResult{Entry: hook.Entry{Type: kind, Question: &hook.Question{}}, Event: "PreToolUse", Ending: hook.Unasked, Err: errors.New("it needs a model")}
	}
	for _, kind := range []string{"http", "prompt", "mcp_tool", "agent"} {
		got := one(dialect.Known("claude"), "PreToolUse", unasked(kind))
		assert.Equal(t, effect.NotRun, got.Verdict.Kind, kind)
		assert.Equal(t, "not run: it needs a model", got.Verdict.Why, kind)
		assert.NotContains(t, got.Words.Agent, "runs the tool", kind)
	}
	others := func(code int) effect.Kind {
		command := hook.ExecutionResult{Event: "PreToolUse", Entry: hook.Entry{Type: hook.TypeCommand}, Ending: hook.Exited, Code: code, Stderr: []byte("no")}
		together, _ := ruling.Of(dialect.Known("claude"), "PreToolUse", []hook.ExecutionResult{command, unasked("prompt")}, jsonvalue.New())
		return together.Verdict.Kind
	}
	assert.Equal(t, effect.NotRun, others(0), "a command that allows does not decide for it")
	assert.Equal(t, effect.Deny, others(2), "a command that refuses decides")
}
