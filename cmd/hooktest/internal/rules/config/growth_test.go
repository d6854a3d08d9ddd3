package config_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/memory"
)

// The number of findings in one file is limited, and memory grows linearly with the file.
func TestHugeFilesCostLittle(t *testing.T) {
	const huge, small = 10_000, 2_000
	tests := map[string]struct{ before, one, after string }{
		"groups without anything": {`{"hooks": {"PreToolUse": [`, `{},`, `{}]}}`},
		"hooks without anything":  {`{"hooks": {"PreToolUse": [{"hooks": [`, `{},`, `{}]}]}}`},
		"good hooks":              {`{"hooks": {"Stop": [{"hooks": [`, `{"type": "command", "command": "x"},`, `{"type": "command", "command": "x"}]}]}}`},
		"events everywhere":       {`{`, `"Stop": [],`, `"Stop": []}`},
		"unknown events":          {`{"hooks": {`, `"Stopp": [],`, `"Stopp": []}}`},
		"fields of a hook":        {`{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x", `, `"failClosed": true,`, `"failClosed": true}]}]}}`},
		"a long command":          {`{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "`, `$CLAUDE_PROJECT_DIR,`, `"}]}]}}`},
		"a long matcher":          {`{"hooks": {"PreToolUse": [{"matcher": "`, `(a+)+,`, `", "hooks": []}]}}`},
		"deep":                    {"", `{"hooks":`, "1"},
		"open":                    {"", strings.Repeat("[", 20), ""},
		"no text":                 {"", strings.Repeat("\x00\xff", 20), ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			cost := func(n int) uint64 {
				text := []byte(tt.before + strings.Repeat(tt.one, n) + tt.after)
				return memory.Allocated(func() {
					linter := &config.Linter{Program: func(string) bool { return true }}
					r := linter.Settings(config.File{Path: ".claude/settings.json", Text: text, Shared: true, Agents: []*dialect.Contract{dialect.Known("claude"), dialect.Known("copilot-claude")}})
					size := 0
					for _, f := range r.Findings {
						size += len(f.Text) + len(f.Fix)
					}
					assert.Less(t, size, 300_000, "a longer output would not be read")
				})
			}
			cost(small) // fill the caches
			assert.Less(t, cost(huge), 2*huge/small*cost(small)+1<<20, "five times the text")
		})
	}
}
