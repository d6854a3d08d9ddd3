package dialect

import (
	"sync"
	"time"

	"github.com/hooktest/hooktest/engine/hook"
)

// ClaudeSeed is the contract of Claude Code as one document has it, the hook schema
// that came with the requirements, and nothing else: where the document is silent,
// nobody knows. The shipped agent is Claude's. It gives the same value at every
// call.
func ClaudeSeed() *Contract { return claudeSeed() }

var claudeSeed = sync.OnceValue(func() *Contract {
	shipped := claude()
	return &Contract{
		Name:    "claude-seed",
		Product: "Claude Code's hook schema",
		Aside:   true,
		Settings: Settings{
			Files: shipped.Settings.Files, Hooks: shipped.Settings.Hooks, Source: shipped.Settings.Source,
			Switch:   Switch{Default: true, Rule: "claude-seed.borrowed"},
			Trust:    []Trust{{Of: TrustsUnknown, Fact: "claude-seed.trust"}},
			Breaches: []Breach{{What: WrongSyntax, Loses: LosesFile, Fact: "claude-seed.syntax"}},
		},
		Handlers: Handlers{
			Types: []Handler{
				{Type: hook.TypeCommand, Command: true, Starts: true, Rule: "claude-seed.handlers"},
				{
					Type: "prompt", Asks: AsksModel, Needs: []string{"prompt"}, Timeout: 30 * time.Second, Most: 30 * time.Second,
					Events:     []hook.Event{"Stop", "SubagentStop", "UserPromptSubmit", "PreToolUse", "PermissionRequest"},
					EventsFact: "claude-seed.handlers", Rule: "claude-seed.handlers",
				},
			},
			Model: Model{
				Prompt: "prompt",
				Decision: Decision{
					At: "decision", Reason: []Path{"reason"}, Words: map[string]Demand{"approve": Allows, "block": Denies}, Other: Puzzles, Fact: "claude-seed.prompt-answer",
				},
				Unusable: Reply{Outcome: Unknown, Fact: "claude-seed.prompt-unseen"}, Fact: "claude-seed.prompt-answer",
			},
			Timeout: Timeout{Unit: time.Millisecond, Units: "milliseconds", Default: time.Minute, Most: 10 * time.Minute, Rule: "claude-seed.timeout"},
		},
		Launch: shipped.Launch,
		Ending: Ending{Grace: shipped.Ending.Grace, Pipes: shipped.Ending.Pipes, Rule: "claude-seed.borrowed"},
		Base:   shipped.Base,
		Events: claudeSeedEvents(),
		Matcher: Matcher{
			Everything: []string{"*"},
			Compile:    Expressions{Engine: JavaScript, List: `^\w*$`},
			Rule:       "claude-seed.matcher",
		},
		Reading: &Reading{
			Exits: []Exit{
				{Codes: []int{0}, JSON: true, Plain: true, Fact: "claude-seed.answer"},
				{Demand: Puzzles, Fact: "claude-seed.exit-codes"},
			},
			Text:   Text{From: Stdout, Openers: "{", Broken: Says, NoObject: Says, Fact: "claude-seed.answer"},
			Others: Others{Reason: Unsure, Rewrite: Unsure, Decision: Unsure, Join: "\n", Fact: "claude-seed.several"},
		},
		Tools: Tools{
			Builtin: []Tool{
				{Name: "Bash", Does: "runs a shell command", Role: RunShell, Sample: claudeBash, Argument: "command"},
				{Name: "Edit", Does: "edits a file", Role: EditFile},
				{Name: "NotebookEdit", Does: "edits a notebook"},
				{Name: "NotebookRead", Does: "reads a notebook"},
				{Name: "Write", Does: "writes a file", Role: WriteFile},
			},
			Common:    []string{"Bash", "Edit", "Write"},
			MCPPrefix: shipped.Tools.MCPPrefix,
			Fact:      "claude-seed.tools",
		},
		Facts: claudeSeedFacts(),
	}
})

