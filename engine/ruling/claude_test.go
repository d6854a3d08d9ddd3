package ruling_test

import (
	"cmp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/ruling"
)

// decides returns Claude's answer to an event with fields of hookSpecificOutput.
func decides(event hook.Event, fields string) string {
	return `{"hookSpecificOutput":{"hookEventName":"` + string(event) + `",` + fields + `}}`
}

func TestClaudeBeforeATool(t *testing.T) {
	answer := func(fields string) string { return decides("PreToolUse", fields) }
	var (
		deny   = answer(`"permissionDecision":"deny","permissionDecisionReason":"R"`)
		allow  = answer(`"permissionDecision":"allow"`)
		ask    = answer(`"permissionDecision":"ask","permissionDecisionReason":"Q"`)
		put    = answer(`"permissionDecision":"defer"`)
		change = answer(`"updatedInput":{"command":"pwd"}`)
		other  = answer(`"updatedInput":{"command":"whoami"}`)
	)
	const denied, refused = "PreToolUse:Bash hook error: R", "PreToolUse:Bash hook error: [guard.sh]: "
	const unfit = "PreToolUse hook for Bash returned updatedInput that failed schema validation: Bash failed due to the following issue:\n"
	const rewrite = "\nThe tool input from the model was valid; the hook's rewrite of it was not."
	observed(t, dialect.Known("claude"), "PreToolUse", "Bash", []seen{
		{the: "hook does nothing", hooks: exits(0, ""), want: effect.Allow, fact: "claude.exit-0"},
		{the: "hook writes to stderr alone", hooks: exits(0, "hm"), want: effect.Allow, fact: "claude.exit-0"},
		{the: "exit code is 2", hooks: exits(2, "no\n"), want: effect.Deny, fact: "claude.exit-2", model: refused + "no\n"},
		{the: "stderr of an exit code 2 is blank", hooks: exits(2, "  \n "), want: effect.Deny, fact: "claude.exit-2", model: refused + "  \n "},
		{the: "stderr has two bytes that are no UTF-8", hooks: exits(2, "a\xff\xfeb"), want: effect.Deny, fact: "claude.exit-2", model: refused + "a\uFFFD\uFFFDb"},
		{the: "stderr has a character that breaks off", hooks: exits(2, "x\xe2\x82y"), want: effect.Deny, fact: "claude.exit-2", model: refused + "x\uFFFDy"},
		{the: "exit code is 2 in silence", hooks: exits(2, ""), want: effect.Deny, fact: "claude.exit-2", model: refused + "No stderr output"},
		{the: "reason of an exit code 2 is on stdout", hooks: []hookRun{{code: 2, stdout: "no"}}, want: effect.Deny, fact: "claude.exit-2", model: refused + "No stderr output"},
		{the: "exit code is 1", hooks: exits(1, "no"), want: effect.Failed, fact: "claude.exit-other"},
		{the: "exit code is 3", hooks: exits(3, "no"), want: effect.Failed, fact: "claude.exit-other"},
		{the: "script may not be executed", hooks: exits(126, "sh: 1: guard.sh: Permission denied"), want: effect.NotStarted, fact: "claude.exit-other"},
		{the: "script is not there", hooks: exits(127, "sh: 1: guard.sh: not found"), want: effect.NotStarted, fact: "claude.exit-other"},
		{the: "hook is killed", hooks: []hookRun{{ending: hook.Killed}}, want: effect.Killed, fact: "claude.exit-other"},
		{the: "hook takes too long", hooks: []hookRun{{ending: hook.TimedOut}}, want: effect.Timeout, fact: "claude.timeout-proceeds"},

		{the: "hook denies and is killed", hooks: []hookRun{{ending: hook.Killed, stdout: deny}}, want: effect.Unknown, fact: "claude.cut-off"},
		{the: "hook denies and takes too long", hooks: []hookRun{{ending: hook.TimedOut, stdout: deny}}, want: effect.Timeout, fact: "claude.timeout-proceeds"},

		{the: "hook denies", hooks: printed(deny), want: effect.Deny, fact: "claude.permission-decision", model: denied},
		{the: "hook denies with exit code 1", hooks: []hookRun{{code: 1, stdout: deny}}, want: effect.Deny, fact: "claude.permission-decision", model: denied},
		{the: "answer without requests has exit code 1", hooks: []hookRun{{code: 1, stdout: "{}", stderr: "E"}}, want: effect.Allow, fact: "claude.exit-other"},
		{the: "hook denies with exit code 3", hooks: []hookRun{{code: 3, stdout: deny}}, want: effect.Deny, fact: "claude.permission-decision", model: denied},
		{the: "hook denies with exit code 2", hooks: []hookRun{{code: 2, stdout: deny, stderr: "E"}}, want: effect.Deny, fact: "claude.permission-decision", model: denied},
		{the: "hook allows with exit code 2", hooks: []hookRun{{code: 2, stdout: allow, stderr: "E"}}, want: effect.Deny, fact: "claude.exit-2", model: refused + "E"},
		{the: "denial has no reason", hooks: printed(answer(`"permissionDecision":"deny"`)), want: effect.Deny, fact: "claude.permission-decision", model: "PreToolUse:Bash hook error: Blocked by hook"},
		{the: "hook blocks", hooks: printed(`{"decision":"block","reason":"R"}`), want: effect.Deny, fact: "claude.legacy-decision", model: denied},
		{the: "hook asks", hooks: printed(ask), want: effect.Ask, fact: "claude.ask", model: "Q"},
		{the: "hook asks without a reason", hooks: printed(answer(`"permissionDecision":"ask"`)), want: effect.Ask, fact: "claude.ask", model: "Hook PreToolUse:Bash asked for confirmation for this tool"},
		{
			the: "denial has a context", hooks: printed(answer(`"permissionDecision":"deny","permissionDecisionReason":"R","additionalContext":"C"`)),
			want: effect.Deny, fact: "claude.permission-decision", model: denied + "\nPreToolUse:Bash hook additional context: C",
		},
		{
			the: "context comes with exit code 2", hooks: []hookRun{{code: 2, stdout: answer(`"additionalContext":"C"`), stderr: "E"}},
			want: effect.Deny, fact: "claude.exit-2", model: "PreToolUse:Bash hook error: [guard.sh]: E\nPreToolUse:Bash hook additional context: C",
		},
		{the: "hook defers", hooks: printed(put), want: effect.Defer, fact: "claude.defer"},
		{the: "hook allows", hooks: printed(allow), want: effect.Allow, fact: "claude.permission-decision"},

		{the: "decision is deny", hooks: printed(`{"decision":"deny"}`), want: effect.Failed, fact: "claude.answer"},
		{the: "permissionDecision is reject", hooks: printed(answer(`"permissionDecision":"reject"`)), want: effect.Failed, fact: "claude.answer"},
		{the: "permissionDecision is Deny", hooks: printed(answer(`"permissionDecision":"Deny"`)), want: effect.Failed, fact: "claude.answer"},
		{the: "event is not named", hooks: printed(`{"hookSpecificOutput":{"permissionDecision":"deny"}}`), want: effect.Failed, fact: "claude.answer"},
		{the: "event is another", hooks: printed(decides("PostToolUse", `"permissionDecision":"deny"`)), want: effect.Failed, fact: "claude.answer"},
		{the: "continue is a string", hooks: printed(`{"continue":"false"}`), want: effect.Failed, fact: "claude.answer"},
		{the: "answer stands twice", hooks: printed(deny + "\n" + deny), want: effect.Failed, fact: "claude.answer"},
		{the: "permissionDecision stands at the top", hooks: printed(`{"permissionDecision":"deny","permissionDecisionReason":"R"}`), want: effect.Allow, fact: "claude.exit-0"},
		{the: "input of another agent changes", hooks: printed(`{"modifiedArgs":{"command":"pwd"}}`), want: effect.Allow, fact: "claude.exit-0"},

		{the: "log line comes first", hooks: printed("starting\n" + deny), want: effect.Allow, fact: "claude.plain"},
		{the: "log line comes last", hooks: printed(deny + "\ndone"), want: effect.Allow, fact: "claude.plain"},
		{the: "answer is an array", hooks: printed("[" + deny + "]"), want: effect.Allow, fact: "claude.plain"},
		{the: "answer breaks off", hooks: printed(`{"a":`), want: effect.Allow, fact: "claude.plain"},
		{the: "answer is on stderr", hooks: exits(0, deny), want: effect.Allow, fact: "claude.exit-0"},
		{the: "answer has line breaks", hooks: printed("\n\n" + strings.ReplaceAll(deny, ",", ",\n  ")), want: effect.Deny, fact: "claude.permission-decision", model: denied},
		{the: "answer begins with a byte order mark", hooks: printed("\uFEFF" + deny), want: effect.Deny, fact: "claude.permission-decision", model: denied},
		{the: "answer has an unknown field", hooks: printed(strings.Replace(deny, "{", `{"mood":1,`, 1)), want: effect.Deny, fact: "claude.permission-decision", model: denied},

		{the: "input changes", hooks: printed(change), want: effect.Allow, fact: "claude.updated-input", after: `{"command":"pwd"}`},
		{
			the: "input changes with a permission", hooks: printed(answer(`"permissionDecision":"allow","updatedInput":{"command":"pwd"}`)),
			want: effect.Allow, fact: "claude.permission-decision", after: `{"command":"pwd"}`,
		},
		{
			the: "changed input lacks an argument", hooks: printed(answer(`"updatedInput":{"timeout":30000}`)),
			want: effect.Deny, fact: "claude.updated-input-shape", model: unfit + "The required parameter `command` is missing" + rewrite,
		},
		{
			the: "changed input has a command of null", hooks: printed(answer(`"updatedInput":{"command":null}`)),
			want: effect.Deny, fact: "claude.updated-input-shape", model: unfit + "The parameter `command` type is expected as `string` but provided as `null`" + rewrite,
		},
		{
			the: "changed input has a number for a command", hooks: printed(answer(`"updatedInput":{"command":7}`)),
			want: effect.Deny, fact: "claude.updated-input-shape", model: unfit + "The parameter `command` type is expected as `string` but provided as `number`" + rewrite,
		},
		{
			the: "changed input has a text for a timeout", hooks: printed(answer(`"updatedInput":{"command":"ls","timeout":"x"}`)),
			want: effect.Deny, fact: "claude.updated-input-shape", model: unfit + "The parameter `timeout` type is expected as `number` but provided as `string`" + rewrite,
		},
		{
			the: "changed input has an unknown argument", hooks: printed(answer(`"updatedInput":{"command":"ls","bogus":1}`)),
			want: effect.Allow, fact: "claude.updated-input", after: `{"command":"ls","bogus":1}`,
		},
		{the: "hook adds context", hooks: printed(answer(`"additionalContext":"C"`)), want: effect.Allow, fact: "claude.context", model: "PreToolUse:Bash hook additional context: C"},
		{the: "hook stops", hooks: printed(`{"continue":false,"stopReason":"S"}`), want: effect.Stop, fact: "claude.stop-before-tool", user: "S"},
		{
			the: "hook stops and denies", hooks: printed(strings.Replace(deny, "{", `{"continue":false,`, 1)),
			want: effect.Deny, fact: "claude.permission-decision",
		},

		{the: "first denies, the second defers", hooks: append(printed(deny), printed(put)...), want: effect.Deny, fact: "claude.permission-decision", model: denied},
		{the: "first asks, the second denies", hooks: append(printed(ask), printed(deny)...), want: effect.Deny, fact: "claude.permission-decision", model: denied},
		{the: "first allows, the second denies", hooks: append(printed(allow), printed(deny)...), want: effect.Deny, fact: "claude.permission-decision", model: denied},
		{the: "first asks, the second defers", hooks: append(printed(ask), printed(put)...), want: effect.Defer, fact: "claude.defer"},
		{the: "first allows, the second asks", hooks: append(printed(allow), printed(ask)...), want: effect.Ask, fact: "claude.ask", model: "Q"},
		{the: "first has exit code 2, the second allows", hooks: append(exits(2, "no"), printed(allow)...), want: effect.Deny, fact: "claude.exit-2", model: refused + "no"},
		{the: "first denies, the second allows", hooks: append(printed(deny), printed(allow)...), want: effect.Deny, fact: "claude.permission-decision", model: denied},
		{the: "first allows, the exit code of the second is 2", hooks: append(printed(allow), exits(2, "no")...), want: effect.Deny, fact: "claude.exit-2", model: refused + "no"},
		{
			the: "both deny, the first slower", hooks: []hookRun{{stdout: deny, took: 2 * time.Second}, {stdout: strings.Replace(deny, `"R"`, `"second"`, 1), took: time.Second}},
			want: effect.Deny, fact: "claude.permission-decision", model: denied,
		},
		{
			the: "both deny, the second slower", hooks: []hookRun{{stdout: strings.Replace(deny, `"R"`, `"first"`, 1), took: time.Second}, {stdout: deny, took: 2 * time.Second}},
			want: effect.Deny, fact: "claude.permission-decision", model: denied,
		},
		{
			the: "exit code 2 is slower than a denial", hooks: []hookRun{{code: 2, stderr: "no", took: 2 * time.Second}, {stdout: deny, took: time.Second}},
			want: effect.Deny, fact: "claude.exit-2", model: refused + "no",
		},
		{
			the: "exit code 2 is faster than a denial", hooks: []hookRun{{code: 2, stderr: "no", took: time.Second}, {stdout: deny, took: 2 * time.Second}},
			want: effect.Deny, fact: "claude.permission-decision", model: denied,
		},
		{
			the: "both ask, the first slower", hooks: []hookRun{{stdout: ask, took: 2 * time.Second}, {stdout: strings.Replace(ask, `"Q"`, `"second"`, 1), took: time.Second}},
			want: effect.Ask, fact: "claude.ask", model: "Q",
		},
		{
			the: "both add context, the first slower", hooks: []hookRun{{stdout: answer(`"additionalContext":"one"`), took: time.Second}, {stdout: answer(`"additionalContext":"two"`)}},
			want: effect.Allow, fact: "claude.context", model: "PreToolUse:Bash hook additional context: two\none",
		},
		{
			the: "both change the input, the first slower", hooks: []hookRun{{stdout: change, took: 2 * time.Second}, {stdout: other, took: time.Second}},
			want: effect.Allow, fact: "claude.updated-input", after: `{"command":"pwd"}`,
		},
		{
			the: "both change the input, the second slower", hooks: []hookRun{{stdout: change, took: time.Second}, {stdout: other, took: 2 * time.Second}},
			want: effect.Allow, fact: "claude.updated-input", after: `{"command":"whoami"}`,
		},
	})
}

