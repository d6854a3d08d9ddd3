package dialect

import "github.com/hooktest/hooktest/engine/hook"

// What hooks of Claude Code read.
const (
	claudeBash     = `{"command": "ls", "description": "List the files"}`
	claudeBashDone = `{"stdout": "notes.txt", "stderr": "", "interrupted": false, "isImage": false, "noOutputExpected": false}`
	claudePrompt   = `"List the files of this project."`
	claudeReply    = `"There is one file, notes.txt."`
)

// Fields that several events have.
var (
	claudeToolUse = Field{Name: "tool_use_id", Kind: "string", Sample: `"toolu_01"`, Rule: "claude.stdin"}
	claudeEffort  = Field{Name: "effort", Kind: "object", Optional: true, Sample: `{"level": "high"}`, Rule: "claude.stdin"}
	claudeTurn    = Field{Name: "prompt_id", Kind: "string", Optional: true, Sample: `"prompt_01"`, Rule: "claude.stdin"}
	claudeLast    = Field{Name: "last_assistant_message", Kind: "string", Optional: true, Sample: claudeReply, Rule: "claude.stdin"}
	claudeActive  = Field{Name: "stop_hook_active", Kind: "boolean", Sample: `false`, Rule: "claude.stdin"}
)

// claudeRules are those that most events share: a decision at the top level, which
// the fact is about, and the fields that every answer may have.
func claudeRules(decision string, own []Answered, replies map[Demand]Reply) Rules {
	return Rules{
		Decisions: []Decision{{
			At: "decision", Reason: []Path{"reason"}, Words: map[string]Demand{"block": Denies, "approve": Allows},
			Default: "Blocked by hook", Fact: decision,
		}},
		Fields: append([]Answered{
			{At: "continue", Kind: "boolean"}, {At: "stopReason", Kind: "string"},
			{At: "suppressOutput", Kind: "boolean"}, {At: "systemMessage", Kind: "string"},
			{At: "decision", Kind: "string", Values: []string{"approve", "block"}}, {At: "reason", Kind: "string"},
			{At: "hookSpecificOutput", Kind: "object"},
			{At: "hookSpecificOutput.hookEventName", Kind: "string"},
			{At: "hookSpecificOutput.additionalContext", Kind: "string"},
		}, own...),
		Contexts: []Path{"hookSpecificOutput.additionalContext"},
		CanStop:  true, Replies: replies,
	}
}

// claudeTool is the row of an event about a tool.
func claudeTool(name hook.Event, moment Moment, rules Rules, fields ...Field) Event {
	return Event{
		Name: name, Moment: moment,
		Fields: append([]Field{
			{Name: "tool_name", Kind: "string", Sample: `"Bash"`, Rule: "claude.stdin"},
			{Name: "tool_input", Kind: "object", Sample: claudeBash, Rule: "claude.stdin"},
		}, fields...),
		Subject: Subject{Field: "tool_name", Tool: true, Input: "tool_input", Rule: "claude.matcher"},
		Rules:   rules,
	}
}

