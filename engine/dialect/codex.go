package dialect

import (
	"slices"
	"sync"
	"time"

	"github.com/hooktest/hooktest/engine/hook"
)

// Codex is the contract of OpenAI's Codex CLI. It speaks the language of Claude
// Code and reads it more strictly. It gives the same value at every call.
func Codex() *Contract { return codex() }

var codex = sync.OnceValue(func() *Contract {
	return &Contract{
		Name:     "codex",
		Product:  "Codex CLI",
		Versions: "0.169.0",
		Programs: []string{"codex"},
		Settings: Settings{
			Homes: []Home{{Variable: "CODEX_HOME", Path: "~/.codex", Fact: "codex.home"}},
			Files: []File{
				{Scope: "project", Path: ".codex/hooks.json"},
				{Scope: "project configuration", Path: ".codex/config.toml", Fact: "codex.configuration"},
				{Scope: "user", Path: "~/.codex/hooks.json"},
				{Scope: "user configuration", Path: "~/.codex/config.toml", Fact: "codex.configuration"},
			},
			Hooks: "hooks",
			Trust: []Trust{
				{
					Of: TrustsDefinition, Loses: LosesHook, Asks: "asks for each hook, with /hooks, and anew for one that has changed", Unasked: UnaskedSkips,
					Flag: "--dangerously-bypass-hook-trust", Fact: "codex.trust", Record: "~/.codex/config.toml",
					Ledger: Ledger{Key: "hooks.state", Field: "trusted_hash", Off: "enabled", Digest: DigestCodex, Fact: "codex.state"},
				},
				{
					Scopes: []string{"project", "project configuration"}, Of: TrustsFolder, Loses: LosesFile, Asks: "asks once for the project", Fact: "codex.trust-project", Record: "~/.codex/config.toml",
					Ledger: Ledger{Key: "projects", Field: "trust_level", Yes: "trusted", No: "untrusted", Exact: true, Fact: "codex.projects"},
				},
			},
			Switch: Switch{Path: []string{"disableAllHooks"}, Off: true, Default: true, Rule: "codex.switch"},
			Source: hook.SourceProject,
			Shape:  Shape{Beside: []string{"state"}, Fact: "codex.state"},
			Packages: []Package{{
				Manifest: ".codex-plugin/plugin.json", Key: "hooks", Hooks: "hooks/hooks.json", Fact: "codex.plugins",
				Variables: []string{"PLUGIN_ROOT", "CLAUDE_PLUGIN_ROOT"},
				Installed: Installed{
					Folders: "~/.codex/plugins/cache/*/*/*", Name: "%[2]s@%[1]s", On: []string{"plugins"}, Field: "enabled", Fact: "codex.installed",
				},
			}},
			Breaches: slices.Concat(
				[]Breach{
					{What: WrongSyntax, Loses: LosesFile, Fact: "codex.syntax"},
					{What: WrongEvent, Loses: LosesNothing, Fact: "codex.unknown-event"},
					{What: NullMatcher, Loses: LosesNothing, Fact: "codex.null-matcher"},
					{What: NoCommand, Loses: LosesHook, Fact: "codex.no-command"},
					{What: NullTimeout, Loses: LosesNothing, Fact: "codex.null-timeout"},
					{What: WrongKind, Loses: LosesFile, Fact: "codex.broken-unseen"},
				},
				malformed(LosesFile, "codex.broken"),
			),
		},
		Handlers: Handlers{
			Types: []Handler{
				{Type: hook.TypeCommand, Command: true, Starts: true, Rule: "codex.duplicates"},
				{Type: "prompt", Asks: AsksModel, Rule: "codex.handlers"},
				{Type: "agent", Asks: AsksAgent, Rule: "codex.handlers"},
			},
			Timeout:    Timeout{Unit: time.Second, Units: "seconds", Default: 600 * time.Second, Whole: true, Rule: "codex.timeout"},
			Background: Background{Field: "async", Events: []hook.Event{"PreToolUse"}, Fact: "codex.async", Unseen: "codex.async-unseen"},
		},
		Launch: Launch{
			SessionFolder: true,
			Shells:        []Shell{{Programs: []string{"bash"}, Fallback: "/bin/sh", Flags: []string{"-c"}, Script: AsWritten}},
		},
		Ending: Ending{Grace: 5 * time.Second, Pipes: 250 * time.Millisecond, Rule: "codex.ending"},
		Base: []BaseField{
			{Name: "session_id", Is: Session},
			{Name: "turn_id", Sample: `"turn-1"`, Except: []hook.Event{"SessionStart", "SessionEnd"}},
			{Name: "transcript_path", Sample: `"/home/user/.codex/sessions/session.jsonl"`},
			{Name: "cwd", Is: Folder},
			{Name: "hook_event_name", Is: EventName},
			{Name: "model", Sample: `"gpt-5"`},
			{Name: "permission_mode", Sample: `"default"`, Except: []hook.Event{"PreCompact", "PostCompact"}},
		},
		Events: codexEvents(),
		Matcher: Matcher{
			Everything: []string{"*"},
			Compile:    Expressions{Engine: Linear, List: `^[A-Za-z0-9_|]*$`, Separators: "|", Aliases: map[string][]string{"apply_patch": {"Edit", "Write"}}},
			Rule:       "codex.matcher",
		},
		Reading: &Reading{
			Exits: []Exit{
				{Codes: []int{0}, JSON: true, Plain: true, Fact: "codex.exit-0"},
				{Codes: []int{2}, Demand: Refuses, From: Stderr, Mute: Fails, Fact: "codex.exit-2"},
				{Demand: Fails, Fact: "codex.failure"},
			},
			Text: Text{
				From: Stdout, Openers: "{[", Marked: true, Broken: Garbles, NoObject: Garbles, Strict: true, Typed: true, Fact: "codex.answer",
			},
			Others: Others{Reason: First, Rewrite: Latest, Join: "\n", Fact: "codex.several"},
		},
		Tools: Tools{
			Builtin: []Tool{
				{Name: "Bash", Unheard: []string{"exec_command"}, Does: "runs a shell command", Role: RunShell, Sample: `{"command": "ls"}`, Argument: "command", Required: []string{"command"}, Kinds: map[string]string{"command": "string"}},
				{
					Name: "apply_patch", Does: "applies a patch to files", Role: EditFile,
					Sample: `{"command": "*** Begin Patch\n*** Add File: notes.txt\n+hello\n*** End Patch\n"}`, Argument: "command",
					Forms: map[Role]string{
						WriteFile: "*** Begin Patch\n*** Add File: {on}\n+hello\n*** End Patch\n",
						EditFile:  "*** Begin Patch\n*** Update File: {on}\n@@\n-hello\n+goodbye\n*** End Patch\n",
					},
				},
			},
			Common:    []string{"Bash", "apply_patch"},
			MCPPrefix: "mcp__",
			Fact:      "codex.tools",
		},
		Facts: codexFacts(),
	}
})