func TestClaudeAfterATool(t *testing.T) {
	answer := func(fields string) string { return decides("PostToolUse", fields) }
	const told, added = `PostToolUse:Bash hook blocking error from command: "guard.sh": `, "PostToolUse:Bash hook additional context: "
	changed := `{"stdout":"none","stderr":"","interrupted":false,"isImage":false,"noOutputExpected":false}`
	observed(t, dialect.Known("claude"), "PostToolUse", "Bash", []seen{
		{the: "exit code is 2", hooks: exits(2, "R\n"), want: effect.Allow, fact: "claude.post-tool", model: told + "[guard.sh]: R\n"},
		{the: "hook blocks", hooks: printed(`{"decision":"block","reason":"R"}`), want: effect.Allow, fact: "claude.post-tool", model: told + "R"},
		{
			the: "both have exit code 2, the first slower", hooks: []hookRun{{code: 2, stderr: "one", took: time.Second}, {code: 2, stderr: "two"}},
			want: effect.Allow, fact: "claude.post-tool", model: told + "[guard.sh]: two\n\n" + told + "[guard.sh]: one",
		},
		{
			the: "both add context, the first slower", hooks: []hookRun{{stdout: answer(`"additionalContext":"one"`), took: time.Second}, {stdout: answer(`"additionalContext":"two"`)}},
			want: effect.Allow, fact: "claude.context", model: added + "two\n\n" + added + "one",
		},
		{
			the: "hook blocks with exit code 2", hooks: []hookRun{{code: 2, stdout: `{"decision":"block","reason":"R"}`, stderr: "E"}},
			want: effect.Allow, fact: "claude.post-tool", model: told + "R",
		},
		{
			the: "context comes with exit code 2", hooks: []hookRun{{code: 2, stdout: answer(`"additionalContext":"C"`), stderr: "E"}},
			want: effect.Allow, fact: "claude.post-tool", model: told + "[guard.sh]: E\n\n" + added + "C",
		},
		{the: "text is plain", hooks: printed("done"), want: effect.Allow, fact: "claude.plain"},
		{the: "hook adds context", hooks: printed(answer(`"additionalContext":"C"`)), want: effect.Allow, fact: "claude.context", model: added + "C"},
		{the: "result changes", hooks: printed(answer(`"updatedToolOutput":` + changed)), want: effect.Allow, fact: "claude.updated-output", after: changed},
		{the: "result becomes a string", hooks: printed(answer(`"updatedToolOutput":"none"`)), want: effect.Allow, fact: "claude.exit-0"},
		{the: "hook stops", hooks: printed(`{"continue":false,"stopReason":"S"}`), want: effect.Stop, fact: "claude.stop", user: "S"},
		{
			the: "context is long", hooks: printed(answer(`"additionalContext":"` + strings.Repeat("x", 12_000) + `"`)),
			want: effect.Allow, fact: "claude.context", model: added + strings.Repeat("x", 2048) + "… (2048 of 12000 characters, and the path of a file with all of them)",
		},
		{
			the: "reason on stderr is long", hooks: exits(2, strings.Repeat("x", 15_000)),
			want: effect.Allow, fact: "claude.post-tool", model: "…: " + strings.Repeat("x", 15_000),
		},
	})
}

