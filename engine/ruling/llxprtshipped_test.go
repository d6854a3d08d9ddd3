package ruling_test

import (
	"testing"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
)

func TestLLxprtShippedBeforeATool(t *testing.T) {
	const noMessage = "Hook exited with code 2 without an error message"
	observed(t, dialect.Known("llxprt-shipped"), "BeforeTool", "run_shell_command", []seen{
		{the: "hook does nothing", hooks: exits(0, ""), want: effect.Allow, fact: "llxprt-shipped.exit-0"},
		{the: "exit code is 2", hooks: exits(2, "no\n"), want: effect.Deny, fact: "llxprt-shipped.exit-2", model: "no"},
		{the: "exit code is 2 in silence", hooks: exits(2, ""), want: effect.Deny, fact: "llxprt-shipped.exit-2", model: noMessage},
		{the: "reason of an exit code 2 is on stdout", hooks: []hookRun{{code: 2, stdout: "no"}}, want: effect.Deny, fact: "llxprt-shipped.exit-2", model: noMessage},
		{the: "answer of an exit code 2 decides nothing", hooks: []hookRun{{code: 2, stdout: "{}", stderr: "no"}}, want: effect.Deny, fact: "llxprt-shipped.exit-2", model: "no"},
		{the: "hook allows with exit code 2", hooks: []hookRun{{code: 2, stdout: allows}}, want: effect.Deny, fact: "llxprt-shipped.exit-2", model: noMessage},
		{the: "hook denies with exit code 2 as another agent has it", hooks: []hookRun{{code: 2, stdout: foreignDeny}}, want: effect.Deny, fact: "llxprt-shipped.exit-2", model: noMessage},
		{the: "hook denies as another agent has it", hooks: printed(foreignDeny), want: effect.Deny, fact: "llxprt-shipped.permission-decision", model: "R"},
		{the: "hook denies", hooks: printed(denies), want: effect.Deny, fact: "llxprt-shipped.decision", model: "R"},
		{the: "hook denies without a reason", hooks: printed(`{"decision":"deny"}`), want: effect.Deny, fact: "llxprt-shipped.decision", model: "No reason provided"},
		{
			the: "hook denies with two reasons", hooks: printed(`{"decision":"deny","reason":"R","hookSpecificOutput":{"permissionDecisionReason":"P"}}`),
			want: effect.Deny, fact: "llxprt-shipped.decision", model: "P",
		},
		{the: "reason is a number", hooks: printed(`{"decision":"deny","reason":1.50}`), want: effect.Deny, fact: "llxprt-shipped.decision", model: "1.5"},
		{the: "reason is an object", hooks: printed(`{"decision":"deny","reason":{"a":1}}`), want: effect.Deny, fact: "llxprt-shipped.decision", model: "[object Object]"},
		{the: "hook blocks", hooks: printed(blocks), want: effect.Deny, fact: "llxprt-shipped.decision", model: "R"},
		{the: "hook asks", hooks: printed(asks), want: effect.Allow, fact: "llxprt-shipped.decision"},
		{the: "decision is reject", hooks: printed(unknownWord), want: effect.Allow, fact: "llxprt-shipped.decision"},
		{the: "decision is Deny", hooks: printed(`{"decision":"Deny"}`), want: effect.Allow, fact: "llxprt-shipped.decision"},
		{the: "exit code is 1", hooks: exits(1, "no"), want: effect.Failed, fact: "llxprt-shipped.exit-other", model: "Warning: no"},
		{the: "hook denies with exit code 1", hooks: []hookRun{{code: 1, stdout: denies}}, want: effect.Failed, fact: "llxprt-shipped.exit-other"},
		{the: "exit code is 3", hooks: exits(3, "no"), want: effect.Failed, fact: "llxprt-shipped.exit-other", model: "Warning: no"},
		{
			the: "script is not there", hooks: exits(127, "bash: line 1: guard.sh: command not found"),
			want: effect.NotStarted, fact: "llxprt-shipped.exit-other", model: "Warning: bash: line 1: guard.sh: command not found",
		},
		{
			the: "script may not be executed", hooks: exits(126, "bash: line 1: guard.sh: Permission denied"),
			want: effect.NotStarted, fact: "llxprt-shipped.exit-other", model: "Warning: bash: line 1: guard.sh: Permission denied",
		},
		{
			the: "interpreter does not find the script", hooks: exits(2, "python3: can't open file 'missing.py'"),
			want: effect.Deny, fact: "llxprt-shipped.exit-2", model: "python3: can't open file 'missing.py'",
		},
		{the: "log line comes first", hooks: printed("starting\n" + denies), want: effect.Allow, fact: "llxprt-shipped.message", model: "starting\n" + denies},
		{the: "log line comes last", hooks: printed(denies + "\ndone"), want: effect.Allow, fact: "llxprt-shipped.message", model: denies + "\ndone"},
		{the: "answer is on stderr", hooks: exits(0, denies), want: effect.Allow, fact: "llxprt-shipped.exit-0"},
		{the: "hook writes to stderr alone", hooks: exits(0, "hm"), want: effect.Allow, fact: "llxprt-shipped.exit-0"},
		{the: "hook is killed with a text", hooks: []hookRun{{ending: hook.Killed, stderr: "hm"}}, want: effect.Killed, fact: "llxprt-shipped.killed", model: "Warning: hm"},
		{the: "hook denies and is killed", hooks: []hookRun{{ending: hook.Killed, stdout: denies}}, want: effect.Killed, fact: "llxprt-shipped.killed"},
		{the: "hook stops", hooks: printed(stops), want: effect.Deny, fact: "llxprt-shipped.stop", model: "S"},
		{the: "answer is an array", hooks: printed("[" + denies + "]"), want: effect.Allow, fact: "llxprt-shipped.answer"},
		{the: "answer is encoded twice", hooks: printed(`"{\"decision\":\"deny\",\"reason\":\"R\"}"`), want: effect.Deny, fact: "llxprt-shipped.decision", model: "R"},
		{the: "answer begins with a byte order mark", hooks: printed("\uFEFF" + denies), want: effect.Deny, fact: "llxprt-shipped.decision", model: "R"},
		{the: "hook takes too long", hooks: []hookRun{{ending: hook.TimedOut}}, want: effect.Timeout, fact: "llxprt-shipped.timeout-proceeds"},
		{the: "hook denies and its child holds the pipe", hooks: []hookRun{{ending: hook.TimedOut, stdout: denies}}, want: effect.Timeout, fact: "llxprt-shipped.timeout-proceeds"},
		{the: "hook has a message", hooks: printed(tells), want: effect.Allow, fact: "llxprt-shipped.message", model: "M"},
		{the: "hook adds context", hooks: printed(adds), want: effect.Allow, fact: "llxprt-shipped.context", model: "a < b"},
		{
			the: "input changes", hooks: printed(`{"hookSpecificOutput":{"tool_input":{"dir_path":"src"}}}`),
			want: effect.Allow, fact: "llxprt-shipped.rewrite", after: `{"dir_path":"src"}`,
		},
		{the: "hookSpecificOutput is a text", hooks: printed(`{"decision":"deny","hookSpecificOutput":"x"}`), want: effect.Failed, fact: "llxprt-shipped.wreck"},

		{the: "first of two hooks denies", hooks: both(denies, allows), want: effect.Deny, fact: "llxprt-shipped.decision", model: "R"},
		{the: "first of two hooks denies as another agent has it", hooks: both(foreignDeny, foreignAllow), want: effect.Allow, fact: "llxprt-shipped.merge"},
		{the: "second of two hooks denies as another agent has it", hooks: both(foreignAllow, foreignDeny), want: effect.Deny, fact: "llxprt-shipped.permission-decision", model: "R"},
		{the: "two hooks deny", hooks: []hookRun{{stdout: denies}, {code: 2, stderr: "no"}}, want: effect.Deny, fact: "llxprt-shipped.exit-2", model: "R\nno"},
		{the: "one of two hooks asks", hooks: both(asks, allows), want: effect.Allow, fact: "llxprt-shipped.decision"},
		{the: "one fails and one denies", hooks: []hookRun{{code: 1, stderr: "E"}, {stdout: denies}}, want: effect.Deny, fact: "llxprt-shipped.decision", model: "R"},
		{the: "hook stumbles beside an exit code 2", hooks: []hookRun{{stdout: stumble}, {code: 2, stderr: "no"}}, want: effect.Failed, fact: "llxprt-shipped.wreck"},
	})
}

