package dialect

import (
	"slices"
	"sync"
	"time"

	"github.com/hooktest/hooktest/engine/hook"
)

// Qwen is the contract of Qwen Code, which descends from Gemini CLI and has the
// events and answers of Claude Code. It gives the same value at every call.
func Qwen() *Contract { return qwen() }

var qwen = sync.OnceValue(func() *Contract {
	ledger := trustedFolders("qwen.ledger")
	ledger.Generous = true
	return &Contract{
		Name:     "qwen",
		Product:  "Qwen Code",
		Versions: "0.24.4",
		Programs: []string{"qwen"},
		Settings: Settings{
			Files: []File{
				{Scope: "project", Path: ".qwen/settings.json"},
				{Scope: "user", Path: "~/.qwen/settings.json"},
				{
					Scope: "system",
					Path:  "/etc/qwen-code/settings.json",
					On: map[string]string{
						"darwin":  "/Library/Application Support/QwenCode/settings.json",
						"windows": `C:\ProgramData\qwen-code\settings.json`,
					},
					Variables: []string{"QWEN_CODE_SYSTEM_SETTINGS_PATH"},
				},
			},
			Hooks:  "hooks",
			Switch: Switch{Path: []string{"disableAllHooks"}, Off: true, Default: true, Rule: "qwen.switch"},
			Trust: []Trust{{
				Scopes: []string{"project"}, Of: TrustsFolder, Loses: LosesFile, Asks: "asks once for the folder, or for the one above it",
				Switch: Switch{Path: []string{"security", "folderTrust", "enabled"}, Rule: "qwen.trust"},
				Record: "~/.qwen/trustedFolders.json", Fact: "qwen.trust", Ledger: ledger,
			}},
			Comments: true,
			Shape:    Shape{Type: hook.TypeCommand},
			Breaches: slices.Concat(
				[]Breach{
					{What: WrongSyntax, Loses: LosesFile, Fact: "qwen.syntax"},
					{What: WrongEvent, Loses: LosesNothing, Fact: "qwen.unknown-event"},
					{What: WrongMatcher, Loses: LosesEvent, Fact: "qwen.wrong-matcher"},
					{What: NullMatcher, Loses: LosesNothing, Fact: "qwen.null-matcher"},
					{What: WrongTimeout, Loses: LosesNothing, Fact: "qwen.timeout"},
				},
				malformed(LosesHook, "qwen.malformed"),
			),
			Source: hook.SourceProject,
		},
		Handlers: Handlers{
			Types: []Handler{
				{Type: hook.TypeCommand, Command: true, Starts: true, Once: true, Rule: "qwen.duplicates"},
				{Type: "http", Asks: AsksServer, Needs: []string{"url"}, Timeout: 600 * time.Second, Rule: "qwen.http"},
				{Type: "prompt", Asks: AsksModel, Needs: []string{"prompt"}, Timeout: 30 * time.Second, Rule: "qwen.prompt-hook"},
				{Type: "function", Asks: AsksHost, Rule: "qwen.handlers"},
			},
			Server: Server{
				URL: "url", Headers: "headers", Allowed: "allowedEnvVars", InURL: true, Failed: Fails, Redirects: Fails, Typed: true, Other: Tells, Broken: Nothing,
				Fact: "qwen.http", AnswersFact: "qwen.http-answers",
			},
			Model: Model{
				Prompt: "prompt", Name: "model", Placeholder: "$ARGUMENTS", Indented: true, Fenced: true,
				Decision: Decision{
					At: "ok", Reason: []Path{"reason"}, Words: map[string]Demand{"true": Allows, "false": Denies}, Other: Garbles,
					Default: "Blocked by prompt hook", Fact: "qwen.prompt-hook",
				},
				Context:  "additionalContext",
				As:       `{"continue":false,"stopReason":"{reason}","decision":"block","reason":"{reason}"}`,
				Unusable: Reply{Outcome: Proceeds, Fact: "qwen.prompt-hook"}, Fact: "qwen.prompt-hook",
			},
			Timeout: Timeout{
				Unit: time.Second, Units: "seconds", Default: time.Minute,
				Milliseconds: 1000, Rule: "qwen.timeout",
			},
			Sequence: Sequence{Field: "sequential", Fact: "qwen.sequence"},
		},
		Launch: Launch{
			Variables: []string{"QWEN_PROJECT_DIR", "CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR"},
			Shells:    geminiShells(),
		},
		Ending: Ending{Grace: 5 * time.Second, Waits: true, Rule: "qwen.ending"},
		Base: append(geminiBase(),
			BaseField{Name: "permission_mode", Sample: `"default"`},
			BaseField{Name: "prompt_id", Sample: `"prompt-1"`, Except: []hook.Event{"SessionStart", "SessionEnd"}},
		),
		Events: qwenEvents(),
		Matcher: Matcher{
			Trim: true, Everything: []string{"*", ".*"}, Compile: Expressions{Engine: Alternatives, Aliases: qwenNames()}, Rule: "qwen.matcher",
		},
		Reading: &Reading{
			Exits: []Exit{
				{Codes: []int{0}, JSON: true, Plain: true, Fact: "qwen.exit-0"},
				{Codes: []int{2}, JSON: true, Answer: Stderr, Demand: Denies, Instead: true, From: Stderr, Mute: Fails, Fact: "qwen.exit-2"},
				{Codes: []int{Killed}, JSON: true, Demand: Dies, Instead: true, From: Either, Prefix: "Warning: ", Fact: "qwen.killed"},
				{JSON: true, Demand: Fails, Instead: true, From: Either, Prefix: "Warning: ", Fact: "qwen.exit-other"},
			},
			Text: Text{From: Either, Openers: `{"`, Quoted: true, Broken: Garbles, NoObject: Says, Fact: "qwen.answer"},
			Others: Others{
				Reason: All, Rewrite: Last, Join: "\n",
				Merged: &Merged{
					As: map[Demand]string{
						Denies: `{"decision":"deny","reason":"{reason}"}`,
						Says:   `{"decision":"allow","reason":"Hook executed successfully"}`,
						Tells:  `{"decision":"allow","reason":"Hook executed successfully"}`,
						Fails:  `{"decision":"allow","reason":"Non-blocking error: {reason}"}`,
						Dies:   `{"decision":"allow","reason":"Non-blocking error: {reason}"}`,
					},
					Joined: []Path{"reason", "hookSpecificOutput.additionalContext"},
				},
				Fact: "qwen.merge",
			},
		},
		Tools: qwenTools(),
		Facts: qwenFacts(),
	}
})