func TestClaudeBeforeAPrompt(t *testing.T) {
	observed(t, dialect.Known("claude"), "UserPromptSubmit", "", []seen{
		{the: "exit code is 2", hooks: exits(2, "R"), want: effect.Deny, fact: "claude.prompt", user: "…operation blocked by hook…"},
		{the: "hook blocks", hooks: printed(`{"decision":"block","reason":"R"}`), want: effect.Deny, fact: "claude.prompt", user: "…operation blocked by hook…"},
		{the: "hook stops", hooks: printed(`{"continue":false,"stopReason":"SR"}`), want: effect.Stop, fact: "claude.stop", user: "Operation stopped by hook: SR"},
		{the: "text is plain", hooks: printed("T"), want: effect.Allow, fact: "claude.prompt-text", model: "UserPromptSubmit hook success: T"},
		{the: "answer breaks off", hooks: printed(`{"a":`), want: effect.Allow, fact: "claude.prompt-text", model: `UserPromptSubmit hook success: {"a":`},
		{the: "hook adds context", hooks: printed(decides("UserPromptSubmit", `"additionalContext":"C"`)), want: effect.Allow, fact: "claude.context", model: "UserPromptSubmit hook additional context: C"},
	})
}

func TestClaudeAtTheStartOfASession(t *testing.T) {
	observed(t, dialect.Known("claude"), "SessionStart", "startup", []seen{
		{the: "exit code is 2", hooks: exits(2, "R"), want: effect.Allow, fact: "claude.session-start", user: "…"},
		{the: "hook blocks", hooks: printed(`{"decision":"block","reason":"R"}`), want: effect.Allow, fact: "claude.session-start"},
		{the: "text is plain", hooks: printed("T"), want: effect.Allow, fact: "claude.session-text", model: "SessionStart:startup hook success: T"},
		{the: "hook adds context", hooks: printed(decides("SessionStart", `"additionalContext":"C"`)), want: effect.Allow, fact: "claude.context", model: "SessionStart hook additional context: C"},
		{
			the: "plain text is long", hooks: printed(strings.Repeat("x", 12_000)),
			want: effect.Allow, fact: "claude.session-text", model: "SessionStart:startup hook success: " + strings.Repeat("x", 2048) + "… (2048 of 12000 characters, and the path of a file with all of them)",
		},
		{the: "hook stops", hooks: printed(`{"continue":false}`), want: effect.Allow, fact: "claude.session-stop"},
	})
}