func TestLLxprtShippedAfterATool(t *testing.T) {
	observed(t, dialect.Known("llxprt-shipped"), "AfterTool", "run_shell_command", []seen{
		{the: "exit code is 2", hooks: exits(2, "no"), want: effect.Allow, fact: "llxprt-shipped.after-tool", model: "no"},
		{the: "hook denies", hooks: printed(denies), want: effect.Allow, fact: "llxprt-shipped.after-tool", model: "R"},
		{the: "hook stops", hooks: printed(stops), want: effect.Allow, fact: "llxprt-shipped.stop", model: "S"},
		{the: "hook adds context and has a message", hooks: printed(`{"systemMessage":"M","hookSpecificOutput":{"additionalContext":"C"}}`), want: effect.Allow, fact: "llxprt-shipped.message", model: "M\n\nC"},
		{the: "one hook adds context, the next has a message", hooks: both(adds, tells), want: effect.Allow, fact: "llxprt-shipped.context", model: "M\n\na < b"},
		{the: "two hooks have both", hooks: both(`{"systemMessage":"M","hookSpecificOutput":{"additionalContext":"C"}}`, `{"systemMessage":"N","hookSpecificOutput":{"additionalContext":"D"}}`), want: effect.Allow, fact: "llxprt-shipped.context", model: "M\nN\n\nC\nD"},
		{the: "message is a list", hooks: printed(`{"systemMessage":["M"]}`), want: effect.Allow, fact: "llxprt-shipped.message", model: "M"},
		{the: "permissionDecision denies", hooks: printed(foreignDeny), want: effect.Allow, fact: "llxprt-shipped.exit-0"},
		{the: "exit code is 1", hooks: exits(1, "no"), want: effect.Failed, fact: "llxprt-shipped.exit-other", model: "Warning: no"},
	})
}

