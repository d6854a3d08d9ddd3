package ruling_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/ruling"
)

const copilotExit2, copilotErrored = "Denied by preToolUse hook: hook exited with code 2", `Denied by preToolUse hook from "…" (hook errored)`

func TestCopilotBeforeATool(t *testing.T) {
	const (
		flat     = `{"permissionDecision":"deny","permissionDecisionReason":"R-flat"}`
		flatToo  = `{"permissionDecision":"deny","permissionDecisionReason":"R-too"}`
		allow    = `{"permissionDecision":"allow"}`
		rewrite  = `{"modifiedArgs":{"command":"pwd"}}`
		rewrite2 = `{"modifiedArgs":{"command":"id"}}`
	)
	deny := decides("preToolUse", `"permissionDecision":"deny","permissionDecisionReason":"R-deny"`)
	ok := hookRun{code: 2, stderr: "ok"}
	observed(t, dialect.Known("copilot"), "preToolUse", "", []seen{
		quits(0, "", "", "allow", "copilot.exit-0", ""),
		quits(2, "", "R", "deny", "copilot.exit-2", copilotExit2),
		quits(2, "", "", "deny", "copilot.exit-2", copilotExit2),
		quits(2, "R", "", "deny", "copilot.exit-2", copilotExit2),
		quits(1, "", "R", "deny", "copilot.exit-other", copilotErrored),
		quits(127, "", "bash: line 1: guard.sh: command not found", "deny", "copilot.exit-other", copilotErrored),
		answers(deny, "allow", "copilot.exit-0", ""),
		answers(flat, "deny", "copilot.decision", "Denied by preToolUse hook: R-flat"),
		answers(`{"decision":"deny","reason":"R-top"}`, "allow", "copilot.exit-0", ""),
		answers(`{"decision":"block","reason":"R-blk"}`, "allow", "copilot.exit-0", ""),
		answers(`{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"R"}}`, "allow", "copilot.exit-0", ""),
		answers(`{"note":1,`+deny[1:], "allow", "copilot.exit-0", ""),
		answers("log\n"+deny, "allow", "copilot.text", ""),
		quits(0, "", deny, "allow", "copilot.exit-0", ""),
		answers(decides("preToolUse", `"permissionDecision":"ask","permissionDecisionReason":"R"`), "allow", "copilot.exit-0", ""),
		answers(decides("preToolUse", `"permissionDecision":"allow","updatedInput":{"command":"pwd"}`), "allow", "copilot.exit-0", ""),
		answers(rewrite, "allow", "copilot.rewrite", "").changing(`{"command":"pwd"}`),
		answers(decides("preToolUse", `"additionalContext":"C"`), "allow", "copilot.exit-0", ""),
		ended(hook.TimedOut, "timeout", "copilot.timeout-proceeds", ""),

		together("allow, then deny", "deny", "copilot.decision", "Denied by preToolUse hook: R-flat", hookRun{stdout: allow}, hookRun{stdout: flat}),
		together("two denials, the first slower", "deny", "copilot.decision", "Denied by preToolUse hook: R-flat", hookRun{stdout: flat, took: time.Second}, hookRun{stdout: flatToo}),
		together("two contexts", "allow", "copilot.context-before-tool", "Additional context from preToolUse hook:\nC\nD", hookRun{stdout: `{"additionalContext":"C"}`}, hookRun{stdout: `{"additionalContext":"D"}`}),
		together("two rewrites, the first slower", "allow", "copilot.rewrite", "", hookRun{stdout: rewrite, took: time.Second}, hookRun{stdout: rewrite2}).changing(`{"command":"id"}`),
		together("rewrite and deny", "deny", "copilot.decision", "Denied by preToolUse hook: R-flat", hookRun{stdout: rewrite}, hookRun{stdout: flat}),
		answers(`{"modifiedArgs":{"timeout":7}}`, "deny", "copilot.rewrite-shape", `Invalid input: "command": Required…`),
		quits(2, flat, "R", "deny", "copilot.decision", "Denied by preToolUse hook: R-flat"),
		together("exit 1, then exit 2", "deny", "copilot.exit-other", copilotErrored, hookRun{code: 1}, ok),
		together("an answer of another kind beside a refusal", "deny", "copilot.exit-2", copilotExit2, hookRun{stdout: `{"hookSpecificOutput":"x"}`}, ok),
	})
	// The following rows are documented or not known.
	observed(t, dialect.Known("copilot"), "preToolUse", "", []seen{
		quits(2, allow, "", "deny", "copilot.exit-2", "…"),
		ended(hook.Killed, "deny", "copilot.crash", ""),
		answers(allow+allow, "allow", "copilot.text", ""),
		answers(`{"permissionDecision":"ask","permissionDecisionReason":"R"}`, "ask", "copilot.ask", "R"),
		answers(`{"permissionDecision":"Deny"}`, "unknown", "copilot.unseen", ""),
		answers(`["deny"]`, "unknown", "copilot.unseen", ""),
		answers(`{"continue":false}`, "unknown", "copilot.unseen", ""),
	})
}