func TestClaudeAtTheEndOfATurn(t *testing.T) {
	observed(t, dialect.Known("claude"), "Stop", "", []seen{
		{the: "exit code is 2", hooks: exits(2, "R"), want: effect.Deny, fact: "claude.turn-end", model: "Stop hook feedback:\n[guard.sh]: R"},
		{the: "hook blocks", hooks: printed(`{"decision":"block","reason":"R"}`), want: effect.Deny, fact: "claude.turn-end", model: "Stop hook feedback:\nR\n…Stop hook blocking error from command: \"guard.sh\": R"},
		{the: "hook blocks without a reason", hooks: printed(`{"decision":"block"}`), want: effect.Deny, fact: "claude.turn-end", model: "Stop hook feedback:\nBlocked by hook\n…"},
		{the: "hook adds context", hooks: printed(decides("Stop", `"additionalContext":"C"`)), want: effect.Deny, fact: "claude.turn-end", model: "Stop hook additional context: C"},
		{
			the: "hook adds context with exit code 2", hooks: []hookRun{{code: 2, stdout: decides("Stop", `"additionalContext":"C"`), stderr: "R"}},
			want: effect.Deny, fact: "claude.turn-end", model: "Stop hook feedback:\n[guard.sh]: R\nStop hook additional context: C",
		},
		{
			the: "both have exit code 2, the first slower", hooks: []hookRun{{code: 2, stderr: "one", took: time.Second}, {code: 2, stderr: "two"}},
			want: effect.Deny, fact: "claude.turn-end", model: "Stop hook feedback:\n[guard.sh]: two\nStop hook feedback:\n[guard.sh]: one",
		},
		{the: "hook blocks and stops", hooks: printed(`{"continue":false,"decision":"block","reason":"R"}`), want: effect.Stop, fact: "claude.turn-end", user: "…"},
		{the: "text is plain", hooks: printed("T"), want: effect.Allow, fact: "claude.plain"},
	})
}

