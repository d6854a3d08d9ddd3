package dialect

import (
	"sync"
	"time"

	"github.com/hooktest/hooktest/engine/hook"
)

// Droid is the contract of Factory's Droid, as its makers describe it. It gives the
// same value at every call.
func Droid() *Contract { return droid() }

var droid = sync.OnceValue(func() *Contract {
	c := unrun("droid", "Droid", "as documented in 2026")
	c.Settings.Files = []File{
		{Scope: "project", Path: ".factory/hooks.json"},
		{Scope: "project, older", Path: ".factory/hooks/hooks.json", Fact: "droid.files"},
		{Scope: "project settings", Path: ".factory/settings.json", Fact: "droid.files"},
		{Scope: "user", Path: "~/.factory/hooks.json"},
		{Scope: "user settings", Path: "~/.factory/settings.json", Fact: "droid.files"},
	}
	c.Settings.Trust = []Trust{{Of: TrustsUnknown, Fact: "droid.trust"}}
	c.Programs = []string{"droid"}
	c.Settings.Packages = []Package{{
		Manifest: ".factory-plugin/plugin.json", Key: "hooks", Hooks: "hooks/hooks.json",
		Variables: []string{"DROID_PLUGIN_ROOT"}, Fact: "droid.plugins",
	}}
	c.Handlers = Handlers{
		Types:   []Handler{{Type: hook.TypeCommand, Command: true, Starts: true, Once: true, Rule: "droid.duplicates"}},
		Timeout: Timeout{Unit: time.Second, Units: "seconds", Default: time.Minute, Rule: "droid.timeout"},
	}
	c.Launch.Variables = []string{"FACTORY_PROJECT_DIR"}
	c.Base = []BaseField{
		{Name: "sessionId", Is: Session},
		{Name: "transcriptPath", Sample: `"/home/user/.factory/sessions/session.jsonl"`},
		{Name: "cwd", Is: Folder},
		{Name: "permissionMode", Sample: `"off"`},
		{Name: "hookEventName", Is: EventName},
	}
	c.Matcher = Matcher{
		Everything: []string{"*"},
		Compile:    Expressions{Engine: JavaScript, List: `^[A-Za-z0-9_|-]*$`, Separators: "|"},
		Rule:       "droid.matcher",
	}
	c.Reading = &Reading{
		Exits: []Exit{
			{Codes: []int{0}, JSON: true, Plain: true, Fact: "droid.exit-0"},
			{Codes: []int{2}, Demand: Refuses, From: Stderr, Fact: "droid.exit-2"},
			{Demand: Fails, From: Stderr, Fact: "droid.exit-other"},
		},
		Text:   Text{From: Stdout, Broken: Puzzles, NoObject: Puzzles, Fact: "droid.unseen"},
		Others: Others{Reason: Unsure, Rewrite: Unsure, Join: "\n", Fact: "droid.several"},
	}
	c.Events = droidEvents()
	c.Tools = Tools{
		Builtin: []Tool{
			{Name: "Create", Does: "writes a new file", Role: WriteFile},
			{Name: "Edit", Does: "replaces text in a file", Role: EditFile},
			{Name: "Execute", Does: "runs a shell command", Role: RunShell, Sample: droidExecute, Argument: "command"},
			{Name: "Glob", Does: "finds files by pattern", Role: FindFiles},
			{Name: "Grep", Does: "searches in files", Role: SearchText},
			{Name: "LS", Does: "lists a directory"},
			{Name: "Read", Does: "reads a file", Role: ReadFile},
			{Name: "Task", Does: "starts a subagent", Role: RunTask},
			{Name: "WebSearch", Does: "searches the web", Role: SearchWeb},
		},
		Common:    []string{"Execute", "Create", "Edit", "Read"},
		MCPPrefix: "mcp__",
		Fact:      "droid.tools",
	}
	told := witness{"droid", Documented, "the hook reference of Factory's documentation", "2026-11"}.says
	guess := witness{"droid", Guess, "nothing: nobody has looked", "2026-11-22"}.says
	c.Facts = []Fact{
		guess("trust", "whether a folder or a hook has to be trusted"),
		told("files", "hooks.json is where hooks stand now; hooks/hooks.json and the hooks of settings.json are read as they were"),
		told("plugins", "a plugin's hooks stand in hooks/hooks.json, and DROID_PLUGIN_ROOT is its folder"),
		guess("ending", "how a hook is ended, and how long its pipes are read"),
		told("duplicates", "identical commands run once"),
		told("timeout", "timeouts are in seconds, 60 where none is given"),
		told("matcher", "a matcher is a name, which has to be the tool's, or an expression; * and nothing are all tools"),
		told("no-matcher", "hooks of this event have no matcher"),
		told("exit-0", "exit code 0 is no objection, unless an answer on stdout says otherwise"),
		told("exit-2", "exit code 2 refuses, and stderr is the reason"),
		told("exit-other", "every other exit code is an error that the user reads, and the agent goes on"),
		told("plain", "a text that is no answer goes into the transcript"),
		told("text-context", "the model reads a text that is no answer"),
		told("context", "the model reads additionalContext of hookSpecificOutput"),
		told("permission-decision", "permissionDecision in hookSpecificOutput allows, denies or asks the user; decision, approve or block, is an older way to say it"),
		told("updated-input", "updatedInput holds the fields of the input that change"),
		told("post-tool", "a refusal after the tool undoes nothing: the model reads the reason"),
		told("prompt", "a refused prompt is erased, and the user reads why"),
		told("turn-end", "a refusal keeps the agent at work, with the reason"),
		told("stop", "continue: false ends the agent's work, whatever else is decided"),
		guess("stop-before-tool", "whether the tool still runs where continue is false"),
		told("no-refusal", "exit code 2 keeps nothing from happening on this event: the user reads stderr"),
		guess("unseen", "what the agent makes of this: the documentation does not say"),
		guess("several", "whose reason and whose change counts where there are several"),
		told("stdin", "the sample in the documentation, which mixes two ways to write names; nobody has seen a payload"),
		witness{"droid", ThirdParty, "another tool that rewrites commands for Droid", "2026-11"}.says("tools", "the shell is Execute; of the other tools only the names are documented"),
	}
	return c
})

