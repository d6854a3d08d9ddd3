package dialect

import (
	"slices"
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
		Product:  "Claude Code",
		Versions: "2.1.330",
		Programs: []string{"claude"},
		Settings: Settings{
			Homes: []Home{{Variable: "CLAUDE_CONFIG_DIR", Path: "~/.claude", Fact: "claude.home"}},
			Files: []File{
				{
					Scope: "managed", Path: "/etc/claude-code/managed-settings.json",
					On: map[string]string{"darwin": "/Library/Application Support/ClaudeCode/managed-settings.json"},
				},
				{Scope: "local", Path: ".claude/settings.local.json"},
				{Scope: "project", Path: ".claude/settings.json"},
				{Scope: "user", Path: "~/.claude/settings.json"},
			},
			Hooks:  "hooks",
			Switch: Switch{Path: []string{"disableAllHooks"}, Off: true, Default: true, Spares: "managed", Rule: "claude.switch"},
			Alone:  Alone{Path: []string{"allowManagedHooksOnly"}, Scope: "managed", Fact: "claude.managed-only"},
			Source: hook.SourceProject,
			Trust: []Trust{{
				Of: TrustsFolder, Loses: LosesHook, Asks: "asks once for the folder, or for one above it", Unasked: UnaskedTrusts,
				Fact: "claude.trust", Record: "~/.claude.json",
				Ledger: Ledger{Key: "projects", Field: "hasTrustDialogAccepted", Yes: "true", No: "false", Generous: true, Fact: "claude.ledger"},
			}},
			Frontmatter: []File{
				{Scope: "skill", Path: ".claude/skills/*/SKILL.md"}, {Scope: "user's skill", Path: "~/.claude/skills/*/SKILL.md"},
				{Scope: "subagent", Path: ".claude/agents/*.md"}, {Scope: "user's subagent", Path: "~/.claude/agents/*.md"},
			},
			FrontmatterFact: "claude.frontmatter",
			Packages: []Package{{
				Manifest: ".claude-plugin/plugin.json", Key: "hooks", Hooks: "hooks/hooks.json",
				Variables: []string{"CLAUDE_PLUGIN_ROOT"}, Fact: "claude.plugins",
				Installed: Installed{
					Index: "~/.claude/plugins/installed_plugins.json", Key: "plugins", Path: "installPath", Project: "projectPath",
					On: []string{"enabledPlugins"}, Fact: "claude.installed",
				},
			}},
			Breaches: slices.Concat(
				[]Breach{
					{What: WrongSyntax, Loses: LosesFile, Fact: "claude.syntax"},
					{What: WrongEvent, Loses: LosesNothing, Fact: "claude.unknown-event"},
					{What: WrongSwitch, Loses: LosesFile, Fact: "claude.switch-type"},
					{What: EmptyCommand, Loses: LosesHook, Fact: "claude.empty-command"},
					{What: WrongField, Events: claudeGuarded(), Loses: LosesFile, Fact: "claude.field-types"},
					{What: WrongClosing, Events: claudeGuarded(), Loses: LosesFile, Fact: "claude.broken-guard"},
					{What: WrongClosing, Loses: LosesHook, Fact: "claude.broken-hook"},
				},
				malformed(LosesFile, "claude.broken-guard", claudeGuarded()...),
				malformed(LosesHook, "claude.broken-hook"),
			),
		},
		Handlers: Handlers{
			Types: []Handler{
				{Type: hook.TypeCommand, Command: true, Starts: true, Once: true, Rule: "claude.duplicates"},
				{Type: "http", Asks: AsksServer, Needs: []string{"url"}, Events: claudeServed(), EventsFact: "claude.handler-events", Rule: "claude.http"},
				{
					Type: "mcp_tool", Asks: AsksTool, Needs: []string{"server", "tool"},
					Alone: "calls the tool and reads its text as it reads stdout; without a connection to the server, or after an error, it goes on", Rule: "claude.mcp-tool",
				},
				{Type: "prompt", Asks: AsksModel, Needs: []string{"prompt"}, Timeout: 30 * time.Second, Events: claudeJudged(), EventsFact: "claude.handler-events", Rule: "claude.prompt-hook"},
				{
					Type: "agent", Asks: AsksAgent, Needs: []string{"prompt"}, Timeout: time.Minute, Events: claudeJudged(), EventsFact: "claude.handler-events",
					Alone: "has a subagent look into it, with tools that read, and takes its word as that of a prompt hook which lets the turn go on", Rule: "claude.agent-hook",
				},
			},
			Server: Server{
				URL: "url", Headers: "headers", Allowed: "allowedEnvVars", Failed: Fails, Redirects: Puzzles, Other: Fails, Broken: Fails,
				URLs: Allowlist{Path: []string{"allowedHttpHookUrls"}, Fact: "claude.http-urls"}, Variables: Allowlist{Path: []string{"httpHookAllowedEnvVars"}, Fact: "claude.http-variables"},
				Fact: "claude.http", AnswersFact: "claude.http-answers",
			},
			Model: claudeModel(),
			Timeout: Timeout{
				Unit: time.Second, Units: "seconds", Default: 600 * time.Second, Rule: "claude.timeout",
				Events: map[hook.Event]time.Duration{
					"UserPromptSubmit": 30 * time.Second, "PreModelSwitch": 30 * time.Second, "PostModelSwitch": 30 * time.Second,
					"MessageDisplay": 10 * time.Second, "SessionEnd": 1500 * time.Millisecond,
				},
				EventsFact: "claude.timeout-events",
			},
			Closing: Closing{
				Field: "onFailure", Value: `"block"`, Open: `"continue"`, Covers: []Demand{Fails, Misses, Lags, Garbles}, Types: []string{hook.TypeCommand, "http"},
				Except: []hook.Event{"Stop", "SubagentStop", "TaskCompleted", "TeammateIdle"},
				Reply:  Reply{Outcome: Prevented, Model: `{event}:{tool} hook error: [{command}]: {failure}`, Fact: "claude.on-failure"},
			},
			Background: Background{Field: "async", Fact: "claude.async"},
			Condition:  Condition{Field: "if", Fact: "claude.if", Elsewhere: "claude.if-elsewhere", Unseen: "claude.if-unseen"},
			Choice: Choice{
				Field: "shell", Usual: "bash", Fact: "claude.shell",
				Others: []NamedShell{{"powershell", Shell{Programs: []string{"pwsh", "powershell.exe", "pwsh.exe"}, Flags: []string{"-NoProfile", "-Command"}, Script: PowerShell}}},
			},
			Arguments: Arguments{Field: "args", Fact: "claude.args"},
			Unused:    []Unused{{"once", "claude.once"}, {"asyncRewake", "claude.async-rewake"}},
			Fields:    claudeFieldTypes(), FieldsFact: "claude.field-types",
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
			Compile:    Expressions{Engine: JavaScript, List: `^[A-Za-z0-9_, |-]*$`, Separators: "|,", Aliases: map[string][]string{"Agent": {"Task"}}},
			Rule:       "claude.matcher",
		},
		Reading: &Reading{
			Exits: []Exit{
				{Codes: []int{0}, JSON: true, Plain: true, Fact: "claude.exit-0"},
				{Codes: []int{2}, JSON: true, Demand: Refuses, From: Stderr, Raw: true, Default: "No stderr output", AnswerFirst: true, Fact: "claude.exit-2"},
				{JSON: true, Demand: Fails, Instead: true, Fact: "claude.exit-other"},
			},
			Text: Text{
				From: Stdout, Openers: "{", Broken: Says, NoObject: Says, Several: Garbles, Typed: true,
				Named: "hookSpecificOutput.hookEventName", Cap: Cap{Characters: 10_000, Preview: 2048, Fact: "claude.cap"}, Fact: "claude.answer",
			},
			Others: Others{Reason: Latest, Rewrite: Latest, Join: "\n", Fact: "claude.several"},
		},
		Tools: claudeTools(),
		Facts: claudeFacts(),
	}
})