func TestClaudeAskedForAPermission(t *testing.T) {
	answer := func(fields string) string { return decides("PermissionRequest", fields) }
	observed(t, dialect.Known("claude"), "PermissionRequest", "Bash", []seen{
		{the: "exit code is 2", hooks: exits(2, "R"), want: effect.Allow, fact: "claude.permission-exit-2"},
		{the: "hook allows", hooks: printed(answer(`"decision":{"behavior":"allow"}`)), want: effect.Allow, fact: "claude.permission"},
		{the: "hook denies", hooks: printed(answer(`"decision":{"behavior":"deny","message":"M"}`)), want: effect.Deny, fact: "claude.permission", model: "M"},
		{the: "hook denies without a message", hooks: printed(answer(`"decision":{"behavior":"deny"}`)), want: effect.Deny, fact: "claude.permission", model: "Permission denied by hook"},
		{
			the: "input changes inside of the decision", hooks: printed(answer(`"decision":{"behavior":"allow","updatedInput":{"command":"pwd"}}`)),
			want: effect.Allow, fact: "claude.permission", after: `{"command":"pwd"}`,
		},
		{
			the: "input changes beside the decision", hooks: printed(answer(`"decision":{"behavior":"allow"},"updatedInput":{"command":"pwd"}`)),
			want: effect.Allow, fact: "claude.permission",
		},
		{the: "decision has no behavior", hooks: printed(answer(`"decision":{"updatedInput":{"command":"pwd"}}`)), want: effect.Failed, fact: "claude.permission-declared"},
		{the: "behavior stands at the top", hooks: printed(`{"behavior":"deny","message":"M"}`), want: effect.Failed, fact: "claude.permission"},
		{the: "behavior stands outside of a decision", hooks: printed(answer(`"behavior":"deny","message":"M"`)), want: effect.Failed, fact: "claude.permission"},
	})
}

