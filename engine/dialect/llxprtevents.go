package dialect

import "github.com/hooktest/hooktest/engine/hook"

// Values that several events share: objects in the input of more than one event, and
// the effects of the six events whose answers are ignored.
const (
	llxprtToolInput    = `{"file_path": "notes.txt", "content": "hello\n"}`
	llxprtToolResponse = `{"llmContent": "the tool's own result", "returnDisplay": "the tool's own result", "metadata": {}}`
	llxprtPrompt       = `"List the files of this project."`
	llxprtReply        = `"There is one file, notes.txt."`
	llxprtRequest      = `{"model": "gemini-2.5-pro", "messages": [{"role": "user", "content": ` + llxprtPrompt + `}], "config": {"temperature": 0.7}}`
	llxprtResponse     = `{"text": ` + llxprtReply + `,
		"candidates": [{"content": {"role": "model", "parts": [` + llxprtReply + `]}, "finishReason": "STOP", "index": 0}],
		"usageMetadata": {"promptTokenCount": 12, "candidatesTokenCount": 9, "totalTokenCount": 21}}`
)

// llxprtEvents returns the eleven events. The callers of the first five apply their
// effects. The other six are fired and their outputs dropped.
//
//hooktest:impl HOOK-081 HOOK-041 HOOK-203
func llxprtEvents() []Event {
	dropped := Effects{Ignored: "HOOK-203", Failed: "HOOK-068"}
	return []Event{
		{
			Name: hook.BeforeTool, Moment: ToolBefore, Merge: Merge{How: AnyBlockWins, Rule: "HOOK-092"}, Class: hook.BeforeToolClass,
			Fields: []Field{
				{Name: "tool_name", Kind: "string", Sample: `"write_file"`, Rule: "HOOK-015"},
				{Name: "tool_input", Kind: "object", Sample: llxprtToolInput, Rule: "HOOK-015"},
			},
			Subject: Subject{Field: "tool_name", Tool: true, Input: "tool_input", Rule: "HOOK-021"},
			Chain:   Chain{How: Overlays, Field: "tool_input", Answer: "tool_input"},
			Effects: Effects{
				Before: true, Skip: "HOOK-016b", EndTurn: "HOOK-020", Rewrite: "HOOK-019", Changes: "tool_input", Message: "HOOK-131",
				Failed: "HOOK-023",
			},
		},
		{
			Name: hook.AfterTool, Moment: ToolAfter, Merge: Merge{How: AnyBlockWins, Rule: "HOOK-092"},
			Fields: []Field{
				{Name: "tool_name", Kind: "string", Sample: `"write_file"`, Rule: "HOOK-026"},
				{Name: "tool_input", Kind: "object", Sample: llxprtToolInput, Rule: "HOOK-026"},
				{Name: "tool_response", Kind: "object", Sample: llxprtToolResponse, Rule: "HOOK-026"},
			},
			Subject: Subject{Field: "tool_name", Tool: true, Input: "tool_input", Rule: "HOOK-032"},
			Effects: Effects{
				EndTurn: "HOOK-028", Context: "HOOK-027", Message: "HOOK-030", Hide: "HOOK-029",
				Ignored: "HOOK-178", Failed: "HOOK-031",
			},
		},
		{
			Name: hook.BeforeModel, Moment: ModelBefore, Merge: Merge{How: LaterReplaces, Rule: "HOOK-098"}, Class: hook.BeforeModelClass, Single: hook.BeforeModelClass,
			Fields:  []Field{{Name: "llm_request", Kind: "object", Prompt: true, Sample: llxprtRequest, Rule: "HOOK-034"}},
			Subject: Subject{Rule: "HOOK-041"},
			Chain:   Chain{How: Overlays, Field: "llm_request", Answer: "llm_request"},
			Effects: Effects{
				Before: true, Skip: "HOOK-037", EndTurn: "HOOK-040", Rewrite: "HOOK-038", Changes: "llm_request", Message: "HOOK-159",
				Failed: "HOOK-042",
			},
		},
		{
			Name: hook.AfterModel, Moment: ModelAfter, Merge: Merge{How: LaterReplaces, Rule: "HOOK-098"}, Class: hook.AfterModelClass, Single: hook.AfterModelClass,
			Fields: []Field{
				{Name: "llm_request", Kind: "object", Prompt: true, Sample: llxprtRequest, Rule: "HOOK-044"},
				{Name: "llm_response", Kind: "object", Sample: llxprtResponse, Rule: "HOOK-044"},
			},
			Subject: Subject{Rule: "HOOK-051"},
			Effects: Effects{
				EndTurn: "HOOK-048", Rewrite: "HOOK-046", Changes: "llm_response", Message: "HOOK-159", Hide: "HOOK-049",
				Ignored: "HOOK-180", Failed: "HOOK-052",
			},
		},
		{
			Name: hook.BeforeToolSelection, Moment: ModelTools, Merge: Merge{How: UnitesTools, Rule: "HOOK-099"}, Class: hook.BeforeToolSelectionClass, Single: hook.BeforeToolSelectionClass,
			Fields:  []Field{{Name: "llm_request", Kind: "object", Prompt: true, Sample: llxprtRequest, Rule: "HOOK-054"}},
			Subject: Subject{Rule: "HOOK-059"},
			Effects: Effects{
				Before: true, EndTurn: "HOOK-058", Rewrite: "HOOK-055", Changes: "toolConfig", Message: "HOOK-159",
				Ignored: "HOOK-181", Failed: "HOOK-060",
			},
		},
		{
			Name: hook.BeforeAgent, Moment: TurnBefore, Merge: Merge{How: AnyBlockWins, Rule: "HOOK-190"},
			Fields:  []Field{{Name: "prompt", Kind: "string", Prompt: true, Sample: llxprtPrompt, Rule: "HOOK-203"}},
			Subject: Subject{Rule: "INT-19"},
			Chain:   Chain{How: Appends, Field: "prompt", Answer: "additionalContext"},
			Effects: dropped,
		},
		{
			Name: hook.AfterAgent, Moment: TurnAfter, Merge: Merge{How: AnyBlockWins, Rule: "HOOK-190"},
			Fields: []Field{
				{Name: "prompt", Kind: "string", Prompt: true, Sample: llxprtPrompt, Rule: "HOOK-203"},
				{Name: "prompt_response", Kind: "string", Sample: llxprtReply, Rule: "HOOK-203"},
				{Name: "stop_hook_active", Kind: "boolean", Optional: true, Sample: `false`, Rule: "HOOK-203"},
			},
			Subject: Subject{Rule: "INT-19"},
			Effects: dropped,
		},
		{
			Name: hook.SessionStart, Moment: SessionStart, Merge: Merge{How: AnyBlockWins, Rule: "HOOK-190"},
			Fields:  []Field{{Name: "source", Kind: "string", Sample: `"startup"`, Rule: "HOOK-203"}},
			Subject: Subject{Field: "source", Values: []string{"startup", "resume", "clear", "compress"}, Rule: "INT-19"},
			Effects: dropped,
		},
		{
			Name: hook.SessionEnd, Moment: SessionEnd, Merge: Merge{How: LaterReplaces, Rule: "INT-31"},
			Fields:  []Field{{Name: "reason", Kind: "string", Sample: `"exit"`, Rule: "HOOK-203"}},
			Subject: Subject{Field: "reason", Values: []string{"exit", "clear", "logout", "prompt_input_exit", "other"}, Rule: "INT-19"},
			Effects: dropped,
		},
		{
			Name: hook.PreCompress, Moment: CompactBefore, Merge: Merge{How: LaterReplaces, Rule: "INT-31"},
			Fields:  []Field{{Name: "trigger", Kind: "string", Sample: `"auto"`, Rule: "HOOK-203"}},
			Subject: Subject{Field: "trigger", Values: []string{"manual", "auto"}, Rule: "INT-19"},
			Effects: dropped,
		},
		{
			Name: hook.Notification, Moment: Notice, Merge: Merge{How: LaterReplaces, Rule: "INT-31"},
			Fields: []Field{
				{Name: "notification_type", Kind: "string", Sample: `"ToolPermission"`, Rule: "HOOK-203"},
				{Name: "message", Kind: "string", Sample: `"A tool asks for permission."`, Rule: "HOOK-203"},
				{Name: "details", Kind: "object", Optional: true, Sample: `{}`, Rule: "HOOK-203"},
			},
			Subject: Subject{Field: "notification_type", Values: []string{"ToolPermission"}, Rule: "INT-19"},
			Effects: dropped,
		},
	}
}
