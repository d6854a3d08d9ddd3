package dialect

import "slices"

// native are the rules about a tool that has not run, for hooks in Copilot's own
// form.
func (f copilotForm) native() Rules {
	return Rules{
		Decisions: []Decision{{
			At: "permissionDecision", Reason: []Path{"permissionDecisionReason"},
			Words: map[string]Demand{"allow": Allows, "deny": Denies, "ask": Asks}, Other: Puzzles, Fact: f.fact("decision"),
		}},
		Rewrite:  Rewriting{At: "modifiedArgs", Of: "toolArgs", Kind: "object", Whole: f.fact("rewrite-shape"), Missing: copilotMissing, Mistyped: "…", Fact: f.fact("rewrite")},
		Contexts: []Path{"additionalContext"},
		Replies: map[Demand]Reply{
			Asks:     {Outcome: Asked, Model: "{reason}", Fact: f.fact("ask")},
			Adds:     {Outcome: Proceeds, Model: "{reason}", Fact: f.fact("context-before-tool")},
			Rewrites: {Outcome: Proceeds, Agent: "runs the tool with the changed input"},
			Misfits:  {Outcome: Prevented, Model: "{reason}"},
			Garbles:  {Outcome: Unknown, Fact: f.fact("unseen")},
		},
	}
}

const copilotMissing = `Invalid input: "{argument}": Required…`

// nested are the rules about a tool that has not run, for hooks in Claude Code's
// form.
func (f copilotForm) nested() Rules {
	unknown := Reply{Outcome: Unknown, Fact: f.fact("unseen")}
	return Rules{
		Decisions: []Decision{
			{
				At: specificDecision, Reason: []Path{specificReason},
				Words: map[string]Demand{"allow": Allows, "deny": Denies, "ask": Asks}, Fact: f.fact("decision"),
			},
			{At: "permissionDecision", Unless: specificDecision, Other: Puzzles, Fact: f.fact("unseen")},
		},
		Spoils: []Spoil{
			{At: specific, Unless: specificName, Fact: f.fact("unseen")},
			{At: specificInput, Unless: specificDecision, Fact: f.fact("unseen")},
		},
		Rewrite: Rewriting{
			At: "modifiedArgs", Also: []Path{specificInput}, Of: "tool_input", Kind: "object", Fact: f.fact("rewrite"),
			Whole: f.fact("rewrite-shape"), Missing: copilotMissing, Mistyped: "…",
		},
		Contexts: []Path{specificContext, "additionalContext"},
		Replies: map[Demand]Reply{
			Asks: {Outcome: Asked, Model: "…unable to ask user…", Fact: f.fact("ask")}, Adds: {Outcome: Proceeds, Model: "{reason}", Fact: f.fact("context-before-tool")},
			Rewrites: {Outcome: Proceeds, Agent: "runs the tool with the changed input"}, Misfits: unknown, Garbles: unknown,
		},
	}
}

// replies are those that all events share.
func (f copilotForm) replies() map[Demand]Reply {
	return map[Demand]Reply{
		Refuses: {Outcome: Proceeds, Fact: f.fact("exit-elsewhere")},
		Fails:   {Outcome: Proceeds, Fact: f.fact("exit-elsewhere")},
		Dies:    {Outcome: Proceeds, Fact: f.fact("exit-elsewhere")},
		Lags:    {Outcome: Proceeds, Fact: f.fact("timeout-proceeds")},
		Says:    {Outcome: Proceeds, Fact: f.fact("text")},
		Adds:    {Outcome: Proceeds, Model: "{reason}", Fact: f.fact("context")},
		Puzzles: {Outcome: Unknown, Fact: f.fact("unseen")},
	}
}

// block is the decision of the events after a tool, before a prompt and after a turn.
func (f copilotForm) block() []Decision {
	return []Decision{{
		At: "decision", Reason: []Path{"reason"}, Words: map[string]Demand{"block": Denies, "allow": Allows}, Other: Puzzles, Fact: f.fact("block"),
	}}
}

