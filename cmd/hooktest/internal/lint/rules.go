package lint

import (
	"fmt"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

// claude is a settings file of Claude Code, llxprt one of LLxprt Code.
func claude(text string) finding.Example { return settings("claude", ".claude/settings.json", text) }
func llxprt(text string) finding.Example { return settings("llxprt", ".llxprt/settings.json", text) }

// settings adds the guard's script to the example.
func settings(agent, path, text string) finding.Example {
	return finding.Example{
		Agents: []string{agent}, File: finding.File{Path: path, Text: text},
		Beside: []finding.File{{Path: "hooks/guard.sh", Text: "#!/bin/sh\ncat >/dev/null\n", Executable: true}},
	}
}

// before is settings of Claude Code with one hook before a tool.
func before(handler string) string {
	return fmt.Sprintf(`{"hooks": {"PreToolUse": [
  {"matcher": "Bash", "hooks": [%s]}
]}}`, handler)
}

// seeded is an example under claude-seed, the first schema of Claude Code's hooks.
func seeded(handler string) finding.Example {
	return settings("claude-seed", ".claude/settings.json", before(handler))
}

// after is settings with a hook after a tool, where a mistake disables no other hook.
func after(group string) string {
	return fmt.Sprintf(`{"hooks": {"PostToolUse": [
  %s
]}}`, group)
}

// asking is a hook at the end of a turn that asks a model.
func asking(prompt string) string {
	return fmt.Sprintf(`{"hooks": {"Stop": [
  {"hooks": [{"type": "prompt", "prompt": "%s"}]}
]}}`, prompt)
}

// posting is a hook after a tool that posts to a server, with a list of allowed URL patterns.
func posting(patterns, fields string) string {
	return fmt.Sprintf(`{"allowedHttpHookUrls": %s, "hooks": {"PostToolUse": [
  {"matcher": "Bash", "hooks": [{"type": "http", %s}]}
]}}`, patterns, fields)
}

// codex is settings of Codex with a matcher, before a tool.
func codex(matcher string) finding.Example {
	return settings("codex", ".codex/hooks.json", `{"hooks": {"PreToolUse": [{"matcher": `+matcher+`, "hooks": [{"type": "command", "command": "true"}]}]}}`)
}

// matching is settings with a matcher, as JSON.
func matching(event, matcher string) string {
	return fmt.Sprintf(`{"hooks": {"%s": [
  {"matcher": %s, "hooks": [%s]}
]}}`, event, matcher, guard)
}

const (
	guard     = `{"type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/hooks/guard.sh"}`
	geminiFor = `{"hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": "$GEMINI_PROJECT_DIR/hooks/guard.sh", "timeout": %d}]}]}}`
	llxprtOn  = `{"enableHooks": true, "hooks": {"BeforeTool": [{"matcher": %s, "hooks": [{"type": "command", "command": "\"$LLXPRT_PROJECT_DIR\"/hooks/guard.sh"}]}]}}`
)

func configurationRules() []rule {
	good := claude(before(guard))
	return []rule{
		{finding.Rule{
			ID: "HT101", Title: "the settings are no valid JSON", Severity: finding.Error,
			Why: "Agents skip a file that they can't read, most of them without a word: none of its hooks runs.",
			Bad: claude(`{"hooks": {"PreToolUse": [{"hooks": [` + guard + `}]}}`), Good: good,
		}, brokenJSON},
		{finding.Rule{
			ID: "HT102", Title: "an event that the agent does not have", Severity: finding.Error,
			Why: "Hooks of an event that is never fired never run. Agents call the same moment by different names.",
			Bad: claude(matching("BeforeTool", `"Bash"`)), Good: good,
		}, ofRule("HT102")},
		{finding.Rule{
			ID: "HT103", Title: "a hook stands where a group belongs", Severity: finding.Error, Agents: "those whose hooks stand in groups",
			Why: `An event has groups, and each group has a list called hooks. A hook right below its event is no group and does not run.`,
			Bad: claude(after(`{"matcher": "Edit", "type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/hooks/guard.sh"}`)), Good: claude(after(`{"matcher": "Edit", "hooks": [` + guard + `]}`)),
		}, ofRule("HT103")},
		{finding.Rule{
			ID: "HT104", Title: "a hook without a type", Severity: finding.Error, Agents: "those that want one",
			Why: "A hook that does not say what kind of hook it is counts as malformed and does not run.",
			Bad: claude(before(`{"command": "\"$CLAUDE_PROJECT_DIR\"/hooks/guard.sh"}`)), Good: good,
		}, ofRule("HT104")},
		{finding.Rule{
			ID: "HT105", Title: "a type of hook that the agent can't run", Severity: finding.Error,
			Why: "Agents differ in the kinds of hooks that they run. What one does not know counts as malformed there.",
			Bad: llxprt(fmt.Sprintf(`{"enableHooks": true, "hooks": {"BeforeTool": [{"hooks": [%s]}]}}`, `{"type": "prompt", "prompt": "Is this safe?"}`)), Good: llxprt(fmt.Sprintf(llxprtOn, `"write_file"`)),
		}, func(v *view) []finding.Finding { return append(ofRule("HT105")(v), unrunnable(v)...) }},
		{finding.Rule{
			ID: "HT106", Title: "a timeout in the wrong unit", Severity: finding.Error,
			Why: "Some agents count seconds, others milliseconds. 5 ms end a hook before it has decided anything. 60000 s are 16 hours in which a hook that hangs holds everything up; that is a warning, as the hook decides all the same.",
			Bad: settings("gemini", ".gemini/settings.json", fmt.Sprintf(geminiFor, 5)), Good: settings("gemini", ".gemini/settings.json", fmt.Sprintf(geminiFor, 5000)),
		}, wrongUnit},
		{finding.Rule{
			ID: "HT107", Title: "hooks are switched off", Severity: finding.Warning,
			Why: "The agent's own switch keeps every hook from running.",
			Bad: claude(`{"disableAllHooks": true, ` + before(guard)[1:]), Good: good,
		}, switchedOff},
		{finding.Rule{
			ID: "HT108", Title: "a file that the agent does not read", Severity: finding.Warning,
			Why: "It stands beside the agent's settings and has hooks like them, but under a name that the agent does not look for.",
			Bad: settings("claude", ".claude/hooks.json", before(guard)), Good: good,
		}, unread},
		{finding.Rule{
			ID: "HT109", Title: "a hook without a command", Severity: finding.Error,
			Why: "There is nothing to start, and the hook counts as malformed.",
			Bad: claude(before(`{"type": "command", "command": ""}`)), Good: good,
		}, withoutCommand},
		{finding.Rule{
			ID: "HT120", Title: "the same hook twice", Severity: finding.Warning,
			Why: "Some agents start it twice and others once; neither is what anybody wants. It may be in two files that one agent reads: Copilot CLI reads those of .github/hooks and .claude/settings.json.",
			Bad: claude(before(guard + ", " + guard)), Good: good,
		}, twice},
		{finding.Rule{
			ID: "HT121", Title: "a timeout above the limit", Severity: finding.Warning, Agents: "those that have a limit",
			Why: "A timeout that the agent does not allow is none: the hook may be ended earlier, or not be taken at all.",
			Bad: seeded(`{"type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/hooks/guard.sh", "timeout": 900000}`), Good: seeded(`{"type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/hooks/guard.sh", "timeout": 600000}`),
		}, aboveLimit},
		{finding.Rule{
			ID: "HT122", Title: "comments or commas that the agent does not take", Severity: finding.Error, Agents: "those that read plain JSON",
			Why: "Plain JSON has no comments and no comma behind the last value. An agent that reads nothing else skips the whole file.",
			Bad: claude(before(guard + ",")), Good: good,
		}, beyondJSON},
		{finding.Rule{
			ID: "HT123", Title: "a field of the wrong type", Severity: finding.Error,
			Why: "A number in quotes is a text. Depending on the agent it counts as absent, or costs the hook, or the file.",
			Bad: claude(after(`{"hooks": [{"type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/hooks/guard.sh", "timeout": "60"}]}`)), Good: good,
		}, wrongField},
		{finding.Rule{
			ID: "HT124", Title: "a switch that the agent does not read", Severity: finding.Warning,
			Why: "Every agent has its own switch for hooks, and some have moved it. One that nobody reads switches nothing.",
			Bad: claude(`{"enableHooks": true, ` + before(guard)[1:]), Good: good,
		}, foreignSwitch},
		{finding.Rule{
			ID: "HT125", Title: "events where the agent does not look for them", Severity: finding.Error,
			Why: "Events stand in one object at the top level. Anywhere else nobody reads them.",
			Bad: claude(`{"PreToolUse": [{"hooks": [` + guard + `]}]}`), Good: good,
		}, elsewhere},
		{finding.Rule{
			ID: "HT126", Title: "an object, list or text where something else belongs", Severity: finding.Error,
			Why: "Events are an object of lists of groups, and groups are objects. What is anything else is left out.",
			Bad: claude(`{"hooks": [` + guard + `]}`), Good: good,
		}, wrongKind},
		{finding.Rule{
			ID: "HT130", Title: "a field that only other agents read", Severity: finding.Warning,
			Why: "The hook goes on as if the field were not there: a guard that is to fail closed fails open.",
			Bad: claude(before(`{"type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/hooks/guard.sh", "failClosed": true}`)), Good: claude(before(`{"type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/hooks/guard.sh", "onFailure": "block"}`)),
		}, ignoredField},
		{finding.Rule{
			ID: "HT131", Title: "one mistake takes the whole file down", Severity: finding.Error, Agents: "those that give a file up",
			Why: "Some agents apply nothing of a file in which one entry is malformed, because it may be what guards the rest. Every other hook of the file is gone with it.",
			Bad: claude(before(guard + `, {"command": "\"$CLAUDE_PROJECT_DIR\"/hooks/guard.sh --strict"}`)), Good: claude(before(guard + `, {"type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/hooks/guard.sh --strict"}`)),
		}, takesFileDown},
		{finding.Rule{
			ID: "HT134", Title: "a matcher in the hook in place of its group", Severity: finding.Error, Agents: "those whose hooks stand in groups",
			Why: "The matcher is the group's. In the hook nobody reads it, and the hook runs for every tool.",
			Bad: claude(after(`{"hooks": [{"type": "command", "matcher": "Edit", "command": "\"$CLAUDE_PROJECT_DIR\"/hooks/guard.sh"}]}`)), Good: claude(after(`{"matcher": "Edit", "hooks": [` + guard + `]}`)),
		}, misplacedMatcher},
		{finding.Rule{
			ID: "HT135", Title: "a question that asks for another answer", Severity: finding.Warning, Agents: "those whose hooks ask a model",
			Why: "A model that is asked by a hook answers with ok. Told to answer as a command does, it may do so, and then nothing was decided: the agent goes on.",
			Bad: claude(asking(`Is anything left to do in $ARGUMENTS? If so answer {\"decision\": \"block\", \"reason\": \"what is left\"}.`)), Good: claude(asking(`Is nothing left to do in $ARGUMENTS?`)),
		}, otherAnswers},
		{finding.Rule{
			ID: "HT136", Title: "a server that is not asked", Severity: finding.Warning, Agents: "those whose hooks ask servers",
			Why: "A hook that asks a server runs for addresses alone which its settings allow, and for none that is no address of http or https. It is left out without a word, and the agent goes on.",
			Bad: claude(posting(`["https://hooks.example.com/*"]`, `"url": "https://other.example.com/check"`)), Good: claude(posting(`["https://hooks.example.com/*"]`, `"url": "https://hooks.example.com/check"`)),
		}, unreachable},
		{finding.Rule{
			ID: "HT137", Title: "a variable that a server does not get", Severity: finding.Warning, Agents: "those whose hooks ask servers",
			Why:  "A variable stands in a header only if the hook names it among those that may. Any other is sent as nothing: the server does not know who asks, and its refusal to answer lets the agent go on.",
			Bad:  claude(posting(`["https://hooks.example.com/*"]`, `"url": "https://hooks.example.com/check", "headers": {"Authorization": "Bearer $TOKEN"}`)),
			Good: claude(posting(`["https://hooks.example.com/*"]`, `"url": "https://hooks.example.com/check", "headers": {"Authorization": "Bearer $TOKEN"}, "allowedEnvVars": ["TOKEN"]`)),
		}, withheld},
		{finding.Rule{
			ID: "HT138", Title: "a condition where no tool is called", Severity: finding.Error, Agents: "those whose hooks have conditions",
			Why:  "A condition on the call of a tool can't be met on an event that is about none: the hook never runs, and nobody is told.",
			Bad:  claude(`{"hooks": {"Stop": [{"hooks": [{"type": "command", "if": "Bash(git *)", "command": "\"$CLAUDE_PROJECT_DIR\"/hooks/guard.sh"}]}]}}`),
			Good: claude(`{"hooks": {"Stop": [{"hooks": [` + guard + `]}]}}`),
		}, withoutCall},
		{otherReader(), func(*view) []finding.Finding { return nil }},
		{finding.Rule{
			ID: "HT133", Title: "a key that stands twice", Severity: finding.Error,
			Why: "Of two keys with the same name in one object the last one counts, and what stands under the first is gone without a word: a guard that was added at the end switches off the one that was there.",
			Bad: claude(`{"hooks": {
  "PreToolUse": [{"matcher": "Bash", "hooks": [` + guard + `]}],
  "PreToolUse": [{"matcher": "Edit", "hooks": [` + guard + `]}]
}}`), Good: claude(`{"hooks": {
  "PreToolUse": [{"matcher": "Bash", "hooks": [` + guard + `]}, {"matcher": "Edit", "hooks": [` + guard + `]}]
}}`),
		}, overridden},
	}
}

// otherReader is the rule for mistakes that only affect an agent that reads another agent's file.
func otherReader() finding.Rule {
	both := func(e finding.Example) finding.Example {
		e.Agents = append(e.Agents, "copilot-claude")
		return e
	}
	return finding.Rule{
		ID: "HT132", Title: "another agent reads this file by other rules", Severity: finding.Info, Agents: "those that read other agents' files",
		Why: "Some agents read the settings of others as well. What is right there may be wrong here.",
		Bad: both(claude(before(`{"type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/hooks/guard.sh", "onFailure": "block"}`))), Good: both(claude(before(guard))),
	}
}

func commandRules() []rule {
	bad := func(command string) finding.Example {
		return claude(before(`{"type": "command", "command": "` + command + `"}`))
	}
	good := bad(`\"$CLAUDE_PROJECT_DIR\"/hooks/guard.sh`)
	plain := good
	plain.Beside = []finding.File{{Path: "hooks/guard.sh", Text: "#!/bin/sh\ncat >/dev/null\n"}}
	user := func(command string) finding.Example {
		e := bad(command)
		e.File.Path, e.Beside[0].Path = "~/.claude/settings.json", "~/hooks/guard.sh"
		return e
	}
	codex := func(command string) finding.Example {
		return settings("codex", ".codex/hooks.json", `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "`+command+`"}]}]}}`)
	}
	plugin := func(variable string) finding.Example {
		e := settings("claude", "hooks/hooks.json", before(`{"type": "command", "command": "\"${`+variable+`}/hooks/guard.sh\""}`))
		e.Beside, e.Around = append(e.Beside, finding.File{Path: ".claude-plugin/plugin.json", Text: `{"name": "guard"}`}), true
		return e
	}
	runner := func(command string) finding.Example {
		e := bad(command)
		e.Beside, e.Around = []finding.File{
			{Path: "package.json", Text: `{"scripts": {"policy": "node policy.js"}}`},
			{Path: "policy.js", Text: "const call = JSON.parse(require('fs').readFileSync(0, 'utf8'))\nif (/git push/.test(call.tool_input.command)) {\n  console.log(JSON.stringify({ decision: 'block', reason: 'no pushes' }))\n}\n"},
		}, true
		return e
	}
	gemini := func(command string) finding.Example {
		return settings("gemini", ".gemini/settings.json", `{"hooks": {"BeforeTool": [{"matcher": "write_file", "hooks": [{"type": "command", "command": "`+command+`"}]}]}}`)
	}
	return []rule{
		{finding.Rule{
			ID: "HT110", Title: "the command's file is not there", Severity: finding.Error,
			Why: "The shell finds nothing to start, and most agents go on without the hook.",
			Bad: bad(`\"$CLAUDE_PROJECT_DIR\"/hooks/gaurd.sh`), Good: good,
		}, forCommands(missingFile)},
		{finding.Rule{
			ID: "HT111", Title: "the command's file is not executable", Severity: finding.Error,
			Why: "The shell may not start the file itself, and most agents go on without the hook. Files that come from an archive or another system lose the permission.",
			Bad: plain, Good: good,
		}, forCommands(notExecutable)},
		{finding.Rule{
			ID: "HT112", Title: "the command's path depends on where the agent is", Severity: finding.Warning,
			Why: "Settings of a person hold in every project, and some agents start hooks in a folder below the project's. A path that does not say where it begins is looked for wherever the agent is.",
			Bad: user(`./hooks/guard.sh`), Good: user(`~/hooks/guard.sh`),
		}, forCommands(dependsOnFolder)},
		{finding.Rule{
			ID: "HT113", Title: "the project's variable without quotes", Severity: finding.Warning,
			Why: "The shell splits the path of the project at its blanks, and the hook can't be started in a folder that has one.",
			Bad: bad(`$CLAUDE_PROJECT_DIR/hooks/guard.sh`), Good: good,
		}, forCommands(unquoted)},
		{finding.Rule{
			ID: "HT114", Title: "the project's variable in quotes twice", Severity: finding.Warning, Agents: "those that put the value in themselves",
			Why: "The agent replaces the name by the path of the project, with quotes of its own. Between other quotes these end them, or belong to the path: in a folder with a blank in its name there is no such file. The form with braces is the shell's, and right everywhere.",
			Bad: gemini(`\"$GEMINI_PROJECT_DIR\"/hooks/guard.sh`), Good: gemini(`\"${GEMINI_PROJECT_DIR}\"/hooks/guard.sh`),
		}, forCommands(quotedTwice)},
		{finding.Rule{
			ID: "HT115", Title: "a variable that this agent does not set", Severity: finding.Error,
			Why: "A variable that nobody sets is empty: the path begins at the root of the disk, where no hook is.",
			Bad: codex(`\"$CLAUDE_PROJECT_DIR\"/hooks/guard.sh`), Good: codex(`\"$(git rev-parse --show-toplevel)\"/hooks/guard.sh`),
		}, forCommands(unsetVariable)},
		{finding.Rule{
			ID: "HT139", Title: "a file of the package is looked for in the project", Severity: finding.Error, Agents: "those that have plugins or extensions",
			Why: "The variable of the project leads into the project of whoever has installed the package. The script came with the package and is not there: the hook can't start, and most agents go on without it.",
			Bad: plugin("CLAUDE_PROJECT_DIR"), Good: plugin("CLAUDE_PLUGIN_ROOT"),
		}, forCommands(strayed)},
		{finding.Rule{
			ID: "HT140", Title: "a runner of scripts writes in front of the answer", Severity: finding.Error, Agents: "those for which an answer stands alone on stdout",
			Why: "npm run writes the name of the package and the command to stdout before it starts the script. With these lines in front of it the answer is no JSON, and the agent goes on as if there were none.",
			Bad: runner("npm run policy"), Good: runner("npm run --silent policy"),
		}, forCommands(announced)},
		{finding.Rule{
			ID: "HT127", Title: "a path in one person's home directory", Severity: finding.Warning,
			Why: "The settings are the project's, and everybody has them; the file is on one machine alone.",
			Bad: bad(`/home/alex/hooks/guard.sh`), Good: good,
		}, forCommands(anothersHome)},
		{finding.Rule{
			ID: "HT128", Title: "the command's interpreter is not on the PATH", Severity: finding.Warning,
			Why: "Without its interpreter the hook can't start on this machine, and most agents go on without it.",
			Bad: bad(`perl \"$CLAUDE_PROJECT_DIR\"/hooks/guard.sh`), Good: bad(`sh \"$CLAUDE_PROJECT_DIR\"/hooks/guard.sh`),
		}, forCommands(noInterpreter)},
	}
}

func matcherRules() []rule {
	tools := func(matcher string) finding.Example { return claude(matching("PreToolUse", matcher)) }
	good := tools(`"Bash"`)
	part := func(matcher string) finding.Example { return llxprt(fmt.Sprintf(llxprtOn, matcher)) }
	return []rule{
		{finding.Rule{
			ID: "HT201", Title: "a matcher that matches no tool", Severity: finding.Error,
			Why: "The hook never runs, which looks as if it had allowed everything.",
			Bad: tools(`"Bsh"`), Good: good,
		}, ofMatcher("HT201")},
		{finding.Rule{
			ID: "HT202", Title: "another agent's name of a tool", Severity: finding.Error,
			Why: "Agents call the same tool by different names. The hook never runs here.",
			Bad: tools(`"run_shell_command"`), Good: good,
		}, ofMatcher("HT202")},
		{finding.Rule{
			ID: "HT203", Title: "a name that also matches longer ones", Severity: finding.Warning, Agents: "those that search for the matcher in the name",
			Why: "The matcher is an expression that may match any part of a name.",
			Bad: part(`"read_file"`), Good: part(`"^read_file$"`),
		}, ofMatcher("HT203")},
		{finding.Rule{
			ID: "HT204", Title: "a pattern for files as the matcher", Severity: finding.Error,
			Why: "In an expression a star repeats what stands before it. At the beginning it makes the whole invalid.",
			Bad: part(`"*_file"`), Good: part(`".*_file"`),
		}, ofMatcher("HT204")},
		{finding.Rule{
			ID: "HT205", Title: "arguments in the matcher", Severity: finding.Error,
			Why: "The form Bash(git *) is that of permissions. A matcher is compared with the tool's name alone, and never matches so.",
			Bad: tools(`"Bash(git push *)"`), Good: good,
		}, ofMatcher("HT205")},
		{finding.Rule{
			ID: "HT206", Title: "a matcher that is no regular expression", Severity: finding.Error,
			Why: "It is compared literally, or matches nothing: either way the hook never runs.",
			Bad: tools(`"Bash|["`), Good: good,
		}, ofMatcher("HT206")},
		{finding.Rule{
			ID: "HT207", Title: "a matcher that is no text", Severity: finding.Error,
			Why: "A list of names is one text with | between them. Anything but a text makes the group malformed, and in some agents more than that.",
			Bad: claude(matching("PostToolUse", `["Edit", "Write"]`)), Good: claude(matching("PostToolUse", `"Edit|Write"`)),
		}, ofRule("HT207")},
		{finding.Rule{
			ID: "HT208", Title: "a name of a tool in other case", Severity: finding.Error,
			Why: "Names are compared letter by letter.",
			Bad: tools(`"bash"`), Good: good,
		}, ofMatcher("HT208")},
		{finding.Rule{
			ID: "HT209", Title: "a name of a tool that hooks do not read", Severity: finding.Error, Agents: "those whose tools have another name for the model",
			Why: "What the model calls a tool need not be what hooks are told. A matcher of the other name matches nothing.",
			Bad: codex(`"exec_command"`), Good: codex(`"Bash"`),
		}, ofMatcher("HT209")},
		{finding.Rule{
			ID: "HT210", Title: "another agent's names for tools of MCP servers", Severity: finding.Error,
			Why:  "Some agents write mcp__server__tool, others mcp_server_tool.",
			Bad:  settings("gemini", ".gemini/settings.json", `{"hooks": {"BeforeTool": [{"matcher": "mcp__github__.*", "hooks": [{"type": "command", "command": "\"${GEMINI_PROJECT_DIR}\"/hooks/guard.sh"}]}]}}`),
			Good: settings("gemini", ".gemini/settings.json", `{"hooks": {"BeforeTool": [{"matcher": "mcp_github_.*", "hooks": [{"type": "command", "command": "\"${GEMINI_PROJECT_DIR}\"/hooks/guard.sh"}]}]}}`),
		}, ofMatcher("HT210")},
		{finding.Rule{
			ID: "HT211", Title: "a matcher on an event that has none", Severity: finding.Warning,
			Why: "The agent ignores it, and the hook runs every time.",
			Bad: claude(matching("Stop", `"Bash"`)), Good: claude(after(`{"hooks": [` + guard + `]}`)),
		}, ofMatcher("HT211")},
		{finding.Rule{
			ID: "HT212", Title: "a matcher that matches no source, reason or type", Severity: finding.Error,
			Why: "Events that are about no tool are matched against a few words of their own.",
			Bad: claude(matching("SessionStart", `"start"`)), Good: claude(matching("SessionStart", `"startup"`)),
		}, ofMatcher("HT212")},
		{finding.Rule{
			ID: "HT213", Title: "a matcher that takes without end", Severity: finding.Warning, Agents: "those whose expressions backtrack",
			Why: "Repetitions within repetitions try every way to split a name. On a long one the agent hangs, or gives up.",
			Bad: tools(`"^((mcp__)?([a-z_]+)+)+$"`), Good: tools(`"^[A-Za-z_]+$"`),
		}, ofMatcher("HT213")},
	}
}
