package dialect

import (
	"slices"

	"github.com/hooktest/hooktest/engine/hook"
)

// What hooks of Claude Code read.
const (
	claudeBash     = `{"command": "ls"}`
	claudeBashDone = `{"stdout": "notes.txt", "stderr": "", "interrupted": false, "isImage": false, "noOutputExpected": false}`
	claudePrompt   = `"List the files of this project."`
	claudeReply    = `"There is one file, notes.txt."`
)

// claudeField is a field that was seen in what hooks read.
func claudeField(name, kind, sample string) Field {
	return Field{Name: name, Kind: kind, Sample: sample, Rule: "claude.stdin"}
}

// claudeDeclared is a field that declarations speak of.
func claudeDeclared(name, kind, sample string) Field {
	return Field{Name: name, Kind: kind, Sample: sample, Rule: "claude.stdin-declared"}
}

// claudeDocumented is a field that documents speak of and that was never seen.
func claudeDocumented(name, kind string) Field {
	return Field{Name: name, Kind: kind, Optional: true, Rule: "claude.stdin-documented"}
}

// optional is a field that may be missing.
func optional(f Field) Field {
	f.Optional = true
	return f
}

// Fields that several events have.
var (
	claudeToolFields = []Field{
		claudeField("tool_name", "string", `"Bash"`), claudeField("tool_input", "object", claudeBash),
		// Those of a subagent that calls the tool.
		claudeDocumented("agent_id", "string"), claudeDocumented("agent_type", "string"),
	}
	claudeToolUse = claudeField("tool_use_id", "string", `"toolu_01"`)
	claudeTook    = optional(claudeField("duration_ms", "number", `12`))
	claudeEffort  = optional(claudeField("effort", "object", `{"level": "high"}`))
	claudeTurn    = optional(claudeField("prompt_id", "string", `"prompt_01"`))
	claudeAgent   = []Field{claudeField("agent_id", "string", `"agent_01"`), claudeField("agent_type", "string", `"general-purpose"`)}
	claudeLast    = optional(claudeField("last_assistant_message", "string", claudeReply))
	claudeEnd     = []Field{
		claudeField("stop_hook_active", "boolean", `false`), claudeLast,
		optional(claudeField("background_tasks", "array", `[]`)), optional(claudeField("session_crons", "array", `[]`)), claudeEffort,
	}
	claudeTask = []Field{
		claudeDeclared("task_id", "string", `"task_01"`), claudeDeclared("task_subject", "string", `"List the files"`),
		optional(claudeDeclared("task_description", "string", `"List the files of this project."`)),
		optional(claudeDeclared("teammate_name", "string", `"writer"`)), optional(claudeDeclared("team_name", "string", `"writers"`)),
	}
	claudeModels = []Field{
		claudeDeclared("from_model", "string", `"claude-sonnet-4-5"`), claudeDeclared("to_model", "string", `"claude-opus-4-5"`),
		claudeDeclared("requested_model", "string", `"opus"`), claudeDeclared("source", "string", `"command"`),
		claudeDeclared("context_tokens", "number", `1200`), claudeDeclared("prompt_cache_warm", "boolean", `true`),
		claudeDeclared("cache_ttl", "string", `"5m"`), claudeDeclared("estimated_cache_write_usd", "number", `0.01`),
		claudeDeclared("pricing", "string", `"catalog"`),
	}
)

// inside is a field of hookSpecificOutput.
func inside(name, kind string, values ...string) Answered {
	return Answered{At: specific + "." + Path(name), Kind: kind, Values: values}
}

// A claudeRow is what sets an event of Claude's apart from the others.
type claudeRow struct {
	name    hook.Event
	moment  Moment
	subject Subject
	fields  []Field
	works   []Work
	// decision is the fact about the decision at the top level.
	decision string
	// own are the fields of hookSpecificOutput.
	own     []Answered
	replies map[Demand]Reply
	// change makes the rules differ further.
	change  func(*Rules)
	repeats Repeats
}

