package settings_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/settings"
)

// Which files apply in an untrusted place, by the makers' documentation or by
// observation.
func TestDistrust(t *testing.T) {
	const gemini, asks = ".gemini/settings.json", `{"security": {"folderTrust": {"enabled": true}}, "hooks": {}}`
	tests := []struct {
		name     string
		contract *dialect.Contract
		project  map[string]string
		user     map[string]string
		// counts are the scopes of the files whose hooks remain, held the facts by
		// which the others are held back.
		counts, held []string
		reason       string
	}{
		{
			"the user's own file", dialect.Known("claude"), map[string]string{".claude/settings.json": `{"hooks": {}}`}, map[string]string{".claude/settings.json": `{"hooks": {}}`},
			nil, []string{"claude.trust", "claude.trust"}, "Claude Code holds back hooks from every settings file, including the user's",
		},
		{
			"each definition", dialect.Known("codex"), map[string]string{".codex/hooks.json": `{"hooks": {}}`}, map[string]string{".codex/hooks.json": `{"hooks": {}}`},
			nil, []string{"codex.trust", "codex.trust"}, "hooks beyond the managed policy have to be reviewed",
		},
		{
			"a repository", dialect.Known("copilot"), map[string]string{".github/hooks/a.json": `{"hooks": {}}`}, map[string]string{".copilot/hooks/a.json": `{"hooks": {}}`},
			[]string{"user"}, []string{"copilot.trust"}, "repository hooks alone need --trust-folder",
		},
		{
			"without the feature", dialect.Known("gemini"), map[string]string{gemini: `{"hooks": {}}`}, map[string]string{gemini: `{"security": {"folderTrust": {"enabled": false}}, "hooks": {}}`},
			[]string{"project", "user"}, nil, "the user has turned trusted folders off",
		},
		{
			"by default", dialect.Known("gemini"), map[string]string{gemini: `{"hooks": {}}`}, nil,
			nil, []string{"gemini.trust"}, "trusted folders are on where no file turns them off",
		},
		{
			"with the feature", dialect.Known("gemini"), map[string]string{gemini: `{"hooks": {}}`}, map[string]string{gemini: asks},
			[]string{"user"}, []string{"gemini.trust"}, "the project's file is ignored, the user's is not",
		},
		{
			"a project that trusts itself", dialect.Known("gemini"),
			map[string]string{gemini: `{"security": {"folderTrust": {"enabled": false}}, "hooks": {}}`}, map[string]string{gemini: asks},
			[]string{"user"}, []string{"gemini.trust"}, "what is held back can't let itself in",
		},
		{
			"merged hooks", dialect.Known("llxprt-shipped"), map[string]string{".llxprt/settings.json": `{"hooks": {}}`}, map[string]string{".llxprt/settings.json": `{"folderTrust": true, "hooks": {}}`},
			nil, []string{"llxprt-shipped.trust", "llxprt-shipped.trust"}, "the source skips the merged hooks of all files",
		},
		{
			"unknown", dialect.Known("cursor"), map[string]string{".cursor/hooks.json": `{"hooks": {}}`}, nil,
			[]string{"project"}, nil, "unknown trust holds nothing back",
		},
		{
			"the requirements", dialect.LLxprt(), map[string]string{".llxprt/settings.json": `{"hooks": {}}`}, nil,
			[]string{"project"}, nil, "they do not mention trust",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, project, home := world(t)
			for path, text := range tt.project {
				write(t, filepath.Join(project, path), text)
			}
			for path, text := range tt.user {
				write(t, filepath.Join(home, path), text)
			}
			paths, err := settings.DefaultPaths(tt.contract, project)
			require.NoError(t, err)
			doc, err := settings.Load(tt.contract, paths)
			require.NoError(t, err)
			all := len(doc.Hooks)
			scopes := map[string]string{}
			for i, file := range doc.Files {
				scopes[file] = doc.Scopes[i]
			}
			doc.Distrust()
			var counts, held []string
			for _, hooks := range doc.Hooks {
				counts = append(counts, scopes[hooks.Position().File])
			}
			for _, h := range doc.HeldBack {
				held = append(held, h.Rule)
			}
			assert.Equal(t, tt.counts, counts, tt.reason)
			assert.Equal(t, tt.held, held, tt.reason)
			assert.Equal(t, all, len(counts)+len(held), "none is lost")
		})
	}
}

// A file that is read alone counts as one of the project.
func TestDistrustOfOneFile(t *testing.T) {
	_, project, _ := world(t)
	file := filepath.Join(project, "other.json")
	write(t, file, `{"hooks": {}}`)
	doc, err := settings.Load(dialect.Known("copilot"), settings.Paths{Files: []string{file}})
	require.NoError(t, err)
	assert.Equal(t, []string{"project"}, doc.Scopes)
	doc.Distrust()
	assert.Empty(t, doc.Hooks)
}