func TestClaudeMatchers(t *testing.T) {
	matches(t, dialect.Known("claude"), "Bash", []tried{
		{"", true},
		{"*", true},
		{".*", true},
		{"Write|Bash", true},
		{"Write, Bash", true},
		{" Bash ", true},
		{"Bash|", true},
		{"[", false},
		{"Bas", false},
		{"bash", false},
		{"Ba.*", true},
		{"^Bash$", true},
		{"B?ash", true},
		{"Bash(echo *)", false},
	})
	matches(t, dialect.Known("claude"), "Agent", []tried{{"Task", true}, {"Agent", true}, {"Tas", false}})
	matches(t, dialect.Known("claude"), "startup", []tried{{"start", false}, {"resume", false}, {"startup", true}})
}

// What documentation and declarations state for the other events: exit code 2, a
// decision, and continue: false.
func TestClaudeOnOtherEvents(t *testing.T) {
	type told struct {
		kind        effect.Kind
		fact        string
		model, user string
	}
	var (
		unheard   = told{kind: effect.Allow, fact: "claude.unheard"}
		user      = told{kind: effect.Allow, fact: "claude.told-user", user: "R"}
		elsewhere = told{kind: effect.Allow, fact: "claude.decision-elsewhere"}
		discarded = told{kind: effect.Allow, fact: "claude.stop-discarded"}
		unseen    = told{kind: effect.Unknown, fact: "claude.stop-unseen"}
		switching = told{kind: effect.Unknown, fact: "claude.model-switch-unseen"}
		failure   = told{kind: effect.Allow, fact: "claude.post-failure", model: `PostToolUseFailure:Bash hook blocking error from command: "guard.sh": …R`}
		batch     = told{kind: effect.Stop, fact: "claude.batch", user: "R"}
		subagent  = told{kind: effect.Deny, fact: "claude.subagent-end", model: `…R…`}
		expansion = told{kind: effect.Deny, fact: "claude.expansion", user: "R"}
		task      = told{kind: effect.Deny, fact: "claude.task-created", model: "R"}
		team      = told{kind: effect.Deny, fact: "claude.team", model: "R"}
		halted    = told{kind: effect.Stop, fact: "claude.team", user: "R"}
		compact   = told{kind: effect.Deny, fact: "claude.compact", user: "R"}
		config    = told{kind: effect.Deny, fact: "claude.config"}
		declined  = told{kind: effect.Deny, fact: "claude.elicitation"}
		// silent is the result on events where the agent ignores answers.
		silent = told{kind: effect.Allow, fact: "claude.exit-0"}
	)
	for _, tt := range []struct {
		event                hook.Event
		exit2, blocks, stops told
	}{
		{"PermissionDenied", unheard, silent, discarded},
		{"PostToolUseFailure", failure, failure, told{kind: effect.Stop, fact: "claude.stop-documented", user: "R"}},
		{"PostToolBatch", batch, batch, batch},
		{"SubagentStart", user, elsewhere, unseen},
		{"SubagentStop", subagent, subagent, told{kind: effect.Stop, fact: "claude.subagent-end", user: "R"}},
		{"UserPromptExpansion", expansion, expansion, told{kind: effect.Stop, fact: "claude.stop-documented", user: "R"}},
		{"StopFailure", unheard, unheard, unheard},
		{"SessionEnd", user, unheard, unheard},
		{"Setup", user, elsewhere, unseen},
		{"PreCompact", compact, compact, discarded},
		{"PostCompact", user, elsewhere, discarded},
		{"PreModelSwitch", switching, silent, unseen},
		{"PostModelSwitch", switching, elsewhere, unseen},
		{"InstructionsLoaded", unheard, unheard, unheard},
		{"TeammateIdle", team, elsewhere, halted},
		{"TaskCreated", task, task, told{kind: effect.Allow, fact: "claude.task-created"}},
		{"TaskCompleted", team, elsewhere, halted},
		{"Notification", unheard, elsewhere, discarded},
		{"MessageDisplay", unheard, elsewhere, discarded},
		{"Elicitation", declined, silent, discarded},
		{"ElicitationResult", declined, silent, discarded},
		{"ConfigChange", config, config, discarded},
		{"CwdChanged", user, elsewhere, discarded},
		{"FileChanged", user, elsewhere, discarded},
		{"DirectoryAdded", unheard, elsewhere, discarded},
		{"WorktreeRemove", unheard, unheard, unheard},
	} {
		row := func(the string, hooks []hookRun, want told) seen {
			return seen{the: the, hooks: hooks, want: want.kind, fact: want.fact, model: want.model, user: want.user}
		}
		observed(t, dialect.Known("claude"), tt.event, "", []seen{
			row("exit code is 2", exits(2, "R"), tt.exit2),
			row("hook blocks", printed(`{"decision":"block","reason":"R"}`), tt.blocks),
			row("hook stops", printed(`{"continue":false,"stopReason":"R"}`), tt.stops),
		})
	}
}

