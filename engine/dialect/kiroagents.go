package dialect

import (
	"sync"
	"time"

	"github.com/hooktest/hooktest/engine/hook"
)

// KiroAgents is the contract of Kiro's command line up to version 2, whose hooks stand in
// the files that describe its agents, as their makers describe it. It gives the same value
// at every call.
func KiroAgents() *Contract { return kiroAgents() }

var kiroAgents = sync.OnceValue(func() *Contract {
	c := unrun("kiro-2", "Kiro", "CLI 2")
	c.Settings.Files = []File{
		{Scope: "project", Path: ".kiro/agents/*.json", Fact: "kiro-2.files"},
		{Scope: "user", Path: "~/.kiro/agents/*.json", Fact: "kiro-2.files"},
	}
	c.Settings.Trust = []Trust{{Of: TrustsUnknown, Fact: "kiro-2.trust"}}
	c.Settings.Shape = Shape{Flat: true, Timeout: []string{"timeout_ms"}, Type: hook.TypeCommand, Fact: "kiro-2.form"}
	c.Handlers = Handlers{
		Types:   []Handler{{Type: hook.TypeCommand, Command: true, Starts: true, Rule: "kiro-2.duplicates"}},
		Timeout: Timeout{Unit: time.Millisecond, Units: "milliseconds", Default: 30 * time.Second, Rule: "kiro-2.timeout"},
	}
	c.Base = []BaseField{{Name: "hook_event_name", Is: EventName}, {Name: "cwd", Is: Folder}}
	c.Matcher = Matcher{Everything: []string{"*"}, Compile: Expressions{Engine: Wildcards, Own: "@builtin"}, Rule: "kiro-2.matcher"}
	c.Reading = &Reading{
		Exits: []Exit{
			{Codes: []int{0}, Plain: true, Fact: "kiro-2.exit-0"},
			{Codes: []int{2}, Demand: Refuses, From: Stderr, Fact: "kiro-2.exit-2"},
			{Demand: Fails, From: Stderr, Fact: "kiro-2.exit-other"},
		},
		Text:   Text{From: Stdout, Fact: "kiro-2.exit-0"},
		Others: Others{Reason: Unsure, Rewrite: Unsure, Join: "\n", Fact: "kiro-2.several"},
	}
	c.Events = kiroAgentEvents()
	c.Tools = Tools{
		Builtin: []Tool{
			{Name: "execute_bash", Does: "runs a shell command", Role: RunShell},
			{Name: "fs_read", Does: "reads files, folders and images", Role: ReadFile, Sample: `{"operations": [{"mode": "Line", "path": "notes.txt"}]}`},
			{Name: "fs_write", Does: "writes and changes files", Role: WriteFile, Sample: kiroWrite, Argument: "path"},
			{Name: "knowledge", Does: "keeps and finds information"},
			{Name: "report_issue", Does: "opens a form for a report"},
			{Name: "thinking", Does: "thinks in steps"},
			{Name: "todo_list", Does: "keeps a list of tasks", Role: WriteTodos},
			{Name: "use_aws", Does: "calls an interface of AWS"},
		},
		Elsewhere: Elsewhere{Names: []string{"aws", "introspect", "read", "shell", "todo", "web_fetch", "web_search", "write"}, Fact: "kiro-2.tools-elsewhere"},
		Common:    []string{"fs_write", "execute_bash", "fs_read"},
		Fact:      "kiro-2.tools",
	}
	documented := witness{"kiro-2", Documented, "the hook page of Kiro's command line, version 2, and that of the program it came from", "2026-11"}.says
	guess := witness{"kiro-2", Guess, "nothing: nobody has looked", "2026-11-23"}.says
	c.Facts = []Fact{
		documented("files", "hooks stand under hooks in the file of an agent, and run while that agent is in use; version 3 reads them still while people move to files of their own"),
		guess("trust", "whether a folder or a hook has to be trusted"),
		documented("form", "below each event stands a list of hooks, each with a command and perhaps a matcher, timeout_ms and cache_ttl_seconds"),
		guess("ending", "how a hook is ended, and how long its pipes are read"),
		guess("duplicates", "whether the same command twice runs twice"),
		documented("timeout", "timeout_ms is in milliseconds, 30,000 where none is given"),
		documented("matcher", "a matcher is the name of a tool, with * and ? for what may stand there; @builtin stands for all tools of the agent itself, @server for all of an MCP server, @server/tool for one of them; no matcher and * stand for all tools. Case matters"),
		documented("no-matcher", "hooks of this event are about no tool"),
		documented("exit-0", "exit code 0 is no objection; hooks have no other answer than their exit code and a text"),
		documented("exit-2", "exit code 2 keeps the tool from running, and the model reads stderr; on every other event it is a failure"),
		documented("exit-other", "every other exit code is a warning, and the agent goes on"),
		documented("context", "the model reads stdout, when the agent is activated and with the prompt"),
		guess("several", "whose reason counts where several hooks refuse"),
		guess("cut-off", "what becomes of a hook that does not end"),
		documented("stdin", "hook_event_name and cwd, of prompts prompt, and of tools tool_name, tool_input and afterwards tool_response"),
		documented("tools", "the names by which hooks are told of tools; what execute_bash and most others are called with is nowhere said"),
		documented("tools-elsewhere", "shorter names that the page of built-in tools of later versions has; whether hooks are told them is nowhere said"),
	}
	return c
})

const kiroWrite = `{"command": "create", "path": "notes.txt", "file_text": "hello\n"}`

func kiroAgentEvents() []Event {
	event := func(name hook.Event, moment Moment, subject Subject, own map[Demand]Reply, fields ...Field) Event {
		cutOff := Reply{Outcome: Unknown, Fact: "kiro-2.cut-off"}
		warned := Reply{Outcome: Proceeds, User: "{reason}", Fact: "kiro-2.exit-other"}
		return Event{
			Name: name, Moment: moment, Subject: subject, Fields: known("kiro-2.stdin", fields...),
			Rules: Rules{Replies: over(map[Demand]Reply{
				Refuses: warned, Says: {Outcome: Proceeds}, Fails: warned, Misses: {Outcome: Proceeds, Fact: "kiro-2.exit-other"}, Dies: cutOff, Lags: cutOff,
			}, own)},
		}
	}
	var (
		tool = []Field{{Name: "tool_name", Kind: "string", Sample: `"fs_write"`}, {Name: "tool_input", Kind: "object", Sample: kiroWrite}}
		done = append(tool[:2:2], Field{Name: "tool_response", Kind: "object", Sample: `{"success": true, "result": [""]}`})

		byTool = Subject{Field: "tool_name", Tool: true, Input: "tool_input", Rule: "kiro-2.matcher"}
		none   = Subject{Rule: "kiro-2.no-matcher"}

		blocks  = map[Demand]Reply{Refuses: {Outcome: Prevented, Model: "{reason}"}}
		context = map[Demand]Reply{Says: {Outcome: Proceeds, Model: "{reason}", Fact: "kiro-2.context"}}
	)
	return []Event{
		event("agentSpawn", SessionStart, none, context),
		event("userPromptSubmit", TurnBefore, none, context, Field{Name: "prompt", Kind: "string", Prompt: true, Sample: `"List the files of this project."`}),
		event("preToolUse", ToolBefore, byTool, blocks, tool...),
		event("postToolUse", ToolAfter, byTool, nil, done...),
		event("stop", TurnAfter, none, nil),
	}
}
