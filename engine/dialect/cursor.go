package dialect

import (
	"sync"
	"time"

	"github.com/hooktest/hooktest/engine/hook"
)

// Cursor is the contract of Cursor, as others tell of it; most of its events' answers
// are unknown. It gives the same value at every call.
func Cursor() *Contract { return cursor() }

var cursor = sync.OnceValue(func() *Contract {
	c := unrun("cursor", "Cursor", "3.9.16")
	c.Settings.Files = []File{
		{
			Scope: "enterprise", Path: "/etc/cursor/hooks.json",
			On: map[string]string{
				"darwin":  "/Library/Application Support/Cursor/hooks.json",
				"windows": `C:\ProgramData\Cursor\hooks.json`,
			},
		},
		{Scope: "project", Path: ".cursor/hooks.json"},
		{Scope: "user", Path: "~/.cursor/hooks.json"},
	}
	c.Settings.Shape = Shape{Flat: true, Version: 1, Type: hook.TypeCommand}
	c.Settings.Breaches = []Breach{{What: WrongEvent, Loses: LosesFile, Fact: "cursor.unknown-event"}}
	c.Settings.Trust = []Trust{{Of: TrustsUnknown, Fact: "cursor.trust"}}
	c.Programs = []string{"cursor", "cursor-agent"}
	c.Handlers = Handlers{
		Types: []Handler{
			{Type: hook.TypeCommand, Command: true, Starts: true, Rule: "cursor.duplicates"},
			{Type: "prompt", Asks: AsksModel, Rule: "cursor.handlers"},
		},
		Timeout: Timeout{Unit: time.Second, Units: "seconds", Default: time.Minute, Rule: "cursor.timeout"},
		Closing: Closing{
			Field: "failClosed", Value: "true", Covers: append(Failures(), Nothing),
			Reply: Reply{Outcome: Prevented, Fact: "cursor.fail-closed"},
		},
	}
	c.Launch.Variables = []string{"CURSOR_PROJECT_DIR", "CLAUDE_PROJECT_DIR"}
	c.Base = []BaseField{
		{Name: "conversation_id", Is: Session},
		{Name: "generation_id", Sample: `"generation-1"`},
		{Name: "model", Sample: `"default"`},
		{Name: "hook_event_name", Is: EventName},
		{Name: "cursor_version", Sample: `"3.9.16"`},
		{Name: "workspace_roots", Is: Folders},
		{Name: "user_email", Sample: `"user@example.com"`},
		{Name: "transcript_path", Sample: `"/home/user/.cursor/transcripts/session.jsonl"`},
		{Name: "session_id", Is: Session},
	}
	c.Matcher = Matcher{Everything: []string{"*"}, Compile: Expressions{Engine: JavaScript}, Rule: "cursor.matcher"}
	c.Reading = &Reading{
		Exits: []Exit{
			{Codes: []int{0}, JSON: true, Plain: true, Fact: "cursor.exit-0"},
			{Codes: []int{2}, Demand: Refuses, Fact: "cursor.exit-2"},
			{Demand: Fails, Fact: "cursor.failure"},
		},
		Text:   Text{From: Stdout, Broken: Garbles, NoObject: Garbles, Fact: "cursor.failure"},
		Others: Others{Reason: Unsure, Rewrite: Unsure, Join: "\n", Fact: "cursor.several"},
	}
	c.Events = cursorEvents()
	c.Tools = Tools{
		Builtin: []Tool{
			{Name: "Grep", Does: "searches in files", Role: SearchText},
			{Name: "Read", Does: "reads a file", Role: ReadFile},
			{Name: "Shell", Does: "runs a shell command", Role: RunShell, Sample: cursorShell, Argument: "command"},
			{Name: "TabRead", Does: "reads a file to complete a line"},
			{Name: "TabWrite", Does: "completes a line"},
			{Name: "Task", Does: "starts a subagent", Role: RunTask},
			{Name: "Write", Does: "writes a file", Role: WriteFile},
		},
		Common: []string{"Shell", "Write", "Read"},
		Fact:   "cursor.tools",
	}
	c.Settings.Packages = []Package{{Manifest: ".cursor-plugin/plugin.json", Key: "hooks", Hooks: "hooks/hooks.json", Fact: "cursor.plugins"}}
	told := witness{"cursor", ThirdParty, "a survey of Cursor 3.9.16 with four runs", "2026-06-30"}.says
	guess := witness{"cursor", Guess, "nothing: nobody has looked", "2026-11-22"}.says
	c.Facts = []Fact{
		guess("trust", "whether a folder or a hook has to be trusted"),
		witness{"cursor", ThirdParty, "plugins that people publish for Cursor", "2026-11"}.says("plugins", "a plugin's hooks stand in the file that hooks of its manifest names, else in hooks/hooks.json"),
		guess("ending", "how a hook is ended, and how long its pipes are read"),
		guess("duplicates", "whether the same command twice runs twice"),
		witness{"cursor", ThirdParty, "a report about the parser of Cursor 2.6", "2026-06"}.says("unknown-event", "one event that the agent does not know may keep the whole file from applying"),
		told("handlers", "hooks of the type prompt ask a model"),
		guess("timeout", "whether timeouts are in seconds or in milliseconds: one source says this and another that; and how long a hook may run where none is given"),
		guess("matcher", "what kind of expression a matcher is; it is about the tool before a tool, and about the command's text before a shell command"),
		told("exit-0", "exit code 0 lets the answer on stdout decide"),
		told("exit-2", "exit code 2 denies; an answer beside it is not read"),
		told("fail-closed", "with failClosed: true a crash, a timeout, and an answer that is invalid or empty refuse"),
		told("failure", "every other exit code, a timeout and a text that is no answer are failures, and the agent goes on, unless the hook has failClosed: true"),
		told("permission", "permission: deny denies, and the model reads user_message, which the documentation means for the user"),
		told("ask-before-tool", "ask is accepted and nobody is asked"),
		told("ask-before-shell", "ask denies"),
		guess("unseen", "what the agent makes of this: nobody has looked"),
		guess("several", "how the answers of several hooks become one, but that those of higher scopes go first"),
		told("stdin", "the fields stand in the documentation, or were seen"),
		witness{"cursor", ThirdParty, "a reference of Cursor's hooks by the makers of a policy engine, for 2.0.77", "2026-11-23"}.says("event-fields", "what hooks read on events of which no run is known: of shell commands, files, servers' tools, prompts and the end"),
		told("tools", "the names of the tools; tools of MCP servers begin with MCP:"),
	}
	return c
})