func TestClaudeReadsFieldsOfOneEvent(t *testing.T) {
	observed(t, dialect.Known("claude"), "PermissionDenied", "Bash", []seen{
		{the: "hook lets the model try again", hooks: printed(decides("PermissionDenied", `"retry":true`)), want: effect.Allow, fact: "claude.retry"},
		{the: "hook does not let the model try again", hooks: printed(decides("PermissionDenied", `"retry":false`)), want: effect.Allow, fact: "claude.exit-0"},
	})
	observed(t, dialect.Known("claude"), "PreModelSwitch", "", []seen{
		{the: "hook denies", hooks: printed(decides("PreModelSwitch", `"permissionDecision":"deny","permissionDecisionReason":"R"`)), want: effect.Deny, fact: "claude.model-switch", user: "…"},
		{the: "hook asks", hooks: printed(decides("PreModelSwitch", `"permissionDecision":"ask"`)), want: effect.Ask, fact: "claude.model-switch"},
		{the: "hook defers", hooks: printed(decides("PreModelSwitch", `"permissionDecision":"defer"`)), want: effect.Failed, fact: "claude.answer"},
	})
	observed(t, dialect.Known("claude"), "Elicitation", "", []seen{
		{the: "hook answers", hooks: printed(decides("Elicitation", `"action":"accept","content":{"town":"Oslo"}`)), want: effect.Allow, fact: "claude.elicitation"},
		{the: "hook cancels", hooks: printed(decides("Elicitation", `"action":"cancel"`)), want: effect.Deny, fact: "claude.elicitation"},
		{the: "hook answers with exit code 2", hooks: []hookRun{{code: 2, stdout: decides("Elicitation", `"action":"accept"`)}}, want: effect.Deny, fact: "claude.elicitation"},
	})
	observed(t, dialect.Known("claude"), "MessageDisplay", "", []seen{
		{the: "text changes", hooks: printed(decides("MessageDisplay", `"displayContent":"short"`)), want: effect.Allow, fact: "claude.display", after: `"short"`},
	})
	observed(t, dialect.Known("claude"), "WorktreeCreate", "", []seen{
		{the: "path is printed", hooks: printed("/home/user/project-summary\n"), want: effect.Allow, fact: "claude.worktree"},
		{the: "path is missing", hooks: exits(0, ""), want: effect.Deny, fact: "claude.worktree"},
		{the: "exit code is 1", hooks: exits(1, ""), want: effect.Deny, fact: "claude.worktree"},
		{the: "exit code is 2", hooks: exits(2, ""), want: effect.Deny, fact: "claude.worktree"},
		{the: "hook takes too long", hooks: []hookRun{{ending: hook.TimedOut}}, want: effect.Deny, fact: "claude.worktree"},
	})
	for event, name := range map[hook.Event]string{
		"Setup": "Setup", "SubagentStart": "SubagentStart", "PostToolBatch": "PostToolBatch",
		"UserPromptExpansion": "UserPromptExpansion", "PostModelSwitch": "PostModelSwitch", "Notification": "Notification",
	} {
		observed(t, dialect.Known("claude"), event, "", []seen{
			{the: "hook adds context", hooks: printed(decides(event, `"additionalContext":"C"`)), want: effect.Allow, fact: "claude.context-elsewhere", model: name + " hook additional context: C"},
		})
	}
}

func TestClaudeAfterAToolThatFailed(t *testing.T) {
	const refused, added = `PostToolUseFailure:Bash hook blocking error from command: "guard.sh": [guard.sh]: R`, "PostToolUseFailure:Bash hook additional context: C"
	context := hookRun{stdout: decides("PostToolUseFailure", `"additionalContext":"C"`)}
	observed(t, dialect.Known("claude"), "PostToolUseFailure", "Bash", []seen{
		{the: "exit code is 2", hooks: exits(2, "R"), want: effect.Allow, fact: "claude.post-failure", model: refused},
		{the: "hook adds context", hooks: []hookRun{context}, want: effect.Allow, fact: "claude.context", model: added},
		{the: "both, the first slower", hooks: []hookRun{{code: 2, stderr: "R", took: time.Second}, context}, want: effect.Allow, fact: "claude.context", model: added + "\n\n" + refused},
	})
}

