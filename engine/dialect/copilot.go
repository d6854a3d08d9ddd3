package dialect

import (
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/hooktest/hooktest/engine/hook"
)

// Copilot is the contract of GitHub's Copilot CLI about hooks in its own form: those
// whose event begins with a small letter, as in .github/hooks. It gives the same
// value at every call.
func Copilot() *Contract { return copilot() }

// CopilotClaude is the contract of the same program about hooks in Claude Code's
// form: those whose event begins with a capital, as in .claude/settings.json. It
// gives the same value at every call.
func CopilotClaude() *Contract { return copilotClaude() }

var (
	copilot = sync.OnceValue(func() *Contract {
		form := copilotForm{contract: "copilot"}
		c := form.shared()
		c.Settings.Files = copilotFiles()
		c.Settings.Shape = Shape{
			Flat: true, Version: 1, Command: []string{"bash", "command"}, Timeout: []string{"timeoutSec", "timeout"},
			Elsewhere: copilotForm{claude: true}.eventNames(), Fact: form.fact("forms"),
		}
		c.Settings.Breaches = slices.Concat(
			[]Breach{
				{What: WrongSyntax, Loses: LosesFile, Fact: form.fact("syntax")},
				{What: WrongEvent, Loses: LosesNothing, Fact: form.fact("unknown-event")},
				{What: NullMatcher, Loses: LosesFile, Fact: form.fact("null-matcher")},
			},
			malformed(LosesHook, form.fact("broken")),
		)
		c.Base = []BaseField{
			{Name: "sessionId", Is: Session},
			{Name: "timestamp", Is: Milliseconds},
			{Name: "cwd", Is: Folder},
		}
		c.Matcher = Matcher{Blank: true, Compile: Expressions{Engine: JavaScript, Whole: true}, Rule: form.fact("matcher")}
		c.Tools = Tools{
			Builtin: []Tool{
				{Name: "ask_user", Does: "asks the user"},
				{Name: "bash", Does: "runs a shell command", Role: RunShell, Sample: copilotBash, Argument: "command", Required: []string{"command"}, Kinds: map[string]string{"command": "string"}},
				{Name: "create", Does: "writes a new file", Role: WriteFile},
				{Name: "edit", Does: "replaces text in a file", Role: EditFile},
				{Name: "glob", Does: "finds files by pattern", Role: FindFiles},
				{Name: "grep", Does: "searches in files", Role: SearchText},
				{Name: "powershell", Does: "runs a command of PowerShell"},
				{Name: "task", Does: "starts a subagent", Role: RunTask},
				{Name: "view", Does: "reads a file", Role: ReadFile},
				{Name: "web_fetch", Does: "fetches a page", Role: FetchPage},
			},
			Common: []string{"bash", "create", "edit", "view"},
			Fact:   form.fact("tools"),
		}
		c.Reading.Exits[1].JSON, c.Reading.Exits[1].AnswerFirst = true, true
		c.Events = form.events(form.native())
		c.Facts = form.facts()
		return c
	})
	copilotClaude = sync.OnceValue(func() *Contract {
		form := copilotForm{contract: "copilot-claude", claude: true}
		c := form.shared()
		c.Settings.Files = []File{
			{Scope: "project", Path: ".claude/settings.json"},
			{Scope: "local", Path: ".claude/settings.local.json"},
		}
		for _, own := range copilotFiles() {
			own.Scope = "own " + own.Scope
			c.Settings.Files = append(c.Settings.Files, own)
		}
		c.Settings.Trust[0].Scopes = []string{"project", "local", "own project", "own project settings", "own local settings"}
		c.Settings.Shape = Shape{
			Lone: LosesHook, Command: []string{"command", "bash"}, Timeout: []string{"timeout", "timeoutSec"},
			Elsewhere: copilotForm{}.eventNames(), Fact: form.fact("forms"),
		}
		c.Settings.Breaches = append([]Breach{{What: WrongSyntax, Loses: LosesFile, Fact: form.fact("broken")}}, malformed(LosesFile, form.fact("broken"))...)
		c.Base = []BaseField{
			{Name: "hook_event_name", Is: EventName},
			{Name: "session_id", Is: Session},
			{Name: "timestamp", Is: Timestamp},
			{Name: "cwd", Is: Folder},
		}
		c.Matcher = Matcher{
			Everything: []string{"*", "**"},
			Compile:    Expressions{Engine: JavaScript, Whole: true, List: `^[A-Za-z0-9_|-]*$`, Separators: "|", Aliases: copilotNames(), AliasesInLists: true},
			Rule:       form.fact("matcher"),
		}
		c.Tools = Tools{
			Builtin: []Tool{
				{Name: "Agent", Does: "starts a subagent", Role: RunTask},
				{Name: "AskUserQuestion", Does: "asks the user"},
				{Name: "Bash", Does: "runs a shell command", Role: RunShell, Sample: copilotBash, Argument: "command", Required: []string{"command"}, Kinds: map[string]string{"command": "string"}},
				{Name: "Edit", Does: "replaces text in a file", Role: EditFile},
				{Name: "Glob", Does: "finds files by pattern", Role: FindFiles},
				{Name: "Grep", Does: "searches in files", Role: SearchText},
				{Name: "Read", Does: "reads a file", Role: ReadFile},
				{Name: "TodoWrite", Does: "writes the task list", Role: WriteTodos},
				{Name: "WebFetch", Does: "fetches a page", Role: FetchPage},
				{Name: "WebSearch", Does: "searches the web", Role: SearchWeb},
				{Name: "Write", Does: "writes a new file", Role: WriteFile},
			},
			Common: []string{"Bash", "Write", "Edit", "Read"},
			Fact:   form.fact("tools"),
		}
		c.Reading.Text.NoObject = Nothing
		for i, tool := range c.Tools.Builtin {
			c.Tools.Builtin[i].Own = copilotNames()[tool.Name][0]
		}
		c.Events = form.events(form.nested())
		c.Facts = form.facts()
		return c
	})
)

