package ruling_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// These agents were not run: the rows come from documentation and third-party reports.
// Without either the verdict is unknown.

func TestCursorAsOthersTell(t *testing.T) {
	cursor := dialect.Known("cursor")
	observed(t, cursor, "preToolUse", "", []seen{
		quits(0, "", "", "allow", "cursor.exit-0", ""),
		quits(2, "", "E", "deny", "cursor.exit-2", ""),
		quits(2, `{"permission":"allow"}`, "", "deny", "cursor.exit-2", ""),
		quits(1, "", "E", "failed", "cursor.failure", ""),
		quits(1, `{"permission":"deny"}`, "", "failed", "cursor.failure", ""),
		ended(hook.TimedOut, "timeout", "cursor.failure", ""),
		answers(`{"permission":"deny","user_message":"U","agent_message":"A"}`, "deny", "cursor.permission", "U"),
		answers(`{"permission":"allow"}`, "allow", "cursor.permission", ""),
		answers(`{"permission":"ask","user_message":"U"}`, "allow", "cursor.ask-before-tool", ""),
		answers(`{"permission":`, "failed", "cursor.failure", ""),
		answers(`{"permission":"no"}`, "unknown", "cursor.unseen", ""),
		answers(`{"additional_context":"C"}`, "unknown", "cursor.unseen", ""),
		answers(`{"updated_input":{"command":"pwd"}}`, "unknown", "cursor.unseen", "").changing(`{"command":"pwd"}`),
		answers(decides("PreToolUse", `"permissionDecision":"deny"`), "allow", "cursor.exit-0", ""),
		together("two rewrites", "unknown", "cursor.unseen", "",
			hookRun{stdout: `{"updated_input":{"command":"pwd"}}`}, hookRun{stdout: `{"updated_input":{"command":"id"}}`}),
	})
	observed(t, cursor, "beforeShellExecution", "", []seen{
		answers(`{"permission":"ask","user_message":"U"}`, "deny", "cursor.ask-before-shell", ""),
		answers(`{"permission":"deny","user_message":"U"}`, "deny", "cursor.permission", "U"),
	})
	observed(t, cursor, "beforeMCPExecution", "", []seen{answers(`{"permission":"ask"}`, "unknown", "cursor.unseen", "")})
	observed(t, cursor, "stop", "", []seen{
		quits(2, "", "E", "unknown", "cursor.unseen", ""),
		quits(1, "", "E", "failed", "cursor.failure", ""),
		answers(`{"followup_message":"F"}`, "unknown", "cursor.unseen", ""),
		answers(`{"continue":false}`, "unknown", "cursor.unseen", ""),
	})
}

func TestDroidAsDocumented(t *testing.T) {
	droid := dialect.Known("droid")
	const block, stop = `{"decision":"block","reason":"R"}`, `{"continue":false,"stopReason":"S"}`
	observed(t, droid, "PreToolUse", "", []seen{
		quits(2, "", "R", "deny", "droid.exit-2", "R"),
		{the: "exit code is 1", hooks: exits(1, "E"), want: "failed", fact: "droid.exit-other", user: "E"},
		answers(decides("PreToolUse", `"permissionDecision":"deny","permissionDecisionReason":"R"`), "deny", "droid.permission-decision", "R"),
		{
			the: "hook asks", hooks: printed(decides("PreToolUse", `"permissionDecision":"ask","permissionDecisionReason":"Q"`)),
			want: "ask", fact: "droid.permission-decision", user: "Q",
		},
		answers(decides("PreToolUse", `"permissionDecision":"defer"`), "unknown", "droid.unseen", ""),
		answers(block, "deny", "droid.permission-decision", "R"),
		answers(`{"decision":"approve"}`, "allow", "droid.permission-decision", ""),
		answers(decides("PreToolUse", `"updatedInput":{"timeout":5}`), "allow", "droid.updated-input", "").changing(`{"command":"ls","timeout":5}`),
		together("two rewrites", "unknown", "droid.unseen", "",
			hookRun{stdout: decides("PreToolUse", `"updatedInput":{"command":"pwd"}`)}, hookRun{stdout: decides("PreToolUse", `"updatedInput":{"command":"id"}`)}),
		answers(stop, "unknown", "droid.stop-before-tool", ""),
		answers("text", "allow", "droid.plain", ""),
		answers(`{"decision":`, "unknown", "droid.unseen", ""),
		ended(hook.TimedOut, "unknown", "droid.unseen", ""),
	})
	observed(t, droid, "PostToolUse", "", []seen{
		quits(2, "", "R", "allow", "droid.post-tool", "R"),
		answers(block, "allow", "droid.post-tool", "R"),
		answers(decides("PostToolUse", `"additionalContext":"C"`), "allow", "droid.context", "C"),
	})
	observed(t, droid, "UserPromptSubmit", "", []seen{
		{the: "exit code is 2", hooks: exits(2, "R"), want: "deny", fact: "droid.prompt", user: "R"},
		answers("text", "allow", "droid.text-context", "text"),
		{the: "hook stops", hooks: printed(stop), want: "stop", fact: "droid.stop", user: "S"},
	})
	observed(t, droid, "Stop", "", []seen{
		quits(2, "", "R", "deny", "droid.turn-end", "R"),
		answers(block, "deny", "droid.turn-end", "R"),
		{the: "hooks block and stop", hooks: []hookRun{{stdout: block}, {stdout: stop}}, want: "stop", fact: "droid.stop", user: "S"},
	})
	for _, event := range []hook.Event{"SessionStart", "SessionEnd", "PreCompact", "Notification"} {
		observed(t, droid, event, "", []seen{{the: "exit code is 2", hooks: exits(2, "R"), want: "allow", fact: "droid.no-refusal", user: "R"}})
	}
	observed(t, droid, "SessionStart", "", []seen{answers("text", "allow", "droid.text-context", "text")})
	matches(t, droid, "Execute", []tried{{"Execute", true}, {"Exec", false}, {"Exec.*", true}, {"Read|Execute", true}, {"*", true}, {"", true}, {"execute", false}})
}

