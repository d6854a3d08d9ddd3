package target

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// A hook copied from settings is recognized in any layout.
func TestAHookAsSettingsHaveIt(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{"type": "prompt", "prompt": "Is this safe?"}`, `{ "type": "prompt", "prompt": "Is this safe?" }`, "\n  {\n    \"type\": \"prompt\",\n    \"prompt\": \"Is this safe?\"\n  }\n",
	} {
		found, err := Find(text, nil, t.TempDir())
		require.NoError(t, err, text)
		require.NotNil(t, found.Entry, text)
		kind, _ := found.Entry.GetString("type")
		assert.Equal(t, "prompt", kind, text)
	}
	group, err := Find(`{ cat; }`, nil, t.TempDir())
	require.NoError(t, err)
	assert.Nil(t, group.Entry, "a group of the shell begins with a brace, too")
}

func TestIsNamedBy(t *testing.T) {
	tests := []struct {
		command string
		want    bool
		reason  string
	}{
		{"/project/hooks/guard.sh", true, "the whole path"},
		{"hooks/guard.sh --strict", true, "relative to the project folder, where the hook runs (INT-08)"},
		{"./hooks/guard.sh", true, "the same, with a dot"},
		{`"$LLXPRT_PROJECT_DIR"/hooks/guard.sh`, true, "HOOK-188"},
		{`"${CLAUDE_PROJECT_DIR}/hooks/guard.sh" || exit 2`, true, "HOOK-188"},
		{"$GEMINI_PROJECT_DIR/hooks/guard.sh|cat", true, "HOOK-188"},
		{"sh hooks/guard.sh", true, "an interpreter before it"},
		{"guard.sh", false, "a program of the PATH, or a file of the project folder"},
		{"hooks/other-guard.sh", false, "another script"},
		{"/elsewhere/hooks/guard.sh", false, "another folder"},
		{"~/hooks/guard.sh", false, "another folder"},
	}
	guard, in := Target{Path: "/project/hooks/guard.sh"}, commandfile.Places{Project: "/project", Home: "/home/me"}
	for _, tt := range tests {
		t.Run(tt.command, func(t *testing.T) {
			assert.Equal(t, tt.want, guard.IsNamedBy(hook.Entry{Command: tt.command}, in), tt.reason)
		})
	}
	mine := Target{Path: "/home/me/my hooks/guard.sh"}
	for _, command := range []string{`"$HOME/my hooks/guard.sh"`, `'/home/me/my hooks/guard.sh' --x`, `/home/me/my\ hooks/guard.sh`} {
		assert.True(t, mine.IsNamedBy(hook.Entry{Command: command}, in), command)
	}
	assert.True(t, Target{Path: "/home/me/guard.sh"}.IsNamedBy(hook.Entry{Command: "~/guard.sh"}, in))
}

func TestEventsOfAText(t *testing.T) {
	tests := []struct {
		agent, text string
		want        []hook.Event
		reason      string
	}{
		{"claude", `jq -r .tool_input.command`, []hook.Event{"PreToolUse"}, "several events have it; the first is before a tool"},
		{"claude", `d["tool_input"], d["tool_response"]`, []hook.Event{"PreToolUse", "PostToolUse"}, "each is a sign of an event"},
		{"claude", `jq .tool_input.file_path`, []hook.Event{"PreToolUse"}, "InstructionsLoaded has a file_path, but so have tools"},
		{"claude", `jq .stop_hook_active`, []hook.Event{"Stop"}, "SubagentStop has it, too"},
		{"claude", `data.get("prompt")`, []hook.Event{"UserPromptSubmit"}, "the prompt is read"},
		{"claude", `jq -r '.prompt'`, []hook.Event{"UserPromptSubmit"}, "the prompt is read"},
		{"claude", `# shows a prompt`, []hook.Event{}, "an ordinary word"},
		{"claude", `echo '{"hookSpecificOutput":{"permissionDecision":"deny"}}'`, []hook.Event{"PreToolUse"}, "the first of few events that read it"},
		{"claude", `echo '{"hookSpecificOutput":{"additionalContext":"x"}}'`, []hook.Event{}, "many events read it"},
		{"claude", `jq .agent_id`, []hook.Event{"SubagentStop"}, "on other events the agent may leave it out"},
		{"claude", `# PostToolUse: jq .tool_input`, []hook.Event{"PostToolUse"}, "a name counts more than fields"},
		{"gemini", `d.llm_request`, []hook.Event{"BeforeModel"}, "AfterModel has it, too"},
		{"gemini", `echo '{"hookSpecificOutput":{"toolConfig":{"allowedFunctionNames":["a"]}}}'`, []hook.Event{"BeforeToolSelection"}, "no other event reads it"},
		{"copilot", `jq .toolArgs`, []hook.Event{"preToolUse"}, "names of another agent"},
		{"copilot", `echo '{"continue": false, "stopReason": "x"}'`, []hook.Event{}, "agentStop has it in its input, but here it is written"},
		{"copilot", `{continue: false, stopReason: "x"}`, []hook.Event{}, "written without quotes"},
		{"copilot", `printf "{\"stopReason\": \"x\"}"`, []hook.Event{}, "written with escaped quotes"},
		{"copilot", `jq -r .stopReason`, []hook.Event{"agentStop"}, "read"},
		{"copilot", `if stopReason: pass`, []hook.Event{"agentStop"}, "not a key"},
		{"claude", `exit 2`, []hook.Event{}, "nothing speaks of an event"},
	}
	for _, tt := range tests {
		t.Run(tt.agent+" "+tt.text, func(t *testing.T) {
			assert.Equal(t, tt.want, Target{Text: []byte(tt.text)}.Events(roster.Agent{Contract: dialect.Known(tt.agent)}), tt.reason)
		})
	}
}

func TestSpokenTo(t *testing.T) {
	tests := []struct {
		text   string
		words  []string
		reason string
	}{
		{`echo '{"continue": false, "stopReason": "x"}'`, nil, "an answer of almost every agent"},
		{`jq .toolArgs`, []string{"toolArgs"}, "one agent sends it"},
	}
	for _, tt := range tests {
		_, words := Target{Text: []byte(tt.text)}.SpokenTo()
		assert.Equal(t, tt.words, words, "%s: %s", tt.text, tt.reason)
	}
}