const copilotBash = `{"command": "ls"}`

// copilotFiles are those in which hooks of either form may stand.
func copilotFiles() []File {
	return []File{
		{Scope: "user", Path: "~/.copilot/hooks/*.json"},
		{Scope: "user settings", Path: "~/.copilot/settings.json"},
		{Scope: "project", Path: ".github/hooks/*.json"},
		{Scope: "project settings", Path: ".github/copilot/settings.json"},
		{Scope: "local settings", Path: ".github/copilot/settings.local.json"},
	}
}

// copilotNames are what Copilot calls the tools that Claude Code's matchers name.
func copilotNames() map[string][]string {
	return map[string][]string{
		"Agent":           {"task", "Task"},
		"AskUserQuestion": {"ask_user"},
		"Bash":            {"bash", "powershell"},
		"Edit":            {"edit", "str_replace_editor", "apply_patch"},
		"Glob":            {"glob"},
		"Grep":            {"grep", "rg"},
		"Read":            {"view"},
		"TodoWrite":       {"update_todo"},
		"WebFetch":        {"web_fetch"},
		"WebSearch":       {"web_search"},
		"Write":           {"create"},
	}
}

// A copilotForm is one of the two forms of hooks: most is the same in both, under
// other names.
type copilotForm struct {
	contract string
	claude   bool
}

func (f copilotForm) fact(id string) string { return f.contract + "." + id }

// event and field give the form's names for those of Copilot.
func (f copilotForm) event(name string) hook.Event {
	if !f.claude {
		return hook.Event(name)
	}
	switch name {
	case "userPromptSubmitted":
		return "UserPromptSubmit"
	case "agentStop":
		return "Stop"
	}
	return hook.Event(strings.ToUpper(name[:1]) + name[1:])
}

// eventNames are all names of events in the form, those among them whose fields nobody
// has told of yet.
func (f copilotForm) eventNames() []string {
	var names []string
	for _, row := range (copilotForm{}).events(Rules{}) {
		names = append(names, string(f.event(string(row.Name))))
	}
	return names
}

func (f copilotForm) field(name string) string {
	if !f.claude {
		return name
	}
	if name == "toolArgs" {
		return "tool_input"
	}
	var snake strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) {
			snake.WriteByte('_')
		}
		snake.WriteRune(unicode.ToLower(r))
	}
	return snake.String()
}

