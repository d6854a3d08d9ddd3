package ruling_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/ruling"
)

func TestCodexBeforeATool(t *testing.T) {
	const (
		deny     = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"R-deny"}}`
		denyToo  = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"R-too"}}`
		allow    = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}`
		rewrite  = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"command":"pwd"}}}`
		rewrite2 = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"command":"id"}}}`
		context  = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"C"}}`
		context2 = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"D"}}`
	)
	ok := hookRun{code: 2, stderr: "ok\n"}
	blocked := func(reason string) string {
		return "Command blocked by PreToolUse hook: " + reason + ". Command: ls"
	}
	change := func(input string) string {
		return `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":` + input + `}}`
	}
	observed(t, dialect.Known("codex"), "PreToolUse", "", []seen{
		quits(0, "", "", "allow", "codex.exit-0", ""),
		quits(2, "", "R\n", "deny", "codex.exit-2", blocked("R")),
		quits(2, "", "", "failed", "codex.exit-2", ""),
		quits(2, "R", "", "failed", "codex.exit-2", ""),
		quits(1, "", "R", "failed", "codex.failure", ""),
		quits(3, "", "R", "failed", "codex.failure", ""),
		quits(127, "", "/bin/bash: line 1: guard.sh: command not found\n", "not-started", "codex.failure", ""),
		quits(1, deny, "", "failed", "codex.failure", ""),
		quits(2, allow, "E", "deny", "codex.exit-2", blocked("E")),
		quits(2, deny, "E", "deny", "codex.exit-2", blocked("E")),
		ended(hook.TimedOut, "timeout", "codex.failure", ""),
		ended(hook.Killed, "killed", "codex.failure", ""),
		answers(deny, "deny", "codex.permission-decision", blocked("R-deny")),
		answers("\uFEFF"+deny, "allow", "codex.plain", ""),
		answers(change(`{"command":null}`), "deny", "codex.updated-input-shape", "…hook returned updatedInput without string field `command`…"),
		answers(change(`{"command":7}`), "deny", "codex.updated-input-shape", "…hook returned updatedInput without string field `command`…"),
		answers(change(`{"timeout":7}`), "deny", "codex.updated-input-shape", "…hook returned updatedInput without string field `command`…"),
		answers(change(`["x"]`), "deny", "codex.updated-input-shape", "…hook returned updatedInput without string field `command`…"),
		answers(change(`null`), "failed", "codex.permission-decision-alone", ""),
		answers(`{"permissionDecision":"deny","permissionDecisionReason":"R-flat"}`, "failed", "codex.answer", ""),
		answers(`{"decision":"deny","reason":"R-top"}`, "failed", "codex.answer", ""),
		answers(`{"decision":"block","reason":"R-blk"}`, "deny", "codex.decision", blocked("R-blk")),
		answers(`{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"R"}}`, "failed", "codex.event-name", ""),
		answers("log\n"+deny, "allow", "codex.plain", ""),
		quits(0, "", deny, "allow", "codex.exit-0", ""),
		answers(`{"note":1,"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"R"}}`, "failed", "codex.answer", ""),
		answers(`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"R"}}`, "failed", "codex.permission-decision", ""),
		answers(rewrite, "allow", "codex.permission-decision", "").changing(`{"command":"pwd"}`),
		answers(`{"modifiedArgs":{"command":"pwd"}}`, "failed", "codex.answer", ""),
		answers(context, "allow", "codex.context", "C"),

		together("allow, then deny", "deny", "codex.permission-decision", blocked("R-deny"), hookRun{stdout: allow}, hookRun{stdout: deny}),
		together("two denials, the first slower", "deny", "codex.permission-decision", blocked("R-deny"), hookRun{stdout: deny, took: time.Second}, hookRun{stdout: denyToo}),
		together("two contexts", "allow", "codex.context", "C\nD", hookRun{stdout: context}, hookRun{stdout: context2}),
		together("two rewrites, the first slower", "allow", "codex.permission-decision", "", hookRun{stdout: rewrite, took: time.Second}, hookRun{stdout: rewrite2}).changing(`{"command":"pwd"}`),
		together("rewrite and deny", "deny", "codex.permission-decision", blocked("R-deny"), hookRun{stdout: rewrite}, hookRun{stdout: deny}),
		together("exit 1, then exit 2", "deny", "codex.exit-2", blocked("ok"), hookRun{code: 1}, ok),
		together("an answer of another kind beside a refusal", "deny", "codex.exit-2", blocked("ok"), hookRun{stdout: `{"hookSpecificOutput":"x"}`}, ok),
	})
	// The following rows come from the source text.
	observed(t, dialect.Known("codex"), "PreToolUse", "", []seen{
		answers(`["deny"]`, "failed", "codex.answer", ""),
		answers(`{"decision":`, "failed", "codex.answer", ""),
		answers(`{"continue":false}`, "failed", "codex.unsupported", ""),
		answers(`{"stopReason":"S"}`, "failed", "codex.unsupported", ""),
		answers(`{"stopReason":null,"decision":"block","reason":"R"}`, "deny", "codex.decision", blocked("R")),
		answers(`{"suppressOutput":true}`, "failed", "codex.unsupported", ""),
		answers(`{"suppressOutput":false}`, "allow", "codex.exit-0", ""),
		answers(`{"decision":"approve"}`, "failed", "codex.decision", ""),
		answers(`{"decision":"block"}`, "failed", "codex.decision", ""),
		answers(allow, "failed", "codex.permission-decision-alone", ""),
		answers(`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}`, "failed", "codex.permission-decision", ""),
		answers(`{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"pwd"}}}`, "failed", "codex.permission-decision-alone", ""),
		answers(`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"R","updatedInput":{"command":"pwd"}}}`, "failed", "codex.permission-decision-alone", ""),
		answers(`{"decision":"approve","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"R"}}`, "deny", "codex.permission-decision", blocked("R")),
		answers(`{"decision":"block","reason":"R","hookSpecificOutput":null}`, "deny", "codex.decision", blocked("R")),
	})
}

