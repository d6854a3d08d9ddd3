package ruling_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/ruling"
)

// Which failures refuse for a hook with the closing field.
func TestFailuresThatRefuse(t *testing.T) {
	tests := []struct {
		contract *dialect.Contract
		event    hook.Event
		does     string
		result   hook.ExecutionResult
		want     string
		reason   string
	}{
		{dialect.Known("claude"), "PreToolUse", "exit 1", hook.ExecutionResult{Ending: hook.Exited, Code: 1}, "deny", "onFailure: block"},
		{dialect.Known("claude"), "PreToolUse", "exit 127", hook.ExecutionResult{Ending: hook.Exited, Code: 127}, "deny", "onFailure: block"},
		{dialect.Known("claude"), "PreToolUse", "lags", hook.ExecutionResult{Ending: hook.TimedOut}, "deny", "onFailure: block"},
		{dialect.Known("claude"), "PreToolUse", "an answer against the rules", hook.ExecutionResult{Ending: hook.Exited, Stdout: []byte(`{"decision": "deny"}`)}, "deny", "onFailure: block"},
		{dialect.Known("claude"), "PreToolUse", "half an answer", hook.ExecutionResult{Ending: hook.Exited, Stdout: []byte(`{"a":`)}, "allow", "it counts as plain text"},
		{dialect.Known("claude"), "PreToolUse", "plain text", hook.ExecutionResult{Ending: hook.Exited, Stdout: []byte("done")}, "allow", "it is not a failure"},
		{dialect.Known("claude"), "PreToolUse", "nothing", hook.ExecutionResult{Ending: hook.Exited}, "allow", "silence is not a failure"},
		{dialect.Known("claude"), "PostToolUse", "exit 1", hook.ExecutionResult{Ending: hook.Exited, Code: 1}, "failed", "a tool that ran can't be refused"},
		{dialect.Known("claude"), "Stop", "exit 1", hook.ExecutionResult{Ending: hook.Exited, Code: 1}, "failed", "the field is ignored on Stop"},
		{dialect.Known("claude"), "UserPromptSubmit", "exit 1", hook.ExecutionResult{Ending: hook.Exited, Code: 1}, "deny", "onFailure: block"},
		{dialect.Known("cursor"), "preToolUse", "nothing", hook.ExecutionResult{Ending: hook.Exited}, "deny", "failClosed counts an empty output"},
		{dialect.Known("cursor"), "preToolUse", "exit 1", hook.ExecutionResult{Ending: hook.Exited, Code: 1}, "deny", "failClosed"},
	}
	for _, tt := range tests {
		t.Run(tt.contract.Name+"/"+string(tt.event)+"/"+tt.does, func(t *testing.T) {
			tt.result.Event = tt.event
			tt.result.Entry.Closed = true
			got, _ := ruling.Of(tt.contract, tt.event, []hook.ExecutionResult{tt.result}, tt.contract.Sample(tt.event, ""))
			assert.Equal(t, tt.want, string(got.Verdict.Kind), "%s: %s", tt.reason, got.Verdict.Why)
			tt.result.Entry.Closed = false
			open, _ := ruling.Of(tt.contract, tt.event, []hook.ExecutionResult{tt.result}, tt.contract.Sample(tt.event, ""))
			assert.NotEqual(t, "deny", string(open.Verdict.Kind), "without the field nothing refuses")
		})
	}
}
