package dialect

import (
	"sync"
	"time"

	"github.com/hooktest/hooktest/engine/hook"
)

// Kiro is the contract of Kiro's command line from version 3 and of its IDE from 1.0,
// as their makers describe it. It gives the same value at every call.
func Kiro() *Contract { return kiro() }

var kiro = sync.OnceValue(func() *Contract {
	c := unrun("kiro", "Kiro", "CLI 3, IDE 1")
	c.Settings.Files = []File{
		{Scope: "project", Path: ".kiro/hooks/*.json"},
		{Scope: "user", Path: "~/.kiro/hooks/*.json"},
	}
	c.Settings.Trust = []Trust{{Of: TrustsUnknown, Fact: "kiro.trust"}}
	c.Settings.Shape = Shape{Format: "v1", Event: "trigger", Action: "action", Enabled: "enabled", Fact: "kiro.form"}
	c.Handlers = Handlers{
		Types: []Handler{
			{Type: hook.TypeCommand, Command: true, Starts: true, Rule: "kiro.duplicates"},
			{Type: "agent", Asks: AsksUser, Alone: "gives the model the text", Rule: "kiro.handlers"},
		},
		Timeout: Timeout{Unit: time.Second, Units: "seconds", Default: time.Minute, Rule: "kiro.timeout"},
	}
	c.Base = []BaseField{
		{Name: "hook_event_name", Is: EventName},
		{Name: "cwd", Is: Folder},
		{Name: "session_id", Is: Session},
	}
	c.Matcher = Matcher{Compile: Expressions{Engine: JavaScript}, Rule: "kiro.matcher"}
	c.Reading = &Reading{
		Exits: []Exit{
			{Codes: []int{0}, Plain: true, Fact: "kiro.exit-0"},
			{Codes: []int{2}, Demand: Refuses, From: Stderr, Fact: "kiro.exit-2"},
			{Demand: Fails, From: Stderr, Fact: "kiro.exit-other"},
		},
		Text:   Text{From: Stdout, Fact: "kiro.exit-0"},
		Others: Others{Reason: Unsure, Rewrite: Unsure, Join: "\n", Fact: "kiro.several"},
	}
	c.Events = kiroEvents()
	c.Tools = Tools{
		Builtin: []Tool{
			{Name: "fs_write", Does: "writes a file", Role: WriteFile},
			{Name: "str_replace", Does: "replaces text in a file", Role: EditFile},
		},
		Common: []string{"fs_write", "str_replace"},
		Fact:   "kiro.tools",
	}
	documented := witness{"kiro", Documented, "the hook pages of Kiro's documentation", "2026-11"}.says
	guess := witness{"kiro", Guess, "nothing: nobody has looked", "2026-11-22"}.says
	c.Facts = []Fact{
		guess("trust", "whether a folder or a hook has to be trusted"),
		documented("form", "a file holds a list of hooks, each with a name, its trigger, perhaps a matcher and a timeout, and what it does in action; enabled: false switches it off"),
		guess("ending", "how a hook is ended, and how long its pipes are read"),
		guess("duplicates", "whether the same command twice runs twice"),
		documented("handlers", "an action of the type agent gives the model a text; it starts nothing"),
		witness{"kiro", ThirdParty, "a collection of hooks for Kiro", "2026-11"}.says("timeout", "timeouts are in seconds, 60 where none is given"),
		documented("matcher", "a matcher is an expression about the tool's name or the file's path; whether it has to match all of it is nowhere said"),
		documented("no-matcher", "hooks of this event have no matcher"),
		guess("file-matcher", "what the matcher of a hook about a file is tested against: the file's path by the description of matchers, which says nothing of how it is written"),
		documented("exit-0", "exit code 0 is no objection; hooks have no other answer than their exit code and a text"),
		documented("exit-2", "exit code 2 keeps the tool or the task from running and the prompt from the model; stderr is the reason"),
		documented("exit-other", "every other exit code is a warning, and the agent goes on"),
		documented("context", "the model reads stdout, when the session starts and with the prompt"),
		documented("afterwards", "no exit code undoes anything on this event"),
		guess("several", "whose reason counts where several hooks refuse"),
		guess("cut-off", "what becomes of a hook that does not end"),
		documented("stdin", "hook_event_name, cwd, perhaps session_id, and of tools tool_name, tool_input and tool_response; what else is there is nowhere said"),
		documented("tools", "two names from examples; their arguments and the name of the shell are not known"),
	}
	return c
})

func kiroEvents() []Event {
	event := func(name hook.Event, moment Moment, subject Subject, own map[Demand]Reply, fields ...Field) Event {
		cutOff := Reply{Outcome: Unknown, Fact: "kiro.cut-off"}
		warned := Reply{Outcome: Proceeds, User: "{reason}"}
		return Event{
			Name: name, Moment: moment, Subject: subject, Fields: known("kiro.stdin", fields...),
			Rules: Rules{Replies: over(map[Demand]Reply{
				Refuses: {Outcome: Proceeds, Fact: "kiro.afterwards"}, Says: {Outcome: Proceeds},
				Fails: warned, Misses: {Outcome: Proceeds, Fact: "kiro.exit-other"}, Dies: cutOff, Lags: cutOff,
			}, own)},
		}
	}
	var (
		tool = []Field{{Name: "tool_name", Kind: "string", Sample: `"fs_write"`}, {Name: "tool_input", Kind: "object", Sample: `{}`}}
		done = append(tool[:2:2], Field{Name: "tool_response", Kind: "object", Sample: `{}`})

		byTool = Subject{Field: "tool_name", Tool: true, Input: "tool_input", Rule: "kiro.matcher"}
		none   = Subject{Rule: "kiro.no-matcher"}
		byFile = Subject{Unknown: true, Rule: "kiro.file-matcher"}

		blocks  = map[Demand]Reply{Refuses: {Outcome: Prevented, Model: "{reason}"}}
		context = map[Demand]Reply{Says: {Outcome: Proceeds, Model: "{reason}", Fact: "kiro.context"}}
	)
	return []Event{
		event("PreToolUse", ToolBefore, byTool, blocks, tool...),
		event("PostToolUse", ToolAfter, byTool, nil, done...),
		event("UserPromptSubmit", TurnBefore, none, over(context, map[Demand]Reply{Refuses: {Outcome: Prevented}})),
		event("Stop", TurnAfter, none, nil),
		event("SessionStart", SessionStart, none, context),
		event("PreTaskExec", "", none, blocks),
		event("PostTaskExec", "", none, nil),
		event("PostFileCreate", "", byFile, nil),
		event("PostFileSave", "", byFile, nil),
		event("PostFileDelete", "", byFile, nil),
		event("Manual", "", none, nil),
	}
}
