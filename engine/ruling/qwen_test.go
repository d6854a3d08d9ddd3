package ruling_test

import (
	"testing"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
)

func TestQwenBeforeATool(t *testing.T) {
	answer := func(fields string) string { return decides("PreToolUse", fields) }
	var (
		deny     = answer(`"permissionDecision":"deny","permissionDecisionReason":"R"`)
		denyToo  = answer(`"permissionDecision":"deny","permissionDecisionReason":"Q"`)
		allow    = answer(`"permissionDecision":"allow"`)
		ask      = answer(`"permissionDecision":"ask","permissionDecisionReason":"Q"`)
		context  = answer(`"additionalContext":"C"`)
		rewrites = answer(`"permissionDecision":"allow","updatedInput":{"command":"pwd"}`)
	)
	observed(t, dialect.Known("qwen"), "PreToolUse", "run_shell_command", []seen{
		{the: "hook does nothing", hooks: exits(0, ""), want: effect.Allow, fact: "qwen.exit-0"},
		{the: "exit code is 2", hooks: exits(2, "R\n"), want: effect.Deny, fact: "qwen.exit-2", model: "R"},
		{the: "exit code is 2 in silence", hooks: exits(2, ""), want: effect.Failed, fact: "qwen.exit-2"},
		{the: "reason of an exit code 2 is on stdout", hooks: []hookRun{{code: 2, stdout: "R"}}, want: effect.Failed, fact: "qwen.exit-2"},
		{the: "exit code is 1", hooks: exits(1, "R"), want: effect.Failed, fact: "qwen.exit-other"},
		{the: "exit code is 3", hooks: exits(3, "R"), want: effect.Failed, fact: "qwen.exit-other"},
		{the: "script is not there", hooks: exits(127, "bash: line 1: guard.sh: command not found"), want: effect.NotStarted, fact: "qwen.exit-other"},
		{the: "hook denies", hooks: printed(deny), want: effect.Deny, fact: "qwen.permission-decision", model: "R"},
		{the: "hook denies with exit code 1", hooks: []hookRun{{code: 1, stdout: deny}}, want: effect.Deny, fact: "qwen.permission-decision", model: "R"},
		{the: "permissionDecision stands at the top", hooks: printed(`{"permissionDecision":"deny","permissionDecisionReason":"R"}`), want: effect.Allow, fact: "qwen.exit-0"},
		{the: "decision is deny", hooks: printed(denies), want: effect.Deny, fact: "qwen.decision", model: "R"},
		{the: "decision is block", hooks: printed(blocks), want: effect.Deny, fact: "qwen.decision", model: "R"},
		{the: "hook allows with exit code 2", hooks: []hookRun{{code: 2, stdout: allow, stderr: "E"}}, want: effect.Deny, fact: "qwen.exit-2", model: "E"},
		{the: "event is not named", hooks: printed(foreignDenyUnnamed), want: effect.Deny, fact: "qwen.permission-decision", model: "R"},
		{the: "log line comes first", hooks: printed("starting\n" + deny), want: effect.Allow, fact: "qwen.plain"},
		{the: "hook asks", hooks: printed(ask), want: effect.Ask, fact: "qwen.ask", model: "Q"},
		{the: "hook takes too long", hooks: []hookRun{{ending: hook.TimedOut}}, want: effect.Timeout, fact: "qwen.timeout-proceeds"},

		// Read in the package's source.
		{the: "permissionDecision goes before decision", hooks: printed(`{"decision":"deny","hookSpecificOutput":{"permissionDecision":"allow"}}`), want: effect.Allow, fact: "qwen.permission-decision"},
		{the: "unknown permissionDecision leaves it to decision", hooks: printed(`{"decision":"deny","reason":"R","hookSpecificOutput":{"permissionDecision":"reject"}}`), want: effect.Deny, fact: "qwen.decision", model: "R"},
		{the: "hook stops", hooks: printed(stops), want: effect.Deny, fact: "qwen.stop-before-tool", model: "S"},
		{the: "answer breaks off", hooks: printed(`{"a":`), want: effect.Failed, fact: "qwen.answer"},
		{the: "answer with exit code 2 is on stderr", hooks: exits(2, deny), want: effect.Deny, fact: "qwen.permission-decision", model: "R"},
		{the: "answer is on stderr", hooks: exits(0, deny), want: effect.Deny, fact: "qwen.permission-decision", model: "R"},
		{the: "hook denies and is killed", hooks: []hookRun{{ending: hook.Killed, stdout: deny}}, want: effect.Deny, fact: "qwen.permission-decision", model: "R"},
		{the: "input changes", hooks: printed(rewrites), want: effect.Allow, fact: "qwen.permission-decision"},
		{the: "hook adds context", hooks: printed(context), want: effect.Allow, fact: "qwen.before-tool-context"},

		{the: "one allows and one denies", hooks: both(allow, deny), want: effect.Deny, fact: "qwen.permission-decision", model: "R"},
		{the: "two hooks deny", hooks: both(denyToo, deny), want: effect.Deny, fact: "qwen.permission-decision", model: "R"},
		{the: "two hooks add context", hooks: both(context, context), want: effect.Allow, fact: "qwen.before-tool-context"},
		{the: "two hooks change the input", hooks: both(rewrites, rewrites), want: effect.Allow, fact: "qwen.permission-decision"},
		{the: "one changes the input and one denies", hooks: both(rewrites, deny), want: effect.Deny, fact: "qwen.permission-decision", model: "R"},
		{the: "one fails and one refuses", hooks: []hookRun{{code: 1, stderr: "E"}, {code: 2, stderr: "R"}}, want: effect.Deny, fact: "qwen.exit-2", model: "…R"},
		{the: "hook stumbles beside one that refuses", hooks: []hookRun{{stdout: stumble}, {code: 2, stderr: "R"}}, want: effect.Failed, fact: "qwen.wreck"},
		{the: "first of two hooks denies", hooks: both(deny, allow), want: effect.Allow, fact: "qwen.merge"},
	})
}