// event gives the whole row: hooks fail, add context and print plain text on most
// events alike.
func (c claudeRow) event() Event {
	replies := over(map[Demand]Reply{
		Adds:       {Outcome: Proceeds, Model: "{event} hook additional context: {reason}", Fact: "claude.context-elsewhere"},
		Says:       {Outcome: Proceeds, Fact: "claude.plain"},
		Lags:       {Outcome: Proceeds, Fact: "claude.timeout-proceeds"},
		Interrupts: {Outcome: Unknown, Fact: "claude.cut-off"},
		Dies:       {Outcome: Proceeds, Fact: "claude.exit-other"},
		Misses:     {Outcome: Proceeds, Fact: "claude.exit-other"},
	}, c.replies)
	rules := Rules{
		Decisions: []Decision{{
			At: "decision", Reason: []Path{"reason"}, Words: map[string]Demand{"block": Denies, "approve": Allows},
			Default: "Blocked by hook", Fact: c.decision,
		}},
		Fields: slices.Concat([]Answered{
			{At: "continue", Kind: "boolean"}, {At: "stopReason", Kind: "string"},
			{At: "suppressOutput", Kind: "boolean"}, {At: "systemMessage", Kind: "string"}, {At: "terminalSequence", Kind: "string"},
			{At: "decision", Kind: "string", Values: []string{"approve", "block"}}, {At: "reason", Kind: "string"},
			{At: specific, Kind: "object"}, {At: specificName, Kind: "string"},
		}, c.own),
		CanStop: true, Replies: replies,
	}
	if slices.ContainsFunc(c.own, func(a Answered) bool { return a.At == specificContext }) {
		rules.Contexts = []Path{specificContext}
	}
	if c.change != nil {
		c.change(&rules)
	}
	return Event{Name: c.name, Moment: c.moment, Fields: c.fields, Subject: c.subject, Works: c.works, Rules: rules, Repeats: c.repeats}
}

// claudeElsewhere is the fact about a decision at the top level that does nothing.
const claudeElsewhere = "claude.decision-elsewhere"

// What several events have in common: subjects, the field that adds context, and how
// those are answered that nothing can be kept from.
var (
	claudeTool       = Subject{Field: "tool_name", Tool: true, Input: "tool_input", Rule: "claude.matcher"}
	claudeNoSubject  = Subject{Rule: "claude.no-matcher"}
	claudeAdds       = inside("additionalContext", "string")
	claudeToldToUser = map[Demand]Reply{
		Refuses: {Outcome: Proceeds, User: "{reason}", Fact: "claude.told-user"},
		Stops:   {Outcome: Proceeds, Fact: "claude.stop-discarded"},
	}
	claudeSideEffect = map[Demand]Reply{
		Refuses: {Outcome: Proceeds, Fact: "claude.unheard"},
		Stops:   {Outcome: Proceeds, Fact: "claude.stop-discarded"},
	}
)

// claudeSubject is the subject of an event, from documents.
func claudeSubject(field string, values ...string) Subject {
	return Subject{Field: field, Values: values, Rule: "claude.subjects"}
}

// deaf are the rules of an event on which nobody reads what hooks write.
func deaf(r *Rules) {
	r.Exits = []Exit{
		{Codes: []int{0}, Fact: "claude.unheard"},
		{Codes: []int{2}, Demand: Refuses, From: Stderr, Fact: "claude.unheard"},
		{Demand: Fails, Fact: "claude.unheard"},
	}
	r.Decisions, r.CanStop = nil, false
}

// claudeEvents has the events whose answers were seen first.
func claudeEvents() []Event {
	var events []Event
	for _, row := range slices.Concat(claudeToolRows(), claudeTurnRows(), claudeSessionRows(), claudeTeamRows(), claudeSurroundings()) {
		events = append(events, row.event())
	}
	return events
}

