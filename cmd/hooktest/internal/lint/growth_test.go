package lint_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/lint"
	"github.com/hooktest/hooktest/engine/dialect"
)

// However much is wrong with a file, what is said of it has an end, and so has the time.
func TestHugeFilesCostLittle(t *testing.T) {
	many := func(one string) string { return strings.Repeat(one+",", 10_000) + one }
	tests := map[string]string{
		"groups without anything": `{"hooks": {"PreToolUse": [` + many(`{}`) + `]}}`,
		"hooks without anything":  `{"hooks": {"PreToolUse": [{"hooks": [` + many(`{}`) + `]}]}}`,
		"good hooks":              `{"hooks": {"Stop": [{"hooks": [` + many(`{"type": "command", "command": "x"}`) + `]}]}}`,
		"events everywhere":       `{` + many(`"Stop": []`) + `}`,
		"unknown events":          `{"hooks": {` + many(`"Stopp": []`) + `}}`,
		"fields of a hook":        `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x", ` + many(`"failClosed": true`) + `}]}]}}`,
		"a long command":          `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "` + many(`$CLAUDE_PROJECT_DIR`) + `"}]}]}}`,
		"a long matcher":          `{"hooks": {"PreToolUse": [{"matcher": "` + many(`(a+)+`) + `", "hooks": []}]}}`,
		"deep":                    strings.Repeat(`{"hooks":`, 9_000) + "1" + strings.Repeat("}", 9_000),
		"open":                    strings.Repeat("[", 200_000),
		"no text":                 strings.Repeat("\x00\xff", 200_000),
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			linter := &lint.Linter{Program: func(string) bool { return true }}
			r := linter.Settings(lint.File{Path: ".claude/settings.json", Text: []byte(text), Shared: true, Agents: []*dialect.Contract{dialect.Claude(), dialect.CopilotClaude()}})
			size := 0
			for _, f := range r.Findings {
				size += len(f.Text) + len(f.Fix)
			}
			assert.Less(t, size, 300_000, "nobody reads more")
			assert.Less(t, time.Since(began), 20*time.Second, "what is quadratic takes minutes")
		})
	}
}
