package dialect

import "github.com/hooktest/hooktest/engine/hook"

// codexAnswered are the fields that every answer may have, and an event's own.
func codexAnswered(own ...Answered) []Answered {
	return append([]Answered{
		{At: "continue", Kind: "boolean"}, {At: "stopReason", Kind: "string", Null: true},
		{At: "suppressOutput", Kind: "boolean"}, {At: "systemMessage", Kind: "string", Null: true},
	}, own...)
}

// codexSpecific is hookSpecificOutput with the fields that it may have on every
// event, and an event's own.
func codexSpecific(own ...Answered) []Answered {
	return append([]Answered{
		{At: specific, Kind: "object", Null: true}, {At: specificName, Kind: "string"}, {At: specificContext, Kind: "string", Null: true},
	}, own...)
}

// codexBlock are the fields of a decision that can only refuse.
func codexBlock(words ...string) []Answered {
	return []Answered{{At: "decision", Kind: "string", Null: true, Values: words}, {At: "reason", Kind: "string", Null: true}}
}

func codexUnnamed() Spoil {
	return Spoil{At: specific, Unless: specificName, Fact: "codex.event-name"}
}

// codexUseless are the values that make an answer a failure on the events before a
// tool runs, since the agent has no use for them there.
func codexUseless() []Spoil {
	return []Spoil{
		codexUnnamed(),
		{At: "continue", Value: "false", Fact: "codex.unsupported"},
		{At: "stopReason", Fact: "codex.unsupported"},
		{At: "suppressOutput", Value: "true", Fact: "codex.unsupported"},
	}
}

// codexTool is the row of an event about a tool.
func codexTool(name hook.Event, moment Moment, fact string, rules Rules, fields ...Field) Event {
	return Event{
		Name: name, Moment: moment,
		Fields: known(fact, append([]Field{
			{Name: "tool_name", Kind: "string", Sample: `"Bash"`},
			{Name: "tool_input", Kind: "object", Sample: `{"command": "ls"}`},
		}, fields...)...),
		Subject: Subject{Field: "tool_name", Tool: true, Input: "tool_input", Rule: "codex.matcher"},
		Rules:   rules,
	}
}