// events are the rows of all events, of which before says what comes before a tool:
// first those that were seen, then the documented ones.
func (f copilotForm) events(before Rules) []Event {
	var (
		text       = func(name, sample string) Field { return Field{Name: f.field(name), Kind: "string", Sample: sample} }
		seen       = func(fields ...Field) []Field { return known(f.fact("stdin"), fields...) }
		told       = func(fields ...Field) []Field { return known(f.fact("stdin-documented"), fields...) }
		ignored    = Subject{Rule: f.fact("no-matcher")}
		context    = []Path{"additionalContext"}
		prompt     = text("prompt", `"List the files of this project."`)
		transcript = text("transcriptPath", `"/home/user/.copilot/session-state/session.jsonl"`)
		ended      = text("stopReason", `"end_turn"`)
		failure    = Field{Name: "error", Kind: "object", Sample: `{"message": "The model is busy.", "name": "Error"}`}
		trigger    = text("trigger", `"auto"`)
	)
	response := text("response", `"There is one file, notes.txt."`)
	if f.claude {
		response.Name = "last_assistant_message"
	}
	// Before a tool runs, hooks in Claude Code's form read its name there; afterwards
	// they read Copilot's own.
	own, reported := "bash", "bash"
	if f.claude {
		reported = "Bash"
	}
	tool := func(event string, moment Moment, name string, read func(...Field) []Field, rules Rules, fields ...Field) Event {
		return Event{
			Name: f.event(event), Moment: moment, Rules: rules,
			Fields: read(append([]Field{
				text("toolName", `"`+name+`"`), {Name: f.field("toolArgs"), Kind: "object", Sample: copilotBash},
			}, fields...)...),
			Subject: Subject{Field: f.field("toolName"), Tool: true, Input: f.field("toolArgs"), Rule: f.fact("matcher")},
		}
	}

	const denied = "Denied by preToolUse hook: {reason}"
	errored := Reply{Outcome: Prevented, Model: `Denied by preToolUse hook from "…" (hook errored)`, Fact: f.fact("exit-other")}
	crashed := Reply{Outcome: Prevented, Fact: f.fact("crash")}
	before.CanStop = true
	before.Replies = over(over(f.replies(), map[Demand]Reply{
		Refuses: {Outcome: Prevented, Model: denied}, Denies: {Outcome: Prevented, Model: denied},
		Fails: errored, Misses: errored, Dies: crashed, Stops: {Outcome: Unknown, Fact: f.fact("unseen")},
	}), before.Replies)

	result := `{"resultType": "success", "textResultForLlm": "notes.txt\n"}`
	if f.claude {
		result = `{"result_type": "success", "text_result_for_llm": "notes.txt\n"}`
	}
	// Only a block with a reason was seen to do something, and in Claude Code's form any
	// other word was seen to do nothing.
	taken := f.block()
	taken[0].Needs = true
	if f.claude {
		taken[0].Other = Nothing
	}
	after := Rules{
		Decisions: taken, Contexts: context,
		Rewrite: Rewriting{At: "modifiedResult", Of: f.field("toolResult"), Kind: "object", Fact: f.fact("after-tool")},
		Replies: over(f.replies(), map[Demand]Reply{
			Denies:   {Outcome: Proceeds, Agent: "gives the model the reason in the place of the tool's result", Model: "Tool result blocked: {reason}"},
			Adds:     {Outcome: Proceeds, Model: `Tool "{tool}" succeeded. Additional guidance from postToolUse hooks: {reason}`, Fact: f.fact("context")},
			Rewrites: {Outcome: Proceeds, Agent: "goes on with the changed result"},
			Garbles:  {Outcome: Proceeds, Fact: f.fact("block")},
		}),
	}
	goesOn := map[Demand]Reply{Denies: {Outcome: Prevented, Model: "{reason}"}}
	silent := Rules{Replies: over(f.replies(), map[Demand]Reply{
		Refuses: {Outcome: Proceeds, Fact: f.fact("no-answer")}, Fails: {Outcome: Proceeds, Fact: f.fact("no-answer")},
	})}

	events := []Event{
		tool("preToolUse", ToolBefore, reported, seen, before),
		tool("postToolUse", ToolAfter, own, seen, after, Field{Name: f.field("toolResult"), Kind: "object", Sample: result}),
		{
			Name: f.event("userPromptSubmitted"), Moment: TurnBefore, Subject: ignored, Fields: seen(Field{
				Name: prompt.Name, Kind: prompt.Kind, Sample: prompt.Sample, Prompt: true,
			}),
			Rules: Rules{Decisions: f.block(), Contexts: context, Replies: over(f.replies(), map[Demand]Reply{
				Denies: {Outcome: Prevented, Agent: "does not give the prompt to the model and ends with exit code 1"},
			})},
		},
		{
			Name: f.event("agentStop"), Moment: TurnAfter, Subject: ignored,
			Repeats: Repeats{Field: "stop_hook_active", Runs: 9, Fact: f.fact("block")},
			Fields:  seen(transcript, ended, Field{Name: "stop_hook_active", Kind: "boolean", Sample: `false`}),
			Rules:   Rules{Decisions: f.block(), Replies: over(f.replies(), goesOn)},
		},
		{
			Name: f.event("sessionStart"), Moment: SessionStart, Subject: ignored,
			Fields: seen(text("source", `"new"`), Field{
				Name: f.field("initialPrompt"), Kind: "string", Optional: true, Sample: prompt.Sample,
			}),
			Rules: Rules{Contexts: context, Replies: over(f.replies(), map[Demand]Reply{
				Refuses: {Outcome: Proceeds, Fact: f.fact("session-start")}, Fails: {Outcome: Proceeds, Fact: f.fact("session-start")},
			})},
		},

		tool("postToolUseFailure", ToolFailed, own, told, Rules{
			Exits:    []Exit{{Codes: []int{2}, Demand: Adds, From: Stdout, Mute: Nothing, Fact: f.fact("tool-failed")}},
			Contexts: context,
			Replies:  over(f.replies(), map[Demand]Reply{Adds: {Outcome: Proceeds, Model: "{reason}", Fact: f.fact("tool-failed")}}),
		}, text("error", `"The command ended with exit code 1."`)),
		tool("permissionRequest", ToolPermission, reported, told, Rules{
			Decisions: []Decision{{
				At: "behavior", Reason: []Path{"message"}, Words: map[string]Demand{"allow": Allows, "deny": Denies}, Other: Puzzles, Fact: f.fact("permission"),
			}},
			Replies: over(f.replies(), map[Demand]Reply{
				Refuses: {Outcome: Prevented, Fact: f.fact("permission")}, Fails: {Outcome: Proceeds, Fact: f.fact("permission")},
				Denies: {Outcome: Prevented, Model: "{reason}"}, Allows: {Outcome: Proceeds, Agent: "runs the tool without asking"},
			}),
		}),
		{
			Name: f.event("subagentStop"), Moment: SubagentEnd, Subject: ignored,
			Fields: told(transcript, text("agentName", `"explore"`), response, ended),
			Rules: Rules{
				Rewrite: Rewriting{At: "modifiedResponse", Of: response.Name, Kind: "string", Fact: f.fact("subagent-end")},
				Decisions: []Decision{{
					At: "decision", Reason: []Path{"reason"}, Words: map[string]Demand{"block": Denies, "allow": Allows}, Other: Puzzles, Fact: f.fact("subagent-end"),
				}},
				Replies: over(f.replies(), goesOn),
			},
		},
		{
			Name: f.event("preCompact"), Moment: CompactBefore, Rules: silent,
			Fields:  told(transcript, trigger, text("customInstructions", `""`)),
			Subject: Subject{Field: trigger.Name, Values: []string{"manual", "auto"}, Rule: f.fact("matcher")},
		},
		{Name: f.event("sessionEnd"), Moment: SessionEnd, Subject: ignored, Rules: silent, Fields: told(text("reason", `"complete"`))},
		{
			Name: f.event("errorOccurred"), Subject: ignored, Rules: silent,
			Fields: told(failure, text("errorContext", `"model_call"`), Field{Name: "recoverable", Kind: "boolean", Sample: `true`}),
		},
	}
	if f.claude {
		return events
	}
	return slices.Concat(events, []Event{
		{
			Name: "subagentStart", Moment: SubagentStart, Fields: told(transcript, text("agentName", `"explore"`)),
			Subject: Subject{Field: "agentName", Rule: f.fact("matcher")},
			Rules: Rules{Contexts: context, Replies: over(f.replies(), map[Demand]Reply{
				Adds: {Outcome: Proceeds, Model: "{reason}", Fact: f.fact("subagent-start")},
			})},
		},
		{
			Name: "notification", Moment: Notice, Fields: told(
				Field{Name: "hook_event_name", Kind: "string", Sample: `"Notification"`},
				text("message", `"A command has ended."`), Field{Name: "notification_type", Kind: "string", Sample: `"shell_completed"`},
			),
			Subject: Subject{
				Field:  "notification_type",
				Values: []string{"shell_completed", "shell_detached_completed", "agent_completed", "agent_idle", "permission_prompt", "elicitation_dialog"},
				Rule:   f.fact("matcher"),
			},
			Rules: Rules{Contexts: context, Replies: over(f.replies(), map[Demand]Reply{
				Adds: {Outcome: Proceeds, Model: "{reason}", Fact: f.fact("notice")},
			})},
		},
	})
}