func TestKiroAsDocumented(t *testing.T) {
	kiro := dialect.Known("kiro")
	warned := seen{the: "exit code is 1", hooks: exits(1, "W"), want: "failed", fact: "kiro.exit-other", user: "W"}
	for _, event := range []hook.Event{"PreToolUse", "PreTaskExec"} {
		observed(t, kiro, event, "", []seen{quits(2, "", "R", "deny", "kiro.exit-2", "R"), warned})
	}
	observed(t, kiro, "UserPromptSubmit", "", []seen{
		quits(2, "", "R", "deny", "kiro.exit-2", ""),
		quits(0, "C", "", "allow", "kiro.context", "C"),
	})
	observed(t, kiro, "SessionStart", "", []seen{
		quits(0, "C", "", "allow", "kiro.context", "C"),
		quits(2, "", "R", "allow", "kiro.afterwards", ""),
	})
	observed(t, kiro, "PreToolUse", "", []seen{
		answers(decides("PreToolUse", `"permissionDecision":"deny"`), "allow", "kiro.exit-0", ""),
		ended(hook.Killed, "unknown", "kiro.cut-off", ""),
	})
	observed(t, kiro, "PostFileSave", "", []seen{quits(2, "", "R", "allow", "kiro.afterwards", "")})
}

func TestKiroAgentsAsDocumented(t *testing.T) {
	kiro := dialect.Known("kiro-2")
	warned := seen{the: "exit code is 1", hooks: exits(1, "W"), want: "failed", fact: "kiro-2.exit-other", user: "W"}
	observed(t, kiro, "preToolUse", "", []seen{
		quits(0, "text", "", "allow", "kiro-2.exit-0", ""),
		quits(2, "", "R", "deny", "kiro-2.exit-2", "R"),
		warned,
		answers(`{"decision":"block","reason":"R"}`, "allow", "kiro-2.exit-0", ""),
		ended(hook.Killed, "unknown", "kiro-2.cut-off", ""),
	})
	for _, event := range []hook.Event{"agentSpawn", "userPromptSubmit"} {
		observed(t, kiro, event, "", []seen{
			quits(0, "C", "", "allow", "kiro-2.context", "C"),
			{the: "exit code is 2", hooks: exits(2, "R"), want: "allow", fact: "kiro-2.exit-other", user: "R"},
		})
	}
	for _, event := range []hook.Event{"postToolUse", "stop"} {
		observed(t, kiro, event, "", []seen{{the: "exit code is 2", hooks: exits(2, "R"), want: "allow", fact: "kiro-2.exit-other", user: "R"}, warned})
	}
	matches(t, kiro, "fs_write", []tried{{"fs_write", true}, {"fs_*", true}, {"fs_?rite", true}, {"@builtin", true}, {"*", true}, {"", true}, {"write", false}, {"fs", false}, {"fs_w", false}, {"FS_WRITE", false}, {"@git", false}, {"fs_write|fs_read", false}})
	matches(t, kiro, "@git/status", []tried{{"@git", true}, {"@git/status", true}, {"@git/st*", true}, {"*", true}, {"@g", false}, {"@builtin", false}, {"status", false}})
}

func TestWindsurfAsOthersTell(t *testing.T) {
	windsurf := dialect.Known("windsurf")
	for _, event := range []hook.Event{"pre_run_command", "pre_write_code", "pre_read_code", "pre_mcp_tool_use", "pre_user_prompt"} {
		model := "R"
		if event == "pre_user_prompt" {
			model = "" // no model is asked
		}
		observed(t, windsurf, event, "", []seen{
			quits(2, "", "R", "deny", "windsurf.exit-2", model),
			quits(1, "", "R", "failed", "windsurf.exit-other", ""),
			answers(`{"decision":"block","reason":"R"}`, "allow", "windsurf.exit-0", ""),
			ended(hook.Killed, "unknown", "windsurf.cut-off", ""),
		})
	}
	for _, event := range []hook.Event{"post_run_command", "post_cascade_response", "post_setup_worktree"} {
		observed(t, windsurf, event, "", []seen{quits(2, "", "R", "allow", "windsurf.afterwards", "")})
	}
}

// A person who does not name them sees no results for agents that were not run.
func TestAgentsThatNobodyHasRunAnswerOnlyWhoAsks(t *testing.T) {
	for _, contract := range dialect.Contracts() {
		run := contract.Reading == nil
		for _, fact := range contract.Facts {
			run = run || fact.Kind == dialect.Run
		}
		assert.True(t, run || contract.Aside, contract.Name)
	}
}