// claudeToolRows are the events about tools.
func claudeToolRows() []claudeRow {
	const told = `{event}:{tool} hook blocking error from command: "{command}": `
	added := Reply{Outcome: Proceeds, Model: "{event}:{tool} hook additional context: {reason}", Fact: "claude.context"}
	each := func(r *Rules) { r.Each = "\n\n" }
	halted := Reply{Outcome: Abandoned, Agent: "does not call the model again: the turn ends", User: "{reason}", Fact: "claude.batch"}
	return []claudeRow{
		{
			name: "PreToolUse", moment: ToolBefore, subject: claudeTool,
			fields:   slices.Concat(claudeToolFields, []Field{claudeToolUse, claudeTurn, claudeEffort}),
			decision: "claude.legacy-decision",
			own:      []Answered{inside("permissionDecision", "string", "allow", "deny", "ask", "defer"), inside("permissionDecisionReason", "string"), inside("updatedInput", "object"), claudeAdds},
			replies: map[Demand]Reply{
				Refuses:  {Outcome: Prevented, Model: "PreToolUse:{tool} hook error: [{command}]: {reason}"},
				Denies:   {Outcome: Prevented, Model: "PreToolUse:{tool} hook error: {reason}"},
				Asks:     {Outcome: Asked, Model: "{reason}", Fact: "claude.ask"},
				Defers:   {Outcome: Deferred, Fact: "claude.defer"},
				Stops:    {Outcome: Ends, User: "{reason}", Fact: "claude.stop-before-tool"},
				Rewrites: {Outcome: Proceeds, Agent: "runs the tool with the changed input"},
				Misfits:  {Outcome: Prevented, Model: "PreToolUse hook for {tool} returned updatedInput that failed schema validation: {tool} failed due to the following issue:\n{reason}\nThe tool input from the model was valid; the hook's rewrite of it was not."},
				Adds:     added,
			},
			change: func(r *Rules) {
				r.Decisions = append([]Decision{{
					At: specificDecision, Reason: []Path{specificReason},
					Words:   map[string]Demand{"allow": Allows, "deny": Denies, "ask": Asks, "defer": Defers},
					Default: "Blocked by hook", Asked: "Hook PreToolUse:{tool} asked for confirmation for this tool", Fact: "claude.permission-decision",
				}}, r.Decisions...)
				r.Rewrite = Rewriting{
					At: specificInput, Of: "tool_input", Kind: "object", Whole: "claude.updated-input-shape", Fact: "claude.updated-input",
					Missing: "The required parameter `{argument}` is missing", Mistyped: "The parameter `{argument}` type is expected as `{kind}` but provided as `{given}`",
				}
			},
		},
		{
			name: "PostToolUse", moment: ToolAfter, subject: claudeTool,
			fields: slices.Concat(claudeToolFields, []Field{
				claudeField("tool_response", "object", claudeBashDone), claudeToolUse, claudeTook, claudeTurn, claudeEffort,
			}),
			decision: "claude.post-tool",
			own:      []Answered{claudeAdds, inside("updatedToolOutput", ""), inside("updatedMCPToolOutput", ""), inside("classifierContext", "string")},
			replies: map[Demand]Reply{
				Refuses:  {Outcome: Proceeds, Model: told + "[{command}]: {reason}", Fact: "claude.post-tool"},
				Denies:   {Outcome: Proceeds, Model: told + "{reason}", Fact: "claude.post-tool"},
				Adds:     added,
				Stops:    {Outcome: Ends, User: "{reason}", Fact: "claude.stop"},
				Rewrites: {Outcome: Proceeds, Agent: "goes on with the changed result"},
			},
			change: func(r *Rules) {
				each(r)
				r.Rewrite = Rewriting{At: "hookSpecificOutput.updatedToolOutput", Of: "tool_response", Kind: "object", Fact: "claude.updated-output"}
			},
		},
		{
			name: "PermissionRequest", moment: ToolPermission, subject: claudeTool,
			fields:   slices.Concat(claudeToolFields, []Field{optional(claudeDeclared("permission_suggestions", "array", `[]`))}),
			decision: claudeElsewhere,
			own: []Answered{
				inside("decision", "object"), inside("decision.behavior", "string", "allow", "deny"), inside("decision.message", "string"),
				inside("decision.interrupt", "boolean"), inside("decision.updatedInput", "object"), inside("decision.updatedPermissions", "array"),
			},
			replies: map[Demand]Reply{
				Refuses:  {Outcome: Proceeds, Fact: "claude.permission-exit-2"},
				Allows:   {Outcome: Proceeds, Agent: "runs the tool without asking"},
				Denies:   {Outcome: Prevented, Model: "{reason}"},
				Rewrites: {Outcome: Proceeds, Agent: "runs the tool with the changed input, without asking"},
				Stops:    {Outcome: Unknown, Fact: "claude.stop-unseen"},
			},
			change: func(r *Rules) {
				r.Decisions = []Decision{{
					At: "hookSpecificOutput.decision.behavior", Reason: []Path{"hookSpecificOutput.decision.message"},
					Words:   map[string]Demand{"allow": Allows, "deny": Denies},
					Default: "Permission denied by hook", Ends: "hookSpecificOutput.decision.interrupt", Fact: "claude.permission",
				}}
				r.Spoils = []Spoil{
					{At: "behavior", Fact: "claude.permission"},
					{At: "hookSpecificOutput.behavior", Unless: "hookSpecificOutput.decision", Fact: "claude.permission"},
					{At: "hookSpecificOutput.decision", Unless: "hookSpecificOutput.decision.behavior", Fact: "claude.permission-declared"},
				}
				r.Rewrite = Rewriting{At: "hookSpecificOutput.decision.updatedInput", Of: "tool_input", Kind: "object", Fact: "claude.permission"}
			},
		},
		{
			name: "PermissionDenied", subject: claudeTool,
			fields:   slices.Concat(claudeToolFields, []Field{claudeToolUse, claudeDeclared("reason", "string", `"Blocked by classifier"`)}),
			decision: claudeElsewhere,
			own:      []Answered{inside("retry", "boolean")},
			replies: map[Demand]Reply{
				Refuses: {Outcome: Proceeds, Fact: "claude.unheard"},
				Allows:  {Outcome: Proceeds, Agent: "tells the model that it may try the tool again"},
				Stops:   {Outcome: Proceeds, Fact: "claude.stop-discarded"},
			},
			change: func(r *Rules) {
				r.Decisions = []Decision{{At: "hookSpecificOutput.retry", Words: map[string]Demand{"true": Allows}, Fact: "claude.retry"}}
			},
		},
		{
			name: "PostToolUseFailure", moment: ToolFailed, subject: claudeTool,
			fields: slices.Concat(claudeToolFields, []Field{
				claudeToolUse, claudeField("error", "string", `"Exit code 1\nno such file"`), optional(claudeField("is_interrupt", "boolean", `false`)),
				claudeTook, claudeTurn, claudeEffort,
			}),
			decision: "claude.post-failure",
			own:      []Answered{claudeAdds}, change: each,
			replies: map[Demand]Reply{
				Refuses: {Outcome: Proceeds, Model: told + "[{command}]: {reason}", Fact: "claude.post-failure"},
				Denies:  {Outcome: Proceeds, Model: told + "{reason}", Fact: "claude.post-failure"},
				Adds:    added,
				Stops:   {Outcome: Ends, User: "{reason}", Fact: "claude.stop-documented"},
			},
		},
		{
			name: "PostToolBatch", subject: claudeNoSubject,
			fields: []Field{
				claudeField("tool_calls", "array", `[{"tool_name": "Bash", "tool_input": {"command": "ls"}, "tool_use_id": "toolu_01", "tool_response": "notes.txt"}]`),
				claudeTurn, claudeEffort,
			},
			decision: "claude.batch",
			own:      []Answered{claudeAdds},
			replies:  map[Demand]Reply{Refuses: halted, Denies: halted, Stops: halted},
		},
	}
}