func TestLLxprtShippedAroundTheModel(t *testing.T) {
	observed(t, dialect.Known("llxprt-shipped"), "BeforeModel", "", []seen{
		{the: "hook denies", hooks: printed(denies), want: effect.Deny, fact: "llxprt-shipped.model", user: "R"},
		{the: "hook stops", hooks: printed(stops), want: effect.Stop, fact: "llxprt-shipped.model-stop", user: "S"},
		{the: "later hook allows", hooks: both(denies, allows), want: effect.Allow, fact: "llxprt-shipped.merge-fields"},
		{the: "later hook prints a text", hooks: []hookRun{{code: 2, stderr: "no"}, {stdout: "T"}}, want: effect.Allow, fact: "llxprt-shipped.merge-fields"},
	})
	observed(t, dialect.Known("llxprt-shipped"), "AfterModel", "", []seen{
		{the: "hook denies", hooks: printed(denies), want: effect.Deny, fact: "llxprt-shipped.after-model", user: "R"},
	})
	choice := func(mode, names string) string {
		return `{"hookSpecificOutput":{"toolConfig":{"mode":"` + mode + `","allowedFunctionNames":[` + names + `]}}}`
	}
	observed(t, dialect.Known("llxprt-shipped"), "BeforeToolSelection", "", []seen{
		{the: "hook denies", hooks: exits(2, "no"), want: effect.Allow, fact: "llxprt-shipped.tool-selection"},
		{
			the: "two hooks choose", hooks: both(choice("AUTO", `"b","a"`), choice("ANY", `"c","a"`)), want: effect.Allow, fact: "llxprt-shipped.tool-selection",
			after: `{"mode":"ANY","allowedFunctionNames":["a"]}`,
		},
		{
			the: "one of two hooks chooses none", hooks: both(choice("NONE", `"a"`), `{"hookSpecificOutput":{"toolConfig":{"mode":"ANY"}}}`), want: effect.Allow, fact: "llxprt-shipped.tool-selection",
			after: `{"mode":"NONE","allowedFunctionNames":["a"]}`,
		},
	})
}

func TestLLxprtShippedAroundATurn(t *testing.T) {
	observed(t, dialect.Known("llxprt-shipped"), "BeforeAgent", "", []seen{
		{the: "hook denies", hooks: printed(denies), want: effect.Deny, fact: "llxprt-shipped.prompt", user: "BeforeAgent hook blocked processing: R"},
		{the: "hook stops", hooks: printed(stops), want: effect.Deny, fact: "llxprt-shipped.prompt", user: "BeforeAgent hook blocked processing: S"},
		{the: "hook adds context", hooks: printed(adds), want: effect.Allow, fact: "llxprt-shipped.context", model: "a < b"},
		{the: "text is plain", hooks: printed("T"), want: effect.Allow, fact: "llxprt-shipped.message-lost"},
	})
	observed(t, dialect.Known("llxprt-shipped"), "AfterAgent", "", []seen{
		{the: "hook denies", hooks: printed(denies), want: effect.Deny, fact: "llxprt-shipped.turn-end", model: "R"},
		{the: "hook stops", hooks: printed(stops), want: effect.Deny, fact: "llxprt-shipped.turn-end", model: "S"},
	})
	observed(t, dialect.Known("llxprt-shipped"), "SessionStart", "startup", []seen{
		{the: "hook adds context", hooks: printed(adds), want: effect.Allow, fact: "llxprt-shipped.session-start", model: "a < b"},
		{the: "hook denies", hooks: printed(denies), want: effect.Allow, fact: "llxprt-shipped.session-start"},
		{the: "text is plain", hooks: printed("T"), want: effect.Allow, fact: "llxprt-shipped.session-start", user: "T"},
	})
	observed(t, dialect.Known("llxprt-shipped"), "PreCompress", "auto", []seen{
		{the: "hook denies", hooks: exits(2, "no"), want: effect.Allow, fact: "llxprt-shipped.notices"},
	})
}

func TestLLxprtShippedMatchers(t *testing.T) {
	matches(t, dialect.Known("llxprt-shipped"), "read_file", []tried{{"read_file", true}, {"*_file", false}, {"read_file, write_file", false}, {"", true}, {"*", true}})
	matches(t, dialect.Known("llxprt-shipped"), "ast_read_file", []tried{{"read_file", true}})
	matches(t, dialect.Known("llxprt-shipped"), "write_file", []tried{{"write_*", true}, {"*_file", false}, {"read_file, write_file", false}})
	matches(t, dialect.Known("llxprt-shipped"), "todo_write", []tried{{"write_*", true}})
	matches(t, dialect.Known("llxprt-shipped"), "run_shell_command", []tried{{"Bash", false}, {"RUN_SHELL_COMMAND", false}, {"run_shell_command(rm *)", false}, {"[", false}})
}
