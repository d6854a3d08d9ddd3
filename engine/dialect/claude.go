package dialect

import (
	"sync"
	"time"

	"github.com/hooktest/hooktest/engine/hook"
)

// Claude is the contract of Claude Code as it was seen to behave, each verdict with
// the fact behind it. It gives the same value at every call.
func Claude() *Contract { return claude() }

var claude = sync.OnceValue(func() *Contract {
	return &Contract{
		Name:     "claude",
		Product:  claudeCode,
		Versions: "2.1.330",
		Settings: Settings{
			Files: []File{
				{Scope: "local", Path: ".claude/settings.local.json"},
				{Scope: "project", Path: ".claude/settings.json"},
				{Scope: "user", Path: "~/.claude/settings.json"},
			},
			Hooks:  "hooks",
			Switch: Switch{Path: []string{"disableAllHooks"}, Off: true, Default: true, Rule: "claude.switch"},
			Source: hook.SourceProject,
		},
		Handlers: Handlers{
			Types: []Handler{
				{Type: hook.TypeCommand, Command: true, Starts: true, Once: true, Rule: "claude.duplicates"},
				{Type: "http", Rule: "claude.handlers"},
				{Type: "mcp_tool", Rule: "claude.handlers"},
				{Type: "prompt", Rule: "claude.handlers"},
				{Type: "agent", Rule: "claude.handlers"},
			},
			Timeout: Timeout{Unit: time.Second, Units: "seconds", Default: 600 * time.Second, Rule: "claude.timeout"},
		},
		Launch: Launch{
			Variables: []string{"CLAUDE_PROJECT_DIR"},
			Set:       []Variable{{"CLAUDECODE", "1"}},
			Removed:   []string{"OTEL_*"},
			Shells:    []Shell{{Fallback: "/bin/sh", Flags: []string{"-c"}, Script: AsWritten}},
		},
		Ending: Ending{Grace: 5 * time.Second, Pipes: 250 * time.Millisecond, Rule: "claude.ending"},
		Base: []BaseField{
			{Name: "session_id", Is: Session},
			{Name: "transcript_path", Sample: `"/home/user/.claude/projects/project/session.jsonl"`},
			{Name: "cwd", Is: Folder},
			{Name: "permission_mode", Sample: `"default"`, Except: []hook.Event{"SessionStart", "SessionEnd"}},
			{Name: "hook_event_name", Is: EventName},
		},
		Events: claudeEvents(),
		Matcher: Matcher{
			Everything: []string{"*"},
			Compile:    named(map[string][]string{"Agent": {"Task"}}, listed(`^[A-Za-z0-9_, |-]*$`, "|,", javaScript)),
			Rule:       "claude.matcher",
		},
		Reading: &Reading{
			Exits: []Exit{
				{Codes: []int{0}, JSON: true, Plain: true, Fact: "claude.exit-0"},
				{Codes: []int{2}, JSON: true, Demand: Refuses, From: Stderr, Default: "No stderr output", AnswerFirst: true, Fact: "claude.exit-2"},
				{JSON: true, Demand: Fails, Fact: "claude.exit-other"},
			},
			Text: Text{
				From: Stdout, Openers: "{", Broken: Says, NoObject: Says, Typed: true,
				Named: "hookSpecificOutput.hookEventName", Fact: "claude.answer",
			},
			Others: Others{Reason: First, Rewrite: Latest, Join: "\n", Fact: "claude.several"},
		},
		Tools: claudeTools(),
		Facts: claudeFacts(),
	}
})

// What hooks of Claude Code read.
const (
	claudeBash     = `{"command": "ls", "description": "List the files"}`
	claudeBashDone = `{"stdout": "notes.txt", "stderr": "", "interrupted": false, "isImage": false, "noOutputExpected": false}`
	claudePrompt   = `"List the files of this project."`
	claudeReply    = `"There is one file, notes.txt."`
)

// claudeDecision is the top-level decision that most events know.
func claudeDecision(fact string) Decision {
	return Decision{
		At: "decision", Reason: []Path{"reason"}, Words: map[string]Demand{"block": Denies, "approve": Allows},
		Default: "Blocked by hook", Fact: fact,
	}
}