// What hooks of Qwen Code read of a call of the shell.
const (
	qwenShell     = `{"command": "ls", "is_background": false}`
	qwenShellDone = `{"llmContent": "notes.txt", "returnDisplay": "notes.txt"}`
)

// qwenField is a field of what hooks read.
func qwenField(name, kind, sample string) Field {
	return Field{Name: name, Kind: kind, Sample: sample, Rule: "qwen.stdin"}
}

// qwenEvents has the events whose answers were seen first, then those of which only
// the documentation tells.
func qwenEvents() []Event {
	var (
		context  = []Path{"hookSpecificOutput.additionalContext"}
		tool     = []Field{qwenField("tool_name", "string", `"run_shell_command"`), qwenField("tool_input", "object", qwenShell)}
		toolUse  = qwenField("tool_use_id", "string", `"toolu_01"`)
		toolCall = Field{Name: "tool_call_id", Kind: "string", Optional: true, Sample: `"call_01"`, Rule: "qwen.stdin"}
		onTool   = Subject{Field: "tool_name", Tool: true, Input: "tool_input", Rule: "qwen.matcher"}
		prompt   = Field{Name: "prompt", Kind: "string", Prompt: true, Sample: llxprtPrompt, Rule: "qwen.stdin"}
		orBlock  = Merge{How: AnyBlockWins, Rule: "qwen.merge"}
		last     = Merge{How: LaterReplaces, Rule: "qwen.merge"}
	)
	everywhere := map[Demand]Reply{
		Says: {Outcome: Proceeds, Fact: "qwen.plain"}, Tells: {Outcome: Proceeds, Fact: "qwen.plain"},
		Lags:    {Outcome: Proceeds, Fact: "qwen.timeout-proceeds"},
		Garbles: {Outcome: Proceeds}, Fails: {Outcome: Proceeds}, Dies: {Outcome: Proceeds},
		Wrecks: {Outcome: Unknown, Fact: "qwen.wreck-elsewhere"},
	}
	rules := func(replies map[Demand]Reply) Rules {
		return Rules{
			Decisions:   []Decision{geminiDecision(Nothing, []Path{"stopReason", "reason"}, "qwen.decision")},
			Contexts:    context,
			Messages:    []Path{"systemMessage"},
			CanStop:     true,
			StopReason:  []Path{"stopReason", "reason"},
			StopDefault: "No reason provided",
			Spoils:      []Spoil{{At: "hookSpecificOutput", Kinds: []string{"string", "number", "boolean"}, Wrecks: true, Fact: "qwen.wreck"}},
			Replies:     replying(replies, everywhere),
		}
	}

	before := rules(map[Demand]Reply{
		Denies: {Outcome: Prevented, Model: "{reason}", Alone: true},
		Asks:   {Outcome: Asked, Model: "{reason}", Fact: "qwen.ask"},
		Stops:  {Outcome: Prevented, Model: "{reason}", Alone: true, Fact: "qwen.stop-before-tool"},
		Adds:   {Outcome: Proceeds, Fact: "qwen.before-tool-context"},
		Wrecks: {Outcome: Proceeds},
	})
	reasons := []Path{"hookSpecificOutput.permissionDecisionReason", "reason", "stopReason"}
	before.Decisions = []Decision{
		{
			At: "hookSpecificOutput.permissionDecision", Reason: reasons, Default: "No reason provided",
			Words: map[string]Demand{"allow": Allows, "deny": Denies, "ask": Asks}, Fact: "qwen.permission-decision",
		},
		geminiDecision(Asks, reasons, "qwen.decision"),
	}
	before.OneDecides = true

	submitted := Reply{Outcome: Proceeds, Model: "<qwen:user-prompt-submit-context>\n{escaped}\n</qwen:user-prompt-submit-context>", Fact: "qwen.prompt-context"}
	unsubmitted := Reply{Outcome: Prevented, User: "{reason}", Alone: true, Fact: "qwen.prompt"}
	started := Reply{Outcome: Proceeds, Model: "{escaped}", Fact: "qwen.session-context"}
	indifferent := Reply{Outcome: Proceeds, Fact: "qwen.session-start"}
	again := Reply{Outcome: Prevented, Agent: "does not end its turn: it goes on working, at most eight times", Model: "{reason}", Fact: "qwen.turn-end"}
	said := Reply{Outcome: Proceeds, User: "{reason}", Fact: "qwen.turn-end-message"}

	permission := rules(map[Demand]Reply{
		Denies:   {Outcome: Prevented, Model: "{reason}", Alone: true},
		Allows:   {Outcome: Proceeds, Agent: "runs the tool without asking"},
		Rewrites: {Outcome: Proceeds, Agent: "runs the changed call without asking"},
		Refuses:  {Outcome: Proceeds},
		Stops:    {Outcome: Proceeds, Fact: "qwen.permission"},
		Adds:     {Outcome: Proceeds, Fact: "qwen.permission"},
	})
	permission.Decisions = []Decision{{
		At: "hookSpecificOutput.decision.behavior", Reason: []Path{"hookSpecificOutput.decision.message"},
		Words: map[string]Demand{"allow": Allows, "deny": Denies}, Fact: "qwen.permission",
	}}
	permission.Exits = []Exit{{Codes: []int{2}, JSON: true, Answer: Stderr, Demand: Refuses, Instead: true, From: Stderr, Mute: Fails, Fact: "qwen.permission"}}
	permission.Rewrite = Rewriting{At: "hookSpecificOutput.decision.updatedInput", Of: "tool_input", Needs: Allows, Kind: "object", Fact: "qwen.permission"}

	unknown := Reply{Outcome: Unknown, Fact: "qwen.unseen"}
	unseen := func(name hook.Event, moment Moment, subject Subject, fields ...Field) Event {
		return Event{Name: name, Moment: moment, Fields: fields, Subject: subject, Merge: last, Rules: rules(map[Demand]Reply{
			Denies: unknown, Stops: unknown, Adds: unknown, Says: unknown, Tells: unknown,
		})}
	}
	on := func(field string, values ...string) Subject {
		return Subject{Field: field, Values: values, Rule: "qwen.matcher"}
	}
	without := on("")

	return []Event{
		{
			Name: "PreToolUse", Moment: ToolBefore, Merge: orBlock, Subject: onTool, Rules: before,
			Fields: append(append([]Field{}, tool...), toolUse, toolCall),
			Chain:  Chain{How: Overlays, Field: "tool_input", Answer: "tool_input"},
		},
		{
			Name: "PostToolUse", Moment: ToolAfter, Merge: orBlock, Subject: onTool,
			Fields: append(append([]Field{}, tool...), qwenField("tool_response", "object", qwenShellDone), toolUse, toolCall, qwenField("duration_ms", "number", `12`)),
			Rules: rules(map[Demand]Reply{
				Denies: {Outcome: Proceeds, Fact: "qwen.after-tool"},
				Stops: {
					Outcome: Proceeds, Agent: "gives the model the reason in the place of the tool's result",
					Model: "{reason}", Alone: true, Fact: "qwen.stop-after-tool",
				},
				Adds: {Outcome: Proceeds, Model: "{escaped}", Fact: "qwen.context"},
			}),
		},
		{
			Name: "UserPromptSubmit", Moment: TurnBefore, Merge: orBlock, Subject: without,
			Fields: []Field{prompt, {Name: "submitted_prompt", Kind: prompt.Kind, Prompt: true, Sample: prompt.Sample, Rule: prompt.Rule}},
			Chain:  Chain{How: Appends, Field: "prompt", Answer: "additionalContext"},
			Often:  Often{Runs: 2, Fact: "qwen.prompt-twice"},
			Rules:  rules(map[Demand]Reply{Denies: unsubmitted, Stops: unsubmitted, Adds: submitted, Says: submitted}),
		},
		{
			Name: "Stop", Moment: TurnAfter, Merge: orBlock, Subject: without,
			Repeats: Repeats{Field: "stop_hook_active", Runs: 8, Variable: "QWEN_CODE_STOP_HOOK_BLOCK_CAP", Fact: "qwen.turn-end"},
			Fields: []Field{
				qwenField("stop_hook_active", "boolean", `false`), qwenField("last_assistant_message", "string", llxprtReply),
				qwenField("background_tasks", "array", `[]`), qwenField("crons", "array", `[]`),
				qwenField("context_usage", "number", `0.1`), qwenField("context_limit", "number", `131072`), qwenField("input_tokens", "number", `12000`),
			},
			Rules: rules(map[Demand]Reply{
				Denies: again, Stops: again, Says: said, Tells: said,
				Fails: {Outcome: Proceeds, User: "{reason}"}, Dies: {Outcome: Proceeds, User: "{reason}"},
				Adds: {Outcome: Proceeds, Fact: "qwen.turn-end-context"},
			}),
		},
		{
			Name: "SessionStart", Moment: SessionStart, Merge: last, Subject: on("source", "startup", "resume", "clear", "compact"),
			Fields: []Field{qwenField("source", "string", `"startup"`), qwenField("model", "string", `"qwen3-coder-plus"`)},
			Rules:  rules(map[Demand]Reply{Denies: indifferent, Stops: indifferent, Adds: started, Says: started}),
		},
		{
			Name: "PermissionRequest", Moment: ToolPermission, Subject: onTool, Rules: permission,
			Fields: append(append([]Field{}, tool...), qwenField("permission_suggestions", "array", `[]`)),
		},
		unseen("PostToolUseFailure", ToolFailed, onTool, append(append([]Field{}, tool...), toolUse, toolCall, qwenField("error", "string", `"No such file or directory"`), qwenField("is_interrupt", "boolean", `false`))...),
		unseen("PostToolBatch", "", without, qwenField("tool_calls", "array", `[]`)),
		unseen("UserPromptExpansion", "", on("command_name"), qwenField("command_name", "string", `"review"`), qwenField("command_args", "string", `""`), prompt),
		unseen("SessionEnd", SessionEnd, on("reason"), qwenField("reason", "string", `"other"`)),
		unseen("SessionDelete", "", without),
		unseen("MessageDisplay", "", without, qwenField("message_id", "string", `"message-1"`), qwenField("displayed_text", "string", llxprtReply), qwenField("is_final", "boolean", `true`)),
		unseen("StopFailure", "", on("error"), qwenField("error", "string", `"rate_limit"`)),
		unseen("SubagentStart", SubagentStart, on("agent_type"), qwenField("agent_type", "string", `"general-purpose"`)),
		unseen("SubagentStop", SubagentEnd, on("agent_type"), qwenField("agent_type", "string", `"general-purpose"`), qwenField("stop_hook_active", "boolean", `false`)),
		unseen("PreCompact", CompactBefore, on("trigger", "manual", "auto"), qwenField("trigger", "string", `"auto"`), qwenField("custom_instructions", "string", `""`)),
		unseen("PostCompact", CompactAfter, on("trigger", "manual", "auto"), qwenField("trigger", "string", `"auto"`)),
		unseen("Notification", Notice, on("notification_type"), qwenField("message", "string", `"Qwen Code waits for you."`), qwenField("notification_type", "string", `"idle_prompt"`)),
		unseen("PermissionDenied", "", onTool, append(append([]Field{}, tool...), toolUse, qwenField("reason", "string", `"The user said no."`))...),
		unseen("TodoCreated", "", without, qwenField("todo_id", "string", `"1"`), qwenField("todo_content", "string", `"Tidy up the notes"`)),
		unseen("TodoCompleted", "", without, qwenField("todo_id", "string", `"1"`), qwenField("todo_content", "string", `"Tidy up the notes"`)),
		unseen("InstructionsLoaded", "", on("file_path"), qwenField("file_path", "string", `"QWEN.md"`)),
	}
}