const droidExecute = `{"command": "ls"}`

func droidEvents() []Event {
	puzzling := Reply{Outcome: Unknown, Fact: "droid.unseen"}
	shared := map[Demand]Reply{
		Refuses: {Outcome: Proceeds, User: "{reason}", Fact: "droid.no-refusal"},
		Fails:   {Outcome: Proceeds, User: "{reason}"}, Misses: {Outcome: Proceeds, Fact: "droid.exit-other"},
		Dies: puzzling, Lags: puzzling, Garbles: puzzling, Puzzles: puzzling, Denies: puzzling,
		Stops: {Outcome: Ends, User: "{reason}", Fact: "droid.stop"},
		Adds:  {Outcome: Proceeds, Model: "{reason}", Fact: "droid.context"},
		Says:  {Outcome: Proceeds, Fact: "droid.plain"},
	}
	decision := Decision{At: "decision", Reason: []Path{"reason"}, Words: map[string]Demand{"block": Denies}, Other: Puzzles, Fact: "droid.unseen"}
	rules := func(replies map[Demand]Reply, decisions ...Decision) Rules {
		return Rules{
			Decisions: decisions, Contexts: []Path{specificContext}, CanStop: true, StopWins: true, Replies: over(shared, replies),
		}
	}
	older := decision
	older.Unless, older.Words = specificDecision, map[string]Demand{"block": Denies, "approve": Allows}
	older.Fact = "droid.permission-decision"
	before := rules(map[Demand]Reply{
		Refuses:  {Outcome: Prevented, Model: "{reason}"},
		Denies:   {Outcome: Prevented, Model: "{reason}", Fact: "droid.permission-decision"},
		Asks:     {Outcome: Asked, User: "{reason}"},
		Rewrites: {Outcome: Proceeds, Agent: "runs the tool with the changed input"},
		Adds:     puzzling,
		Stops:    {Outcome: Unknown, Fact: "droid.stop-before-tool"},
	}, Decision{
		At: specificDecision, Reason: []Path{specificReason}, Words: map[string]Demand{"allow": Allows, "deny": Denies, "ask": Asks},
		Other: Puzzles, Fact: "droid.permission-decision",
	}, older)
	before.StopWins = false
	before.Rewrite = Rewriting{At: specificInput, Of: "tool_input", Kind: "object", Overlays: true, Fact: "droid.updated-input"}

	told := Reply{Outcome: Proceeds, Model: "{reason}", Fact: "droid.post-tool"}
	refused := Reply{Outcome: Prevented, User: "{reason}", Fact: "droid.prompt"}
	read := Reply{Outcome: Proceeds, Model: "{reason}", Fact: "droid.text-context"}
	goesOn := Reply{Outcome: Prevented, Model: "{reason}", Fact: "droid.turn-end"}
	end := rules(map[Demand]Reply{Refuses: goesOn, Denies: goesOn, Adds: puzzling}, decision)

	text := func(name, sample string) Field { return Field{Name: name, Kind: "string", Sample: sample} }
	tool := func(name hook.Event, moment Moment, rules Rules, fields ...Field) Event {
		return Event{
			Name: name, Moment: moment, Rules: rules,
			Fields: known("droid.stdin", append([]Field{
				text("tool_name", `"Execute"`), {Name: "tool_input", Kind: "object", Sample: droidExecute},
			}, fields...)...),
			Subject: Subject{Field: "tool_name", Tool: true, Input: "tool_input", Rule: "droid.matcher"},
		}
	}
	event := func(name hook.Event, moment Moment, rules Rules, fields ...Field) Event {
		return Event{Name: name, Moment: moment, Rules: rules, Subject: Subject{Rule: "droid.no-matcher"}, Fields: known("droid.stdin", fields...)}
	}
	active := Field{Name: "stopHookActive", Kind: "boolean", Sample: `false`}
	compact := event("PreCompact", CompactBefore, rules(map[Demand]Reply{Adds: puzzling, Stops: puzzling}, decision), text("trigger", `"auto"`), text("customInstructions", `""`))
	compact.Subject = Subject{Field: "trigger", Values: []string{"manual", "auto"}, Rule: "droid.matcher"}
	start := event("SessionStart", SessionStart, rules(map[Demand]Reply{Says: read}, decision), text("source", `"startup"`))
	start.Subject = Subject{Field: "source", Values: []string{"startup", "resume", "clear", "compact"}, Rule: "droid.matcher"}
	prompt := text("prompt", `"List the files of this project."`)
	prompt.Prompt = true
	silent := rules(map[Demand]Reply{Adds: puzzling, Stops: puzzling}, decision)
	return []Event{
		tool("PreToolUse", ToolBefore, before),
		tool("PostToolUse", ToolAfter, rules(map[Demand]Reply{Refuses: told, Denies: told}, decision), Field{Name: "tool_response", Kind: "object", Sample: `{}`}),
		event("UserPromptSubmit", TurnBefore, rules(map[Demand]Reply{
			Refuses: refused, Denies: refused, Says: read, Stops: {Outcome: Abandoned, User: "{reason}", Fact: "droid.stop"},
		}, decision), prompt),
		event("Stop", TurnAfter, end, active),
		event("SubagentStop", SubagentEnd, end, active),
		start,
		event("SessionEnd", SessionEnd, silent, text("reason", `"other"`)),
		compact,
		event("Notification", Notice, silent, text("message", `"Droid is waiting for your input"`)),
	}
}
