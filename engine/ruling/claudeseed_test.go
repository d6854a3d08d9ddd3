package ruling_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
)

func TestClaudeSeedBeforeATool(t *testing.T) {
	answer := func(fields string) string { return decides("PreToolUse", fields) }
	deny := answer(`"permissionDecision":"deny","permissionDecisionReason":"R"`)
	allow := answer(`"permissionDecision":"allow"`)
	observed(t, dialect.Known("claude-seed"), "PreToolUse", "Bash", []seen{
		{the: "hook does nothing", hooks: exits(0, ""), want: effect.Allow, fact: "claude-seed.answer"},
		{the: "exit code is 2", hooks: exits(2, "no"), want: effect.Unknown, fact: "claude-seed.exit-codes"},
		{the: "exit code is 1", hooks: exits(1, "no"), want: effect.Unknown, fact: "claude-seed.exit-codes"},
		{the: "hook denies with exit code 2", hooks: []hookRun{{code: 2, stdout: deny}}, want: effect.Unknown, fact: "claude-seed.exit-codes"},
		{the: "hook is killed", hooks: []hookRun{{ending: hook.Killed}}, want: effect.Unknown, fact: "claude-seed.failures"},
		{the: "hook takes too long", hooks: []hookRun{{ending: hook.TimedOut}}, want: effect.Unknown, fact: "claude-seed.failures"},
		{the: "text is plain", hooks: printed("done"), want: effect.Unknown, fact: "claude-seed.silent"},
		{the: "hook denies", hooks: printed(deny), want: effect.Deny, fact: "claude-seed.permission-decision", model: "R"},
		{the: "hook allows", hooks: printed(allow), want: effect.Allow, fact: "claude-seed.permission-decision"},
		{the: "hook asks", hooks: printed(answer(`"permissionDecision":"ask"`)), want: effect.Ask, fact: "claude-seed.permission-decision"},
		{the: "hook defers", hooks: printed(answer(`"permissionDecision":"defer"`)), want: effect.Unknown, fact: "claude-seed.permission-decision"},
		{the: "hook blocks", hooks: printed(`{"decision":"block","reason":"R"}`), want: effect.Unknown, fact: "claude-seed.silent"},
		{the: "hook stops", hooks: printed(`{"continue":false}`), want: effect.Stop, fact: "claude-seed.continue"},
		{the: "hook adds context", hooks: printed(answer(`"additionalContext":"C"`)), want: effect.Unknown, fact: "claude-seed.silent"},
		{
			the: "input changes as in the example", hooks: printed(answer(`"permissionDecision":"allow","updatedInput":{"timeout":30000}`)),
			want: effect.Allow, fact: "claude-seed.permission-decision", after: `{"command":"ls","timeout":30000}`,
		},
		{the: "first allows, the second denies", hooks: append(printed(allow), printed(deny)...), want: effect.Unknown, fact: "claude-seed.several"},
		{the: "first does nothing, the second denies", hooks: append(printed(""), printed(deny)...), want: effect.Deny, fact: "claude-seed.permission-decision", model: "R"},
		{the: "both deny", hooks: append(printed(deny), printed(deny)...), want: effect.Deny, fact: "claude-seed.permission-decision", model: "…"},
		{
			the: "both change the input", hooks: append(printed(answer(`"updatedInput":{"command":"pwd"}`)), printed(answer(`"updatedInput":{"command":"whoami"}`))...),
			want: effect.Unknown, fact: "claude-seed.several",
		},
	})
}

func TestClaudeSeedOnOtherEvents(t *testing.T) {
	contract := dialect.Known("claude-seed")
	const block, stop = `{"decision":"block","reason":"R"}`, `{"continue":false}`
	request := func(fields string) []hookRun { return printed(decides("PermissionRequest", fields)) }
	observed(t, contract, "PermissionRequest", "Bash", []seen{
		{the: "hook allows", hooks: request(`"decision":{"behavior":"allow"}`), want: effect.Allow, fact: "claude-seed.permission"},
		{the: "hook denies", hooks: request(`"decision":{"behavior":"deny"}`), want: effect.Deny, fact: "claude-seed.permission"},
		{
			the: "input changes as in the example", hooks: request(`"decision":{"behavior":"allow"},"updatedInput":{"command":"pwd"}`),
			want: effect.Allow, fact: "claude-seed.permission", after: `{"command":"pwd"}`,
		},
	})
	observed(t, contract, "PostToolUse", "Bash", []seen{
		{the: "hook blocks", hooks: printed(block), want: effect.Allow, fact: "claude-seed.post-tool", model: "R"},
		{the: "hook adds context", hooks: printed(decides("PostToolUse", `"additionalContext":"C"`)), want: effect.Allow, fact: "claude-seed.context", model: "C"},
		{the: "hook stops", hooks: printed(stop), want: effect.Unknown, fact: "claude-seed.silent"},
	})
	for _, event := range []hook.Event{"SessionStart", "UserPromptSubmit"} {
		observed(t, contract, event, "", []seen{
			{the: "hook adds context", hooks: printed(decides(event, `"additionalContext":"C"`)), want: effect.Allow, fact: "claude-seed.context", model: "C"},
			{the: "hook blocks", hooks: printed(block), want: effect.Unknown, fact: "claude-seed.silent"},
		})
	}
	for _, event := range []hook.Event{"Stop", "SubagentStop", "SessionEnd", "Notification"} {
		observed(t, contract, event, "", []seen{
			{the: "hook does nothing", hooks: exits(0, ""), want: effect.Allow, fact: "claude-seed.answer"},
			{the: "hook blocks", hooks: printed(block), want: effect.Unknown, fact: "claude-seed.silent"},
			{the: "hook stops", hooks: printed(stop), want: effect.Unknown, fact: "claude-seed.silent"},
			{the: "hook adds context", hooks: printed(decides(event, `"additionalContext":"C"`)), want: effect.Unknown, fact: "claude-seed.silent"},
		})
	}
}

func TestClaudeSeedMatchersAndTimeouts(t *testing.T) {
	contract := dialect.Known("claude-seed")
	matches(t, contract, "Bash", []tried{{"Bash", true}, {"", true}, {"*", true}, {"Edit|Write", false}, {"Bas", false}})
	matches(t, contract, "Write", []tried{{"Edit|Write", true}})
	matches(t, contract, "NotebookEdit", []tried{{"Notebook.*", true}})
	matches(t, contract, "mcp__weather__today", []tried{{"mcp__.*", true}})
	matches(t, contract, "resume", []tried{{"startup|resume", true}, {"startup", false}})
	assert.Equal(t, time.Millisecond, contract.Handlers.Timeout.Unit)
	assert.Equal(t, time.Minute, contract.Handlers.Timeout.Default)
}