// qwenNames are other names that matchers may give tools, those of Claude Code among
// them.
func qwenNames() map[string][]string {
	return map[string][]string{
		"run_shell_command": {"Shell", "ShellTool", "Bash"},
		"edit":              {"Edit", "EditTool", "replace"},
		"write_file":        {"WriteFile", "WriteFileTool", "Write"},
		"read_file":         {"ReadFile", "ReadFileTool", "Read"},
		"grep_search":       {"Grep", "GrepTool", "search_file_content", "SearchFiles"},
		"glob":              {"Glob", "GlobTool", "FindFiles"},
		"list_directory":    {"ListFiles", "ListFilesTool", "ReadFolder"},
		"todo_write":        {"TodoList", "TodoListTool", "TodoWrite", "TodoWriteTool"},
		"web_fetch":         {"WebFetch", "WebFetchTool"},
		"web_search":        {"WebSearch", "WebSearchTool"},
		"agent":             {"Agent", "AgentTool", "task", "Task", "TaskTool"},
		"skill":             {"Skill", "SkillTool"},
		"notebook_edit":     {"NotebookEdit", "NotebookEditTool"},
		"exit_plan_mode":    {"ExitPlanMode", "ExitPlanModeTool"},
	}
}

func qwenTools() Tools {
	return Tools{
		Builtin: []Tool{
			{Name: "agent", Does: "starts a subagent", Role: RunTask, Sample: `{"description": "List files", "prompt": "List the files.", "subagent_type": "general-purpose"}`, Argument: "prompt"},
			{Name: "edit", Does: "replaces text in a file", Role: EditFile, Sample: `{"file_path": "notes.txt", "old_string": "hello", "new_string": "goodbye"}`, Argument: "file_path"},
			{Name: "exit_plan_mode", Does: "ends planning"},
			{Name: "glob", Does: "finds files by pattern", Role: FindFiles, Sample: `{"pattern": "**/*.txt"}`, Argument: "pattern"},
			{Name: "grep_search", Does: "searches in files", Role: SearchText, Sample: `{"pattern": "hello"}`, Argument: "pattern"},
			{Name: "list_directory", Does: "lists a directory", Sample: `{"path": "."}`, Argument: "path"},
			{Name: "notebook_edit", Does: "edits a cell of a notebook"},
			{Name: "read_file", Does: "reads a file", Role: ReadFile, Sample: `{"file_path": "notes.txt"}`, Argument: "file_path"},
			{Name: "run_shell_command", Does: "runs a shell command", Role: RunShell, Sample: qwenShell, Argument: "command"},
			{Name: "save_memory", Does: "notes something for later sessions"},
			{Name: "skill", Does: "loads a skill"},
			{Name: "todo_write", Does: "writes the task list", Role: WriteTodos},
			{Name: "web_fetch", Does: "fetches a page", Role: FetchPage, Sample: `{"url": "https://example.com", "prompt": "What does it say?"}`, Argument: "url"},
			{Name: "web_search", Does: "searches the web", Role: SearchWeb, Sample: `{"query": "weather"}`, Argument: "query"},
			{Name: "write_file", Does: "writes a file", Role: WriteFile, Sample: `{"file_path": "notes.txt", "content": "hello\n"}`, Argument: "file_path"},
		},
		Common:    []string{"run_shell_command", "write_file", "edit", "read_file"},
		MCPPrefix: "mcp__",
		Fact:      "qwen.tools",
	}
}