// claudeFields are the fields that every answer may have, and those of an event.
func claudeFields(own ...Answered) []Answered {
	return append([]Answered{
		{At: "continue", Kind: "boolean"}, {At: "stopReason", Kind: "string"},
		{At: "suppressOutput", Kind: "boolean"}, {At: "systemMessage", Kind: "string"},
		{At: "decision", Kind: "string", Values: []string{"approve", "block"}}, {At: "reason", Kind: "string"},
		{At: "hookSpecificOutput", Kind: "object"},
		{At: "hookSpecificOutput.hookEventName", Kind: "string"},
		{At: "hookSpecificOutput.additionalContext", Kind: "string"},
	}, own...)
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

var claudeToolUse = Field{Name: "tool_use_id", Kind: "string", Sample: `"toolu_01"`, Rule: "claude.stdin"}

// claudeEvents has the events whose answers were seen first, then those of which
// documents tell.
func claudeEvents() []Event {
	added := Reply{Model: "{reason}", Fact: "claude.context"}
	context := []Path{"hookSpecificOutput.additionalContext"}
	return []Event{
		claudeTool("PreToolUse", ToolBefore, Rules{
			Decisions: []Decision{
				{
					At: "hookSpecificOutput.permissionDecision", Reason: []Path{"hookSpecificOutput.permissionDecisionReason"},
					Words:   map[string]Demand{"allow": Allows, "deny": Denies, "ask": Asks, "defer": Defers},
					Default: "Blocked by hook", Fact: "claude.permission-decision",
				},
				claudeDecision("claude.legacy-decision"),
			},
			Fields: claudeFields(
				Answered{At: "hookSpecificOutput.permissionDecision", Kind: "string", Values: []string{"allow", "deny", "ask", "defer"}},
				Answered{At: "hookSpecificOutput.permissionDecisionReason", Kind: "string"},
				Answered{At: "hookSpecificOutput.updatedInput", Kind: "object"},
			),
			Rewrite:  Rewriting{At: "hookSpecificOutput.updatedInput", Of: "tool_input", Kind: "object", Fact: "claude.updated-input"},
			Contexts: context, CanStop: true,
			Replies: map[Demand]Reply{
				Refuses:  {Outcome: Prevented, Model: "PreToolUse:{tool} hook error: [{command}]: {reason}"},
				Denies:   {Outcome: Prevented, Model: "PreToolUse:{tool} hook error: {reason}"},
				Asks:     {Outcome: Asked, Model: "{reason}", Fact: "claude.ask"},
				Defers:   {Outcome: Deferred, Fact: "claude.defer"},
				Stops:    {Outcome: Ends, User: "{reason}", Fact: "claude.stop-before-tool"},
				Rewrites: {Outcome: Proceeds, Agent: "runs the tool with the changed input"},
				Adds:     {Outcome: Proceeds, Model: "PreToolUse:{tool} hook additional context: {reason}", Fact: "claude.context"},
				Says:     {Outcome: Proceeds, Fact: "claude.plain"},
				Lags:     {Outcome: Proceeds, Fact: "claude.timeout-proceeds"},
				Dies:     {Outcome: Proceeds, Fact: "claude.exit-other"},
				Misses:   {Outcome: Proceeds, Fact: "claude.exit-other"},
				Garbles:  {Outcome: Proceeds, Fact: "claude.answer"},
			},
		}, claudeToolUse),
		claudeTool("PostToolUse", ToolAfter, Rules{
			Decisions: []Decision{claudeDecision("claude.post-tool")},
			Fields:    claudeFields(Answered{At: "hookSpecificOutput.updatedToolOutput"}),
			Rewrite:   Rewriting{At: "hookSpecificOutput.updatedToolOutput", Of: "tool_response", Kind: "object", Fact: "claude.updated-output"},
			Contexts:  context, CanStop: true,
			Replies: map[Demand]Reply{
				Refuses:  {Outcome: Proceeds, Model: "PostToolUse:{tool} hook blocking error from command: \"{command}\": {reason}", Fact: "claude.post-tool"},
				Denies:   {Outcome: Proceeds, Model: "PostToolUse:{tool} hook blocking error from command: \"{command}\": {reason}", Fact: "claude.post-tool"},
				Stops:    {Outcome: Ends, User: "{reason}", Fact: "claude.stop"},
				Rewrites: {Outcome: Proceeds, Agent: "goes on with the changed result"},
				Adds:     added,
				Says:     {Outcome: Proceeds, Fact: "claude.plain"},
			},
		}, Field{Name: "tool_response", Kind: "object", Sample: claudeBashDone, Rule: "claude.stdin"}, claudeToolUse),
	}
}

// claudeTools are those of a session without a terminal.
func claudeTools() Tools {
	return Tools{
		Builtin: []Tool{
			{Name: "Agent", Does: "starts a subagent", Role: RunTask, Sample: `{"description": "List files", "prompt": "List the files.", "subagent_type": "general-purpose"}`, Argument: "prompt"},
			{Name: "Bash", Does: "runs a shell command", Role: RunShell, Sample: claudeBash, Argument: "command"},
			{Name: "Edit", Does: "replaces text in a file", Role: EditFile, Sample: `{"file_path": "notes.txt", "old_string": "hello", "new_string": "goodbye"}`, Argument: "file_path"},
			{Name: "NotebookEdit", Does: "edits a cell of a notebook"},
			{Name: "Read", Does: "reads a file", Role: ReadFile, Sample: `{"file_path": "notes.txt"}`, Argument: "file_path"},
			{Name: "Skill", Does: "loads a skill"},
			{Name: "WebFetch", Does: "fetches a page", Role: FetchPage, Sample: `{"url": "https://example.com", "prompt": "What does it say?"}`, Argument: "url"},
			{Name: "WebSearch", Does: "searches the web", Role: SearchWeb, Sample: `{"query": "weather"}`, Argument: "query"},
			{Name: "Write", Does: "writes a file", Role: WriteFile, Sample: `{"file_path": "notes.txt", "content": "hello\n"}`, Argument: "file_path"},
		},
		Common:    []string{"Bash", "Write", "Edit", "Read"},
		MCPPrefix: "mcp__",
		Fact:      "claude.tools",
	}
}

// claudeFacts were seen with the program itself, offline, unless they say otherwise.
func claudeFacts() []Fact {
	const source = "Claude Code 2.1.330, run offline"
	seen := func(id, text string) Fact {
		return Fact{ID: "claude." + id, Text: text, Source: source, Date: "2026-11-21", Kind: Run}
	}
	return []Fact{
		seen("exit-0", "exit code 0 lets the answer on stdout decide; without one there is no objection"),
		seen("exit-2", "exit code 2 refuses whether or not stderr has a reason; a denying answer on stdout gives the reason in its place"),
		seen("exit-other", "every other exit code, a signal and a hook that is not there let the operation go on"),
		seen("answer", "only a text that begins with { and is a valid answer counts: an unknown word, a field of another kind, a missing or wrong hookEventName make it a failure that lets the operation go on; fields that nobody knows do not"),
	}
}