// codexEvents has the events whose answers were seen first, then those that the
// source text tells of, then those of which only the names are known.
func codexEvents() []Event {
	var (
		context = Reply{Outcome: Proceeds, Model: "{reason}", Fact: "codex.context"}
		told    = Reply{Outcome: Proceeds, Model: "{reason}", Fact: "codex.text-context"}
		call    = Field{Name: "tool_use_id", Kind: "string", Sample: `"call_1"`}
		active  = Field{Name: "stop_hook_active", Kind: "boolean", Sample: `false`}
		last    = Field{Name: "last_assistant_message", Kind: "string", Sample: `"There is one file, notes.txt."`}
		agent   = []Field{{Name: "agent_id", Kind: "string", Sample: `"agent-1"`}, {Name: "agent_type", Kind: "string", Sample: `"explorer"`}}
		trigger = Field{Name: "trigger", Kind: "string", Sample: `"auto"`}
		block   = Decision{At: "decision", Reason: []Path{"reason"}, Words: map[string]Demand{"block": Denies}, Needs: true, Fact: "codex.decision"}
	)
	// shared are the replies on every event.
	failed := Reply{Outcome: Proceeds, Fact: "codex.failure"}
	shared := map[Demand]Reply{
		Misses: failed, Dies: failed, Lags: failed, Fails: {Outcome: Proceeds}, Garbles: {Outcome: Proceeds}, Adds: context, Says: {Outcome: Proceeds, Fact: "codex.plain"},
	}
	refused := Reply{Outcome: Prevented, Model: "Command blocked by PreToolUse hook: {reason}. Command: {on}"}

	const withoutText = "hook returned updatedInput without string field `{argument}`"
	older := block
	older.Unless, older.Words = specificDecision, map[string]Demand{"block": Denies, "approve": Garbles}
	before := Rules{
		Decisions: []Decision{
			{
				At: specificDecision, Reason: []Path{specificReason}, Needs: true,
				Words: map[string]Demand{"allow": Allows, "deny": Denies, "ask": Garbles}, Fact: "codex.permission-decision",
			},
			older,
		},
		Fields: append(codexAnswered(codexBlock("approve", "block")...), codexSpecific(
			Answered{At: specificDecision, Kind: "string", Null: true, Values: []string{"allow", "deny", "ask"}},
			Answered{At: specificReason, Kind: "string", Null: true}, Answered{At: specificInput},
		)...),
		Spoils: append(codexUseless(),
			Spoil{At: specificDecision, Value: `"allow"`, Unless: specificInput, Fact: "codex.permission-decision-alone"},
			Spoil{At: specificDecision, Value: `"deny"`, Beside: specificInput, Fact: "codex.permission-decision-alone"},
			Spoil{At: specificInput, Unless: specificDecision, Fact: "codex.permission-decision-alone"},
		),
		Rewrite: Rewriting{
			At: specificInput, Of: "tool_input", Needs: Allows, Fact: "codex.updated-input", Whole: "codex.updated-input-shape",
			Missing: withoutText, Mistyped: withoutText,
		},
		Contexts: []Path{specificContext},
		Replies: over(shared, map[Demand]Reply{
			Refuses: refused, Denies: refused,
			Rewrites: {Outcome: Proceeds, Agent: "runs the tool with the changed input"},
			Misfits:  {Outcome: Prevented, Model: "…{reason}…"},
		}),
	}

	replaced := Reply{Outcome: Proceeds, Agent: "gives the model the reason in the place of the tool's result", Model: "{reason}", Fact: "codex.post-tool"}
	after := Rules{
		Decisions: []Decision{block},
		Fields: append(codexAnswered(codexBlock("block")...), codexSpecific(
			Answered{At: "hookSpecificOutput.updatedToolOutput"}, Answered{At: "hookSpecificOutput.updatedMCPToolOutput"},
		)...),
		Spoils:   []Spoil{codexUnnamed(), {At: "suppressOutput", Value: "true", Fact: "codex.unsupported"}},
		Rewrite:  Rewriting{At: "hookSpecificOutput.updatedToolOutput", Of: "tool_response", Fact: "codex.updated-output"},
		Contexts: []Path{specificContext},
		CanStop:  true,
		Replies: over(shared, map[Demand]Reply{
			Refuses: replaced, Denies: replaced, Stops: replaced, Rewrites: {Outcome: Unknown},
		}),
	}

	unheard := Reply{Outcome: Prevented, Fact: "codex.prompt"}
	prompt := Rules{
		Decisions: []Decision{block},
		Fields:    append(codexAnswered(codexBlock("block")...), codexSpecific()...),
		Spoils:    []Spoil{codexUnnamed()},
		Contexts:  []Path{specificContext},
		CanStop:   true, StopWins: true,
		Replies: over(shared, map[Demand]Reply{
			Refuses: unheard, Denies: unheard, Stops: {Outcome: Abandoned, Fact: "codex.prompt"}, Says: told,
		}),
	}

	start := Rules{
		Exits:    []Exit{{Codes: []int{2}, Demand: Fails, Fact: "codex.session-start"}},
		Fields:   append(codexAnswered(), codexSpecific()...),
		Spoils:   []Spoil{codexUnnamed()},
		Contexts: []Path{specificContext},
		CanStop:  true,
		Replies: over(shared, map[Demand]Reply{
			Stops: {Outcome: Abandoned, Agent: "starts the session and gives it no turn", Fact: "codex.session-start"}, Says: told,
		}),
	}

	goesOn := Reply{Outcome: Prevented, Model: "{reason}", Fact: "codex.turn-end"}
	end := Rules{
		Decisions: []Decision{block},
		Fields:    codexAnswered(codexBlock("block")...),
		CanStop:   true, StopWins: true,
		Replies: over(shared, map[Demand]Reply{
			Refuses: goesOn, Denies: goesOn, Stops: {Outcome: Ends, Fact: "codex.turn-end-stop"},
		}),
	}

	forbidden := Reply{Outcome: Prevented, Model: "{reason}", Fact: "codex.permission"}
	permission := Rules{
		Decisions: []Decision{{
			At: "hookSpecificOutput.decision.behavior", Reason: []Path{"hookSpecificOutput.decision.message"},
			Words:   map[string]Demand{"allow": Allows, "deny": Denies},
			Default: "PermissionRequest hook denied approval", Fact: "codex.permission",
		}},
		Fields: codexAnswered(
			Answered{At: specific, Kind: "object", Null: true}, Answered{At: specificName, Kind: "string"},
			Answered{At: "hookSpecificOutput.decision", Kind: "object", Null: true},
			Answered{At: "hookSpecificOutput.decision.behavior", Kind: "string", Values: []string{"allow", "deny"}},
			Answered{At: "hookSpecificOutput.decision.message", Kind: "string", Null: true},
			Answered{At: "hookSpecificOutput.decision.interrupt", Kind: "boolean"},
			Answered{At: "hookSpecificOutput.decision.updatedInput"}, Answered{At: "hookSpecificOutput.decision.updatedPermissions"},
		),
		Spoils: append(codexUseless(),
			Spoil{At: "hookSpecificOutput.decision.interrupt", Value: "true", Fact: "codex.unsupported"},
			Spoil{At: "hookSpecificOutput.decision.updatedInput", Fact: "codex.unsupported"},
			Spoil{At: "hookSpecificOutput.decision.updatedPermissions", Fact: "codex.unsupported"},
		),
		Replies: over(shared, map[Demand]Reply{
			Refuses: forbidden, Denies: forbidden, Allows: {Outcome: Proceeds, Agent: "runs the tool without asking"},
		}),
	}

	subagentStart := start
	subagentStart.Exits = []Exit{{Codes: []int{2}, Demand: Fails, Fact: "codex.subagent-start"}}
	subagentStart.CanStop = false
	subagentStart.Replies = over(shared, map[Demand]Reply{
		Adds: {Outcome: Proceeds, Model: "{reason}", Fact: "codex.subagent-start"},
		Says: {Outcome: Proceeds, Model: "{reason}", Fact: "codex.subagent-start"},
	})
	subagentEnd := end
	keptOn := Reply{Outcome: Prevented, Model: "{reason}", Fact: "codex.subagent-end"}
	subagentEnd.Replies = over(shared, map[Demand]Reply{
		Refuses: keptOn, Denies: keptOn, Stops: {Outcome: Ends, Fact: "codex.subagent-end"},
	})

	compact := func(stops Outcome) Rules {
		return Rules{
			Exits:   []Exit{{Codes: []int{2}, Demand: Fails, Fact: "codex.compact"}},
			Fields:  codexAnswered(),
			CanStop: true,
			Replies: over(shared, map[Demand]Reply{Stops: {Outcome: stops, Fact: "codex.compact"}}),
		}
	}
	ignored := Subject{Rule: "codex.no-matcher"}
	byAgent := Subject{Field: "agent_type", Rule: "codex.matcher"}
	return []Event{
		codexTool("PreToolUse", ToolBefore, "codex.stdin", before, call),
		codexTool("PostToolUse", ToolAfter, "codex.stdin", after, Field{Name: "tool_response", Kind: "string", Sample: `"notes.txt\n"`}, call),
		{
			Name: "UserPromptSubmit", Moment: TurnBefore, Subject: ignored, Rules: prompt,
			Fields: known("codex.stdin", Field{Name: "prompt", Kind: "string", Prompt: true, Sample: `"List the files of this project."`}),
		},
		{
			Name: "Stop", Moment: TurnAfter, Subject: ignored, Rules: end, Fields: known("codex.stdin", active, last),
			Repeats: Repeats{Field: active.Name, Endless: true, Fact: "codex.turn-end"},
		},
		{
			Name: "SessionStart", Moment: SessionStart, Rules: start,
			Fields:  known("codex.stdin", Field{Name: "source", Kind: "string", Sample: `"startup"`}),
			Subject: Subject{Field: "source", Values: []string{"startup", "resume", "clear", "compact"}, Rule: "codex.matcher"},
		},
		codexTool("PermissionRequest", ToolPermission, "codex.stdin-schema", permission),
		{Name: "SubagentStart", Moment: SubagentStart, Subject: byAgent, Rules: subagentStart, Fields: known("codex.stdin-schema", agent...)},
		{
			Name: "SubagentStop", Moment: SubagentEnd, Subject: byAgent, Rules: subagentEnd,
			Fields: known("codex.stdin-schema", append([]Field{
				active, last, {Name: "agent_transcript_path", Kind: "string", Sample: `"/home/user/.codex/sessions/agent.jsonl"`},
			}, agent...)...),
		},
		{
			Name: "PreCompact", Moment: CompactBefore, Rules: compact(Abandoned), Fields: known("codex.stdin-schema", trigger),
			Subject: Subject{Field: "trigger", Values: []string{"manual", "auto"}, Rule: "codex.matcher"},
		},
		{
			Name: "PostCompact", Moment: CompactAfter, Rules: compact(Ends), Fields: known("codex.stdin-schema", trigger),
			Subject: Subject{Field: "trigger", Values: []string{"manual", "auto"}, Rule: "codex.matcher"},
		},
		codexUnseen("SessionEnd", SessionEnd),
		codexUnseen("Interrupt", ""),
	}
}

// codexUnseen is the row of an event of which only the name is known.
func codexUnseen(name hook.Event, moment Moment) Event {
	return Event{
		Name: name, Moment: moment, Subject: Subject{Unknown: true, Rule: "codex.unseen"},
		Rules: Rules{Replies: unseen("codex.unseen", append(demands(), Failures()...)...)},
	}
}
