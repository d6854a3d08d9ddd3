package dialect_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// The payloads that Claude Code's hooks were observed to read, event by event.
func TestClaudePayloads(t *testing.T) {
	base := []string{"session_id", "transcript_path", "cwd", "hook_event_name"}
	turn := append(slices.Clone(base), "permission_mode")
	call := append(slices.Clone(turn), "prompt_id", "effort", "tool_name", "tool_input", "tool_use_id")
	end := append(slices.Clone(turn), "effort", "stop_hook_active", "last_assistant_message", "background_tasks", "session_crons")
	for event, want := range map[hook.Event][]string{
		"PreToolUse":         call,
		"PostToolUse":        append(slices.Clone(call), "tool_response", "duration_ms"),
		"PostToolUseFailure": append(slices.Clone(call), "error", "is_interrupt", "duration_ms"),
		"PostToolBatch":      append(slices.Clone(turn), "prompt_id", "effort", "tool_calls"),
		"PermissionRequest":  append(slices.Clone(turn), "tool_name", "tool_input", "permission_suggestions"),
		"UserPromptSubmit":   append(slices.Clone(turn), "prompt_id", "prompt"),
		"SessionStart":       append(slices.Clone(base), "source"),
		"SessionEnd":         append(slices.Clone(base), "prompt_id", "reason"),
		"Stop":               append(slices.Clone(end), "prompt_id"),
		"SubagentStop":       append(slices.Clone(end), "agent_id", "agent_type", "agent_transcript_path"),
		"SubagentStart":      append(slices.Clone(turn), "agent_id", "agent_type"),
		"InstructionsLoaded": append(slices.Clone(turn), "file_path", "memory_type", "load_reason"),
		"MessageDisplay":     append(slices.Clone(turn), "turn_id", "message_id", "index", "final", "delta"),
	} {
		claude := dialect.Known("claude")
		payload := claude.Payload(event, claude.Sample(event, ""), dialect.Given{Session: "s", Folder: "/p", Time: time.Now()})
		assert.ElementsMatch(t, want, slices.Collect(maps.Keys(maps.Collect(payload.All()))), "%s", event)
		name, _ := payload.GetString("hook_event_name")
		assert.Equal(t, string(event), name)
	}
}

func TestClaudeHasTheEventsThatItsDeclarationsList(t *testing.T) {
	assert.ElementsMatch(t, []hook.Event{
		"PreToolUse", "PostToolUse", "PostToolUseFailure", "PostToolBatch", "Notification", "UserPromptSubmit", "UserPromptExpansion",
		"SessionStart", "SessionEnd", "Stop", "StopFailure", "SubagentStart", "SubagentStop", "PreCompact", "PostCompact",
		"PreModelSwitch", "PostModelSwitch", "PermissionRequest", "PermissionDenied", "Setup", "TeammateIdle", "TaskCreated",
		"TaskCompleted", "Elicitation", "ElicitationResult", "ConfigChange", "WorktreeCreate", "WorktreeRemove",
		"InstructionsLoaded", "CwdChanged", "FileChanged", "DirectoryAdded", "MessageDisplay",
	}, dialect.Known("claude").EventNames())
}