// claudeTurnRows are the events about prompts, turns and subagents.
func claudeTurnRows() []claudeRow {
	refused := Reply{Outcome: Prevented, User: "operation blocked by hook: {reason}", Fact: "claude.prompt"}
	unexpanded := Reply{Outcome: Prevented, Agent: "does not expand the command", User: "{reason}", Fact: "claude.expansion"}
	works := func(fact string) map[Demand]Reply {
		return map[Demand]Reply{
			Refuses: {Outcome: Prevented, Model: "Stop hook feedback:\n[{command}]: {reason}", Fact: fact},
			Denies:  {Outcome: Prevented, Model: "Stop hook feedback:\n{reason}\n" + `{event} hook blocking error from command: "{command}": {reason}`, Fact: fact},
			Adds:    {Outcome: Prevented, Model: "{event} hook additional context: {reason}", Fact: fact},
			Stops:   {Outcome: Ends, Agent: "ends its turn", User: "{reason}", Fact: fact},
		}
	}
	stopWins := func(r *Rules) { r.StopWins, r.Each, r.Between = true, "\n", "\n" }
	const active = "stop_hook_active"
	return []claudeRow{
		{
			name: "UserPromptSubmit", moment: TurnBefore, subject: claudeNoSubject,
			fields: []Field{
				{Name: "prompt", Kind: "string", Prompt: true, Sample: claudePrompt, Rule: "claude.stdin"},
				claudeTurn,
			},
			decision: "claude.prompt",
			own:      []Answered{claudeAdds, inside("sessionTitle", "string"), inside("suppressOriginalPrompt", "boolean")},
			replies: map[Demand]Reply{
				Refuses: refused, Denies: refused,
				Adds:  {Outcome: Proceeds, Model: "{event} hook additional context: {reason}", Fact: "claude.context"},
				Stops: {Outcome: Abandoned, User: "Operation stopped by hook: {reason}", Fact: "claude.stop"},
				Says:  {Outcome: Proceeds, Model: "UserPromptSubmit hook success: {reason}", Fact: "claude.prompt-text"},
			},
		},
		{
			name: "Stop", moment: TurnAfter, subject: claudeNoSubject, fields: claudeEnd,
			decision: "claude.turn-end", own: []Answered{claudeAdds}, replies: works("claude.turn-end"), change: stopWins,
			repeats: Repeats{Field: active, Runs: 9, Variable: "CLAUDE_CODE_STOP_HOOK_BLOCK_CAP", Fact: "claude.turn-end"},
		},
		{
			name: "SubagentStop", moment: SubagentEnd, subject: claudeSubject("agent_type"),
			fields:   slices.Concat(claudeAgent, claudeEnd, []Field{claudeField("agent_transcript_path", "string", `"/home/user/.claude/projects/project/subagents/agent_01.jsonl"`)}),
			decision: "claude.subagent-end", own: []Answered{claudeAdds}, replies: works("claude.subagent-end"), change: stopWins,
			repeats: Repeats{Field: active, Runs: 9, Variable: "CLAUDE_CODE_STOP_HOOK_BLOCK_CAP", Fact: "claude.subagent-end"},
		},
		{
			name: "SubagentStart", moment: SubagentStart, subject: claudeSubject("agent_type"), fields: claudeAgent,
			decision: claudeElsewhere, own: []Answered{claudeAdds},
			replies: map[Demand]Reply{
				Refuses: {Outcome: Proceeds, User: "{reason}", Fact: "claude.told-user"},
				Stops:   {Outcome: Unknown, Fact: "claude.stop-unseen"},
			},
		},
		{
			name: "UserPromptExpansion", subject: claudeSubject("command_name"),
			fields: []Field{
				claudeDeclared("expansion_type", "string", `"slash_command"`), claudeDeclared("command_name", "string", `"summary"`),
				claudeDeclared("command_args", "string", `""`), optional(claudeDeclared("command_source", "string", `"project"`)),
				claudeDeclared("prompt", "string", `"/summary"`),
			},
			decision: "claude.expansion", own: []Answered{claudeAdds},
			replies: map[Demand]Reply{
				Refuses: unexpanded, Denies: unexpanded,
				Says:  {Outcome: Proceeds, Model: "{reason}", Fact: "claude.expansion"},
				Stops: {Outcome: Abandoned, User: "{reason}", Fact: "claude.stop-documented"},
			},
		},
		{
			name: "StopFailure",
			subject: claudeSubject("error", "rate_limit", "overloaded", "authentication_failed", "oauth_org_not_allowed", "billing_error",
				"invalid_request", "model_not_found", "server_error", "max_output_tokens", "unknown"),
			fields: []Field{
				claudeDeclared("error", "string", `"rate_limit"`), optional(claudeDeclared("error_details", "string", `"429"`)),
				optional(claudeDeclared("last_assistant_message", "string", claudeReply)),
			},
			decision: claudeElsewhere, replies: claudeSideEffect, change: deaf,
		},
	}
}

