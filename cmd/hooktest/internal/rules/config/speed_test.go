package config_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/commandfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/config"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/memory"
)

// projects creates folders with realistic settings; every tenth has mistakes.
func projects(t testing.TB, n int) (root string) {
	root = t.TempDir()
	for i := range n {
		folder := filepath.Join(root, fmt.Sprintf("p%d", i), ".claude")
		require.NoError(t, os.MkdirAll(folder, 0o755))
		matcher, timeout := "Bash", 30
		if i%10 == 0 {
			matcher, timeout = "Bsh", 60000
		}
		text := `{"hooks": {"PreToolUse": [`
		for k := range 5 {
			if k > 0 {
				text += ", "
			}
			text += fmt.Sprintf("{\"matcher\": \"%s|mcp__s%d__.*\", \"hooks\": [\n  {\"type\": \"command\", \"command\": \"\\\"$CLAUDE_PROJECT_DIR\\\"/.claude/hooks/h%d.sh\", \"timeout\": %d}\n]}", matcher, k, k, timeout)
		}
		require.NoError(t, os.WriteFile(filepath.Join(folder, "settings.json"), []byte(text+"]}}"), 0o644))
	}
	return root
}

func lookAtAll(t testing.TB, root string) (files, findings int) {
	tree, err := config.Below(t.Context(), root, "")
	require.NoError(t, err)
	linter := &config.Linter{Program: func(string) bool { return true }}
	for _, path := range tree.Settings {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		place := config.PlaceOf(path, "")
		findings += len(linter.Settings(config.File{
			Path: path, Text: text, Places: commandfile.Places{Project: place.Project}, Shared: true, Agents: place.Agents(),
		}).Findings)
	}
	return len(tree.Settings), findings
}

// The cost of one file does not grow with the number of files. Allocated memory is the measure,
// because it does not depend on the machine's load.
func TestManyFilesCostWhatEachCosts(t *testing.T) {
	cost := func(n int) uint64 {
		root := projects(t, n)
		return memory.Allocated(func() {
			files, findings := lookAtAll(t, root)
			assert.Equal(t, n, files)
			assert.Greater(t, findings, 5*n, "of each hook the file is missing")
		})
	}
	few := cost(20)
	assert.Less(t, cost(100), 6*few, "five times the files")
}

func BenchmarkTwoThousandFiles(b *testing.B) {
	root := projects(b, 2000)
	for b.Loop() {
		lookAtAll(b, root)
	}
}

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