// claudeSeedEvents are the nine events that the document names.
func claudeSeedEvents() []Event {
	const silent = "claude-seed.silent"
	decision := func(word Demand) Decision {
		d := Decision{At: "decision", Reason: []Path{"reason"}, Other: Puzzles, Fact: silent}
		if word != "" {
			d.Words, d.Fact = map[string]Demand{"block": word}, "claude-seed.post-tool"
		}
		return d
	}
	// rules have everything unknown that an event's own replies do not speak of.
	rules := func(own map[Demand]Reply, decisions ...Decision) Rules {
		return Rules{
			Decisions: decisions, Contexts: []Path{specificContext}, CanStop: true,
			Replies: over(over(unseen(silent, demands()...), unseen("claude-seed.failures", Failures()...)), own),
		}
	}
	tool := func(name hook.Event, moment Moment, rules Rules, fields ...Field) Event {
		return Event{
			Name: name, Moment: moment,
			Fields: append([]Field{{Name: "tool_name", Kind: "string", Sample: `"Bash"`, Rule: "claude-seed.stdin"}}, known("claude-seed.borrowed",
				append([]Field{{Name: "tool_input", Kind: "object", Sample: claudeBash}}, fields...)...)...),
			Subject: Subject{Field: "tool_name", Tool: true, Input: "tool_input", Rule: "claude-seed.matcher"},
			Rules:   rules,
		}
	}
	adds := map[Demand]Reply{Adds: {Outcome: Proceeds, Model: "{reason}", Fact: "claude-seed.context"}}
	subject := func(field string, values ...string) Subject {
		return Subject{Field: field, Values: values, Rule: "claude-seed.matcher"}
	}
	text := func(name, sample string) Field { return Field{Name: name, Kind: "string", Sample: sample} }
	plain := func(name hook.Event, moment Moment, subject Subject, rules Rules, fields ...Field) Event {
		return Event{Name: name, Moment: moment, Fields: known("claude-seed.borrowed", fields...), Subject: subject, Rules: rules}
	}

	before := rules(map[Demand]Reply{
		Allows:   {Outcome: Proceeds, Agent: "runs the tool without asking for a permission"},
		Denies:   {Outcome: Prevented, Model: "{reason}"},
		Asks:     {Outcome: Asked},
		Rewrites: {Outcome: Proceeds, Agent: "runs the tool with the changed input"},
		Stops:    {Outcome: Ends, Agent: "stops; whether the tool runs before is not said", Fact: "claude-seed.continue"},
	}, Decision{
		At: specificDecision, Reason: []Path{specificReason}, Words: map[string]Demand{"allow": Allows, "deny": Denies, "ask": Asks},
		Other: Puzzles, Fact: "claude-seed.permission-decision",
	}, decision(""))
	before.Rewrite = Rewriting{At: specificInput, Of: "tool_input", Overlays: true, Kind: "object", Fact: "claude-seed.updated-input"}

	permission := rules(map[Demand]Reply{
		Allows:   {Outcome: Proceeds, Agent: "runs the tool without asking"},
		Denies:   {Outcome: Prevented},
		Rewrites: {Outcome: Proceeds, Agent: "runs the tool with the changed input"},
	}, Decision{
		At: "hookSpecificOutput.decision.behavior", Words: map[string]Demand{"allow": Allows, "deny": Denies},
		Other: Puzzles, Fact: "claude-seed.permission",
	})
	permission.Rewrite = Rewriting{At: specificInput, Of: "tool_input", Overlays: true, Kind: "object", Fact: "claude-seed.permission"}

	after := rules(over(adds, map[Demand]Reply{Denies: {Outcome: Proceeds, Model: "{reason}"}}), decision(Denies))
	prompt := Field{Name: "prompt", Kind: "string", Prompt: true, Sample: claudePrompt}
	active := Field{Name: "stop_hook_active", Kind: "boolean", Sample: `false`}
	anything := rules(nil, decision(""))
	return []Event{
		tool("PreToolUse", ToolBefore, before),
		tool("PermissionRequest", ToolPermission, permission),
		tool("PostToolUse", ToolAfter, after, Field{Name: "tool_response", Kind: "object", Sample: claudeBashDone}),
		plain("UserPromptSubmit", TurnBefore, subject(""), rules(adds, decision("")), prompt),
		plain("SessionStart", SessionStart, subject("source", "startup", "resume", "clear", "compact"), rules(adds, decision("")), text("source", `"startup"`)),
		plain("Stop", TurnAfter, subject(""), anything, active),
		plain("SubagentStop", SubagentEnd, subject(""), anything, active),
		plain("SessionEnd", SessionEnd, subject("reason", "logout", "prompt_input_exit"), anything, text("reason", `"logout"`)),
		plain("Notification", Notice,
			subject("notification_type", "permission_prompt", "idle_prompt", "auth_success", "elicitation_dialog"), anything,
			text("notification_type", `"permission_prompt"`), text("message", `"A permission is needed."`)),
	}
}

// claudeSeedFacts are what the document says, and what it does not.
func claudeSeedFacts() []Fact {
	var (
		says  = witness{"claude-seed", Documented, "claude-hook-schema.md", "2026-11"}.says
		mute  = witness{"claude-seed", Guess, "nothing: claude-hook-schema.md does not say", "2026-11"}.says
		place = "as the shipped agent has it, since the document does not say: where settings are, that nothing switches them off, how a process is started and ended, and what it reads but for the tool's name"
	)
	return []Fact{
		says("handlers", "hooks have the type command or prompt; the second asks a model and is for Stop, SubagentStop, UserPromptSubmit, PreToolUse and PermissionRequest"),
		says("syntax", "a settings file has to be JSON, without trailing commas, for its hooks to be registered"),
		says("timeout", "timeouts are in milliseconds, 60000 where none is given and 600000 at most, and 30000 for a prompt"),
		says("matcher", "a plain name matches the one of that name, anything else is an expression; a matcher that is empty or * matches everything"),
		says("tools", "the tools that its matchers name"),
		says("stdin", "a hook reads tool_name"),
		says("answer", "an answer is a JSON object; one without demands is no objection"),
		says("permission-decision", "permissionDecision runs the tool without asking, refuses it with the reason for the model, or has the user asked"),
		says("updated-input", "updatedInput changes parameters of the tool; the example has one that no tool can do with alone, so the others stay"),
		says("continue", "continue: false before a tool stops the agent's work"),
		says("permission", "behavior in decision grants or denies a permission, and updatedInput beside it changes parameters"),
		says("post-tool", "decision: block after a tool tells the model the reason"),
		says("context", "additionalContext is for the model after a tool, at the start of a session and with a prompt"),
		says("prompt-answer", "a model that is asked returns a decision, which is approve or block; what the agent does with it, the document does not say"),
		mute("prompt-unseen", "what comes of a model's answer that is no decision, and where what the hook reads stands in the question"),
		mute("borrowed", place),
		mute("exit-codes", "what any exit code means but that of a hook which ended well, and whether an answer counts then"),
		mute("failures", "what becomes of a hook that does not start, is killed or takes too long"),
		mute("trust", "whether a folder or a hook has to be trusted"),
		mute("several", "what comes of several hooks that want different things"),
		mute("silent", "what this means on this event"),
	}
}