// claudeSessionRows are the events about sessions and conversations.
func claudeSessionRows() []claudeRow {
	kept := Reply{Outcome: Prevented, User: "{reason}", Fact: "claude.compact"}
	compact := claudeSubject("trigger", "manual", "auto")
	trigger := claudeDeclared("trigger", "string", `"auto"`)
	return []claudeRow{
		{
			name: "SessionStart", moment: SessionStart,
			subject: Subject{Field: "source", Values: []string{"startup", "resume", "clear", "compact", "fork"}, Rule: "claude.matcher"},
			fields: []Field{
				claudeField("source", "string", `"startup"`), claudeDocumented("model", "string"),
				claudeDocumented("agent_type", "string"), claudeDocumented("session_title", "string"),
			},
			decision: "claude.session-start",
			own: []Answered{
				claudeAdds, inside("initialUserMessage", "string"), inside("sessionTitle", "string"), inside("watchPaths", "array"), inside("reloadSkills", "boolean"),
			},
			replies: map[Demand]Reply{
				Refuses: {Outcome: Proceeds, User: "{reason}", Fact: "claude.session-start"},
				Adds:    {Outcome: Proceeds, Model: "{event} hook additional context: {reason}", Fact: "claude.context"},
				Says:    {Outcome: Proceeds, Model: "{event}:{tool} hook success: {reason}", Fact: "claude.session-text"},
				Stops:   {Outcome: Proceeds, Fact: "claude.session-stop"},
			},
		},
		{
			name: "SessionEnd", moment: SessionEnd,
			subject:  claudeSubject("reason", "clear", "resume", "logout", "prompt_input_exit", "other"),
			fields:   []Field{claudeField("reason", "string", `"other"`), claudeTurn},
			decision: claudeElsewhere, replies: claudeToldToUser, change: deaf,
		},
		{
			name: "Setup", subject: claudeSubject("trigger", "init", "maintenance"),
			fields:   []Field{claudeDeclared("trigger", "string", `"init"`)},
			decision: claudeElsewhere, own: []Answered{claudeAdds},
			replies: map[Demand]Reply{
				Refuses: {Outcome: Proceeds, User: "{reason}", Fact: "claude.told-user"},
				Stops:   {Outcome: Unknown, Fact: "claude.stop-unseen"},
			},
		},
		{
			name: "PreCompact", moment: CompactBefore, subject: compact,
			fields:   []Field{trigger, claudeDeclared("custom_instructions", "string", `""`)},
			decision: "claude.compact",
			replies:  map[Demand]Reply{Refuses: kept, Denies: kept, Stops: {Outcome: Proceeds, Fact: "claude.stop-discarded"}},
		},
		{
			name: "PostCompact", moment: CompactAfter, subject: compact,
			fields:   []Field{trigger, claudeDeclared("compact_summary", "string", claudeReply)},
			decision: claudeElsewhere, replies: claudeToldToUser,
		},
		{
			name: "PreModelSwitch", subject: Subject{Unknown: true, Rule: "claude.model-switch-matcher"}, fields: claudeModels,
			decision: claudeElsewhere,
			own:      []Answered{inside("permissionDecision", "string", "allow", "deny", "ask"), inside("permissionDecisionReason", "string")},
			replies: map[Demand]Reply{
				Refuses: {Outcome: Unknown, Fact: "claude.model-switch-unseen"},
				Denies:  {Outcome: Prevented, Agent: "does not switch the model", User: "{reason}"},
				Asks:    {Outcome: Asked, Agent: "asks the user; where nobody can be asked, does not switch the model", User: "{reason}"},
				Stops:   {Outcome: Unknown, Fact: "claude.stop-unseen"},
				Says:    {Outcome: Unknown, Fact: "claude.model-switch-unseen"},
			},
			change: func(r *Rules) {
				r.Decisions = []Decision{{
					At: specificDecision, Reason: []Path{specificReason},
					Words: map[string]Demand{"allow": Allows, "deny": Denies, "ask": Asks}, Fact: "claude.model-switch",
				}}
			},
		},
		{
			name: "PostModelSwitch", subject: Subject{Unknown: true, Rule: "claude.model-switch-matcher"}, fields: claudeModels,
			decision: claudeElsewhere, own: []Answered{claudeAdds},
			replies: map[Demand]Reply{
				Refuses: {Outcome: Unknown, Fact: "claude.model-switch-unseen"},
				Stops:   {Outcome: Unknown, Fact: "claude.stop-unseen"},
				Says:    {Outcome: Unknown, Fact: "claude.model-switch-unseen"},
			},
		},
		{
			name:    "InstructionsLoaded",
			subject: claudeSubject("load_reason", "session_start", "nested_traversal", "path_glob_match", "include", "compact"),
			fields: []Field{
				claudeField("file_path", "string", `"/home/user/project/CLAUDE.md"`), claudeField("memory_type", "string", `"Project"`),
				claudeField("load_reason", "string", `"session_start"`),
			},
			decision: claudeElsewhere, replies: claudeSideEffect, change: deaf,
		},
	}
}