// shared is what holds for both forms.
func (f copilotForm) shared() *Contract {
	return &Contract{
		Name:     f.contract,
		Product:  "Copilot CLI",
		Versions: "1.0.102",
		Programs: []string{"copilot"},
		Settings: Settings{
			Homes:  []Home{{Variable: "COPILOT_HOME", Path: "~/.copilot", Fact: f.fact("home")}},
			Hooks:  "hooks",
			Switch: Switch{Path: []string{"disableAllHooks"}, Off: true, Default: true, Rule: f.fact("switch")},
			Trust: []Trust{{
				Scopes: []string{"project", "project settings", "local settings"},
				Of:     TrustsFolder, Loses: LosesHook, Unasked: UnaskedSkips, Flag: "--trust-folder", Fact: f.fact("trust"),
				Record: "~/.copilot/config.json", Ledger: Ledger{Key: "trusted_folders", Fact: f.fact("ledger")},
			}},
			Source: hook.SourceProject,
		},
		Handlers: Handlers{
			Types: []Handler{
				{Type: hook.TypeCommand, Command: true, Starts: true, Rule: f.fact("duplicates")},
				{Type: "http", Asks: AsksServer, Needs: []string{"url"}, Rule: f.fact("http")},
				{
					Type: "prompt", Asks: AsksUser, Needs: []string{"prompt"}, Events: []hook.Event{f.event("sessionStart")}, EventsFact: f.fact("prompt-hook"),
					Alone: "submits the prompt as if the user had typed it, in a new session with a terminal", Rule: f.fact("prompt-hook"),
				},
			},
			Server: Server{
				URL: "url", Headers: "headers", Allowed: "allowedEnvVars", Local: "COPILOT_HOOK_ALLOW_LOCALHOST", EverySecure: true,
				Secure: []hook.Event{f.event("preToolUse"), f.event("permissionRequest")},
				Failed: Puzzles, Redirects: Puzzles, Other: Puzzles, Broken: Puzzles, Fact: f.fact("http"), AnswersFact: f.fact("http-answers"),
			},
			Timeout:  Timeout{Unit: time.Second, Units: "seconds", Default: 30 * time.Second, Rule: f.fact("timeout")},
			Sequence: Sequence{Always: true, Cut: f.fact("several"), Fact: f.fact("several")},
		},
		Launch: Launch{
			Variables: []string{"COPILOT_PROJECT_DIR", "CLAUDE_PROJECT_DIR"},
			Set:       []Variable{{"COPILOT_CLI", "1"}},
			Shells:    []Shell{{Programs: []string{"bash"}, Fallback: "/bin/bash", Flags: []string{"--norc", "--noprofile", "-c"}, Script: AsWritten}},
		},
		Ending: Ending{Grace: 5 * time.Second, Pipes: 250 * time.Millisecond, Rule: f.fact("ending")},
		Reading: &Reading{
			Exits: []Exit{
				{Codes: []int{0}, JSON: true, Plain: true, Fact: f.fact("exit-0")},
				{Codes: []int{2}, Demand: Refuses, Default: "hook exited with code 2", Fact: f.fact("exit-2")},
				{Demand: Fails, Default: "hook errored", Fact: f.fact("exit-other")},
			},
			Text:   Text{From: Stdout, Broken: Says, NoObject: Puzzles, Fact: f.fact("text")},
			Others: Others{Reason: First, Rewrite: Last, Join: "\n", Fact: f.fact("several")},
		},
	}
}

