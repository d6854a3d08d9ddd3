package target

import (
	"testing"

	"github.com/hooktest/hooktest/engine/hook"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
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
