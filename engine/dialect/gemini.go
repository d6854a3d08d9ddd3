package dialect

import (
	"slices"
	"sync"
	"time"

	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// Gemini is the contract of Gemini CLI as it was seen to behave. It gives the same
// value at every call.
func Gemini() *Contract { return gemini() }

var gemini = sync.OnceValue(func() *Contract {
	return &Contract{
		Name:     "gemini",
		Product:  "Gemini CLI",
		Versions: "0.61.0",
		Programs: []string{"gemini"},
		Settings: Settings{
			Homes: []Home{{Variable: "GEMINI_CLI_HOME", Path: "~", Fact: "gemini.home"}},
			Files: []File{
				{Scope: "project", Path: ".gemini/settings.json"},
				{Scope: "user", Path: "~/.gemini/settings.json"},
				{
					Scope: "system",
					Path:  "/etc/gemini-cli/settings.json",
					On: map[string]string{
						"darwin":  "/Library/Application Support/GeminiCli/settings.json",
						"windows": `C:\ProgramData\gemini-cli\settings.json`,
					},
					Variables: []string{"GEMINI_CLI_SYSTEM_SETTINGS_PATH"},
				},
			},
			Hooks:  "hooks",
			Switch: Switch{Path: []string{"hooksConfig", "enabled"}, Default: true, Rule: "gemini.switch"},
			Trust: []Trust{{
				Scopes: []string{"project"}, Of: TrustsFolder, Loses: LosesFile, Asks: "asks once for the folder, or for the one above it",
				Switch:  Switch{Path: []string{"security", "folderTrust", "enabled"}, Rule: "gemini.trust"},
				Unasked: UnaskedEnds, Flag: "--skip-trust", Variable: "GEMINI_CLI_TRUST_WORKSPACE", Record: "~/.gemini/trustedFolders.json",
				Fact: "gemini.trust", Ledger: trustedFolders("gemini.ledger"),
			}},
			Silenced: Silenced{Path: []string{"hooksConfig", "disabled"}, Old: []string{"hooks", "disabled"}, Name: "name", Joined: true, Fact: "gemini.silenced"},
			Comments: true,
			Breaches: append(geminiBreaches("gemini."), Breach{What: WrongSyntax, Loses: LosesFile, Fact: "gemini.syntax"}),
			Source:   hook.SourceProject,
			Shape:    Shape{Beside: []string{"enabled", "disabled", "notifications"}, Fact: "gemini.moved"},
			Packages: geminiExtensions("~/.gemini/extensions", "gemini.extensions", "gemini.installed"),
		},
		Handlers: Handlers{
			Types: []Handler{
				{Type: hook.TypeCommand, Command: true, Starts: true, Once: true, Rule: "gemini.duplicates"},
				{Type: hook.TypePlugin, Command: true, Starts: true, Once: true, Rule: "gemini.plugin"},
				{Type: "runtime", Rule: "gemini.runtime"},
			},
			Timeout:  Timeout{Unit: time.Millisecond, Units: "milliseconds", Default: time.Minute, Rule: "gemini.timeout"},
			Sequence: Sequence{Field: "sequential", Fact: "gemini.sequence"},
		},
		Launch: Launch{
			Variables: []string{"GEMINI_PROJECT_DIR", "GEMINI_CWD", "CLAUDE_PROJECT_DIR"},
			Inserted:  []string{"GEMINI_PROJECT_DIR", "CLAUDE_PROJECT_DIR"}, InsertedFact: "gemini.inserted",
			Shells: geminiShells(),
		},
		Ending:  Ending{Grace: 5 * time.Second, Waits: true, Rule: "gemini.ending"},
		Base:    geminiBase(),
		Events:  geminiEvents(),
		Matcher: geminiMatcher("gemini.matcher"),
		Reading: &Reading{
			Exits: []Exit{
				{Codes: []int{0}, JSON: true, Plain: true, Fact: "gemini.exit-0"},
				{Codes: []int{1}, JSON: true, Demand: Fails, Instead: true, From: Either, Prefix: "Warning: ", Fact: "gemini.exit-1"},
				{Codes: []int{Killed}, JSON: true, Demand: Dies, Instead: true, From: Either, Fact: "gemini.killed"},
				{JSON: true, Demand: Denies, Instead: true, From: Either, Mute: Fails, Fact: "gemini.exit-other"},
			},
			Text: Text{From: Either, Quoted: true, Broken: Says, NoObject: Nothing, Spoken: geminiSpoken(), Fact: "gemini.answer"},
			Others: Others{
				Join: "\n",
				Merged: &Merged{
					As:     geminiTexts(),
					Joined: []Path{"reason", "stopReason", "hookSpecificOutput.additionalContext"},
				},
				Fact: "gemini.merge",
			},
		},
		Tools: geminiTools(),
		Facts: geminiFacts(),
	}
})

// What agents of the family have in common.

// geminiBase are the fields of every event.
func geminiBase() []BaseField {
	return []BaseField{
		{Name: "session_id", Is: Session},
		{Name: "transcript_path", Sample: `""`},
		{Name: "cwd", Is: Folder},
		{Name: "hook_event_name", Is: EventName},
		{Name: "timestamp", Is: Timestamp},
	}
}

// geminiSpoken are the fields that are put into sentences as they are.
func geminiSpoken() []Path { return []Path{"reason", "stopReason"} }

func geminiShells() []Shell {
	return []Shell{
		{Programs: []string{"bash"}, Fallback: "/bin/bash", Flags: []string{"-c"}, Script: AsWritten},
		{
			On:       "windows",
			Programs: []string{"pwsh.exe", "powershell.exe"},
			Flags:    []string{"-NoProfile", "-NonInteractive", "-Command"},
			Script:   PowerShell,
		},
	}
}

// geminiBreaches are what something wrong in a settings file costs; facts begin with
// prefix.
func geminiBreaches(prefix string) []Breach {
	return slices.Concat(
		[]Breach{
			{What: WrongEvent, Loses: LosesNothing, Fact: prefix + "malformed"},
			{What: WrongMatcher, Loses: LosesEvent, Fact: prefix + "wrong-matcher"},
			{What: NullMatcher, Loses: LosesNothing, Fact: prefix + "null-matcher"},
			{What: WrongTimeout, Loses: LosesHook, Fact: prefix + "wrong-timeout"},
		},
		malformed(LosesHook, prefix+"malformed"),
	)
}

// geminiBreachFacts explain them.
func geminiBreachFacts(read func(id, text string) Fact) []Fact {
	return []Fact{
		read("malformed", "an unknown event, and an event, group or hook that is not as it should be, is left out alone"),
		read("wrong-matcher", "a matcher that is no text makes the choice of hooks fail, so that no hook of the event runs, whatever file it is in"),
		read("null-matcher", "a matcher that is null counts as none"),
		read("wrong-timeout", "a timeout of zero or less, or of a text that is no number, is over at once; a text that is one counts as the number"),
	}
}

func geminiMatcher(fact string) Matcher {
	return Matcher{Trim: true, Everything: []string{"*"}, Compile: Expressions{Engine: JavaScript}, Literal: true, Rule: fact}
}

// geminiTexts are the answers that texts count as, but for the texts themselves.
func geminiTexts() map[Demand]string {
	const allows = `{"decision":"allow"}`
	return map[Demand]string{
		Denies: `{"decision":"deny","reason":"{reason}"}`,
		Says:   allows, Tells: allows, Fails: allows, Dies: allows,
	}
}

// geminiDecision is the decision at the top of an answer.
func geminiDecision(asks Demand, reasons []Path, fact string) Decision {
	return Decision{
		At: "decision", Reason: reasons, Default: "No reason provided",
		Words: map[string]Demand{"deny": Denies, "block": Denies, "ask": asks, "allow": Allows, "approve": Allows},
		Fact:  fact,
	}
}

// geminiFields are the fields of an event that the requirements describe as well,
// some with values of their own.
func geminiFields(event hook.Event, fact string, samples map[string]string) []Field {
	row, _ := LLxprt().Event(event)
	fields := slices.Clone(row.Fields)
	for i := range fields {
		fields[i].Rule = fact
		if sample, ok := samples[fields[i].Name]; ok {
			fields[i].Sample, fields[i].Kind, fields[i].Prompt = sample, jsonvalue.KindOf(parsed(sample)), false
		}
	}
	return fields
}

// geminiOnTool is what the matchers of events about tools are tested against.
func geminiOnTool(fact string) Subject {
	return Subject{Field: "tool_name", Tool: true, Input: "tool_input", Rule: fact}
}

// replying are replies to some demands, and to failures and texts as to any other
// event.
func replying(own map[Demand]Reply, everywhere map[Demand]Reply) map[Demand]Reply {
	replies := map[Demand]Reply{}
	for what, reply := range everywhere {
		replies[what] = reply
	}
	for what, reply := range own {
		replies[what] = reply
	}
	return replies
}

// geminiEvents has the events whose answers count first.
func geminiEvents() []Event {
	const response = `{"llmContent": "the tool's own result", "returnDisplay": "the tool's own result"}`
	context := []Path{"hookSpecificOutput.additionalContext"}
	everywhere := map[Demand]Reply{
		Says:  {Outcome: Proceeds, User: "{reason}", Fact: "gemini.plain"},
		Tells: {Outcome: Proceeds, User: "{reason}", Fact: "gemini.message"},
		Fails: {Outcome: Proceeds, User: "{reason}"}, Dies: {Outcome: Proceeds, User: "{reason}"},
		Lags:   {Outcome: Proceeds, Fact: "gemini.timeout-proceeds"},
		Misses: {Outcome: Proceeds, Fact: "gemini.missing"},
		Wrecks: {Outcome: Proceeds},
	}
	rules := func(replies map[Demand]Reply, change func(*Rules)) Rules {
		r := Rules{
			Decisions:   []Decision{geminiDecision(Nothing, []Path{"reason"}, "gemini.decision")},
			Messages:    []Path{"systemMessage"},
			CanStop:     true,
			StopReason:  []Path{"stopReason", "reason"},
			StopDefault: "No reason provided",
			Spoils: []Spoil{{
				At: "hookSpecificOutput", Kinds: []string{"string", "number", "boolean"}, Wrecks: true, Fact: "gemini.wreck",
			}},
			Replies: replying(replies, everywhere),
		}
		if change != nil {
			change(&r)
		}
		return r
	}
	// byField reads answers of events about the model, which no value spoils.
	byField := func(r *Rules) {
		r.Decisions = []Decision{geminiDecision(Nothing, []Path{"stopReason", "reason"}, "gemini.decision")}
		r.Spoils = nil
	}
	// silent are the rules of events whose answers nobody reads.
	silent := Rules{Messages: []Path{"systemMessage"}, Replies: everywhere}
	stopped := Reply{Outcome: Abandoned, User: "Agent execution stopped by hook: {reason}", Fact: "gemini.stop"}
	orBlock, replaces := Merge{How: AnyBlockWins, Rule: "gemini.merge"}, Merge{How: LaterReplaces, Rule: "gemini.merge-fields"}

	return []Event{
		{
			Name: hook.BeforeTool, Moment: ToolBefore, Merge: orBlock,
			Fields: geminiFields(hook.BeforeTool, "gemini.stdin", nil), Subject: geminiOnTool("gemini.matcher"),
			Chain: Chain{How: Overlays, Field: "tool_input", Answer: "tool_input"},
			Signs: []string{"tool_input"},
			Rules: rules(map[Demand]Reply{
				Denies:   {Outcome: Prevented, Model: "Tool execution blocked: {reason}", Alone: true},
				Asks:     {Outcome: Asked, Fact: "gemini.ask"},
				Stops:    stopped,
				Rewrites: {Outcome: Proceeds, Agent: "runs the tool with the changed input", Model: "[System] Tool input parameters were modified by a hook before execution."},
				Misfits:  {Outcome: Prevented, Model: "Tool parameter modification by hook failed validation…"},
			}, func(r *Rules) {
				r.Decisions = []Decision{geminiDecision(Asks, []Path{"reason"}, "gemini.decision")}
				r.Rewrite = Rewriting{
					At: "hookSpecificOutput.tool_input", Of: "tool_input", Kind: "object", Fact: "gemini.rewrite",
					Whole: "gemini.rewrite-shape", Missing: "{argument} is missing", Mistyped: "{argument} is {given}, not {kind}",
				}
			}),
		},
		{
			Name: hook.AfterTool, Moment: ToolAfter, Merge: orBlock,
			Fields:  geminiFields(hook.AfterTool, "gemini.stdin", map[string]string{"tool_response": response}),
			Subject: geminiOnTool("gemini.matcher"),
			Signs:   []string{"tool_response"},
			Rules: rules(map[Demand]Reply{
				Denies: {
					Outcome: Proceeds, Agent: "gives the model the reason in the place of the tool's result",
					Model: "{reason}", User: "Tool result blocked: {reason}", Alone: true, Fact: "gemini.after-tool",
				},
				Stops: {Outcome: Ends, User: "Agent execution stopped by hook: {reason}", Fact: "gemini.stop"},
				Adds:  {Outcome: Proceeds, Model: "<hook_context>{escaped}</hook_context>", Fact: "gemini.context"},
			}, func(r *Rules) { r.Contexts = context }),
		},
		{
			Name: hook.BeforeModel, Moment: ModelBefore, Merge: replaces,
			Fields: geminiFields(hook.BeforeModel, "gemini.stdin", nil), Subject: Subject{Rule: "gemini.matcher"},
			Chain: Chain{How: Overlays, Field: "llm_request", Answer: "llm_request"},
			Signs: []string{"llm_request"},
			Rules: rules(map[Demand]Reply{
				Denies:   {Outcome: Prevented, User: "{reason}", Fact: "gemini.model"},
				Stops:    {Outcome: Abandoned, User: "{reason}", Fact: "gemini.stop"},
				Rewrites: {Outcome: Proceeds, Agent: "calls the model with the changed request"},
			}, func(r *Rules) {
				byField(r)
				r.Rewrite = Rewriting{At: "hookSpecificOutput.llm_request", Of: "llm_request", Overlays: true, Kind: "object", Fact: "gemini.model"}
			}),
		},
		{
			Name: hook.AfterModel, Moment: ModelAfter, Merge: replaces,
			Fields: geminiFields(hook.AfterModel, "gemini.stdin", nil), Subject: Subject{Rule: "gemini.matcher"},
			Signs: []string{"llm_response"},
			Rules: rules(map[Demand]Reply{
				Denies:   {Outcome: Prevented, Agent: "reads no more of the model's answer after this piece", User: "{reason}", Fact: "gemini.after-model"},
				Stops:    {Outcome: Ends, Agent: "reads no more of the model's answer and ends its work", User: "{reason}", Fact: "gemini.stop"},
				Rewrites: {Outcome: Proceeds, Agent: "goes on with the changed piece of the answer"},
			}, func(r *Rules) {
				byField(r)
				r.Rewrite = Rewriting{At: "hookSpecificOutput.llm_response", Of: "llm_response", Kind: "object", Fact: "gemini.after-model"}
			}),
		},
		{
			Name: hook.BeforeToolSelection, Moment: ModelTools, Merge: Merge{How: UnitesTools, Rule: "gemini.tool-selection"},
			Fields: geminiFields(hook.BeforeToolSelection, "gemini.stdin", nil), Subject: Subject{Rule: "gemini.matcher"},
			Signs: []string{"allowedFunctionNames"},
			Rules: Rules{
				Messages: []Path{"systemMessage"},
				Rewrite:  Rewriting{At: "hookSpecificOutput.toolConfig", Of: "toolConfig", Kind: "object", Fact: "gemini.tool-selection"},
				Replies: replying(map[Demand]Reply{
					Denies:   {Outcome: Proceeds, Fact: "gemini.tool-selection"},
					Rewrites: {Outcome: Proceeds, Agent: "gives the model the chosen tools"},
				}, everywhere),
			},
		},
		{
			Name: hook.BeforeAgent, Moment: TurnBefore, Merge: orBlock,
			Fields: geminiFields(hook.BeforeAgent, "gemini.stdin", nil), Subject: Subject{Rule: "gemini.matcher"},
			Chain: Chain{How: Appends, Field: "prompt", Answer: "additionalContext"},
			Rules: rules(map[Demand]Reply{
				Denies: {Outcome: Prevented, User: "{reason}", Alone: true, Fact: "gemini.prompt"},
				Stops:  {Outcome: Abandoned, User: "{reason}", Fact: "gemini.stop"},
				Adds:   {Outcome: Proceeds, Model: "<hook_context>{escaped}</hook_context>", Fact: "gemini.context"},
			}, func(r *Rules) { r.Contexts = context }),
		},
		{
			Name: hook.AfterAgent, Moment: TurnAfter, Merge: orBlock,
			Fields: geminiFields(hook.AfterAgent, "gemini.stdin", nil), Subject: Subject{Rule: "gemini.matcher"},
			Rules: rules(map[Demand]Reply{
				Denies: {Outcome: Prevented, Model: "{reason}", Fact: "gemini.turn-end"},
				Stops:  {Outcome: Ends, User: "{reason}", Fact: "gemini.stop"},
			}, func(r *Rules) { r.StopWins = true }),
		},
		{
			Name: hook.SessionStart, Moment: SessionStart, Merge: orBlock,
			Fields:  geminiFields(hook.SessionStart, "gemini.stdin", nil),
			Subject: Subject{Field: "source", Values: []string{"startup", "resume", "clear"}, Exact: true, Rule: "gemini.matcher"},
			Rules: rules(map[Demand]Reply{
				Denies: {Outcome: Unknown, Fact: "gemini.session-start"},
				Stops:  {Outcome: Unknown, Fact: "gemini.session-start"},
				Adds:   {Outcome: Proceeds, Model: "…{escaped}…", Fact: "gemini.session-context"},
			}, func(r *Rules) { r.Contexts = context }),
		},
		geminiNotice(hook.SessionEnd, SessionEnd, "reason", []string{"exit", "clear", "logout", "prompt_input_exit", "other"}, silent),
		geminiNotice(hook.PreCompress, CompactBefore, "trigger", []string{"manual", "auto"}, silent),
		geminiNotice(hook.Notification, Notice, "", nil, silent),
	}
}

// geminiNotice is the row of an event whose answers nobody acts on.
func geminiNotice(name hook.Event, moment Moment, subject string, values []string, rules Rules) Event {
	rules.Replies = replying(map[Demand]Reply{Denies: {Outcome: Proceeds, Fact: "gemini.notices"}}, rules.Replies)
	return Event{
		Name: name, Moment: moment, Merge: Merge{How: LaterReplaces, Rule: "gemini.notices"},
		Fields:  geminiFields(name, "gemini.stdin", nil),
		Subject: Subject{Field: subject, Values: values, Exact: true, Rule: "gemini.matcher"},
		Rules:   rules,
	}
}

func geminiTools() Tools {
	kinds := map[string]string{"command": "string", "description": "string", "dir_path": "string", "is_background": "boolean", "file_path": "string", "content": "string", "old_string": "string", "new_string": "string"}
	// What the tools take is the same as in the agent that descends from it, where
	// they have the same name.
	named := func(name, does string, role Role, required []string, others ...string) Tool {
		tool, _ := LLxprt().Tools.Tool(name)
		return Tool{Name: name, Does: does, Role: role, Sample: tool.Sample, Argument: tool.Argument, Required: required, Arguments: append(required[:len(required):len(required)], others...), Kinds: kinds}
	}
	// An input that the user has changed says so, beside what the model has given.
	const byUser, proposed = "modified_by_user", "ai_proposed_content"
	return Tools{
		Builtin: []Tool{
			{Name: "activate_skill", Does: "loads a skill"},
			{Name: "ask_user", Does: "asks the user"},
			named("glob", "finds files by pattern", FindFiles, []string{"pattern"}, "dir_path", "case_sensitive", "respect_git_ignore", "respect_gemini_ignore"),
			named("google_web_search", "searches the web", SearchWeb, []string{"query"}),
			{Name: "grep_search", Does: "searches in files", Role: SearchText, Sample: `{"pattern": "hello"}`, Argument: "pattern"},
			{Name: "invoke_agent", Does: "starts a subagent", Role: RunTask},
			{Name: "list_directory", Does: "lists a directory", Sample: `{"dir_path": "."}`, Argument: "dir_path"},
			named("read_file", "reads a file", ReadFile, []string{"file_path"}, "start_line", "end_line"),
			{Name: "read_many_files", Does: "reads several files"},
			named("replace", "replaces text in a file", EditFile, []string{"file_path", "old_string", "new_string"}, "instruction", "allow_multiple", byUser, proposed),
			named("run_shell_command", "runs a shell command", RunShell, []string{"command"}, "description", "dir_path", "is_background", "delay_ms", "additional_permissions"),
			{Name: "web_fetch", Does: "fetches a page", Role: FetchPage, Sample: `{"prompt": "What does https://example.com say?"}`, Argument: "prompt"},
			named("write_file", "writes a file", WriteFile, []string{"file_path", "content"}, byUser, proposed),
			{Name: "write_todos", Does: "writes the task list", Role: WriteTodos},
		},
		Common:    []string{"write_file", "run_shell_command", "replace", "read_file", "list_directory", "glob"},
		MCPPrefix: "mcp_",
		Fact:      "gemini.tools", ArgumentsFact: "gemini.arguments",
	}
}

// geminiFacts were seen with the program's own core, and read in it where they say
// so.
func geminiFacts() []Fact {
	const core = "the core package of Gemini CLI 0.61.0"
	seen := func(id, text string) Fact {
		return Fact{ID: "gemini." + id, Text: text, Source: core + ", run offline", Date: "2026-11-22", Kind: Run}
	}
	later := witness{"gemini", Run, "Gemini CLI 0.61.0, run offline", "2026-11-23"}.says
	read := func(id, text string) Fact {
		return Fact{ID: "gemini." + id, Text: text, Source: core, Date: "2026-11-22", Kind: Source}
	}
	return append(geminiBreachFacts(read), []Fact{
		read("home", "GEMINI_CLI_HOME names the folder that stands in the place of the home directory"),
		witness{"gemini", Source, "packages/cli of google-gemini/gemini-cli", "2026-08"}.says("ledger", "trustedFolders.json has a word for each folder, of which the nearest one counts"),
		seen("exit-0", "with exit code 0 an answer decides; without one, and in silence, nothing objects"),
		seen("answer", "stdout, or stderr where stdout is blank, is read as JSON after every exit code; an object or array is the answer and then the code does not count; other JSON says nothing, and what is no JSON is a plain text; a reason that is no text stands there as JavaScript writes it"),
		seen("plain", "a plain text with exit code 0 is shown to the user and decides nothing; neither does an answer with log lines around it"),
		seen("exit-1", "a plain text with exit code 1 becomes a warning to the user, and the operation goes on"),
		seen("exit-other", "a plain text with any other exit code, 126 and 127 among them, refuses with that text; without a text nothing is refused, and where there is an answer the code does not count"),
		seen("killed", "the end by a signal counts as exit code 0: an answer decides, and a text is shown"),
		seen("timeout-proceeds", "what a hook has printed before its timeout is lost, and the operation goes on"),
		read("missing", "a hook whose shell can't be started lets the operation go on"),
		seen("decision", "deny and block refuse, in this spelling alone; every other word allows; permissionDecision is not read"),
		seen("ask", "ask before a tool has the user confirm the call, whatever the policy says; on other events it allows"),
		seen("stop", "continue: false ends the work, and before a tool also keeps it from running"),
		seen("message", "systemMessage and what stands on stderr of a hook that ends well are shown to the user and not to the model"),
		seen("rewrite", "tool_input takes the place of the tool's whole input, and the tool's result tells the model so"),
		later("rewrite-shape", "a tool_input that breaks the tool's schema refuses the tool, and the model reads that it failed validation"),
		later("session-context", "the model reads additionalContext when the session starts"),
		seen("after-tool", "a refusal after a tool puts its reason in the place of the result, which the user sees as one that was blocked"),
		seen("context", "additionalContext is added with < and > as entities, inside of a tag of its own"),
		seen("merge", "one answer is made of all: any refusal refuses, any stop stops, reasons and contexts of all hooks are joined, and of hookSpecificOutput the last value of each key stands"),
		seen("merge-fields", "of each field of the answers around the model the last hook's value stands, so that a later allow, a plain text among them, undoes a refusal"),
		seen("wreck", "a hookSpecificOutput that is a text, a number or true makes the merge fail, and the answers of all hooks of the event are lost"),
		seen("tool-selection", "only toolConfig counts: the lists of names are united and the strictest mode wins, which is AUTO with no names where nothing but other answers and texts came; refusals and stops come to nothing"),
		seen("matcher", "an unanchored regular expression on tools, with an invalid one compared literally; elsewhere it has to equal the source, reason or trigger, and other events ignore it"),
		read("prompt", "a refusal before a turn keeps the prompt from the model and out of the history"),
		read("turn-end", "a refusal at the end of a turn gives its reason to the model as the next prompt"),
		read("model", "a refusal before the model answers in its place; llm_request is laid over the request"),
		read("after-model", "hooks run for every piece of a streamed answer; a refusal lets the piece through and ends the stream, llm_response with text takes the place of the piece"),
		read("notices", "what hooks of these events answer is dropped"),
		witness{"gemini", Documented, "the page about trusted folders in @google/gemini-cli-core 0.61.0", "2026-09-25"}.says("trust", "with security.folderTrust.enabled the project's settings, and the hooks in them, count only in a folder that is trusted; without it every folder is. A session in which nobody can be asked ends at once, unless --skip-trust or GEMINI_CLI_TRUST_WORKSPACE=true trusts the folder. Hooks of a trusted project that are new are named in a warning, and run"),
		{
			ID: "gemini.extensions", Text: "an extension's hooks stand in hooks/hooks.json beside gemini-extension.json, and ${extensionPath} in them is its folder",
			Source: "the examples that the program comes with", Date: "2026-08", Kind: Documented,
		},
		read("moved", "enabled, disabled and notifications stood among the events and belong to hooksConfig now: they are moved there, and are no events"),
		read("switch", "hooks are on unless hooksConfig.enabled is false; hooksConfig.disabled lists single ones that are off"),
		read("silenced", "a hook whose name, or whose command where it has none, stands in hooksConfig.disabled of any settings file does not run"),
		seen("sequence", "hooks run one after another where a group of theirs says sequential: true; one that refuses does not keep the next from its turn"),
		read("duplicates", "hooks with the same name and command are one, whatever file they are in"),
		witness{"gemini", ThirdParty, "programs that look for installed extensions, and a description of the source", "2026-09"}.says("installed", "extensions lie in extensions of ~/.gemini, one folder each; extension-enablement.json there has rules by folders of projects, of which the last that fits says whether one is on, and without any it is"),
		read("plugin", "an entry of type plugin that has a command runs like one of type command"),
		read("runtime", "an entry of type runtime belongs to programs that embed the agent and fails in a file"),
		read("timeout", "timeout counts milliseconds, 60000 where it is missing"),
		seen("inserted", "$GEMINI_PROJECT_DIR and $CLAUDE_PROJECT_DIR in the text of a command are replaced by the folder in quotes of its own, before the shell reads it: within quotes of the author's, a folder with a blank in its name is not found. With braces the shell puts the folder in"),
		read("ending", "the end of a hook is when its pipes are closed; after the timeout its shell gets SIGTERM and nothing else"),
		read("stdin", "the fields are those of the event handler; tool_response lacks the tool's metadata, and calls of MCP servers have mcp_context and original_request_name"),
		read("arguments", "what the inputs of tools may have, those of the user's changes among them, and what the model has to give"),
		read("tools", "the tools are those that the core declares; those of MCP servers are called mcp_server_tool"),
		{
			ID: "gemini.syntax", Text: "what a settings file with an error in its syntax costs is decided outside of the core and was not seen",
			Source: "nobody has looked", Date: "2026-11-22", Kind: Guess,
		},
		{
			ID: "gemini.session-start", Text: "what the program makes of a refusal or a stop at the start of a session is done outside of the core and was not seen",
			Source: "nobody has looked", Date: "2026-11-22", Kind: Guess,
		},
	}...)
}

// trustedFolders is the file that the CLI keeps, and those of its descendants.
func trustedFolders(fact string) Ledger {
	return Ledger{Yes: "TRUST_FOLDER", Above: "TRUST_PARENT", No: "DO_NOT_TRUST", Fact: fact}
}

// geminiExtensions are packages as Gemini CLI and its descendants have them.
func geminiExtensions(folder, fact, installed string) []Package {
	return []Package{{
		Manifest: "gemini-extension.json", Hooks: "hooks/hooks.json", Variables: []string{"extensionPath"}, Fact: fact,
		Installed: Installed{Folders: folder + "/*", Name: "%s", Switches: folder + "/extension-enablement.json", Fact: installed},
	}}
}