// qwenFacts were seen with the program itself, offline, and read in its package where
// they say so.
func qwenFacts() []Fact {
	fact := func(id, text string, kind Kind, source, date string) Fact {
		return Fact{ID: "qwen." + id, Text: text, Source: source, Date: date, Kind: kind}
	}
	seen := func(id, text string) Fact {
		return fact(id, text, Run, "Qwen Code 0.24.4, run offline", "2026-11-22")
	}
	read := func(id, text string) Fact {
		return fact(id, text, Source, "the package of Qwen Code 0.24.4", "2026-11-22")
	}
	guess := func(id, text string) Fact { return fact(id, text, Guess, "nobody has looked", "2026-11-22") }
	return []Fact{
		seen("exit-0", "with exit code 0 an answer decides; without one, and in silence, nothing objects"),
		seen("exit-2", "exit code 2 refuses with what stands on stderr, and without anything there it does not refuse; stdout is not read, JSON on stderr is an answer"),
		seen("exit-other", "every other exit code lets the operation go on, unless there is an answer, and that decides"),
		read("killed", "the end by a signal is a failure like another exit code, and an answer that was printed before decides"),
		seen("timeout-proceeds", "a hook that is ended after its timeout lets the operation go on"),
		seen("answer", "an answer is a JSON object on stdout, or on stderr where stdout is blank; a text that begins like one and is none makes the hook fail, other texts are plain"),
		seen("plain", "plain texts and messages decide nothing, and neither does an answer with log lines around it"),
		seen("decision", "deny and block refuse, in this spelling alone"),
		seen("permission-decision", "permissionDecision goes before decision where it is allow, deny or ask, whatever hookEventName says"),
		fact("ask", "ask opens a dialog before a tool; where there is none it refuses", Documented, "the help that Qwen Code 0.24.4 brings along", "2026-09-22"),
		read("stop-before-tool", "continue: false before a tool keeps that tool from running and nothing more"),
		seen("before-tool-context", "neither additionalContext nor updatedInput of a hook before a tool is applied, against its documentation"),
		seen("after-tool", "refusals after a tool come to nothing"),
		seen("stop-after-tool", "continue: false after a tool puts the reason in the place of the result, and the session goes on"),
		seen("context", "additionalContext after a tool is appended to the result, with < and > as entities"),
		seen("prompt", "a refusal or a stop keeps the prompt from the model"),
		seen("prompt-twice", "hooks of a prompt run twice for one prompt"),
		seen("prompt-context", "plain stdout and additionalContext become context of the prompt, in a tag of their own"),
		seen("session-context", "plain stdout and additionalContext become context of the session"),
		seen("session-start", "refusals and stops at the start of a session come to nothing"),
		seen("turn-end", "a refusal at the end of a turn has the agent go on with the reason as the prompt, and so does continue: false, until the eighth time"),
		seen("turn-end-context", "context at the end of a turn comes to nothing"),
		read("turn-end-message", "systemMessage, a plain text and the warning of a failure at the end of a turn are shown to the user"),
		read("permission", "behavior of hookSpecificOutput.decision allows or denies in the user's place, of several hooks any denial wins, and updatedInput counts inside of the decision; exit code 2 has no effect"),
		seen("merge", "one answer is made of all: any decision at the top that refuses does, reasons and contexts are joined, and of hookSpecificOutput, permissionDecision and its reason in it, the last value of each key stands"),
		seen("wreck", "a hookSpecificOutput that is no object makes the merge fail, and the answers of all hooks before the tool are lost, exit code 2 too"),
		guess("wreck-elsewhere", "what a hookSpecificOutput that is no object does on other events"),
		guess("unseen", "what this event makes of answers"),
		seen("matcher", "a name or, between bars, several, also those of Claude Code, or else an unanchored regular expression; an invalid one matches nothing, and neither does a bar alone"),
		fact("ledger", "trustedFolders.json has a word for each folder, and one that is trusted outweighs what is said of those in it", Source, "packages/cli of QwenLM/qwen-code", "2026-09"),
		fact("trust", "with security.folderTrust.enabled the project's settings, and the hooks in them, count only in a folder that is trusted; those of the user and of the system run in any. Without it every folder is trusted", Documented, "the help that Qwen Code 0.24.4 brings along", "2026-09-22"),
		seen("switch", "disableAllHooks turns all hooks off"),
		seen("duplicates", "the same command in the files of user and project runs once; a name makes it another hook"),
		read("sequence", "hooks run one after another where a group of theirs says sequential: true; one that refuses does not keep the next from its turn"),
		read("handlers", "function hooks run no command and come from programs that embed the agent"),
		read("http", "a hook of the type http posts what other hooks read to its url, 600 seconds at most where no timeout is given; $NAME and ${NAME} in url and headers stand for variables that allowedEnvVars lists, and any other for nothing. An address of a private network is not asked, one of this machine is"),
		read("http-answers", "a 2xx answer of the type application/json is an answer as on stdout, and demands nothing where it can't be parsed; any other text is shown to the user. Any other status, a redirect among them, no connection and a timeout let the agent go on"),
		read("prompt-hook", "a hook of the type prompt asks a model once, with what other hooks read, as indented JSON, in the place of $ARGUMENTS and nowhere else, 30 seconds at most. ok: false is the answer of a command with decision: block and continue: false; an answer that is none counts as ok: true"),
		seen("timeout", "timeout counts seconds, and milliseconds from 1000 on; 60 seconds hold where it is missing, not positive or no number"),
		read("ending", "the end of a hook is when its pipes are closed; after the timeout its process group is ended, and killed a little later"),
		seen("stdin", "the fields that payloads of the shipped program had; those of events that were not fired are as its package builds them"),
		seen("syntax", "comments are read; a trailing comma and every other error in the syntax lose the file"),
		seen("unknown-event", "events and fields that nobody knows are left out alone"),
		seen("wrong-matcher", "a matcher that is no text makes the choice of hooks fail, so that no hook of the event runs"),
		seen("null-matcher", "a matcher that is null counts as none"),
		seen("malformed", "a hook of an unknown type or without a command is dropped alone, one without a type counts as a command"),
		read("tools", "the tools are those that the package names"),
	}
}