// codexFacts are what was run, and where nothing was, what the source text says.
// The source is public and of no one release, so what was run outweighs it.
func codexFacts() []Fact {
	seen := witness{"codex", Run, "Codex CLI 0.169.0, run offline", "2026-11-22"}.says
	later := witness{"codex", Run, "Codex CLI 0.169.0, run offline", "2026-11-23"}.says
	documented := witness{"codex", Documented, "the hook pages of Codex's documentation, and codex exec --help", "2026-11"}.says
	source := witness{"codex", Source, "codex-rs/hooks of openai/codex", "2026-11"}.says
	guess := witness{"codex", Guess, "nothing: nobody has looked", "2026-11-22"}.says
	third := witness{"codex", ThirdParty, "reports of other projects that write Codex's configuration", "2026-08"}.says
	return []Fact{
		documented("home", "CODEX_HOME names the folder that stands in the place of ~/.codex"),
		documented("trust", "a hook that is not of the managed policy runs once it was reviewed with /hooks; trust is bound to a hash of the definition, so that a hook which has changed is skipped until it is trusted again. --dangerously-bypass-hook-trust is for sessions in which nobody can be asked"),
		documented("trust-project", "the project's files count only in a project that is trusted"),
		documented("configuration", "hooks stand in hooks.json or below hooks in config.toml, and those of both are merged"),
		source("state", "hooks.state in config.toml holds the hooks that the user has been shown, each under its file, its event and its two numbers there, with a hash of the definition that is trusted; enabled: false leaves it out, and a hook that is not there or has another hash is skipped"),
		third("projects", "projects in the user's config.toml has a trust_level for each folder, trusted or untrusted; the folder of the session and that of its repository are looked up, and none further up"),
		source("plugins", "a plugin's hooks stand in hooks/hooks.json, or where hooks of its manifest says; PLUGIN_ROOT and CLAUDE_PLUGIN_ROOT are its folder"),
		third("installed", "an installed plugin lies in plugins/cache of ~/.codex, below its marketplace, its name and its version; enabled of plugins in config.toml, by name and marketplace, says whether it is on. Which of several versions is used is not known"),
		seen("switch", "disableAllHooks: true in a file turns hooks off"),
		seen("syntax", "a file that is no plain JSON, comments included, does not apply"),
		seen("unknown-event", "an event that the agent does not know is ignored, and so is a field of a hook that it does not know"),
		seen("null-matcher", "a matcher of null matches all"),
		seen("no-command", "a hook with an empty command is left out, and its neighbours run"),
		seen("broken", "one hook without a type or of an unknown one, with a matcher that is no text or a timeout that is no number keeps everything in its file from applying"),
		guess("broken-unseen", "a hook that stands where a group belongs was not tried; it is taken for malformed like the others"),
		seen("duplicates", "the same command twice runs twice, in one file and in those of two scopes"),
		source("handlers", "hooks of the types prompt and agent are no commands; builds that can't run them skip them with a warning"),
		later("timeout", "timeouts are in seconds, as whole numbers: one with a fraction, even of zero, keeps everything in its file from applying; at 0 and -1 a hook that needs a second does not get to refuse"),
		later("null-timeout", "a timeout of null counts as none given"),
		later("async", "with async: true a hook before a tool runs beside the tool, and its answer changes nothing"),
		guess("async-unseen", "what async: true does on other events"),
		seen("failure", "a hook that fails objects to nothing: one that ends with another code than 0 and 2, that can't be started, that a signal ends, or that takes longer than its timeout"),
		guess("ending", "how a hook is ended after its timeout, and how long its pipes are read"),
		seen("matcher", "a matcher of letters, digits, _ and | is a list of exact names, so a blank or a comma makes it an expression; any other is an expression that may match a part, and matches nothing where it is invalid. apply_patch is known as Edit and Write, too; the shell is Bash and not exec_command"),
		source("no-matcher", "matchers of this event are ignored"),
		seen("exit-0", "exit code 0 lets the answer on stdout decide; without one there is no objection"),
		later("exit-2", "exit code 2 refuses if stderr has a reason, whatever stands on stdout; without one the hook has failed. The model reads that the command was blocked, with the reason and the command"),
		later("plain", "a text that begins with neither { nor [ is no answer and reaches nobody; a byte order mark before an answer makes it such a text"),
		seen("text-context", "the model reads a text that is no answer as a developer message"),
		seen("answer", "an answer has to be one object on stdout, at exit code 0, of fields that the event knows with values that it knows; else the hook has failed and objects to nothing"),
		seen("event-name", "a hookSpecificOutput without hookEventName makes the answer a failure"),
		source("unsupported", "values that the agent reads and has no use for make the answer a failure, and so the tool runs"),
		seen("permission-decision", "permissionDecision: deny in hookSpecificOutput refuses with its reason; ask makes the answer a failure"),
		source("permission-decision-alone", "a denial without a reason, a permission without an updatedInput and an updatedInput without a permission make the answer a failure"),
		seen("decision", "decision: block with a reason refuses; without a reason, and with approve, the answer is a failure"),
		seen("updated-input", "updatedInput beside permissionDecision: allow takes the place of the whole input"),
		later("updated-input-shape", "an updatedInput without a command that is a text refuses the tool"),
		seen("context", "the model reads additionalContext of hookSpecificOutput as a developer message"),
		seen("several", "all hooks run at once and one refusal is enough, with the reason of the first in the settings; of several changed inputs that of the hook which ends last is taken; all contexts are read"),
		seen("post-tool", "a reason takes the place of the tool's result: from stderr at exit code 2, from a decision, or from stopReason where continue is false, and the session goes on"),
		guess("updated-output", "whether updatedToolOutput or updatedMCPToolOutput has an effect in this version"),
		seen("prompt", "a refused prompt does not reach the model, and neither does one with continue: false"),
		seen("session-start", "continue: false leaves the session without a turn; nothing else keeps it from starting"),
		seen("turn-end", "a refusal keeps the agent at work, without a limit; continue: false ends the turn, and so does everything else"),
		source("turn-end-stop", "continue: false outweighs a refusal, and the reason of a refusal is what the model reads next"),
		source("permission", "decision.behavior in hookSpecificOutput allows or denies, and so does exit code 2 with a reason on stderr; one denial is enough, and without a decision the user is asked"),
		source("subagent-start", "a subagent always starts; contexts and texts reach its model"),
		source("subagent-end", "a subagent's end can be refused as the end of a turn can"),
		source("compact", "only continue: false is read here, and every exit code but 0 is a failure"),
		guess("unseen", "what hooks of this event are given, and whether they can do anything: the event is only named in the documentation"),
		seen("stdin", "the fields were seen in what hooks read"),
		source("stdin-schema", "the fields stand in the published schema of the event"),
		seen("tools", "the names that hooks are given: the shell is Bash whatever the model calls it"),
	}
}
