package settings_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/settings"
)

// LoadGiven returns the same document as Load for files that were already read.
func TestLoadGivenGivesWhatLoadGives(t *testing.T) {
	for _, contract := range []*dialect.Contract{dialect.Known("claude"), dialect.Known("gemini"), dialect.Known("llxprt-shipped")} {
		t.Run(contract.Name, func(t *testing.T) {
			folder := t.TempDir()
			texts := []string{
				`{"security": {"folderTrust": {"enabled": true}}, "hooksConfig": {"enabled": true}, "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "a"}]}]}}`,
				`{"disableAllHooks": true, "folderTrust": true, "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "b"}]}]}}`,
			}
			paths := settings.Paths{Scopes: []string{"user", "project"}}
			var given []settings.Given
			for i, text := range texts {
				path := filepath.Join(folder, string(rune('a'+i))+".json")
				require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
				paths.Files = append(paths.Files, path)
				root, err := document.Parse(path, []byte(text), document.Options{})
				require.NoError(t, err)
				given = append(given, settings.Given{Scope: paths.Scopes[i], Root: root})
			}
			loaded, err := settings.Load(contract, paths)
			require.NoError(t, err)
			require.Len(t, loaded.Hooks, 2)
			assert.Equal(t, loaded, settings.LoadGiven(contract, paths, given))
		})
	}
}

// Faults outside the hooks may disable the whole file, as observed with Claude Code.
func TestWhatRuinsAFile(t *testing.T) {
	const pre, start = `"PreToolUse": [{"hooks": [{"type": "command", "command": "a"}]}]`, `"SessionStart": [{"hooks": [{"type": "command", "command": "b"}]}]`
	tests := []struct {
		name, text, fact, reason string
	}{
		{"in its place", `{"hooks": {` + pre + `}}`, "", "the hook runs"},
		{"another event at the top", `{"hooks": {` + pre + `}, ` + start + `}`, "", "it is ignored"},
		{"an empty list at the top", `{"hooks": {` + start + `}, "PreToolUse": []}`, "", "there is no guard to lose"},
		{"another event twice in hooks", `{"hooks": {"hooks": {` + start + `}, ` + pre + `}}`, "", "it is ignored"},
		{"at the top", `{"hooks": {` + start + `}, ` + pre + `}`, "claude.misplaced-guard", "the other event's hook does not run"},
		{"a text at the top", `{"hooks": {` + start + `}, "PreToolUse": "x"}`, "claude.misplaced-guard", "its value does not matter"},
		{"a permission at the top", `{"hooks": {` + start + `}, "PermissionRequest": [{}]}`, "claude.misplaced-guard", "both guard"},
		{"twice in hooks", `{"hooks": {"hooks": {` + pre + `}, ` + start + `}}`, "claude.misplaced-guard", "the name in the middle is not an event"},
		{"deep in another key", `{"hooks": {` + start + `}, "a": {"b": {"hooks": {` + pre + `}}}}`, "claude.misplaced-guard", "depth does not count"},
		{"a switch that is a text", `{"hooks": {` + start + `}, "disableAllHooks": "true"}`, "claude.switch-type", "a fault of the schema"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root, err := document.Parse("settings.json", []byte(tt.text), document.Options{})
			require.NoError(t, err)
			doc := settings.LoadGiven(dialect.Known("claude"), settings.Paths{}, []settings.Given{{Scope: "project", Root: root}})
			if tt.fact == "" {
				assert.Len(t, doc.Hooks, 1, tt.reason)
				assert.Empty(t, doc.Warnings, tt.reason)
				return
			}
			assert.Empty(t, doc.Hooks, tt.reason)
			require.Len(t, doc.Warnings, 1, tt.reason)
			assert.Equal(t, tt.fact, doc.Warnings[0].Rule)
		})
	}
}

// A key that Codex does not know at the top level disables all of hooks.json, and it
// knows no switch there. Its configuration has other keys.
func TestWhatElseAFileOfCodexMayHave(t *testing.T) {
	const hooks = `"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "a"}]}]}`
	for _, tt := range []struct {
		file, text string
		lost       bool
	}{
		{"hooks.json", `{` + hooks + `}`, false},
		{"hooks.json", `{"description": "x", ` + hooks + `}`, false},
		{"hooks.json", `{"disableAllHooks": false, ` + hooks + `}`, true},
		{"hooks.json", `{"disableAllHooks": true, ` + hooks + `}`, true},
		{"hooks.json", `{"$schema": "x", ` + hooks + `}`, true},
		{"hooks.json", `{"version": 1, ` + hooks + `}`, true},
		{"config.toml", `{"model": "x", ` + hooks + `}`, false},
	} {
		t.Run(tt.file+" "+tt.text, func(t *testing.T) {
			root, err := document.Parse(tt.file, []byte(tt.text), document.Options{})
			require.NoError(t, err)
			other, err := document.Parse("hooks.json", []byte(`{`+hooks+`}`), document.Options{})
			require.NoError(t, err)
			doc := settings.LoadGiven(dialect.Known("codex"), settings.Paths{}, []settings.Given{{Scope: "project", Root: root}, {Scope: "user", Root: other}})
			assert.True(t, doc.EnableHooks)
			if !tt.lost {
				assert.Len(t, doc.Hooks, 2)
				assert.Empty(t, doc.Warnings)
				return
			}
			assert.Len(t, doc.Hooks, 1, "the user's own file counts")
			require.Len(t, doc.Warnings, 1)
			assert.Equal(t, "codex.keys", doc.Warnings[0].Rule)
		})
	}
}