func TestCopilotBeforeAToolFromAFileOfClaude(t *testing.T) {
	deny := decides("PreToolUse", `"permissionDecision":"deny","permissionDecisionReason":"R-deny"`)
	observed(t, dialect.Known("copilot-claude"), "PreToolUse", "", []seen{
		quits(0, "", "", "allow", "copilot-claude.exit-0", ""),
		quits(2, "", "R", "deny", "copilot-claude.exit-2", copilotExit2),
		quits(2, "", "", "deny", "copilot-claude.exit-2", copilotExit2),
		quits(2, "R", "", "deny", "copilot-claude.exit-2", copilotExit2),
		quits(1, "", "R", "deny", "copilot-claude.exit-other", copilotErrored),
		quits(3, "", "R", "deny", "copilot-claude.exit-other", copilotErrored),
		quits(127, "", "bash: line 1: guard.sh: command not found", "deny", "copilot-claude.exit-other", copilotErrored),
		answers(deny, "deny", "copilot-claude.decision", "Denied by preToolUse hook: R-deny"),
		quits(1, deny, "", "deny", "copilot-claude.exit-other", copilotErrored),
		answers(`{"decision":"deny","reason":"R-top"}`, "allow", "copilot-claude.exit-0", ""),
		answers(`{"decision":"block","reason":"R-blk"}`, "allow", "copilot-claude.exit-0", ""),
		ended(hook.TimedOut, "timeout", "copilot-claude.timeout-proceeds", ""),
		answers(`{"modifiedArgs":{"command":"pwd"}}`, "allow", "copilot-claude.rewrite", "").changing(`{"command":"pwd"}`),
		answers(decides("PreToolUse", `"permissionDecision":"allow","updatedInput":{"command":"pwd"}`), "allow", "copilot-claude.decision", "").changing(`{"command":"pwd"}`),
		answers(decides("PreToolUse", `"permissionDecision":"ask","permissionDecisionReason":"R"`), "ask", "copilot-claude.ask", "…unable to ask user…"),
		answers(decides("PreToolUse", `"additionalContext":"C"`), "allow", "copilot-claude.context-before-tool", "Additional context from preToolUse hook:\nC"),
		answers(decides("PreToolUse", `"permissionDecision":"Deny"`), "allow", "copilot-claude.decision", ""),
		answers(`["deny"]`, "allow", "copilot-claude.text", ""),
		answers(`"deny"`, "allow", "copilot-claude.text", ""),
	})
	// The following rows were not run.
	observed(t, dialect.Known("copilot-claude"), "PreToolUse", "", []seen{
		answers(`{"permissionDecision":"deny","permissionDecisionReason":"R-flat"}`, "unknown", "copilot-claude.unseen", ""),
		answers(`{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"R"}}`, "unknown", "copilot-claude.unseen", ""),
		answers(decides("PreToolUse", `"updatedInput":{"command":"pwd"}`), "unknown", "copilot-claude.unseen", ""),
	})
}

