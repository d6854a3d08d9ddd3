package skills_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/skills"
)

// The plugin has no skill of its own: agents that install it get the text that hooktest prints.
func TestTheMarketplaceHasThePluginAndItsSkill(t *testing.T) {
	type plugin struct {
		Name, Source, Description string
		Skills                    []string
	}
	read := func(path string, into any) {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(text, into), path)
	}
	var marketplace struct{ Plugins []plugin }
	read("../.claude-plugin/marketplace.json", &marketplace)
	require.Len(t, marketplace.Plugins, 1)
	offered := marketplace.Plugins[0]

	root := filepath.Join("..", filepath.FromSlash(offered.Source))
	var installed plugin
	read(filepath.Join(root, ".claude-plugin", "plugin.json"), &installed)
	assert.Equal(t, offered.Name, installed.Name)
	assert.Equal(t, offered.Description, installed.Description)
	require.Len(t, installed.Skills, 1)
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(installed.Skills[0]), "SKILL.md"))
	require.NoError(t, err)
	assert.Equal(t, skills.Hooktest, string(text))
	assert.FileExists(t, filepath.Join(root, "hooks", "hooks.json"), "the agent looks for hooks there")
}