// claudeTools are those of a session without a terminal.
func claudeTools() Tools {
	const text, number, truth = "string", "number", "boolean"
	return Tools{
		Builtin: []Tool{
			{Name: "Agent", Unheard: []string{"Task"}, Does: "starts a subagent", Role: RunTask, Sample: `{"description": "List files", "prompt": "List the files.", "subagent_type": "general-purpose"}`, Argument: "prompt", Required: []string{"description", "prompt"}, Kinds: map[string]string{"description": text, "prompt": text, "subagent_type": text}},
			{Name: "Bash", Does: "runs a shell command", Role: RunShell, Sample: claudeBash, Argument: "command", Required: []string{"command"}, Arguments: []string{"command", "timeout", "description", "run_in_background", "dangerouslyDisableSandbox"}, Kinds: map[string]string{"command": text, "timeout": number, "description": text, "run_in_background": truth, "dangerouslyDisableSandbox": truth}},
			{Name: "CronCreate", Does: "plans a prompt for later"},
			{Name: "CronDelete", Does: "gives up a planned prompt"},
			{Name: "CronList", Does: "lists the planned prompts"},
			{Name: "Edit", Does: "replaces text in a file", Role: EditFile, Sample: `{"file_path": "notes.txt", "old_string": "hello", "new_string": "goodbye"}`, Argument: "file_path", Required: []string{"file_path", "old_string", "new_string"}, Arguments: []string{"file_path", "old_string", "new_string", "replace_all"}, Kinds: map[string]string{"file_path": text, "old_string": text, "new_string": text, "replace_all": truth}},
			{Name: "EnterWorktree", Does: "moves the session into a worktree"},
			{Name: "ExitWorktree", Does: "leaves a worktree"},
			{Name: "ListAgents", Does: "lists the agents that there are"},
			{Name: "Monitor", Does: "watches what a command prints"},
			{Name: "NotebookEdit", Does: "edits a cell of a notebook", Required: []string{"notebook_path", "new_source"}, Arguments: []string{"notebook_path", "new_source", "cell_id", "cell_type", "edit_mode"}},
			{Name: "Read", Does: "reads a file", Role: ReadFile, Sample: `{"file_path": "notes.txt"}`, Argument: "file_path", Required: []string{"file_path"}, Arguments: []string{"file_path", "offset", "limit", "pages", "allow_large"}, Kinds: map[string]string{"file_path": text, "offset": number, "limit": number}},
			{Name: "ReportFindings", Does: "hands findings over"},
			{Name: "ScheduleWakeup", Does: "has the session wake up later"},
			{Name: "SendMessage", Does: "sends another agent a message"},
			{Name: "Skill", Does: "loads a skill"},
			{Name: "TaskStop", Does: "stops a task in the background"},
			{Name: "ToolSearch", Does: "looks for a tool"},
			{Name: "WebFetch", Does: "fetches a page", Role: FetchPage, Sample: `{"url": "https://example.com", "prompt": "What does it say?"}`, Argument: "url", Required: []string{"url", "prompt"}, Arguments: []string{"url", "prompt", "offset"}, Kinds: map[string]string{"url": text, "prompt": text}},
			{Name: "WebSearch", Does: "searches the web", Role: SearchWeb, Sample: `{"query": "weather"}`, Argument: "query", Required: []string{"query"}, Arguments: []string{"query", "allowed_domains", "blocked_domains"}, Kinds: map[string]string{"query": text}},
			{Name: "Workflow", Does: "runs a workflow"},
			{Name: "Write", Does: "writes a file", Role: WriteFile, Sample: `{"file_path": "notes.txt", "content": "hello\n"}`, Argument: "file_path", Required: []string{"file_path", "content"}, Arguments: []string{"file_path", "content"}, Kinds: map[string]string{"file_path": text, "content": text}},
		},
		Elsewhere: Elsewhere{Names: []string{
			"Artifact", "AskUserQuestion", "BashOutput", "EndConversation", "EnterPlanMode", "ExitPlanMode", "Glob", "Grep", "KillShell",
			"LS", "LSP", "ListMcpResourcesTool", "MultiEdit", "NotebookRead", "PowerShell", "PushNotification", "ReadMcpResourceTool",
			"RemoteTrigger", "SendUserFile", "ShareOnboardingGuide", "SlashCommand", "Task", "TaskCreate", "TaskGet", "TaskList",
			"TaskOutput", "TaskUpdate", "TodoWrite", "WaitForMcpServers",
		}, Fact: "claude.tools-elsewhere"},
		Common:    []string{"Bash", "Write", "Edit", "Read"},
		MCPPrefix: "mcp__",
		Fact:      "claude.tools", ArgumentsFact: "claude.arguments",
	}
}