// Both forms were observed to behave the same on these events.
func TestCopilotElsewhere(t *testing.T) {
	const block, stop, flat = `{"decision":"block","reason":"R"}`, `{"continue":false,"stopReason":"S"}`, `{"additionalContext":"C"}`
	for _, form := range []struct {
		contract                  *dialect.Contract
		after, prompt, start, end hook.Event
	}{
		{dialect.Known("copilot"), "postToolUse", "userPromptSubmitted", "sessionStart", "agentStop"},
		{dialect.Known("copilot-claude"), "PostToolUse", "UserPromptSubmit", "SessionStart", "Stop"},
	} {
		fact := func(id string) string { return form.contract.Name + "." + id }
		nested := func(event hook.Event) string { return decides(event, `"additionalContext":"C"`) }
		t.Run(form.contract.Name, func(t *testing.T) {
			observed(t, form.contract, form.after, "", []seen{
				quits(2, "", "R", "allow", fact("exit-elsewhere"), ""),
				answers(block, "allow", fact("block"), "Tool result blocked: R"),
				answers(`{"decision":"block","reason":"R","additionalContext":"C"}`, "allow", fact("block"), "Tool result blocked: R"),
				quits(2, flat, "", "allow", fact("exit-elsewhere"), "Tool \"bash\" succeeded. Additional guidance from postToolUse hooks:\nC"),
				quits(2, `{"decision":"block","reason":"R","additionalContext":"C"}`, "", "allow", fact("block"), "Tool result blocked: R"),
				answers(`{"decision":"block"}`, "failed", fact("block"), ""),
				answers(stop, "allow", fact("exit-0"), ""),
				answers(nested(form.after), "allow", fact("exit-0"), ""),
				answers(flat, "allow", fact("context"), `Tool "bash" succeeded. Additional guidance from postToolUse hooks:…C`),
				answers("text", "allow", fact("text"), ""),
				quits(1, "", "R", "failed", fact("exit-elsewhere"), ""),
			})
			observed(t, form.contract, form.prompt, "", []seen{
				quits(2, "", "R", "allow", fact("exit-elsewhere"), ""),
				answers(block, "deny", fact("block"), ""),
				answers(stop, "allow", fact("exit-0"), ""),
				answers("text", "allow", fact("text"), ""),
				answers(nested(form.prompt), "allow", fact("exit-0"), ""),
				answers(flat, "allow", fact("context"), "C"),
			})
			observed(t, form.contract, form.start, "", []seen{
				quits(2, "", "R", "allow", fact("session-start"), ""),
				answers(block, "allow", fact("exit-0"), ""),
				answers(stop, "allow", fact("exit-0"), ""),
				answers("text", "allow", fact("text"), ""),
				answers(nested(form.start), "allow", fact("exit-0"), ""),
				answers(flat, "allow", fact("context"), "C"),
			})
			observed(t, form.contract, form.end, "", []seen{
				quits(2, "", "R", "allow", fact("exit-elsewhere"), ""),
				answers(block, "deny", fact("block"), "…"),
				answers(stop, "allow", fact("exit-0"), ""),
				answers(nested(form.end), "allow", fact("exit-0"), ""),
				answers("text", "allow", fact("text"), ""),
				quits(1, "", "R", "failed", fact("exit-elsewhere"), ""),
			})
		})
	}
}