// claudeEvents has the events whose answers were seen.
func claudeEvents() []Event {
	var (
		context = Reply{Outcome: Proceeds, Model: "{reason}", Fact: "claude.context"}
		plain   = Reply{Outcome: Proceeds, Fact: "claude.plain"}
		lags    = Reply{Outcome: Proceeds, Fact: "claude.timeout-proceeds"}
		failed  = Reply{Outcome: Proceeds, Fact: "claude.exit-other"}
		garbled = Reply{Outcome: Proceeds}
		cut     = Reply{Outcome: Unknown, Fact: "claude.cut-off"}
		unseen  = Reply{Outcome: Unknown, Fact: "claude.stop-elsewhere"}
	)
	// with adds what is the same on every event.
	with := func(replies map[Demand]Reply) map[Demand]Reply {
		for what, reply := range map[Demand]Reply{
			Adds: context, Says: plain, Lags: lags, Fails: failed, Misses: failed, Dies: failed, Interrupts: cut, Garbles: garbled, Stops: unseen,
		} {
			if _, ok := replies[what]; !ok {
				replies[what] = reply
			}
		}
		return replies
	}

	before := claudeRules("claude.legacy-decision", []Answered{
		{At: "hookSpecificOutput.permissionDecision", Kind: "string", Values: []string{"allow", "deny", "ask", "defer"}},
		{At: "hookSpecificOutput.permissionDecisionReason", Kind: "string"},
		{At: "hookSpecificOutput.updatedInput", Kind: "object"},
	}, with(map[Demand]Reply{
		Refuses:  {Outcome: Prevented, Model: "PreToolUse:{tool} hook error: [{command}]: {reason}"},
		Denies:   {Outcome: Prevented, Model: "PreToolUse:{tool} hook error: {reason}"},
		Asks:     {Outcome: Asked, Model: "{reason}", Fact: "claude.ask"},
		Defers:   {Outcome: Deferred, Fact: "claude.defer"},
		Stops:    {Outcome: Ends, User: "{reason}", Fact: "claude.stop-before-tool"},
		Rewrites: {Outcome: Proceeds, Agent: "runs the tool with the changed input"},
		Misfits:  {Outcome: Prevented, Model: "hook returned updatedInput that failed schema validation"},
		Adds:     {Outcome: Proceeds, Model: "PreToolUse:{tool} hook additional context: {reason}", Fact: "claude.context"},
	}))
	before.Decisions = append([]Decision{{
		At: "hookSpecificOutput.permissionDecision", Reason: []Path{"hookSpecificOutput.permissionDecisionReason"},
		Words:   map[string]Demand{"allow": Allows, "deny": Denies, "ask": Asks, "defer": Defers},
		Default: "Blocked by hook", Fact: "claude.permission-decision",
	}}, before.Decisions...)
	before.Rewrite = Rewriting{At: "hookSpecificOutput.updatedInput", Of: "tool_input", Kind: "object", Whole: "claude.updated-input-shape", Fact: "claude.updated-input"}

	told := Reply{Outcome: Proceeds, Model: `PostToolUse:{tool} hook blocking error from command: "{command}": {reason}`, Fact: "claude.post-tool"}
	after := claudeRules("claude.post-tool", []Answered{{At: "hookSpecificOutput.updatedToolOutput"}}, with(map[Demand]Reply{
		Refuses: told, Denies: told,
		Stops:    {Outcome: Ends, User: "{reason}", Fact: "claude.stop"},
		Rewrites: {Outcome: Proceeds, Agent: "goes on with the changed result"},
	}))
	after.Rewrite = Rewriting{At: "hookSpecificOutput.updatedToolOutput", Of: "tool_response", Kind: "object", Fact: "claude.updated-output"}

	refused := Reply{Outcome: Prevented, User: "operation blocked by hook: {reason}", Fact: "claude.prompt"}
	prompt := claudeRules("claude.prompt", nil, with(map[Demand]Reply{
		Refuses: refused, Denies: refused,
		Stops: {Outcome: Abandoned, User: "Operation stopped by hook: {reason}", Fact: "claude.stop"},
		Says:  {Outcome: Proceeds, Model: "UserPromptSubmit hook success: {reason}", Fact: "claude.prompt-text"},
	}))

	start := claudeRules("claude.session-start", nil, with(map[Demand]Reply{
		Refuses: {Outcome: Proceeds, Fact: "claude.session-start"},
		Denies:  {Outcome: Proceeds, Fact: "claude.session-start"},
		Says:    {Outcome: Proceeds, Model: "{reason}", Fact: "claude.session-text"},
	}))

	goesOn := Reply{Outcome: Prevented, Model: "Stop hook feedback:\n{reason}", Fact: "claude.turn-end"}
	end := claudeRules("claude.turn-end", nil, with(map[Demand]Reply{
		Refuses: goesOn, Denies: goesOn,
		Adds:  {Outcome: Prevented, Model: "{reason}", Fact: "claude.turn-end"},
		Stops: {Outcome: Ends, User: "{reason}", Fact: "claude.stop"},
	}))
	end.StopWins = true

	return []Event{
		claudeTool("PreToolUse", ToolBefore, before, claudeToolUse, claudeTurn, claudeEffort),
		claudeTool("PostToolUse", ToolAfter, after,
			Field{Name: "tool_response", Kind: "object", Sample: claudeBashDone, Rule: "claude.stdin"}, claudeToolUse,
			Field{Name: "duration_ms", Kind: "number", Optional: true, Sample: `12`, Rule: "claude.stdin"}, claudeTurn, claudeEffort),
		claudePermission(with),
		{
			Name: "UserPromptSubmit", Moment: TurnBefore,
			Fields:  []Field{{Name: "prompt", Kind: "string", Prompt: true, Sample: claudePrompt, Rule: "claude.stdin"}, claudeTurn},
			Subject: Subject{Rule: "claude.no-matcher"},
			Rules:   prompt,
		},
		{
			Name: "Stop", Moment: TurnAfter,
			Fields:  []Field{claudeActive, claudeLast, claudeEffort},
			Subject: Subject{Rule: "claude.no-matcher"},
			Rules:   end,
		},
		{
			Name: "SessionStart", Moment: SessionStart,
			Fields:  []Field{{Name: "source", Kind: "string", Sample: `"startup"`, Rule: "claude.stdin"}},
			Subject: Subject{Field: "source", Values: []string{"startup", "resume", "clear", "compact", "fork"}, Rule: "claude.matcher"},
			Rules:   start,
		},
	}
}

// claudePermission is the row of the request for a permission: without an answer
// the user is asked.
func claudePermission(with func(map[Demand]Reply) map[Demand]Reply) Event {
	rules := claudeRules("claude.permission", []Answered{
		{At: "hookSpecificOutput.decision", Kind: "object"},
		{At: "hookSpecificOutput.decision.behavior", Kind: "string", Values: []string{"allow", "deny"}},
		{At: "hookSpecificOutput.decision.message", Kind: "string"},
		{At: "hookSpecificOutput.decision.updatedInput", Kind: "object"},
	}, with(map[Demand]Reply{
		Refuses:  {Outcome: Proceeds, Fact: "claude.permission-exit-2"},
		Allows:   {Outcome: Proceeds, Agent: "runs the tool without asking"},
		Denies:   {Outcome: Prevented, Model: "{reason}"},
		Rewrites: {Outcome: Proceeds, Agent: "runs the tool with the changed input, without asking"},
	}))
	rules.Decisions = []Decision{{
		At: "hookSpecificOutput.decision.behavior", Reason: []Path{"hookSpecificOutput.decision.message"},
		Words: map[string]Demand{"allow": Allows, "deny": Denies}, Fact: "claude.permission",
	}}
	rules.Spoils = []Spoil{
		{At: "behavior", Fact: "claude.permission"},
		{At: "hookSpecificOutput.behavior", Unless: "hookSpecificOutput.decision", Fact: "claude.permission"},
	}
	rules.Contexts = nil
	rules.Rewrite = Rewriting{
		At: "hookSpecificOutput.decision.updatedInput", Of: "tool_input", Needs: Allows, Kind: "object", Fact: "claude.permission",
	}
	return claudeTool("PermissionRequest", ToolPermission, rules)
}
