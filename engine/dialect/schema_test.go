package dialect_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/schemas"
)

// A payload fits the input schema, and does not fit it without any one of the fields
// that are always present.
func TestPayloadsFitTheirSchemas(t *testing.T) {
	for _, c := range observed() {
		for _, row := range c.Events {
			t.Run(c.Name+"/"+string(row.Name), func(t *testing.T) {
				schema := jsonvalue.Marshal(c.StdinSchema(row.Name))
				payload := c.Payload(row.Name, c.Sample(row.Name, ""), dialect.Given{Session: "s", Folder: "/project", Time: time.UnixMilli(0)})
				require.NoError(t, schemas.ValidateBy(schema, "stdin", jsonvalue.Marshal(payload), document.Options{}))
				for _, field := range row.Fields {
					less := payload.Clone()
					less.Delete(field.Name)
					err := schemas.ValidateBy(schema, "stdin", jsonvalue.Marshal(less), document.Options{})
					assert.Equal(t, field.Optional, err == nil, "without %s", field.Name)
				}
			})
		}
	}
}

func TestAnswersAndTheirSchemas(t *testing.T) {
	tests := []struct {
		contract, event, answer string
		want, reason            string
	}{
		{"claude", "PreToolUse", `{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny"}}`, "", "a denial"},
		{"claude", "PreToolUse", `{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "block"}}`, "permissionDecision", "no such word"},
		{"claude", "PreToolUse", `{"continue": "false"}`, "continue", "a text is not a boolean"},
		{"claude", "PreToolUse", `{"mine": 1}`, "", "unknown fields are let pass"},
		{"codex", "PreToolUse", `{"mine": 1}`, "mine", "an unknown field costs the answer"},
		{"codex", "PreToolUse", `{"hookSpecificOutput": {"hookEventName": "PreToolUse", "mine": 1}}`, "mine", "also inside"},
		{"codex", "PreToolUse", `{"stopReason": null}`, "", "null is as good as nothing"},
		{"gemini", "BeforeTool", `{"decision": "deny", "reason": "no"}`, "", "a denial"},
	}
	for _, tt := range tests {
		t.Run(tt.contract+"/"+tt.answer, func(t *testing.T) {
			c, ok := dialect.Named(tt.contract)
			require.True(t, ok)
			row, known := c.Event(hook.Event(tt.event))
			require.True(t, known)
			err := schemas.ValidateBy(jsonvalue.Marshal(c.StdoutSchema(row.Name)), "stdout", []byte(tt.answer), document.Options{})
			if tt.want == "" {
				assert.NoError(t, err, tt.reason)
				return
			}
			assert.ErrorContains(t, err, tt.want, tt.reason)
		})
	}
}

func TestSettingsAndTheirSchemas(t *testing.T) {
	tests := []struct{ contract, text, want string }{
		{"claude", `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "x", "timeout": 5}]}]}, "model": "y"}`, ""},
		{"claude", `{"hooks": {"PreToolUse": [{"type": "command", "command": "x"}]}}`, "hooks"},
		{"claude", `{"hooks": {"PreToolUse": [{"hooks": [{"type": "wasm"}]}]}}`, "type"},
		{"cursor", `{"version": 1, "hooks": {"preToolUse": [{"command": "x", "matcher": "Shell"}]}}`, ""},
		{"cursor", `{"hooks": {"preToolUse": [{"command": 5}]}}`, "command"},
	}
	for _, tt := range tests {
		t.Run(tt.contract+"/"+tt.text, func(t *testing.T) {
			c, _ := dialect.Named(tt.contract)
			err := schemas.ValidateBy(jsonvalue.Marshal(c.SettingsSchema()), "settings", []byte(tt.text), document.Options{})
			if tt.want == "" {
				assert.NoError(t, err)
				return
			}
			assert.ErrorContains(t, err, tt.want)
		})
	}
}
