package ruling_test

import (
	"testing"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
)

// Answers that all agents of Gemini's family were given.
const (
	denies       = `{"decision":"deny","reason":"R"}`
	blocks       = `{"decision":"block","reason":"R"}`
	allows       = `{"decision":"allow"}`
	asks         = `{"decision":"ask","reason":"R"}`
	stops        = `{"continue":false,"stopReason":"S"}`
	foreignDeny  = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"R"}}`
	foreignAllow = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}`
	stumble      = `{"hookSpecificOutput":"x"}`
	unknownWord  = `{"decision":"reject","reason":"R"}`
	adds         = `{"hookSpecificOutput":{"additionalContext":"a < b"}}`
	tells        = `{"systemMessage":"M"}`
)

// both returns two hooks that exit with 0.
func both(first, second string) []hookRun { return []hookRun{{stdout: first}, {stdout: second}} }

func TestGeminiBeforeATool(t *testing.T) {
	const blocked = "Tool execution blocked: "
	const modified = "[System] Tool input parameters were modified by a hook before execution."
	observed(t, dialect.Known("gemini"), "BeforeTool", "run_shell_command", []seen{
		{the: "hook does nothing", hooks: exits(0, ""), want: effect.Allow, fact: "gemini.exit-0"},
		{the: "exit code is 2", hooks: exits(2, "no\n"), want: effect.Deny, fact: "gemini.exit-other", model: blocked + "no"},
		{the: "exit code is 2 in silence", hooks: exits(2, ""), want: effect.Failed, fact: "gemini.exit-other"},
		{the: "reason of an exit code 2 is on stdout", hooks: []hookRun{{code: 2, stdout: "no"}}, want: effect.Deny, fact: "gemini.exit-other", model: blocked + "no"},
		{the: "answer of an exit code 2 decides nothing", hooks: []hookRun{{code: 2, stdout: "{}", stderr: "no"}}, want: effect.Allow, fact: "gemini.exit-other"},
		{the: "hook allows with exit code 2", hooks: []hookRun{{code: 2, stdout: allows}}, want: effect.Allow, fact: "gemini.decision"},
		{the: "hook denies with exit code 2 as another agent has it", hooks: []hookRun{{code: 2, stdout: foreignDeny}}, want: effect.Allow, fact: "gemini.exit-other"},
		{the: "hook denies as another agent has it", hooks: printed(foreignDeny), want: effect.Allow, fact: "gemini.exit-0"},
		{the: "hook denies", hooks: printed(denies), want: effect.Deny, fact: "gemini.decision", model: blocked + "R"},
		{the: "hook denies without a reason", hooks: printed(`{"decision":"deny"}`), want: effect.Deny, fact: "gemini.decision", model: blocked + "No reason provided"},
		{the: "hook blocks", hooks: printed(blocks), want: effect.Deny, fact: "gemini.decision", model: blocked + "R"},
		{the: "hook asks", hooks: printed(asks), want: effect.Ask, fact: "gemini.ask"},
		{the: "decision is reject", hooks: printed(unknownWord), want: effect.Allow, fact: "gemini.decision"},
		{the: "decision is Deny", hooks: printed(`{"decision":"Deny"}`), want: effect.Allow, fact: "gemini.decision"},
		{the: "exit code is 1", hooks: exits(1, "no"), want: effect.Failed, fact: "gemini.exit-1", user: "Warning: no"},
		{the: "exit code is 1 in silence", hooks: exits(1, ""), want: effect.Failed, fact: "gemini.exit-1"},
		{the: "hook denies with exit code 1", hooks: []hookRun{{code: 1, stdout: denies}}, want: effect.Deny, fact: "gemini.decision", model: blocked + "R"},
		{the: "exit code is 3", hooks: exits(3, "no"), want: effect.Deny, fact: "gemini.exit-other", model: blocked + "no"},
		{
			the: "script is not there", hooks: exits(127, "bash: line 1: guard.sh: command not found"),
			want: effect.Deny, fact: "gemini.exit-other", model: blocked + "bash: line 1: guard.sh: command not found",
		},
		{
			the: "script may not be executed", hooks: exits(126, "bash: line 1: guard.sh: Permission denied"),
			want: effect.Deny, fact: "gemini.exit-other", model: blocked + "bash: line 1: guard.sh: Permission denied",
		},
		{
			the: "interpreter does not find the script", hooks: exits(2, "python3: can't open file 'missing.py'"),
			want: effect.Deny, fact: "gemini.exit-other", model: blocked + "python3: can't open file 'missing.py'",
		},
		{the: "log line comes first", hooks: printed("starting\n" + denies), want: effect.Allow, fact: "gemini.plain", user: "starting\n" + denies},
		{the: "log line comes last", hooks: printed(denies + "\ndone"), want: effect.Allow, fact: "gemini.plain", user: denies + "\ndone"},
		{the: "answer is on stderr", hooks: exits(0, denies), want: effect.Deny, fact: "gemini.decision", model: blocked + "R"},
		{the: "hook writes to stderr alone", hooks: exits(0, "hm"), want: effect.Allow, fact: "gemini.message", user: "hm"},
		{the: "hook is killed with a text", hooks: []hookRun{{ending: hook.Killed, stderr: "hm"}}, want: effect.Killed, fact: "gemini.killed", user: "hm"},
		{the: "hook denies and is killed", hooks: []hookRun{{ending: hook.Killed, stdout: denies}}, want: effect.Deny, fact: "gemini.decision", model: blocked + "R"},
		{the: "hook stops", hooks: printed(stops), want: effect.Stop, fact: "gemini.stop", user: "Agent execution stopped by hook: S"},
		{the: "hook stops and denies", hooks: printed(`{"continue":false,"decision":"deny","reason":"R"}`), want: effect.Stop, fact: "gemini.stop", user: "Agent execution stopped by hook: R"},
		{the: "reason is a number", hooks: printed(`{"decision":"deny","reason":42}`), want: effect.Deny, fact: "gemini.decision", model: blocked + "42"},
		{the: "reason is nought", hooks: printed(`{"decision":"deny","reason":0}`), want: effect.Deny, fact: "gemini.decision", model: blocked + "No reason provided"},
		{the: "reason is false", hooks: printed(`{"decision":"deny","reason":false}`), want: effect.Deny, fact: "gemini.decision", model: blocked + "No reason provided"},
		{the: "reason is null", hooks: printed(`{"decision":"deny","reason":null}`), want: effect.Deny, fact: "gemini.decision", model: blocked + "No reason provided"},
		{the: "reason is a list", hooks: printed(`{"decision":"deny","reason":["a",1]}`), want: effect.Deny, fact: "gemini.decision", model: blocked + "a,1"},
		{the: "reason is an empty list", hooks: printed(`{"decision":"deny","reason":[]}`), want: effect.Deny, fact: "gemini.decision", model: blocked + "No reason provided"},
		{the: "reason is an object", hooks: printed(`{"decision":"deny","reason":{"a":1}}`), want: effect.Deny, fact: "gemini.decision", model: blocked + "[object Object]"},
		{the: "reason to stop is large", hooks: printed(`{"continue":false,"stopReason":1e21}`), want: effect.Stop, fact: "gemini.stop", user: "Agent execution stopped by hook: 1e+21"},
		{the: "answer is an array", hooks: printed("[" + denies + "]"), want: effect.Allow, fact: "gemini.answer"},
		{the: "answer with exit code 2 is a number", hooks: []hookRun{{code: 2, stdout: "42", stderr: "no"}}, want: effect.Allow, fact: "gemini.answer"},
		{the: "answer is encoded twice", hooks: printed(`"{\"decision\":\"deny\",\"reason\":\"R\"}"`), want: effect.Deny, fact: "gemini.decision", model: blocked + "R"},
		{the: "answer breaks off", hooks: printed(`{"a":`), want: effect.Allow, fact: "gemini.plain", user: `{"a":`},
		{the: "answer breaks off with exit code 2", hooks: []hookRun{{code: 2, stdout: `{"a":`}}, want: effect.Deny, fact: "gemini.exit-other", model: blocked + `{"a":`},
		{the: "answer begins with a byte order mark", hooks: printed("\uFEFF" + denies), want: effect.Deny, fact: "gemini.decision", model: blocked + "R"},
		{the: "hook takes too long", hooks: []hookRun{{ending: hook.TimedOut}}, want: effect.Timeout, fact: "gemini.timeout-proceeds"},
		{the: "hook denies and its child holds the pipe", hooks: []hookRun{{ending: hook.TimedOut, stdout: denies}}, want: effect.Timeout, fact: "gemini.timeout-proceeds"},
		{the: "hook has a message", hooks: printed(tells), want: effect.Allow, fact: "gemini.message", user: "M"},
		{the: "hook adds context", hooks: printed(adds), want: effect.Allow, fact: "gemini.exit-0"},
		{
			the: "input changes", hooks: printed(`{"hookSpecificOutput":{"tool_input":{"command":"pwd","dir_path":"src"}}}`),
			want: effect.Allow, fact: "gemini.rewrite", model: modified, after: `{"command":"pwd","dir_path":"src"}`,
		},
		{
			the: "changed input lacks an argument", hooks: printed(`{"hookSpecificOutput":{"tool_input":{"dir_path":"src"}}}`),
			want: effect.Deny, fact: "gemini.rewrite-shape", model: "Tool parameter modification by hook failed validation…",
		},
		{
			the: "changed input has a command of null", hooks: printed(`{"hookSpecificOutput":{"tool_input":{"command":null}}}`),
			want: effect.Deny, fact: "gemini.rewrite-shape", model: "Tool parameter modification by hook failed validation…",
		},
		{the: "input changes as another agent has it", hooks: printed(`{"hookSpecificOutput":{"updatedInput":{"command":"pwd"}}}`), want: effect.Allow, fact: "gemini.exit-0"},
		{the: "hookSpecificOutput is a text", hooks: printed(`{"decision":"deny","hookSpecificOutput":"x"}`), want: effect.Failed, fact: "gemini.wreck"},

		{the: "first of two hooks denies", hooks: both(denies, allows), want: effect.Deny, fact: "gemini.decision", model: blocked + "R"},
		{the: "first of two hooks denies as another agent has it", hooks: both(foreignDeny, foreignAllow), want: effect.Allow, fact: "gemini.merge"},
		{the: "two hooks deny", hooks: []hookRun{{stdout: denies}, {code: 2, stderr: "no"}}, want: effect.Deny, fact: "gemini.exit-other", model: blocked + "R\nno"},
		{the: "hook that allows has a reason, too", hooks: both(`{"decision":"allow","reason":"fine"}`, denies), want: effect.Deny, fact: "gemini.decision", model: blocked + "fine\nR"},
		{the: "one of two hooks asks", hooks: both(asks, allows), want: effect.Ask, fact: "gemini.ask"},
		{the: "one asks and one denies", hooks: both(asks, denies), want: effect.Deny, fact: "gemini.decision", model: blocked + "R\nR"},
		{the: "one fails and one denies", hooks: []hookRun{{code: 1, stderr: "E"}, {stdout: denies}}, want: effect.Deny, fact: "gemini.decision", model: blocked + "R", user: "Warning: E"},
		{the: "one prints a text and one denies", hooks: both("T", denies), want: effect.Deny, fact: "gemini.decision", model: blocked + "R", user: "T"},
		{
			the: "two hooks change the input", hooks: both(`{"hookSpecificOutput":{"tool_input":{"command":"a"}}}`, `{"hookSpecificOutput":{"tool_input":{"command":"b"}}}`),
			want: effect.Allow, fact: "gemini.rewrite", model: modified, after: `{"command":"b"}`,
		},
		{the: "two hooks fail", hooks: []hookRun{{code: 1, stderr: "A"}, {code: 1, stderr: "B"}}, want: effect.Failed, fact: "gemini.exit-1", user: "Warning: A\nWarning: B"},
		{the: "hook stumbles beside one that denies", hooks: both(stumble, denies), want: effect.Failed, fact: "gemini.wreck"},
	})
}