// A hook in the background can't refuse before a tool. For other events this is not
// known.
func TestCodexInTheBackground(t *testing.T) {
	for event, want := range map[hook.Event]effect.Kind{"PreToolUse": effect.Allow, "Stop": effect.Unknown} {
		r := hook.ExecutionResult{Event: event, Entry: hook.Entry{Type: hook.TypeCommand, Command: "g", Background: true}, Ending: hook.Exited, Code: 2, Stderr: []byte("R")}
		got, _ := ruling.Of(dialect.Known("codex"), event, []hook.ExecutionResult{r}, dialect.Known("codex").Sample(event, ""))
		assert.Equal(t, want, got.Verdict.Kind, event)
	}
}

func TestCodexElsewhere(t *testing.T) {
	codex := dialect.Known("codex")
	const block, stop, flat = `{"decision":"block","reason":"R"}`, `{"continue":false,"stopReason":"S"}`, `{"additionalContext":"C"}`
	context := func(event string) string {
		return `{"hookSpecificOutput":{"hookEventName":"` + event + `","additionalContext":"C"}}`
	}
	observed(t, codex, "PostToolUse", "", []seen{
		quits(2, "", "R", "allow", "codex.post-tool", "R"),
		answers(block, "allow", "codex.post-tool", "R"),
		answers(stop, "allow", "codex.post-tool", "S"),
		answers(context("PostToolUse"), "allow", "codex.context", "C"),
		answers(flat, "failed", "codex.answer", ""),
		answers("text", "allow", "codex.plain", ""),
		quits(1, "", "R", "failed", "codex.failure", ""),
		answers(`{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":"N"}}`, "unknown", "codex.updated-output", "").changing(`"N"`),
	})
	observed(t, codex, "UserPromptSubmit", "", []seen{
		quits(2, "", "R", "deny", "codex.prompt", ""),
		answers(block, "deny", "codex.prompt", ""),
		answers(stop, "stop", "codex.prompt", ""),
		answers("text", "allow", "codex.text-context", "text"),
		answers(context("UserPromptSubmit"), "allow", "codex.context", "C"),
		answers(flat, "failed", "codex.answer", ""),
		quits(1, "", "R", "failed", "codex.failure", ""),
	})
	observed(t, codex, "SessionStart", "", []seen{
		quits(2, "", "R", "failed", "codex.session-start", ""),
		answers(block, "failed", "codex.answer", ""),
		answers(stop, "stop", "codex.session-start", ""),
		answers("text", "allow", "codex.text-context", "text"),
		answers(context("SessionStart"), "allow", "codex.context", "C"),
		answers(flat, "failed", "codex.answer", ""),
	})
	observed(t, codex, "Stop", "", []seen{
		quits(2, "", "R", "deny", "codex.turn-end", "R"),
		answers(block, "deny", "codex.turn-end", "R"),
		answers(stop, "stop", "codex.turn-end-stop", ""),
		answers(context("Stop"), "failed", "codex.answer", ""),
		answers("text", "allow", "codex.plain", ""),
		quits(1, "", "R", "failed", "codex.failure", ""),
		// From the source text: a stop outweighs a refusal.
		together("block and stop", "stop", "codex.turn-end-stop", "", hookRun{stdout: block}, hookRun{stdout: stop}),
	})
}

