package dialect

import (
	"slices"

	"github.com/hooktest/hooktest/engine/hook"
)

// claudeJudged are the events on which a model or a subagent may judge.
func claudeJudged() []hook.Event {
	return []hook.Event{
		"PermissionDenied", "PermissionRequest", "PostToolBatch", "PostToolUse", "PostToolUseFailure", "PreToolUse", "Stop", "SubagentStop",
		"TaskCompleted", "TaskCreated", "TeammateIdle", "UserPromptExpansion", "UserPromptSubmit",
	}
}

// claudeServed are those on which a server may be asked.
func claudeServed() []hook.Event {
	return slices.Concat(claudeJudged(), []hook.Event{
		"ConfigChange", "CwdChanged", "DirectoryAdded", "Elicitation", "ElicitationResult", "FileChanged", "InstructionsLoaded", "MessageDisplay",
		"Notification", "PostCompact", "PreCompact", "SessionEnd", "StopFailure", "SubagentStart", "WorktreeCreate", "WorktreeRemove",
	})
}

func claudeModel() Model {
	const fact = "claude.prompt-refusal"
	feedback := Reply{Outcome: Prevented, Model: "Stop hook feedback:\n[{prompt}]: {reason}", Fact: "claude.prompt-hook"}
	return Model{
		Prompt: "prompt", Name: "model", Placeholder: "$ARGUMENTS", Appended: true, Escaped: true,
		Wraps: map[hook.Event]string{
			"Stop": "has the following stopping condition been satisfied? … Condition: {prompt}",
		},
		Decision: Decision{At: "ok", Reason: []Path{"reason"}, Words: map[string]Demand{"true": Allows, "false": Denies}, Other: Garbles, Default: "undefined", Fact: "claude.prompt-hook"},
		Goes:     "continueOnBlock", Hopeless: "impossible",
		Futile: []Refusal{{Events: []hook.Event{"Stop", "SubagentStop"}, Both: true, Reply: Reply{Outcome: Proceeds, Fact: fact}}},
		Refusals: []Refusal{
			{Events: []hook.Event{"PreToolUse"}, Reply: Reply{Outcome: Prevented, User: "{reason}", Fact: "claude.prompt-hook"}, Ends: true},
			{Events: []hook.Event{"PostToolUse"}, Reply: Reply{Outcome: Ends, User: "{reason}", Fact: fact}},
			{Events: []hook.Event{"PostToolUse"}, Goes: true, Reply: Reply{Outcome: Proceeds, Model: "{reason}", Fact: fact}},
			{Events: []hook.Event{"Stop", "SubagentStop"}, Both: true, Reply: feedback},
			{Events: []hook.Event{"TeammateIdle"}, Reply: Reply{Outcome: Ends, Agent: "stops the teammate", User: "{reason}", Fact: fact}},
			{Events: []hook.Event{"PermissionRequest", "PermissionDenied"}, Both: true, Reply: Reply{Outcome: Proceeds, Fact: fact}},
		},
		Unusable: Reply{Outcome: Proceeds, User: "A hook gave no usable answer, so it didn't check this action.", Fact: "claude.prompt-hook"},
		Fact:     "claude.prompt-hook",
	}
}
