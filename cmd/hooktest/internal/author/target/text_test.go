package target

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/engine/hook"
)

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