func TestGeminiAfterATool(t *testing.T) {
	const blocked = "Tool result blocked: "
	observed(t, dialect.Known("gemini"), "AfterTool", "run_shell_command", []seen{
		{the: "exit code is 2", hooks: exits(2, "no"), want: effect.Allow, fact: "gemini.after-tool", model: "no", user: blocked + "no"},
		{the: "hook denies and adds", hooks: printed(`{"decision":"deny","reason":"R","hookSpecificOutput":{"additionalContext":"C"}}`), want: effect.Allow, fact: "gemini.after-tool", model: "R", user: blocked + "R"},
		{the: "hook adds context", hooks: printed(adds), want: effect.Allow, fact: "gemini.context", model: "<hook_context>a &lt; b</hook_context>"},
		{the: "two hooks add context", hooks: both(adds, adds), want: effect.Allow, fact: "gemini.context", model: "<hook_context>a &lt; b\na &lt; b</hook_context>"},
		{the: "hook stops", hooks: printed(stops), want: effect.Stop, fact: "gemini.stop", user: "Agent execution stopped by hook: S"},
		{the: "text is plain", hooks: printed("T"), want: effect.Allow, fact: "gemini.plain", user: "T"},
	})
}

func TestGeminiAroundTheModel(t *testing.T) {
	observed(t, dialect.Known("gemini"), "BeforeModel", "", []seen{
		{the: "hook denies", hooks: printed(denies), want: effect.Deny, fact: "gemini.model", user: "R"},
		{the: "hook denies with a reason to stop", hooks: printed(`{"decision":"deny","reason":"R","stopReason":"S"}`), want: effect.Deny, fact: "gemini.model", user: "S"},
		{the: "hook stops", hooks: printed(stops), want: effect.Stop, fact: "gemini.stop", user: "S"},
		{the: "later hook allows", hooks: both(denies, allows), want: effect.Allow, fact: "gemini.merge-fields"},
		{the: "later hook prints a text", hooks: both(denies, "T"), want: effect.Allow, fact: "gemini.merge-fields", user: "T"},
		{the: "earlier hook allows", hooks: both(allows, denies), want: effect.Deny, fact: "gemini.model", user: "R"},
		{the: "hookSpecificOutput is a text", hooks: both(stumble, denies), want: effect.Deny, fact: "gemini.model", user: "R"},
	})
	observed(t, dialect.Known("gemini"), "AfterModel", "", []seen{
		{the: "hook denies", hooks: printed(denies), want: effect.Deny, fact: "gemini.after-model", user: "R"},
		{the: "hook stops", hooks: printed(stops), want: effect.Stop, fact: "gemini.stop", user: "S"},
	})
	choice := func(mode, names string) string {
		return `{"hookSpecificOutput":{"toolConfig":{"mode":"` + mode + `","allowedFunctionNames":[` + names + `]}}}`
	}
	observed(t, dialect.Known("gemini"), "BeforeToolSelection", "", []seen{
		{the: "hook denies", hooks: exits(2, "no"), want: effect.Allow, fact: "gemini.tool-selection"},
		{the: "hook stops", hooks: printed(stops), want: effect.Allow, fact: "gemini.exit-0"},
		{
			the: "two hooks choose", hooks: both(choice("AUTO", `"b","a"`), choice("ANY", `"c","a"`)), want: effect.Allow, fact: "gemini.tool-selection",
			after: `{"mode":"ANY","allowedFunctionNames":["a","b","c"]}`,
		},
		{
			the: "one of two hooks chooses none", hooks: both(choice("NONE", ""), choice("ANY", `"a"`)), want: effect.Allow, fact: "gemini.tool-selection",
			after: `{"mode":"NONE","allowedFunctionNames":[]}`,
		},
	})
}

