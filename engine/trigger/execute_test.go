package trigger_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/trigger"
	"github.com/hooktest/hooktest/schemas"
)

func tool(result trigger.ToolResult) trigger.ExecuteFunc {
	return func(context.Context, *jsonvalue.Object) (trigger.ToolResult, error) { return result, nil }
}

// both returns a hooks object with a BeforeTool and an AfterTool hook; an empty text
// means no hook.
func both(before, after string) string {
	o := jsonvalue.New()
	for event, text := range map[hook.Event]string{hook.BeforeTool: before, hook.AfterTool: after} {
		if text != "" {
			group := jsonvalue.New(jsonvalue.Member{Key: "hooks", Value: []any{command(text)}})
			o.Set(string(event), []any{group})
		}
	}
	return string(jsonvalue.Marshal(o))
}

func refusedResult(text string) trigger.ToolResult {
	return trigger.ToolResult{LLMContent: text, ReturnDisplay: text, Error: jsonvalue.New(
		jsonvalue.Member{Key: "message", Value: text}, jsonvalue.Member{Key: "type", Value: "hook_blocked"})}
}

// What else hooks can do to a call, the suite shows.
func TestExecuteToolWithHooks(t *testing.T) {
	done := trigger.ToolResult{LLMContent: "done", ReturnDisplay: "Done."}
	tests := []struct {
		name   string
		before string
		want   trigger.ToolExecution
		reason string
	}{
		{"no hooks", "", trigger.ToolExecution{Executed: true, Result: done}, "HOOK-133"},
		{"refused", "echo no >&2; exit 2", trigger.ToolExecution{Blocked: true, Result: refusedResult("no")}, "HOOK-016a, HOOK-017, HOOK-183"},
		{"stopped", says(`{"continue":false,"stopReason":"enough"}`), trigger.ToolExecution{AgentStopped: true, StopReason: "enough", Result: refusedResult("enough")}, "HOOK-020, INT-40"},
		{"refused and stopped", says(`{"decision":"deny","reason":"no","continue":false,"stopReason":"enough"}`),
			trigger.ToolExecution{Blocked: true, AgentStopped: true, StopReason: "enough", Result: refusedResult("no")}, "HOOK-017, HOOK-020, INT-33"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			input := object(t, `{"a":1,"b":{"c":2}}`)
			tt.want.Input = input
			ran := false
			got := trigger.ExecuteToolWithHooks(t.Context(), configOf(t, both(tt.before, "")), "write_file", input,
				func(context.Context, *jsonvalue.Object) (trigger.ToolResult, error) {
					ran = true
					return done, nil
				})
			assert.Equal(t, tt.want, got, tt.reason)
			assert.Equal(t, tt.want.Executed, ran, tt.reason)
		})
	}
}

func TestToolsRunWithTheChangedInput(t *testing.T) {
	input := object(t, `{"path":"a","mode":"w","nested":{"x":1,"y":2}}`)
	c := configOf(t, hooks(hook.BeforeTool,
		says(`{"hookSpecificOutput":{"tool_input":{"path":"b","nested":{"x":9}}}}`),
		says(`{"hookSpecificOutput":{"tool_input":{"path":"c","added":[1]}}}`)))

	var read *jsonvalue.Object
	got := trigger.ExecuteToolWithHooks(t.Context(), c, "write_file", input,
		func(_ context.Context, in *jsonvalue.Object) (trigger.ToolResult, error) {
			read = in
			return trigger.ToolResult{}, nil
		})
	want := `{"path":"c","mode":"w","nested":{"x":9},"added":[1]}`
	assert.Equal(t, want, string(jsonvalue.Marshal(read)), "HOOK-019, HOOK-216, INT-24: shallow, later hooks first, over the original")
	assert.Same(t, read, got.Input, "HOOK-019")
	assert.Equal(t, object(t, `{"path":"a","mode":"w","nested":{"x":1,"y":2}}`), input, "HOOK-217: the caller's input is its own")
}