func TestCodexByItsSource(t *testing.T) {
	codex := dialect.Known("codex")
	decision := func(inner string) string {
		return `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":` + inner + `}}`
	}
	observed(t, codex, "PermissionRequest", "", []seen{
		answers(decision(`{"behavior":"allow"}`), "allow", "codex.permission", ""),
		answers(decision(`{"behavior":"deny","message":"M"}`), "deny", "codex.permission", "M"),
		answers(decision(`{"behavior":"deny"}`), "deny", "codex.permission", "PermissionRequest hook denied approval"),
		answers(decision(`{"behavior":"allow","updatedInput":{}}`), "failed", "codex.unsupported", ""),
		answers(decision(`{"behavior":"deny","interrupt":true}`), "failed", "codex.unsupported", ""),
		quits(2, "", "R", "deny", "codex.permission", "R"),
		quits(2, "", "", "failed", "codex.exit-2", ""),
	})
	observed(t, codex, "SubagentStart", "", []seen{
		answers("text", "allow", "codex.subagent-start", "text"),
		answers(`{"continue":false}`, "allow", "codex.exit-0", ""),
		quits(2, "", "R", "failed", "codex.subagent-start", ""),
	})
	observed(t, codex, "SubagentStop", "", []seen{
		answers(`{"decision":"block","reason":"R"}`, "deny", "codex.subagent-end", "R"),
		answers(`{"continue":false}`, "stop", "codex.subagent-end", ""),
	})
	observed(t, codex, "PreCompact", "", []seen{
		quits(2, "", "R", "failed", "codex.compact", ""),
		answers(`{"continue":false}`, "stop", "codex.compact", ""),
		answers(`{"decision":"block","reason":"R"}`, "failed", "codex.answer", ""),
	})
	observed(t, codex, "PostCompact", "", []seen{answers(`{"continue":false}`, "stop", "codex.compact", "")})
	observed(t, codex, "SessionEnd", "", []seen{quits(2, "", "R", "unknown", "codex.unseen", "")})
	observed(t, codex, "Interrupt", "", []seen{answers(`{"decision":"block"}`, "unknown", "codex.unseen", "")})
}

func TestCodexMatchers(t *testing.T) {
	matches(t, dialect.Known("codex"), "Bash", []tried{
		{"Bash", true}, {"Bas", false}, {"Ba.*", true}, {"exec_command", false}, {"[", false}, {"Bash|zzz", true},
		{" Bash ", false}, {"zzz, Bash", false}, {"", true}, {"*", true}, {"bash", false}, {"^Bash$", true}, {"B?ash", true},
	})
	matches(t, dialect.Known("codex"), "apply_patch", []tried{{"apply_patch", true}, {"Edit", true}, {"Write", true}, {"Read", false}, {"^Edit$", true}})
}