// foreignDenyUnnamed denies without naming the event.
const foreignDenyUnnamed = `{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"R"}}`

func TestQwenAfterATool(t *testing.T) {
	observed(t, dialect.Known("qwen"), "PostToolUse", "run_shell_command", []seen{
		{the: "exit code is 2", hooks: exits(2, "R"), want: effect.Allow, fact: "qwen.after-tool"},
		{the: "hook blocks", hooks: printed(blocks), want: effect.Allow, fact: "qwen.after-tool"},
		{the: "hook stops", hooks: printed(stops), want: effect.Allow, fact: "qwen.stop-after-tool", model: "S"},
		{the: "hook adds context", hooks: printed(adds), want: effect.Allow, fact: "qwen.context", model: "a &lt; b"},
		{the: "context stands at the top", hooks: printed(`{"additionalContext":"C"}`), want: effect.Allow, fact: "qwen.exit-0"},
		{the: "text is plain", hooks: printed("T"), want: effect.Allow, fact: "qwen.plain"},
		{the: "exit code is 1", hooks: exits(1, "R"), want: effect.Failed, fact: "qwen.exit-other"},
	})
}

func TestQwenAroundATurn(t *testing.T) {
	const context = "<qwen:user-prompt-submit-context>\nC\n</qwen:user-prompt-submit-context>"
	observed(t, dialect.Known("qwen"), "UserPromptSubmit", "", []seen{
		{the: "exit code is 2", hooks: exits(2, "R"), want: effect.Deny, fact: "qwen.prompt", user: "R"},
		{the: "hook blocks", hooks: printed(blocks), want: effect.Deny, fact: "qwen.prompt", user: "R"},
		{the: "hook stops", hooks: printed(stops), want: effect.Deny, fact: "qwen.prompt", user: "S"},
		{the: "text is plain", hooks: printed("C"), want: effect.Allow, fact: "qwen.prompt-context", model: context},
		{the: "text breaks off like an answer", hooks: printed(`{"a":`), want: effect.Failed, fact: "qwen.answer"},
		{the: "hook adds context", hooks: printed(decides("UserPromptSubmit", `"additionalContext":"C"`)), want: effect.Allow, fact: "qwen.prompt-context", model: context},
		{the: "context stands at the top", hooks: printed(`{"additionalContext":"C"}`), want: effect.Allow, fact: "qwen.exit-0"},
		{the: "hook writes to stderr alone", hooks: exits(0, "hm"), want: effect.Allow, fact: "qwen.plain"},
	})
	observed(t, dialect.Known("qwen"), "Stop", "", []seen{
		{the: "exit code is 2", hooks: exits(2, "R"), want: effect.Deny, fact: "qwen.turn-end", model: "R"},
		{the: "hook blocks", hooks: printed(blocks), want: effect.Deny, fact: "qwen.turn-end", model: "R"},
		{the: "hook stops", hooks: printed(stops), want: effect.Deny, fact: "qwen.turn-end", model: "S"},
		{the: "hook adds context", hooks: printed(adds), want: effect.Allow, fact: "qwen.turn-end-context"},
		{the: "text is plain", hooks: printed("T"), want: effect.Allow, fact: "qwen.turn-end-message", user: "T"},
		{the: "exit code is 1", hooks: exits(1, "R"), want: effect.Failed, fact: "qwen.exit-other", user: "Warning: R"},
	})
	observed(t, dialect.Known("qwen"), "SessionStart", "startup", []seen{
		{the: "exit code is 2", hooks: exits(2, "R"), want: effect.Allow, fact: "qwen.session-start"},
		{the: "hook blocks", hooks: printed(blocks), want: effect.Allow, fact: "qwen.session-start"},
		{the: "hook stops", hooks: printed(stops), want: effect.Allow, fact: "qwen.session-start"},
		{the: "text is plain", hooks: printed("C"), want: effect.Allow, fact: "qwen.session-context", model: "C"},
		{the: "hook adds context", hooks: printed(decides("SessionStart", `"additionalContext":"C"`)), want: effect.Allow, fact: "qwen.session-context", model: "C"},
		{the: "context stands at the top", hooks: printed(`{"additionalContext":"C"}`), want: effect.Allow, fact: "qwen.exit-0"},
	})
}