const cursorShell = `{"command": "ls"}`

// cursorEvents has the events of which something is told first, then those of which
// only the names are.
func cursorEvents() []Event {
	puzzling := Reply{Outcome: Unknown, Fact: "cursor.unseen"}
	failed := Reply{Outcome: Proceeds, Fact: "cursor.failure"}
	shared := map[Demand]Reply{
		Refuses: {Outcome: Prevented}, Denies: {Outcome: Prevented, Model: "{reason}"},
		Fails: failed, Misses: failed, Dies: failed, Lags: failed, Garbles: failed, Says: failed,
		Adds: puzzling, Stops: puzzling, Rewrites: puzzling, Puzzles: puzzling,
	}
	permission := func(ask Reply) Rules {
		return Rules{
			Decisions: []Decision{{
				At: "permission", Reason: []Path{"user_message"}, Words: map[string]Demand{"allow": Allows, "deny": Denies, "ask": Asks},
				Other: Puzzles, Fact: "cursor.permission",
			}},
			Rewrite:  Rewriting{At: "updated_input", Of: "tool_input", Fact: "cursor.unseen"},
			Contexts: []Path{"additional_context"}, CanStop: true,
			Replies: over(shared, map[Demand]Reply{Asks: ask}),
		}
	}
	text := func(name, sample string) Field { return Field{Name: name, Kind: "string", Sample: sample} }
	folder := text("cwd", `"/home/user/project"`)
	shell := permission(Reply{Outcome: Prevented, Fact: "cursor.ask-before-shell"})
	shell.Rewrite = Rewriting{At: "updated_input", Of: "command", Fact: "cursor.unseen"}

	events := []Event{
		{
			Name: "preToolUse", Moment: ToolBefore, Rules: permission(Reply{Outcome: Proceeds, Fact: "cursor.ask-before-tool"}),
			Fields: known("cursor.stdin",
				text("tool_name", `"Shell"`), Field{Name: "tool_input", Kind: "object", Sample: cursorShell}, text("tool_use_id", `"call-1"`), folder,
			),
			Subject: Subject{Field: "tool_name", Tool: true, Input: "tool_input", Rule: "cursor.matcher"},
		},
		{
			Name: "beforeShellExecution", Moment: ToolBefore, Rules: shell,
			Fields:  known("cursor.stdin", text("command", `"ls"`), folder, Field{Name: "sandbox", Kind: "boolean", Sample: `false`}),
			Subject: Subject{Field: "command", Rule: "cursor.matcher"},
			Works:   []Work{{RunShell, "command"}},
		},
		{
			Name: "beforeMCPExecution", Moment: ToolBefore, Rules: permission(puzzling),
			Fields:  known("cursor.stdin", text("tool_name", `"list"`), text("tool_input", `"{}"`)),
			Subject: Subject{Field: "tool_name", Input: "tool_input", Rule: "cursor.matcher"},
		},
	}
	var (
		file  = text("file_path", `"/home/user/project/notes.txt"`)
		took  = Field{Name: "duration", Kind: "number", Sample: `12`}
		said  = text("text", `"There is one file, notes.txt."`)
		edit  = Field{Name: "edits", Kind: "array", Sample: `[{"old_string": "hello", "new_string": "goodbye"}]`}
		edits = []Work{{WriteFile, "file_path"}, {EditFile, "file_path"}}
	)
	for _, other := range []struct {
		name   hook.Event
		moment Moment
		works  []Work
		fields []Field
	}{
		{"postToolUse", ToolAfter, nil, nil},
		{"postToolUseFailure", ToolFailed, nil, nil},
		{"beforeSubmitPrompt", TurnBefore, nil, []Field{{Name: "prompt", Kind: "string", Prompt: true, Sample: `"List the files of this project."`}}},
		{"stop", TurnAfter, nil, []Field{text("status", `"completed"`), {Name: "loop_count", Kind: "number", Sample: `0`}}},
		{"subagentStart", SubagentStart, nil, nil},
		{"subagentStop", SubagentEnd, nil, nil},
		{"sessionStart", SessionStart, nil, nil},
		{"sessionEnd", SessionEnd, nil, nil},
		{"preCompact", CompactBefore, nil, nil},
		{"beforeReadFile", "", []Work{{ReadFile, "file_path"}}, []Field{file, text("content", `"hello\n"`)}},
		{"beforeTabFileRead", "", nil, nil},
		{"afterShellExecution", "", []Work{{RunShell, "command"}}, []Field{text("command", `"ls"`), folder, text("output", `"notes.txt\n"`), took}},
		{"afterMCPExecution", "", nil, []Field{text("tool_name", `"list"`), text("tool_input", `"{}"`), text("result_json", `"{}"`), took}},
		{"afterFileEdit", "", edits, []Field{file, edit}},
		{"afterTabFileEdit", "", nil, nil},
		{"afterAgentResponse", "", nil, []Field{said}},
		{"afterAgentThought", "", nil, []Field{said}},
		{"workspaceOpen", "", nil, nil},
	} {
		rules := unknownRules("cursor.unseen", []Path{"additional_context"}, "permission", "followup_message", "updated_mcp_tool_output")
		rules.Replies = over(shared, rules.Replies)
		events = append(events, Event{
			Name: other.name, Moment: other.moment, Rules: rules,
			Fields: known("cursor.event-fields", other.fields...), Works: other.works,
			Subject: Subject{Unknown: true, Rule: "cursor.unseen"},
		})
	}
	return events
}