func TestGeminiAroundATurn(t *testing.T) {
	observed(t, dialect.Known("gemini"), "BeforeAgent", "", []seen{
		{the: "hook denies", hooks: printed(denies), want: effect.Deny, fact: "gemini.prompt", user: "R"},
		{the: "exit code is 2", hooks: exits(2, "no"), want: effect.Deny, fact: "gemini.prompt", user: "no"},
		{the: "hook stops", hooks: printed(stops), want: effect.Stop, fact: "gemini.stop", user: "S"},
		{the: "hook adds context", hooks: printed(adds), want: effect.Allow, fact: "gemini.context", model: "<hook_context>a &lt; b</hook_context>"},
		{the: "hook asks", hooks: printed(asks), want: effect.Allow, fact: "gemini.decision"},
	})
	observed(t, dialect.Known("gemini"), "AfterAgent", "", []seen{
		{the: "hook denies", hooks: printed(denies), want: effect.Deny, fact: "gemini.turn-end", model: "R"},
		{the: "exit code is 2", hooks: exits(2, "no"), want: effect.Deny, fact: "gemini.turn-end", model: "no"},
		{the: "hook denies and stops", hooks: printed(`{"continue":false,"decision":"deny","reason":"R"}`), want: effect.Stop, fact: "gemini.stop", user: "R"},
		{the: "hook adds context", hooks: printed(adds), want: effect.Allow, fact: "gemini.exit-0"},
	})
	observed(t, dialect.Known("gemini"), "SessionStart", "startup", []seen{
		{the: "hook denies", hooks: printed(denies), want: effect.Unknown, fact: "gemini.session-start"},
		{the: "hook adds context", hooks: printed(adds), want: effect.Allow, fact: "gemini.session-context", model: "…a &lt; b…"},
		{the: "text is plain", hooks: printed("T"), want: effect.Allow, fact: "gemini.plain", user: "T"},
	})
	observed(t, dialect.Known("gemini"), "SessionEnd", "exit", []seen{
		{the: "exit code is 2", hooks: exits(2, "no"), want: effect.Allow, fact: "gemini.notices"},
	})
}

func TestGeminiMatchers(t *testing.T) {
	matches(t, dialect.Known("gemini"), "read_file", []tried{{"read_file", true}, {"*_file", false}, {"read_file, write_file", false}, {"ead", true}, {"", true}, {"*", true}})
	matches(t, dialect.Known("gemini"), "ast_read_file", []tried{{"read_file", true}})
	matches(t, dialect.Known("gemini"), "write_file", []tried{{"write_*", true}, {"*_file", false}, {"read_file, write_file", false}})
	matches(t, dialect.Known("gemini"), "todo_write", []tried{{"write_*", true}})
	matches(t, dialect.Known("gemini"), "run_shell_command", []tried{{"Bash", false}, {"RUN_SHELL_COMMAND", false}, {"run_shell_command(rm *)", false}, {"[", false}})
}
