package trigger_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/trigger"
)

// said is what a caller reads off a final output.
type said struct {
	Class           string
	Blocking, Stops bool
	Reason          string
	Fields          string
}

func read(final hook.FinalOutput) said {
	return said{
		Class: final.Class(), Blocking: final.IsBlockingDecision(), Stops: final.ShouldStopExecution(),
		Reason: final.EffectiveReason(), Fields: string(jsonvalue.Marshal(final.Output().Object())),
	}
}

func TestFireBeforeToolHook(t *testing.T) {
	const class = "BeforeToolHookOutput"
	tests := []struct {
		name   string
		in     []string
		want   said
		reason string
	}{
		{"allow", []string{says(`{"decision":"allow"}`)}, said{class, false, false, "No reason provided", `{"decision":"allow"}`}, "HOOK-018"},
		{"ask", []string{says(`{"decision":"ask"}`)}, said{class, false, false, "No reason provided", `{"decision":"allow"}`}, "HOOK-182, INT-27"},
		{"no decision", []string{says(`{"decision":null}`)}, said{class, false, false, "No reason provided", `{"decision":"allow"}`}, "HOOK-158, INT-27"},
		{"text", []string{"echo careful"}, said{class, false, false, "No reason provided", `{"decision":"allow","systemMessage":"careful"}`}, "HOOK-064"},
		{"exit 2", []string{"echo no >&2; exit 2"}, said{class, true, false, "no", `{"decision":"deny","reason":"no"}`}, "HOOK-016a"},
		{"exit 2 without words", []string{says(`{"reason":"unread"}`) + "; exit 2"}, said{class, true, false, "Blocked by hook", `{"decision":"deny","reason":"Blocked by hook"}`}, "HOOK-067b"},
		{"deny", []string{says(`{"decision":"deny","reason":"no"}`)}, said{class, true, false, "no", `{"decision":"deny","reason":"no"}`}, "HOOK-016b"},
		{"block", []string{says(`{"decision":"block"}`)}, said{class, true, false, "No reason provided", `{"decision":"block"}`}, "HOOK-016b, INT-33"},
		{"permissionDecision", []string{says(`{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"not here"}}`)},
			said{class, true, false, "not here", `{"decision":"allow","hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"not here"}}`}, "HOOK-169, HOOK-170, HOOK-199"},
		{"stop", []string{says(`{"continue":false,"stopReason":"enough"}`)}, said{class, false, true, "enough", `{"continue":false,"stopReason":"enough"}`}, "HOOK-020, INT-27"},
		{"changed input", []string{says(`{"hookSpecificOutput":{"tool_input":{"a":1}}}`)},
			said{class, false, false, "No reason provided", `{"decision":"allow","hookSpecificOutput":{"tool_input":{"a":1}}}`}, "HOOK-019"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			final := trigger.FireBeforeToolHook(t.Context(), configOf(t, hooks(hook.BeforeTool, tt.in...)), "write_file", nil)
			require.NotNil(t, final, "HOOK-127, HOOK-150")
			assert.Equal(t, tt.want, read(final), tt.reason)
		})
	}
}

func TestFireAfterToolHook(t *testing.T) {
	const class = "DefaultHookOutput"
	tests := []struct {
		name   string
		in     []string
		want   said
		reason string
	}{
		{"context", []string{says(`{"hookSpecificOutput":{"additionalContext":"note"}}`)},
			said{class, false, false, "No reason provided", `{"decision":"allow","hookSpecificOutput":{"additionalContext":"note"}}`}, "HOOK-027, HOOK-217"},
		{"all effects of two hooks", []string{
			says(`{"systemMessage":"one","hookSpecificOutput":{"additionalContext":"a"}}`),
			says(`{"systemMessage":"two","suppressOutput":true,"hookSpecificOutput":{"additionalContext":"b"}}`),
		}, said{class, false, false, "No reason provided", `{"decision":"allow","suppressOutput":true,"systemMessage":"one\ntwo","hookSpecificOutput":{"additionalContext":"a\nb"}}`}, "HOOK-208"},
		{"stop", []string{says(`{"continue":false,"stopReason":"enough"}`)}, said{class, false, true, "enough", `{"continue":false,"stopReason":"enough"}`}, "HOOK-028"},
		{"refusal", []string{"echo no >&2; exit 2"}, said{class, true, false, "no", `{"decision":"deny","reason":"no"}`}, "INT-32: reported, but the caller does not act on it"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			final := trigger.FireAfterToolHook(t.Context(), configOf(t, hooks(hook.AfterTool, tt.in...)), "write_file", nil, nil)
			require.NotNil(t, final, "HOOK-128, HOOK-151")
			assert.Equal(t, tt.want, read(final), tt.reason)
		})
	}
}

func TestHooksReadTheCallersValues(t *testing.T) {
	c := configOf(t, both("cat > before.json", "cat > after.json"))
	input, response := object(t, `{"a":{"b":1}}`), object(t, `{"llmContent":[{"text":"x"}],"returnDisplay":"y"}`)
	trigger.FireBeforeToolHook(t.Context(), c, "t", input)
	trigger.FireAfterToolHook(t.Context(), c, "t", input, response)

	before, err := os.ReadFile(filepath.Join(c.WorkingDir(), "before.json"))
	require.NoError(t, err)
	after, err := os.ReadFile(filepath.Join(c.WorkingDir(), "after.json"))
	require.NoError(t, err)
	assert.Contains(t, string(before), `,"tool_name":"t","tool_input":{"a":{"b":1}}}`, "HOOK-150")
	assert.Contains(t, string(after), `,"tool_name":"t","tool_input":{"a":{"b":1}},"tool_response":{"llmContent":[{"text":"x"}],"returnDisplay":"y"}}`, "HOOK-151")
	assert.Equal(t, object(t, `{"a":{"b":1}}`), input, "HOOK-217")
	assert.Equal(t, object(t, `{"llmContent":[{"text":"x"}],"returnDisplay":"y"}`), response, "HOOK-217")
}