// Read in the package's source.
func TestQwenAskedForAPermission(t *testing.T) {
	behaves := func(fields string) string { return decides("PermissionRequest", `"decision":{`+fields+`}`) }
	observed(t, dialect.Known("qwen"), "PermissionRequest", "run_shell_command", []seen{
		{the: "exit code is 2", hooks: exits(2, "R"), want: effect.Allow, fact: "qwen.permission"},
		{the: "hook denies", hooks: printed(behaves(`"behavior":"deny","message":"M"`)), want: effect.Deny, fact: "qwen.permission", model: "M"},
		{the: "first of two denies", hooks: both(behaves(`"behavior":"deny","message":"M"`), behaves(`"behavior":"allow"`)), want: effect.Deny, fact: "qwen.permission", model: "M"},
		{
			the: "input changes", hooks: printed(behaves(`"behavior":"allow","updatedInput":{"command":"pwd"}`)),
			want: effect.Allow, fact: "qwen.permission", after: `{"command":"pwd"}`,
		},
	})
	observed(t, dialect.Known("qwen"), "SubagentStop", "general-purpose", []seen{
		{the: "hook blocks", hooks: printed(blocks), want: effect.Unknown, fact: "qwen.unseen"},
	})
}

func TestQwenMatchers(t *testing.T) {
	matches(t, dialect.Known("qwen"), "run_shell_command", []tried{
		{"|", false}, {" | ", false}, {"||", false},
		{"", true},
		{"*", true},
		{"[", false},
		{"run_shell_command|zzz", true},
		{" run_shell_command ", true},
		{"zzz, run_shell_command", false},
		{"RUN_SHELL_COMMAND", false},
		{"run", true},
		{"ru.*", true},
		{"Bash", true},
		{"zzz | Bash", true},
		{"^(Bash)$", false},
		{"(Bash|zzz)", false},
		{"zzz|*", true},
		{"a[|]b|shell", true},
	})
}