// facts are those of the form. What was run outweighs the documentation, which has
// changed its mind about exit codes more than once.
func (f copilotForm) facts() []Fact {
	seen := witness{f.contract, Run, "Copilot CLI 1.0.102, run offline", "2026-11-22"}.says
	later := witness{f.contract, Run, "Copilot CLI 1.0.102, run offline", "2026-11-23"}.says
	documented := witness{f.contract, Documented, "the hook reference of GitHub's documentation", "2026-09"}.says
	guess := witness{f.contract, Guess, "nothing: nobody has looked", "2026-11-22"}.says
	facts := []Fact{
		documented("home", "COPILOT_HOME names the folder that stands in the place of ~/.copilot"),
		witness{f.contract, Documented, "the page about the CLI's configuration in GitHub's documentation", "2026-09"}.says("ledger", "trusted_folders of config.json lists the folders that are trusted for good"),
		seen("trust", "with -p the hooks of a repository run only in a folder that is trusted, which --trust-folder says; else none of them does, and nobody is told"),
		seen("switch", "disableAllHooks: true turns hooks off"),
		documented("forms", "in the agent's own files, too, a hook whose event begins with a capital reads the fields that one in Claude Code's settings does"),
		seen("duplicates", "the same command twice runs twice, in one file and in those of two scopes"),
		documented("http", "a hook of the type http posts what other hooks read to its url, which has to be one of https; a server of this machine may be asked without where COPILOT_HOOK_ALLOW_LOCALHOST is 1, but not before a tool or about a permission. allowedEnvVars lists the variables that may stand in headers"),
		guess("http-answers", "what an answer does that is no JSON object, that has another status than 2xx, or that leads elsewhere, and what no answer does"),
		documented("prompt-hook", "a hook of the type prompt gives a new session with a terminal its first prompt, and runs on no other event"),
		documented("timeout", "timeouts are in seconds, 30 where none is given"),
		seen("timeout-proceeds", "a hook that takes longer than its timeout objects to nothing, not even before a tool"),
		guess("ending", "how a hook is ended after its timeout, and how long its pipes are read"),
		seen("exit-0", "exit code 0 lets the answer on stdout decide; without one there is no objection"),
		later("exit-2", "exit code 2 denies a tool, and the model reads only that the hook exited with code 2, or the reason of a denying answer in the agent's own form; stderr reaches nobody"),
		seen("exit-other", "every other exit code denies a tool as well, that of a hook which is not there too, and the model reads only that the hook errored"),
		documented("crash", "a hook that crashes denies a tool"),
		seen("exit-elsewhere", "no exit code does anything on events other than that before a tool"),
		documented("text", "a text that can't be parsed is as good as none, and so are two answers one behind the other"),
		guess("unseen", "what the agent makes of this: nobody has looked"),
		later("several", "hooks of an event run one after another, each with the input that those before it have changed, and stop at the first that refuses or asks; all contexts are read"),
		seen("block", "decision: block with a reason takes the place of a tool's result, keeps a prompt from the model, or keeps the agent at work, which ends all the same after the ninth time; after a tool, block without a reason leaves the result as it is"),
		seen("context", "the model reads a flat additionalContext, behind a tool's result or with the prompt; a nested one reaches nobody"),
		seen("session-start", "nothing keeps a session from starting"),
		documented("no-answer", "nobody reads what hooks of this event answer"),
		documented("after-tool", "modifiedResult takes the place of the tool's result"),
		documented("tool-failed", "at exit code 2 the model reads stdout, with the failure"),
		documented("permission", "a flat behavior allows or denies, with message as the reason, and so does exit code 2; without a decision the usual questions follow"),
		documented("subagent-end", "a subagent's end can be refused as that of a turn can, and modifiedResponse takes the place of its answer"),
		documented("no-matcher", "matchers of this event are ignored"),
		seen("stdin", "the fields were seen in what hooks read"),
		documented("stdin-documented", "the fields stand in the documentation"),
	}
	if f.claude {
		return append(facts,
			later("decision", "permissionDecision in hookSpecificOutput denies a tool with its reason, and an unknown word is ignored; a decision at the top level is not read before a tool"),
			later("ask", "ask has the user decide; where nobody can be asked, the tool does not run"),
			later("rewrite", "modifiedArgs, or updatedInput in hookSpecificOutput with a permission, takes the place of the tool's arguments"),
			later("context-before-tool", "the model reads additionalContext"),
			guess("rewrite-shape", "what arguments without a command do in this form of hooks; in the agent's own form they refuse the tool"),
			documented("broken", "one mistake in a hook costs all hooks of a settings file, and a file that is no JSON does not apply"),
			documented("matcher", "an empty matcher, * and ** fire for every tool; a list of names separated by | does where one is Copilot's or Claude Code's name for the tool; anything else is an expression that has to match all of Claude Code's name. That a shell is found as Bash and as bash, and not as Bas, was seen"),
			documented("tools", "the names of Claude Code stand for Copilot's tools"),
		)
	}
	return append(facts,
		seen("decision", "a flat permissionDecision denies a tool with its reason; what stands in hookSpecificOutput is not read, and neither is decision"),
		seen("syntax", "a file that is no plain JSON, comments included, does not apply"),
		seen("unknown-event", "an event that the agent does not know is ignored, and so is a field of a hook that it does not know"),
		seen("null-matcher", "a matcher of null keeps everything in its file from applying"),
		seen("broken", "a malformed hook is left out, and its neighbours run; one without a type is malformed, too, whatever the documentation says"),
		documented("ask", "ask lets the user decide; the cloud agent, which has none, takes it for a denial"),
		seen("rewrite", "modifiedArgs takes the place of the tool's arguments"),
		later("rewrite-shape", "modifiedArgs without a command refuses the tool, and the model reads so"),
		seen("context-before-tool", "the model reads the additionalContext of every hook"),
		documented("subagent-start", "a subagent always starts, with additionalContext before its prompt"),
		documented("notice", "the model reads additionalContext as a message of the user's"),
		seen("matcher", "a matcher is an expression that has to match all of the tool's name, as it is written; one that is invalid, as * is, or empty fires for nothing"),
		documented("tools", "the names of the tools; only the arguments of bash are known"),
	)
}
