package dialect_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// read returns the payload of an event, for a tool if the event has one.
func read(t *testing.T, c *dialect.Contract, event hook.Event) *jsonvalue.Object {
	t.Helper()
	_, ok := c.Event(event)
	require.True(t, ok, "%s has the event %s", c.Name, event)
	return c.Payload(event, c.Sample(event, ""), dialect.Given{Session: "s", Folder: "/p", Time: time.UnixMilli(1)})
}

// The payloads that hooks of three more agents were observed to read, event by event.
func TestPayloadsOfOtherAgents(t *testing.T) {
	with := func(base []string, more ...string) []string { return append(slices.Clone(base), more...) }
	codex := []string{"session_id", "transcript_path", "cwd", "hook_event_name", "model", "permission_mode"}
	qwen := []string{"session_id", "transcript_path", "cwd", "hook_event_name", "timestamp", "permission_mode"}
	copilot := []string{"sessionId", "timestamp", "cwd"}
	claude := []string{"hook_event_name", "session_id", "timestamp", "cwd"}
	for _, tt := range []struct {
		contract *dialect.Contract
		event    hook.Event
		want     []string
	}{
		{dialect.Known("codex"), "SessionStart", with(codex, "source")},
		{dialect.Known("codex"), "UserPromptSubmit", with(codex, "turn_id", "prompt")},
		{dialect.Known("codex"), "PreToolUse", with(codex, "turn_id", "tool_name", "tool_input", "tool_use_id")},
		{dialect.Known("codex"), "PostToolUse", with(codex, "turn_id", "tool_name", "tool_input", "tool_response", "tool_use_id")},
		{dialect.Known("codex"), "Stop", with(codex, "turn_id", "stop_hook_active", "last_assistant_message")},
		{dialect.Known("qwen"), "SessionStart", with(qwen, "source", "model")},
		{dialect.Known("qwen"), "UserPromptSubmit", with(qwen, "prompt_id", "prompt", "submitted_prompt")},
		{dialect.Known("qwen"), "PostToolUse", with(qwen, "prompt_id", "tool_name", "tool_input", "tool_response", "tool_use_id", "tool_call_id", "duration_ms")},
		{dialect.Known("qwen"), "Stop", with(qwen, "prompt_id", "stop_hook_active", "last_assistant_message", "background_tasks", "crons", "context_usage", "context_limit", "input_tokens")},
		{dialect.Known("copilot"), "sessionStart", with(copilot, "source", "initialPrompt")},
		{dialect.Known("copilot"), "userPromptSubmitted", with(copilot, "prompt")},
		{dialect.Known("copilot"), "preToolUse", with(copilot, "toolName", "toolArgs")},
		{dialect.Known("copilot"), "postToolUse", with(copilot, "toolName", "toolArgs", "toolResult")},
		{dialect.Known("copilot"), "agentStop", with(copilot, "transcriptPath", "stopReason", "stop_hook_active")},
		{dialect.Known("copilot-claude"), "SessionStart", with(claude, "source", "initial_prompt")},
		{dialect.Known("copilot-claude"), "UserPromptSubmit", with(claude, "prompt")},
		{dialect.Known("copilot-claude"), "PostToolUse", with(claude, "tool_name", "tool_input", "tool_result")},
		{dialect.Known("copilot-claude"), "Stop", with(claude, "transcript_path", "stop_reason", "stop_hook_active")},
	} {
		t.Run(tt.contract.Name+"/"+string(tt.event), func(t *testing.T) {
			assert.ElementsMatch(t, tt.want, slices.Collect(maps.Keys(maps.Collect(read(t, tt.contract, tt.event).All()))))
		})
	}
}

// The values of fields whose names alone say too little.
func TestShapesOfPayloads(t *testing.T) {
	for _, tt := range []struct {
		contract *dialect.Contract
		event    hook.Event
		field    string
		kind     string
		// want is the value, keys are an object's keys; both empty if only the kind was
		// observed.
		want string
		keys []string
	}{
		{dialect.Known("codex"), "SessionStart", "source", "string", `"startup"`, nil},
		{dialect.Known("codex"), "PreToolUse", "tool_name", "string", `"Bash"`, nil},
		{dialect.Known("codex"), "PreToolUse", "tool_input", "object", "", []string{"command"}},
		{dialect.Known("codex"), "PostToolUse", "tool_response", "string", "", nil},
		{dialect.Known("qwen"), "SessionStart", "source", "string", `"startup"`, nil},
		{dialect.Known("qwen"), "PostToolUse", "tool_response", "object", "", []string{"llmContent", "returnDisplay"}},
		{dialect.Known("copilot"), "sessionStart", "source", "string", `"new"`, nil},
		{dialect.Known("copilot"), "sessionStart", "timestamp", "number", "1", nil},
		{dialect.Known("copilot"), "postToolUse", "toolResult", "object", "", []string{"resultType", "textResultForLlm"}},
		{dialect.Known("copilot"), "agentStop", "stopReason", "string", `"end_turn"`, nil},
		{dialect.Known("copilot-claude"), "SessionStart", "source", "string", `"new"`, nil},
		{dialect.Known("copilot-claude"), "SessionStart", "timestamp", "string", `"1970-01-01T00:00:00.001Z"`, nil},
		{dialect.Known("copilot-claude"), "PostToolUse", "tool_result", "object", "", []string{"result_type", "text_result_for_llm"}},
	} {
		t.Run(tt.contract.Name+"/"+string(tt.event)+"/"+tt.field, func(t *testing.T) {
			value, ok := read(t, tt.contract, tt.event).Get(tt.field)
			require.True(t, ok)
			assert.Equal(t, tt.kind, jsonvalue.KindOf(value))
			if tt.want != "" {
				assert.Equal(t, tt.want, string(jsonvalue.Marshal(value)))
			}
			if tt.keys != nil {
				object, _ := value.(*jsonvalue.Object)
				assert.ElementsMatch(t, tt.keys, object.Keys())
			}
		})
	}
}