func TestCopilotByItsDocumentation(t *testing.T) {
	for _, form := range []struct {
		contract                                      *dialect.Contract
		after, failed, permission, subagent, compacts hook.Event
	}{
		{dialect.Known("copilot"), "postToolUse", "postToolUseFailure", "permissionRequest", "subagentStop", "preCompact"},
		{dialect.Known("copilot-claude"), "PostToolUse", "PostToolUseFailure", "PermissionRequest", "SubagentStop", "PreCompact"},
	} {
		fact := func(id string) string { return form.contract.Name + "." + id }
		t.Run(form.contract.Name, func(t *testing.T) {
			observed(t, form.contract, form.after, "", []seen{
				answers(`{"modifiedResult":{}}`, "allow", fact("after-tool"), "").changing(`{}`),
			})
			if form.contract.Name == "copilot" {
				observed(t, form.contract, form.after, "", []seen{answers(`{"decision":"deny"}`, "unknown", fact("unseen"), "")})
			} else {
				observed(t, form.contract, form.after, "", []seen{answers(`{"decision":"deny"}`, "allow", fact("block"), "")})
			}
			observed(t, form.contract, form.failed, "", []seen{
				quits(2, "C", "E", "allow", fact("tool-failed"), "C"),
				quits(2, "", "E", "allow", fact("tool-failed"), ""),
				answers(`{"additionalContext":"C"}`, "allow", fact("tool-failed"), "C"),
			})
			observed(t, form.contract, form.permission, "", []seen{
				answers(`{"behavior":"deny","message":"M"}`, "deny", fact("permission"), "M"),
				answers(`{"behavior":"allow"}`, "allow", fact("permission"), ""),
				quits(2, "", "E", "deny", fact("permission"), ""),
				quits(1, "", "E", "failed", fact("permission"), ""),
			})
			observed(t, form.contract, form.subagent, "", []seen{
				answers(`{"decision":"block","reason":"R"}`, "deny", fact("subagent-end"), "R"),
				answers(`{"modifiedResponse":"N"}`, "allow", fact("subagent-end"), "").changing(`"N"`),
			})
			observed(t, form.contract, form.compacts, "", []seen{quits(2, "", "R", "allow", fact("no-answer"), "")})
		})
	}
	observed(t, dialect.Known("copilot"), "subagentStart", "", []seen{answers(`{"additionalContext":"C"}`, "allow", "copilot.subagent-start", "C")})
	observed(t, dialect.Known("copilot"), "notification", "", []seen{answers(`{"additionalContext":"C"}`, "allow", "copilot.notice", "C")})
}

// The reason for a verdict matches the meaning of the exit code on the event.
func TestCopilotSaysWhy(t *testing.T) {
	for _, tt := range []struct {
		event hook.Event
		want  string
	}{
		{"preToolUse", "exit code 2 refuses; what the hook wrote is not read"},
		{"userPromptSubmitted", "exit code 2 refuses nothing on this event"},
		{"postToolUseFailure", "exit code 2 gives the model what stands on stdout"},
	} {
		left := hook.ExecutionResult{Ending: hook.Exited, Code: 2, Stdout: []byte("C")}
		got, _ := ruling.Of(dialect.Known("copilot"), tt.event, []hook.ExecutionResult{left}, dialect.Known("copilot").Sample(tt.event, ""))
		assert.Equal(t, tt.want, got.Verdict.Why)
	}
}

func TestCopilotMatchers(t *testing.T) {
	matches(t, dialect.Known("copilot"), "bash", []tried{
		{"bash", true}, {"bas", false}, {"ba.*", true}, {"Bash", false}, {"[", false}, {"*", false}, {"bash|zzz", true},
		{" bash ", false}, {"zzz, bash", false}, {"BASH", false}, {"", false},
	})
	matches(t, dialect.Known("copilot-claude"), "Bash", []tried{
		{"Bash", true}, {"bash", true}, {"Bas", false},
		// The following rows are documented.
		{"", true}, {"*", true}, {"**", true}, {"Write|bash", true}, {"Write|view", false}, {"Ba.*", true}, {"ba.*", false},
	})
	matches(t, dialect.Known("copilot-claude"), "Agent", []tried{{"Task", true}, {"task", true}, {"Agent", true}, {"Ta.*", false}})
}