func TestAfterToolReadsWhatTheToolDid(t *testing.T) {
	tests := []struct {
		name   string
		in     trigger.ExecuteFunc
		want   string
		reason string
	}{
		{"text", tool(trigger.ToolResult{LLMContent: "x", ReturnDisplay: "X"}), `{"llmContent":"x","returnDisplay":"X","metadata":{}}`, "HOOK-026"},
		{"all fields", tool(trigger.ToolResultFrom(object(t, `{"llmContent":[{"text":"x"}],"returnDisplay":{"diff":"+"},"metadata":{"n":1.0},"error":{"message":"e","type":"t"},"suppressDisplay":true,"other":1}`))),
			`{"llmContent":[{"text":"x"}],"returnDisplay":{"diff":"+"},"metadata":{"n":1.0},"error":{"message":"e","type":"t"}}`, "HOOK-026"},
		{"nothing", tool(trigger.ToolResult{}), `{"llmContent":"","returnDisplay":"","metadata":{}}`, "HOOK-026: the fields are always there, and null is not content"},
		{"an error", func(context.Context, *jsonvalue.Object) (trigger.ToolResult, error) {
			return trigger.ToolResult{LLMContent: "half done"}, errors.New("disk full")
		}, `{"llmContent":"disk full","returnDisplay":"disk full","metadata":{},"error":{"message":"disk full","type":"tool_error"}}`, "HOOK-026"},
		{"a panic", func(context.Context, *jsonvalue.Object) (trigger.ToolResult, error) { panic("nil map") },
			`{"llmContent":"the tool panicked: nil map","returnDisplay":"the tool panicked: nil map","metadata":{},"error":{"message":"the tool panicked: nil map","type":"tool_error"}}`, "HOOK-111"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := configOf(t, both(says(`{"hookSpecificOutput":{"tool_input":{"a":2}}}`), "cat > in.json; "+says(`{"hookSpecificOutput":{"additionalContext":"note"}}`)))
			got := trigger.ExecuteToolWithHooks(t.Context(), c, "write_file", object(t, `{"a":1}`), tt.in)
			stdin, err := os.ReadFile(filepath.Join(c.WorkingDir(), "in.json"))
			require.NoError(t, err)
			assert.True(t, got.Executed, tt.reason)
			assert.True(t, strings.HasSuffix(string(stdin), `,"tool_name":"write_file","tool_input":{"a":2},"tool_response":`+tt.want+`}`), "%s, HOOK-025: %s", tt.reason, stdin)
			assert.NoError(t, schemas.ValidateBytes(schemas.Stdin("AfterTool"), "stdin", stdin, document.Options{}), tt.reason)
			assert.Contains(t, string(jsonvalue.Marshal(got.Result.Object())), "note", "HOOK-027: hooks can add to the results of failed tools, too")
		})
	}
}

// Two calls may return the same parts: text added to one must not appear in the other.
func TestAppendingSharesNothing(t *testing.T) {
	backing := make([]any, 1, 8)
	backing[0] = object(t, `{"text":"x"}`)
	c := configOf(t, both("", says(`{"systemMessage":"mind"}`)))
	first := trigger.ExecuteToolWithHooks(t.Context(), c, "t", nil, tool(trigger.ToolResult{LLMContent: backing}))
	assert.Equal(t, []any{object(t, `{"text":"x"}`), nil}, backing[:2], "HOOK-217")
	assert.Len(t, first.Result.LLMContent, 2)
}

func TestToolResultsRoundTrip(t *testing.T) {
	for _, text := range []string{
		`{"llmContent":"x","returnDisplay":"y"}`,
		`{"llmContent":[{"text":"x"}],"returnDisplay":{"diff":"+"},"metadata":{"n":1.0},"error":{"message":"e"},"suppressDisplay":true,"other":[1,null]}`,
		`{"llmContent":null,"returnDisplay":null}`,
	} {
		assert.Equal(t, text, string(jsonvalue.Marshal(trigger.ToolResultFrom(object(t, text)).Object())), "HOOK-149")
	}
	assert.Equal(t, trigger.ToolResult{LLMContent: "x"}, trigger.ToolResultFrom(object(t, `{"llmContent":"x","metadata":1,"error":"e","suppressDisplay":"yes"}`)),
		"fields of the wrong type count as absent")
}