// claudeGuarded are the events on which one malformed hook keeps its whole file
// from applying.
func claudeGuarded() []hook.Event { return []hook.Event{"PreToolUse", "PermissionRequest"} }

// claudeFacts are what the contract is made of. What was run outweighs what
// declarations and documents say.
func claudeFacts() []Fact {
	var (
		seen       = witness{"claude", Run, "Claude Code 2.1.330, run offline", "2026-11-21"}.says
		later      = witness{"claude", Run, "Claude Code 2.1.330, run offline", "2026-11-23"}.says
		declared   = witness{"claude", Types, "the type declarations of claude-agent-sdk 0.3.330", "2026-11-20"}.says
		documented = witness{"claude", Documented, "the public hook reference, for 2.1.240", "2026-08-22"}.says
		guess      = witness{"claude", Guess, "nothing: nobody has looked", "2026-11-22"}.says
	)
	return []Fact{
		documented("frontmatter", "hooks in the frontmatter of a skill stay for the session in which it is used, those of a subagent while it runs and in a trusted folder alone"),
		witness{"claude", Documented, "the public reference of plugins", "2026-01"}.says("plugins", "a plugin's hooks stand in hooks/hooks.json, or where hooks of its manifest says, and CLAUDE_PLUGIN_ROOT is its folder"),
		witness{"claude", ThirdParty, "programs that look for installed plugins, and reports about plugins that did not load", "2026-07"}.says("installed", "~/.claude/plugins/installed_plugins.json has the folder of each plugin as installPath, and enabledPlugins of settings says which are on; one that it does not name is not loaded"),
		seen("on-failure", "with onFailure: block an exit code other than 0 and 2, a hook that is not there, a timeout and an answer that breaks the rules refuse; a text that is no answer does not, and a signal was not tried. The events that end something do not read the field. The model reads the command with all its arguments, that it timed out or failed, and stderr"),
		seen("async", "with async: true the agent goes on at once, and neither an exit code 2 nor an answer changes anything"),
		later("if", "a hook whose if does not match the call is not started; the same command with another if is another hook. A shell command is divided into its simple commands, without quotes, assignments and redirections, of which one that matches is enough; where it has braces, a here document, ${…} or a process substitution the hook runs in any case. A * after a blank at the end, or :*, may be no argument at all; a | is a character like any other"),
		documented("if-elsewhere", "a hook with an if never runs on an event that is not about a tool"),
		guess("if-unseen", "how an if is compared with a command that has a backslash or a substitution within quotes, and with what other tools than the shell are called with; documents say that a hook runs where the agent can't tell"),
		documented("shell", "shell names the shell that runs the command, bash where there is none, or powershell; naming the usual one does not make another hook of it, which was seen"),
		seen("args", "with args the command is a program that is started with these arguments, without a shell"),
		seen("once", "once: true in settings is ignored, and the hook runs at each call; documents say that it counts in skills alone"),
		guess("async-rewake", "what asyncRewake does: documents name it and no more; the hook is taken for one without it"),
		seen("syntax", "a file that is no plain JSON, comments included, does not apply; other files do"),
		seen("unknown-event", "hooks of an event that the agent does not know are left out, and nothing else"),
		seen("broken-guard", "one malformed hook of PreToolUse or PermissionRequest keeps everything in its file from applying, because it may be what guards the permissions there; other files apply"),
		later("field-types", "a known field of a hook with a value of another type, such as an if that is a list or null, args of numbers, an async that is a text or a shell that is neither bash nor powershell, keeps everything in its file from applying on PreToolUse and PermissionRequest, and costs the hook elsewhere; fields of other types of hooks are not looked at"),
		later("switch-type", "a disableAllHooks that is a text keeps everything in its file from applying: no hook of it runs"),
		later("empty-command", "a hook with an empty command is left out, and its neighbours run; one without a command is malformed"),
		seen("broken-hook", "a malformed hook of another event is left out, and its neighbours run"),
		witness{"claude", Documented, "the public list of environment variables", "2026-08"}.says("home", "CLAUDE_CONFIG_DIR names the folder that stands in the place of ~/.claude"),
		documented("trust", "in a terminal the hooks of every settings file, the user's own among them, wait until somebody trusts the folder, or one above it; a session without one asks nobody and takes the folder for trusted"),
		witness{"claude", ThirdParty, "programs that start sessions, which write and read it", "2026-11"}.says("ledger", "projects in ~/.claude.json has hasTrustDialogAccepted for each folder; where the file is with CLAUDE_CONFIG_DIR is not looked at"),
		seen("switch", "disableAllHooks turns off the hooks of every file; documents except those of the managed policy"),
		seen("duplicates", "of several hooks with the same command one runs, across groups and files and whatever their timeouts"),
		documented("http", "a hook of the type http posts what other hooks read to its url, with application/json as the type; $NAME and ${NAME} in headers stand for variables that allowedEnvVars lists, and any other for nothing"),
		witness{"claude", Documented, "the public settings reference, for 2.1.240", "2026-08-22"}.says("http-urls", "where any settings file has allowedHttpHookUrls, an http hook of whatever file runs only if its url fits a pattern of one of these lists, with * for anything; an empty list lets none run. The host counts in whatever letters, with or without a dot at its end. Of a slash at the end of a path nothing is said"),
		documented("http-variables", "where any settings file has httpHookAllowedEnvVars, headers of http hooks have variables that both it and the hook's allowedEnvVars name"),
		documented("managed-only", "allowManagedHooksOnly in the managed settings turns off the hooks of the user, of the project and of plugins that the managed settings do not enable by force; elsewhere it does nothing"),
		documented("http-answers", "a 2xx answer that is a JSON object is an answer as on stdout, one that is empty demands nothing; any other body, any other status, no connection and an answer of the wrong form are failures, and the agent goes on. Whether it follows a redirect is unknown"),
		documented("mcp-tool", "a hook of the type mcp_tool calls a tool of a connected MCP server and reads its text as it reads stdout; a server that is not connected, and a tool that fails, let the agent go on"),
		seen("prompt-hook", "a hook of the type prompt asks a model once, with what other hooks read in the place of $ARGUMENTS. ok: false before a tool refuses it and ends the turn, on the end of a turn the agent works on with the reason, and without one it does both as well; ok: true is no objection, and an answer that is neither decides nothing, which is told"),
		documented("prompt-refusal", "what ok: false does: after a tool and before it the turn ends, unless continueOnBlock is true; at the end of a turn the agent works on, unless impossible is true; a teammate that is idle stops, unless continueOnBlock is true; on requests for and denials of a permission it does nothing; on every other event it is a refusal"),
		documented("agent-hook", "a hook of the type agent has a subagent look into its prompt, with tools, for a minute where no timeout is given; ok: false is that of a prompt hook with continueOnBlock"),
		documented("handler-events", "prompt and agent hooks run on 13 events, http hooks on all but SessionStart and Setup"),
		seen("timeout", "every number is taken for seconds, fractions and thousands too; where none is given, documents say 600"),
		documented("timeout-events", "some events have hooks wait less where they give no timeout of their own; when the session ends, 1.5 seconds are the budget of all of them together"),
		seen("timeout-proceeds", "a hook that takes longer than its timeout objects to nothing; documents say that what it printed is thrown away"),
		seen("ending", "the answer is taken when the process has ended, even if somebody still holds its pipes"),
		seen("matcher", "a matcher of letters, digits and _ - , | and blanks is a list of exact names; any other is a JavaScript expression that may match a part, and matches nothing where it is invalid; a subagent's tool Agent is known as Task, too"),
		documented("no-matcher", "matchers of this event are ignored without a word"),
		documented("subjects", "what the event's matchers are compared with"),
		guess("model-switch-matcher", "whether matchers mean anything when the model changes"),
		seen("tools", "the tools of a session without a terminal"),
		declared("arguments", "what the inputs of tools have, and what they have to have"),
		documented("tools-elsewhere", "tools of other sessions, and of earlier versions, for which most settings were written"),
		seen("stdin", "the field was seen in what hooks read"),
		declared("stdin-declared", "hooks read this field"),
		documented("stdin-documented", "hooks may read this field"),

		seen("exit-0", "exit code 0 lets the answer on stdout decide; without one there is no objection"),
		later("exit-2", "exit code 2 refuses whether or not stderr has a reason, which the model reads with the blanks around it, after the command in brackets; a denying answer on stdout gives the reason in its place"),
		seen("exit-other", "every other exit code is no objection, and neither is a signal or a hook that is not there; a valid answer on stdout decides all the same"),
		seen("answer", "a text that begins with { is an answer. A word or a kind of value that the agent does not know, or a hookEventName that is missing or another's, makes it a failure, and so does a second answer behind it; a field that it does not know does not. Anything else is plain text"),
		guess("cut-off", "what an answer is worth that was printed before a signal ended the hook"),
		seen("plain", "a text that is no answer reaches nobody; beyond the events about tools documents say so"),
		seen("cap", "of context and plain text beyond 10,000 characters the model reads a preview of 2 KB and the path of a file; what an exit code 2 has on stderr is not shortened"),
		later("several", "of several hooks the strictest decides, a denial before a deferral before a question before a permission; of several refusals or questions before a tool the model reads that of the hook which ends last, and of several changed inputs that one is taken; contexts stand one below the other in the order in which the hooks end. After a tool and at the end of a turn the model reads all refusals in that order"),

		seen("permission-decision", "permissionDecision in hookSpecificOutput decides about the tool; a denial without a reason gets a general one"),
		seen("legacy-decision", "the older decision at the top level, approve or block, still counts before a tool"),
		documented("decision-elsewhere", "on this event a decision at the top level is accepted and does nothing"),
		later("ask", "ask is a question to the user; where nobody can be asked, the tool does not run and the model reads the reason, or that the hook asked for confirmation"),
		seen("defer", "defer leaves the tool undone and ends the process, which says that a tool was deferred"),
		seen("updated-input", "updatedInput takes the place of the whole input, with a permissionDecision or without"),
		later("updated-input-shape", "an updatedInput that lacks an argument the tool needs, or has one of another type, null among them, refuses the tool, and the model reads so; an unknown argument does not"),
		later("context", "the model reads additionalContext, after the event's name and the tool's, and after a denial, too"),
		later("context-elsewhere", "the model reads additionalContext after the event's name; that was seen where sessions, prompts and subagents begin and end, and other events declare the field"),

		seen("stop", "continue: false ends the session"),
		seen("stop-before-tool", "continue: false lets the tool run and ends the session then"),
		documented("stop-documented", "continue: false ends the agent's work after the hook; nobody has looked on this event"),
		documented("stop-discarded", "continue: false does nothing on this event"),
		guess("stop-unseen", "what continue: false does here: it is said to end the agent's work on all events but some, and this one is not spoken of"),

		later("post-tool", "a refusal after the tool undoes nothing: the model reads the reason beside the result, that of an exit code 2 after the command in brackets"),
		seen("updated-output", "updatedToolOutput takes the place of the result if it has the tool's own shape; for Bash that is an object, and a string is ignored"),
		later("post-failure", "a refusal after a tool that failed undoes nothing: the model reads the reason beside the error"),
		documented("batch", "a refusal after a batch of tools ends the turn before the model is called again; the user reads why, and the model when the conversation goes on"),
		later("permission", "decision.behavior in hookSpecificOutput allows or denies; a denial with interrupt: true ends the whole run; only an updatedInput inside of decision counts, and behavior outside of it makes the answer a failure"),
		declared("permission-declared", "a decision about a permission has a behavior"),
		seen("permission-exit-2", "exit code 2 does not answer a request for a permission: the user is asked"),
		documented("retry", "retry: true tells the model that it may try a denied tool again; the denial stands"),

		seen("prompt", "a refused prompt does not reach the model, and the user reads why"),
		seen("prompt-text", "the model reads, with the prompt, any text that is no answer"),
		documented("expansion", "a refusal keeps a command from becoming a prompt, and the user reads why; the model reads, with the prompt, any text that is no answer"),
		later("turn-end", "a refusal keeps the agent at work, and so does additionalContext; the model reads both. After eight refusals it stops all the same. continue: false outweighs a refusal"),
		later("subagent-end", "a subagent that wants to end is answered as the end of a turn is, in the same words"),
		seen("session-start", "nothing keeps a session from starting; neither exit code 2 nor a decision reaches the model. Documents say that the user reads stderr"),
		later("session-stop", "continue: false does not keep a session from going on"),
		seen("session-text", "the model reads, when the session starts, any text that is no answer"),
		documented("compact", "a refusal keeps the conversation from being shortened, and the user reads why where it was the user's wish"),
		declared("model-switch", "permissionDecision allows or denies another model, or has the user asked; where nobody can be asked, the model stays"),
		guess("model-switch-unseen", "what exit code 2 and plain text do when the model changes"),

		documented("told-user", "nothing can be refused here: after exit code 2 the user reads stderr"),
		documented("unheard", "nothing can be refused here: exit code and stderr reach nobody"),
		documented("team", "exit code 2 keeps a teammate at work, or a task open, with stderr as the reason; continue: false stops the teammate"),
		documented("task-created", "a refused task is deleted, and the model reads why; continue: false does nothing"),
		documented("config", "a refused change of settings is not applied, and nobody is told; one of the managed policy is applied all the same"),
		documented("elicitation", "action accepts, declines or cancels a server's request in the user's place; exit code 2 declines it, shows stderr to nobody and makes the answer count for nothing"),
		documented("worktree", "the hook makes the worktree and prints its path: every other exit code than 0, and an empty stdout, keep it from being created. Answers are not read"),
		documented("display", "displayContent is shown in place of the text; the model and the transcript keep the text"),
	}
}
