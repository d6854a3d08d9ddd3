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

// Whoever has read the files already comes to the document that Load comes to.
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
