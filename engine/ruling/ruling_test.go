package ruling_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/ruling"
)

func TestClaudeBeforeATool(t *testing.T) {
	claude := dialect.Claude()
	const deny = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"R"}}`
	tests := []struct {
		does           string
		code           int
		stdout, stderr string
		want, model    string
	}{
		{"nothing", 0, "", "", "allow", ""},
		{"exit 2 with a reason", 2, "", "no\n", "deny", "PreToolUse:Bash hook error: [guard.sh]: no"},
		{"exit 2 in silence", 2, "", "", "deny", "PreToolUse:Bash hook error: [guard.sh]: No stderr output"},
		{"exit 1", 1, "", "no", "failed", ""},
		{"deny", 0, deny, "", "deny", "PreToolUse:Bash hook error: R"},
		{"deny and exit 1", 1, deny, "", "deny", "PreToolUse:Bash hook error: R"},
		{"deny and exit 2", 2, deny, "E", "deny", "PreToolUse:Bash hook error: R"},
		{"log line, then deny", 0, "log\n" + deny, "", "allow", ""},
		{"unknown word", 0, `{"decision":"deny"}`, "", "failed", ""},
	}
	for _, tt := range tests {
		t.Run(tt.does, func(t *testing.T) {
			input := claude.Payload("PreToolUse", claude.Sample("PreToolUse", "Bash"), dialect.Given{Session: "s", Folder: "/p", Time: time.Now()})
			got, _ := ruling.Of(claude, "PreToolUse", []hook.ExecutionResult{{
				Entry: hook.Entry{Command: "guard.sh", Type: hook.TypeCommand}, Event: "PreToolUse",
				Ending: hook.Exited, Code: tt.code, Stdout: []byte(tt.stdout), Stderr: []byte(tt.stderr),
			}}, input)
			assert.Equal(t, tt.want, string(got.Verdict.Kind), got.Verdict.Why)
			model := ""
			if got.Words.Model != nil {
				model = *got.Words.Model
			}
			assert.Equal(t, tt.model, model)
		})
	}
}
