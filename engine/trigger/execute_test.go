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

func TestExecuteToolWithHooks(t *testing.T) {
	done := trigger.ToolResult{LLMContent: "done", ReturnDisplay: "Done."}
	with := func(text string) trigger.ToolResult {
		return trigger.ToolResult{LLMContent: "done" + text, ReturnDisplay: "Done."}
	}
	hidden := done
	hidden.SuppressDisplay = true
	noted := refusedResult("no")
	noted.LLMContent = "no\n\n[System] mind"

	tests := []struct {
		name          string
		before, after string
		want          trigger.ToolExecution
		reason        string
	}{
		{"no hooks", "", "", trigger.ToolExecution{Executed: true, Result: done}, "HOOK-133"},
		{"allow", says(`{"decision":"approve"}`), says(`{"decision":"allow"}`), trigger.ToolExecution{Executed: true, Result: done}, "HOOK-018"},

		// What BeforeTool can do (HOOK-177).
		{"refused by exit 2", "echo no >&2; exit 2", "", trigger.ToolExecution{Blocked: true, Result: refusedResult("no")}, "HOOK-016a, HOOK-017, HOOK-183"},
		{"refused by JSON", says(`{"decision":"block","reason":"no"}`), "", trigger.ToolExecution{Blocked: true, Result: refusedResult("no")}, "HOOK-016b, HOOK-017"},
		{"refused without a reason", says(`{"decision":"deny"}`), "", trigger.ToolExecution{Blocked: true, Result: refusedResult("No reason provided")}, "INT-33"},
		{"refused by permissionDecision", says(`{"reason":"top","hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"not here"}}`), "",
			trigger.ToolExecution{Blocked: true, Result: refusedResult("not here")}, "HOOK-199"},
		{"refused with a message", says(`{"decision":"deny","reason":"no","systemMessage":"mind"}`), "", trigger.ToolExecution{Blocked: true, Result: noted}, "HOOK-159"},
		{"stopped", says(`{"continue":false,"stopReason":"enough"}`), "", trigger.ToolExecution{AgentStopped: true, StopReason: "enough", Result: refusedResult("enough")}, "HOOK-020, INT-40"},
		{"refused and stopped", says(`{"decision":"deny","reason":"no","continue":false,"stopReason":"enough"}`), "",
			trigger.ToolExecution{Blocked: true, AgentStopped: true, StopReason: "enough", Result: refusedResult("no")}, "HOOK-017, HOOK-020, INT-33"},
		{"refused, so that nothing follows", "exit 2", "echo after", trigger.ToolExecution{Blocked: true, Result: refusedResult("Blocked by hook")}, "HOOK-025: the tool did not run"},
		{"a message before", says(`{"systemMessage":"mind"}`), "", trigger.ToolExecution{Executed: true, Result: with("\n\n[System] mind")}, "HOOK-159"},
		{"text before", "echo mind", "", trigger.ToolExecution{Executed: true, Result: with("\n\n[System] mind")}, "HOOK-064, HOOK-159"},

		// What it can't.
		{"context before", says(`{"hookSpecificOutput":{"additionalContext":"lost"}}`), "", trigger.ToolExecution{Executed: true, Result: done}, "HOOK-177"},
		{"hidden before", says(`{"suppressOutput":true}`), "", trigger.ToolExecution{Executed: true, Result: done}, "HOOK-177"},

		// What AfterTool can do (HOOK-178).
		{"context", "", says(`{"hookSpecificOutput":{"additionalContext":"note"}}`), trigger.ToolExecution{Executed: true, Result: with("\n\nnote")}, "HOOK-027"},
		{"empty context", "", says(`{"systemMessage":"","hookSpecificOutput":{"additionalContext":""}}`), trigger.ToolExecution{Executed: true, Result: done}, "HOOK-027, INT-28"},
		{"message", "", says(`{"systemMessage":"mind"}`), trigger.ToolExecution{Executed: true, Result: with("\n\n[System] mind")}, "HOOK-030, HOOK-131"},
		{"context, then message", "", says(`{"systemMessage":"mind","hookSpecificOutput":{"additionalContext":"note"}}`),
			trigger.ToolExecution{Executed: true, Result: with("\n\nnote\n\n[System] mind")}, "INT-42"},
		{"messages of both", says(`{"systemMessage":"first"}`), says(`{"systemMessage":"mind","hookSpecificOutput":{"additionalContext":"note"}}`),
			trigger.ToolExecution{Executed: true, Result: with("\n\n[System] first\n\nnote\n\n[System] mind")}, "HOOK-159, INT-42"},
		{"hidden", "", says(`{"suppressOutput":true}`), trigger.ToolExecution{Executed: true, Result: hidden}, "HOOK-029, HOOK-132: the model still reads it"},
		{"shown", "", says(`{"suppressOutput":false}`), trigger.ToolExecution{Executed: true, Result: done}, "HOOK-132"},
		{"stopped after", "", says(`{"continue":false,"stopReason":"enough"}`), trigger.ToolExecution{Executed: true, AgentStopped: true, StopReason: "enough", Result: done}, "HOOK-028"},
		{"stopped after without words", "", says(`{"continue":false}`), trigger.ToolExecution{Executed: true, AgentStopped: true, StopReason: "No reason provided", Result: done}, "INT-33"},

		// What it can't.
		{"refused after, exit 2", "", "echo no >&2; exit 2", trigger.ToolExecution{Executed: true, Result: done}, "HOOK-178, INT-32"},
		{"refused after, JSON", "", says(`{"decision":"deny","reason":"no","hookSpecificOutput":{"tool_response":{"llmContent":"mine"},"tool_input":{"a":2}}}`),
			trigger.ToolExecution{Executed: true, Result: done}, "HOOK-178: no direct change of the result"},

		// Failures.
		{"broken hooks", "echo no >&2; exit 1", "echo no >&2; exit 1", trigger.ToolExecution{Executed: true, Result: done}, "HOOK-023, HOOK-031, INT-26"},
		{"killed hooks", says(`{"decision":"deny"}`) + "; kill -KILL $$", says(`{"suppressOutput":true}`) + "; kill -KILL $$", trigger.ToolExecution{Executed: true, Result: done}, "HOOK-196"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			input := object(t, `{"a":1,"b":{"c":2}}`)
			tt.want.Input = object(t, `{"a":1,"b":{"c":2}}`)
			ran := 0
			got := trigger.ExecuteToolWithHooks(t.Context(), configOf(t, both(tt.before, tt.after)), "write_file", input,
				func(_ context.Context, in *jsonvalue.Object) (trigger.ToolResult, error) {
					ran++
					assert.Equal(t, input, in, tt.reason)
					return done, nil
				})
			assert.Equal(t, tt.want, got, tt.reason)
			assert.Equal(t, tt.want.Executed, ran == 1, "%s: the tool ran %d times", tt.reason, ran)
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

func TestAppendingToContent(t *testing.T) {
	after := says(`{"systemMessage":"mind","hookSpecificOutput":{"additionalContext":"note"}}`)
	const parts = `{"text":"\n\nnote"},{"text":"\n\n[System] mind"}`
	tests := []struct {
		name string
		in   string
		want string
	}{
		{"string", `{"llmContent":"x"}`, `{"llmContent":"x\n\nnote\n\n[System] mind","returnDisplay":null}`},
		{"parts", `{"llmContent":[{"text":"x"},{"inlineData":{}}]}`, `{"llmContent":[{"text":"x"},{"inlineData":{}},` + parts + `],"returnDisplay":null}`},
		{"no parts", `{"llmContent":[]}`, `{"llmContent":[` + parts + `],"returnDisplay":null}`},
		{"one part", `{"llmContent":{"text":"x"}}`, `{"llmContent":[{"text":"x"},` + parts + `],"returnDisplay":null}`},
		{"nothing", `{}`, `{"llmContent":"\n\nnote\n\n[System] mind","returnDisplay":null}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			result := trigger.ToolResultFrom(object(t, tt.in))
			got := trigger.ExecuteToolWithHooks(t.Context(), configOf(t, both("", after)), "t", nil, tool(result))
			assert.Equal(t, tt.want, string(jsonvalue.Marshal(got.Result.Object())), "INT-42, HOOK-131")
			assert.Equal(t, trigger.ToolResultFrom(object(t, tt.in)), result, "HOOK-217: the tool's own result is not changed")
		})
	}
}

// Two calls may return the same parts: text added to one must not appear in the other.
func TestAppendingSharesNothing(t *testing.T) {
	backing := make([]any, 1, 8)
	backing[0] = object(t, `{"text":"x"}`)
	c := configOf(t, both("", says(`{"systemMessage":"mind"}`)))
	first := trigger.ExecuteToolWithHooks(t.Context(), c, "t", nil, tool(trigger.ToolResult{LLMContent: backing}))
	assert.Nil(t, backing[:2][1], "HOOK-217")
	require.Len(t, first.Result.LLMContent, 2)
	assert.Len(t, backing, 1)
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