// What the model reads of hooks whose failures refuse, and of those without a shell.
func TestClaudeFailsClosed(t *testing.T) {
	for _, tt := range []struct {
		name   string
		result hook.ExecutionResult
		want   string
	}{
		{"timeout", hook.ExecutionResult{Ending: hook.TimedOut}, `timed out; blocking because onFailure is "block"`},
		{"exit code 1", hook.ExecutionResult{Code: 1, Stderr: []byte("E1\n")}, "failed; blocking because onFailure is \"block\"\nE1"},
		{"exit code 2", hook.ExecutionResult{Code: 2}, "No stderr output"},
		{"answer of the wrong form", hook.ExecutionResult{Stdout: []byte(`{"decision":"deny"}`)}, "failed; blocking because onFailure is \"block\"\nHook JSON output validation failed …"},
	} {
		r := tt.result
		r.Event, r.Entry = "PreToolUse", hook.Entry{Type: hook.TypeCommand, Command: "./f.sh", Args: []string{"--one", "two words"}, Closed: true}
		if r.Ending != hook.TimedOut {
			r.Ending = hook.Exited
		}
		got, _ := ruling.Of(dialect.Known("claude"), "PreToolUse", []hook.ExecutionResult{r}, dialect.Known("claude").Sample("PreToolUse", "Bash"))
		assert.Equal(t, effect.Deny, got.Verdict.Kind, tt.name)
		assert.Equal(t, "PreToolUse:Bash hook error: [./f.sh --one two words]: "+tt.want, text(got.Words.Model), tt.name)
		// After a tool nothing can be refused, and the model reads of the failure.
		r.Event = "PostToolUse"
		got, _ = ruling.Of(dialect.Known("claude"), "PostToolUse", []hook.ExecutionResult{r}, dialect.Known("claude").Sample("PostToolUse", "Bash"))
		assert.NotEqual(t, effect.Deny, got.Verdict.Kind, tt.name)
		assert.Equal(t, `PostToolUse:Bash hook blocking error from command: "./f.sh --one two words": [./f.sh --one two words]: `+tt.want, text(got.Words.Model), tt.name)
	}
}

// A denied permission with interrupt ends the whole run; for an allowed one the field
// is ignored.
func TestClaudeInterrupts(t *testing.T) {
	observed(t, dialect.Known("claude"), "PermissionRequest", "Bash", []seen{
		{the: "deny", hooks: printed(decides("PermissionRequest", `"decision":{"behavior":"deny","message":"M","interrupt":true}`)), want: effect.Deny, fact: "claude.permission"},
		{the: "no interrupt", hooks: printed(decides("PermissionRequest", `"decision":{"behavior":"deny","message":"M","interrupt":false}`)), want: effect.Deny, fact: "claude.permission", model: "M"},
	})
}

// If it is not known whether the agent starts a hook, its refusal is not a firm
// verdict, however it refuses. A hook without objections has none either way.
func TestAHookThatMayNotHaveBeenStarted(t *testing.T) {
	unknown := effect.Verdict{Kind: effect.Unknown, Rule: "claude.if-unseen", Why: "nobody has looked"}
	for _, tt := range []struct {
		the    string
		result hook.ExecutionResult
		want   effect.Verdict
	}{
		{"exit code is 0", hook.ExecutionResult{Ending: hook.Exited}, effect.Verdict{Kind: effect.Allow, Rule: "claude.exit-0", Why: "the hook requests nothing: no objection"}},
		{"exit code is 2", hook.ExecutionResult{Ending: hook.Exited, Code: 2}, unknown},
		{"exit code is 1", hook.ExecutionResult{Ending: hook.Exited, Code: 1}, effect.Verdict{Kind: effect.Failed, Rule: "claude.exit-other", Why: "exit code 1 is a failure"}},
		{"exit code is 1, with onFailure", hook.ExecutionResult{Entry: hook.Entry{Closed: true}, Ending: hook.Exited, Code: 1}, unknown},
		{"timeout, with onFailure", hook.ExecutionResult{Entry: hook.Entry{Closed: true}, Ending: hook.TimedOut}, unknown},
		{"the model says no", hook.ExecutionResult{Entry: hook.Entry{Type: "prompt", Question: &hook.Question{}}, Ending: hook.Answered, Stdout: []byte(`{"ok": false}`)}, unknown},
	} {
		t.Run(tt.the, func(t *testing.T) {
			r := tt.result
			r.Event, r.Entry.Command, r.Entry.Type = "PreToolUse", "g", cmp.Or(r.Entry.Type, hook.TypeCommand)
			r.Entry.Doubt = hook.Off{Why: unknown.Why, Rule: unknown.Rule}
			got, _ := ruling.Of(dialect.Known("claude"), "PreToolUse", []hook.ExecutionResult{r}, dialect.Known("claude").Sample("PreToolUse", "Bash"))
			assert.Equal(t, tt.want, got.Verdict)
		})
	}
}