// claudeTeamRows are the events about tasks and teammates.
func claudeTeamRows() []claudeRow {
	stopped := Reply{Outcome: Ends, Agent: "stops the teammate", User: "{reason}", Fact: "claude.team"}
	gone := Reply{Outcome: Prevented, Agent: "deletes the task again", Model: "{reason}", Fact: "claude.task-created"}
	return []claudeRow{
		{
			name: "TeammateIdle", subject: claudeNoSubject,
			fields:   []Field{claudeDeclared("teammate_name", "string", `"writer"`), claudeDeclared("team_name", "string", `"writers"`)},
			decision: claudeElsewhere,
			replies: map[Demand]Reply{
				Refuses: {Outcome: Prevented, Agent: "keeps the teammate at work", Model: "{reason}", Fact: "claude.team"},
				Stops:   stopped,
			},
		},
		{
			name: "TaskCreated", subject: claudeNoSubject, fields: claudeTask,
			decision: "claude.task-created",
			replies:  map[Demand]Reply{Refuses: gone, Denies: gone, Stops: {Outcome: Proceeds, Fact: "claude.task-created"}},
		},
		{
			name: "TaskCompleted", subject: claudeNoSubject, fields: claudeTask,
			decision: claudeElsewhere,
			replies: map[Demand]Reply{
				Refuses: {Outcome: Prevented, Agent: "does not mark the task as completed", Model: "{reason}", Fact: "claude.team"},
				Stops:   stopped,
			},
		},
	}
}

