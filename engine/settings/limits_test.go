package settings_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/settings"
)

// Limits in settings apply as the agent defines: from the lists of all files or of the
// first.
func TestLimits(t *testing.T) {
	tests := []struct {
		name     string
		contract *dialect.Contract
		files    []string
		want     hook.Limits
		reason   string
	}{
		{"nothing", dialect.Known("claude"), []string{`{}`, `{"allowedHttpHookUrls": "https://*"}`}, hook.Limits{}, "a text is not a list"},
		{
			"all files", dialect.Known("claude"), []string{`{"allowedHttpHookUrls": ["a"]}`, `{"allowedHttpHookUrls": ["b", 1], "httpHookAllowedEnvVars": []}`},
			hook.Limits{URLs: []string{"a", "b"}, Variables: []string{}}, "claude.http-urls: they count together; an empty list is one",
		},
		{
			"Gemini CLI", dialect.Known("gemini"), []string{`{"hooksConfig": {"disabled": ["a"]}}`, `{"hooksConfig": {"disabled": ["b"]}, "hooks": {"disabled": ["no"]}}`, `{"hooks": {"disabled": ["c"]}}`},
			hook.Limits{Off: []string{"a", "b", "c"}}, "gemini.silenced, and the older place in a file that has no new one",
		},
		{
			"LLxprt Code as shipped", dialect.Known("llxprt-shipped"), []string{`{"hooksConfig": {"disabled": ["a"]}}`, `{"hooksConfig": {"disabled": ["b"]}}`},
			hook.Limits{Off: []string{"a"}}, "llxprt-shipped.silenced: one file's alone",
		},
		{"the requirements", dialect.LLxprt(), []string{`{"hooksConfig": {"disabled": ["a"]}}`}, hook.Limits{}, "they know no such list"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, inScopes(t, tt.contract, tt.files...).Limits, tt.reason)
		})
	}
}

// inScopes returns files in the order of the contract's; an empty text means no file.
func inScopes(t *testing.T, contract *dialect.Contract, files ...string) *settings.Document {
	t.Helper()
	var paths settings.Paths
	folder := t.TempDir()
	for i, text := range files {
		path := filepath.Join(folder, contract.Settings.Files[i].Scope+".json")
		if text != "" {
			write(t, path, text)
		}
		paths.Files, paths.Scopes = append(paths.Files, path), append(paths.Scopes, contract.Settings.Files[i].Scope)
	}
	doc, err := settings.Load(contract, paths)
	require.NoError(t, err)
	return doc
}

// The managed file of Claude Code can allow only its own hooks, and keeps them if
// another file turns hooks off.
func TestHooksOfOneFileAlone(t *testing.T) {
	const hooks = `"hooks": {"Stop": []}`
	tests := []struct {
		name           string
		managed, local string
		on             bool
		counts         int
		held           []settings.HeldBack
		reason         string
	}{
		{"both", `{` + hooks + `}`, `{` + hooks + `}`, true, 2, nil, "hooks of all files run"},
		{
			"managed ones alone", `{"allowManagedHooksOnly": true, ` + hooks + `}`, `{` + hooks + `}`, true, 1,
			[]settings.HeldBack{{Rule: "claude.managed-only", Why: "allowManagedHooksOnly of managed.json:1:27 turns off the hooks of other files"}}, "claude.managed-only",
		},
		{"false", `{"allowManagedHooksOnly": false, ` + hooks + `}`, `{` + hooks + `}`, true, 2, nil, "it is false"},
		{"in another file", `{` + hooks + `}`, `{"allowManagedHooksOnly": true, ` + hooks + `}`, true, 2, nil, "claude.managed-only: elsewhere it does nothing"},
		{
			"switched off elsewhere", `{` + hooks + `}`, `{"disableAllHooks": true, ` + hooks + `}`, true, 1,
			[]settings.HeldBack{{Rule: "claude.switch", Why: "disableAllHooks of local.json:1:21 turns off all hooks but the managed ones"}}, "claude.switch",
		},
		{"switched off there", `{"disableAllHooks": true, ` + hooks + `}`, `{` + hooks + `}`, false, 2, nil, "it turns off its own, too"},
		{"nothing to spare", `{}`, `{"disableAllHooks": true, ` + hooks + `}`, false, 1, nil, "no managed hook is left"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			doc := inScopes(t, dialect.Known("claude"), tt.managed, tt.local)
			assert.Equal(t, tt.on, doc.EnableHooks, tt.reason)
			assert.Len(t, doc.Hooks, tt.counts, tt.reason)
			var held []settings.HeldBack
			for _, h := range doc.HeldBack {
				assert.Equal(t, "local.json", filepath.Base(h.Hooks.Position().File))
				h.Hooks = nil
				held = append(held, h)
			}
			assert.Equal(t, tt.held, held, tt.reason)
		})
	}
}