// claudeSurroundings are the events about what surrounds the work: notices, servers,
// settings, folders, and what is shown.
func claudeSurroundings() []claudeRow {
	unapplied := Reply{Outcome: Prevented, Agent: "does not apply the change", Fact: "claude.config"}
	server := claudeDeclared("mcp_server_name", "string", `"weather"`)
	form := []Field{optional(claudeDeclared("mode", "string", `"form"`)), optional(claudeDeclared("elicitation_id", "string", `"elicitation_01"`))}
	answers := []Answered{inside("action", "string", "accept", "decline", "cancel"), inside("content", "object")}
	// acts makes the action of an answer about a request count, and nothing of it
	// where the exit code is 2.
	acts := func(r *Rules) {
		r.Exits = []Exit{{Codes: []int{2}, Demand: Refuses, From: Nowhere, Fact: "claude.elicitation"}}
		r.Decisions = []Decision{{
			At: "hookSpecificOutput.action", Words: map[string]Demand{"accept": Allows, "decline": Denies, "cancel": Denies}, Fact: "claude.elicitation",
		}}
	}
	uncreated := Reply{Outcome: Prevented, Agent: "does not create the worktree", Fact: "claude.worktree"}
	watch := []Answered{inside("watchPaths", "array")}
	return []claudeRow{
		{
			name: "Notification", moment: Notice,
			subject: claudeSubject("notification_type", "permission_prompt", "idle_prompt", "auth_success", "elicitation_dialog",
				"elicitation_url_dialog", "elicitation_complete", "elicitation_response", "agent_needs_input", "agent_completed"),
			fields: []Field{
				claudeDeclared("message", "string", `"Claude needs your permission to use Bash"`), optional(claudeDeclared("title", "string", `"Permission needed"`)),
				claudeDeclared("notification_type", "string", `"permission_prompt"`),
			},
			decision: claudeElsewhere, own: []Answered{claudeAdds}, replies: claudeSideEffect,
		},
		{
			name: "MessageDisplay", subject: claudeNoSubject,
			fields: []Field{
				claudeField("turn_id", "string", `"turn_01"`), claudeField("message_id", "string", `"message_01"`),
				claudeField("index", "number", `0`), claudeField("final", "boolean", `true`), claudeField("delta", "string", claudeReply),
			},
			decision: claudeElsewhere, own: []Answered{inside("displayContent", "string")},
			replies: map[Demand]Reply{
				Refuses:  {Outcome: Proceeds, Fact: "claude.unheard"},
				Rewrites: {Outcome: Proceeds, Agent: "shows the other text; the model knows its own"},
				Stops:    {Outcome: Proceeds, Fact: "claude.stop-discarded"},
			},
			change: func(r *Rules) {
				r.Rewrite = Rewriting{At: "hookSpecificOutput.displayContent", Of: "delta", Kind: "string", Fact: "claude.display"}
			},
		},
		{
			name: "Elicitation", subject: claudeSubject("mcp_server_name"),
			fields: slices.Concat([]Field{server, claudeDeclared("message", "string", `"Which town?"`)}, form, []Field{
				optional(claudeDeclared("requested_schema", "object", `{"type": "object", "properties": {"town": {"type": "string"}}}`)),
			}),
			decision: claudeElsewhere, own: answers, change: acts,
			replies: map[Demand]Reply{
				Refuses: {Outcome: Prevented, Agent: "declines the request"},
				Allows:  {Outcome: Proceeds, Agent: "answers the request without asking the user"},
				Denies:  {Outcome: Prevented, Agent: "turns the request down without asking the user"},
				Stops:   {Outcome: Proceeds, Fact: "claude.stop-discarded"},
			},
		},
		{
			name: "ElicitationResult", subject: claudeSubject("mcp_server_name"),
			fields: slices.Concat([]Field{server}, form, []Field{
				claudeDeclared("action", "string", `"accept"`), optional(claudeDeclared("content", "object", `{"town": "Oslo"}`)),
			}),
			decision: claudeElsewhere, own: answers, change: acts,
			replies: map[Demand]Reply{
				Refuses: {Outcome: Prevented, Agent: "tells the server that the user declined"},
				Allows:  {Outcome: Proceeds, Agent: "gives the server the hook's answer"},
				Denies:  {Outcome: Prevented, Agent: "tells the server that the user did not accept"},
				Stops:   {Outcome: Proceeds, Fact: "claude.stop-discarded"},
			},
		},
		{
			name: "ConfigChange", subject: claudeSubject("source", "user_settings", "project_settings", "local_settings", "policy_settings", "skills"),
			fields: []Field{
				claudeDeclared("source", "string", `"project_settings"`),
				optional(claudeDeclared("file_path", "string", `"/home/user/project/.claude/settings.json"`)),
			},
			decision: "claude.config",
			replies:  map[Demand]Reply{Refuses: unapplied, Denies: unapplied, Stops: {Outcome: Proceeds, Fact: "claude.stop-discarded"}},
		},
		{
			name: "CwdChanged", subject: claudeNoSubject,
			fields: []Field{
				claudeDeclared("old_cwd", "string", `"/home/user/project"`), claudeDeclared("new_cwd", "string", `"/home/user/project/docs"`),
			},
			decision: claudeElsewhere, own: watch, replies: claudeToldToUser,
		},
		{
			name: "FileChanged", subject: claudeSubject("file_path"),
			fields: []Field{
				claudeDeclared("file_path", "string", `"/home/user/project/notes.txt"`), claudeDeclared("event", "string", `"change"`),
			},
			works:    []Work{{WriteFile, "file_path"}, {EditFile, "file_path"}},
			decision: claudeElsewhere, own: watch, replies: claudeToldToUser,
		},
		{
			name: "DirectoryAdded", subject: claudeSubject("source", "slash_command", "register_repo_root"),
			fields: []Field{
				claudeDeclared("directory", "string", `"/home/user/library"`), claudeDeclared("source", "string", `"slash_command"`),
			},
			decision: claudeElsewhere, replies: claudeSideEffect,
		},
		{
			name: "WorktreeCreate", subject: claudeNoSubject,
			fields:   []Field{claudeDeclared("name", "string", `"summary"`)},
			decision: claudeElsewhere,
			replies:  map[Demand]Reply{Refuses: uncreated, Fails: uncreated, Misses: uncreated, Dies: uncreated, Interrupts: uncreated, Lags: uncreated},
			change: func(r *Rules) {
				r.Exits = []Exit{
					{Codes: []int{0}, Demand: Nothing, From: Stdout, Mute: Refuses, Fact: "claude.worktree"},
					{Demand: Fails, Fact: "claude.worktree"},
				}
				r.Decisions, r.CanStop = nil, false
			},
		},
		{
			name: "WorktreeRemove", subject: claudeNoSubject,
			fields:   []Field{claudeDeclared("worktree_path", "string", `"/home/user/project-summary"`)},
			decision: claudeElsewhere, replies: claudeSideEffect, change: deaf,
		},
	}
}
