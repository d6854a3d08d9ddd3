package settings_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/settings"
)

func TestExtensions(t *testing.T) {
	paths, _, _ := world(t)
	in := func(parts ...string) string { return filepath.Join(append([]string{paths.Extensions}, parts...)...) }
	write(t, in("a", "llxprt-extension.json"), `{"name": "alpha", "hooks": {"BeforeTool": []}}`)
	write(t, in("b", "gemini-extension.json"), `{"hooks": {"AfterTool": []}}`)
	write(t, in("both", "llxprt-extension.json"), `{"name": "own"}`)
	write(t, in("both", "gemini-extension.json"), `{"name": "fallback", "hooks": {}}`)
	write(t, in("broken", "llxprt-extension.json"), "{\n\"hooks\": }")
	write(t, in("list", "llxprt-extension.json"), `[]`)
	write(t, in("none", "README.md"), "no manifest")
	write(t, in("odd name", "llxprt-extension.json"), `{"name": 5}`)
	write(t, in("stray.json"), `{`)
	elsewhere := t.TempDir()
	write(t, filepath.Join(elsewhere, "llxprt-extension.json"), `{"name": "linked", "hooks": {}}`)
	record, err := json.Marshal(map[string]string{"type": "link", "source": elsewhere})
	require.NoError(t, err)
	write(t, in("zlink", ".llxprt-extension-install.json"), string(record))
	write(t, in("zlocal", ".llxprt-extension-install.json"), strings.Replace(string(record), `"link"`, `"local"`, 1))

	doc := load(t, paths)
	type extension struct {
		Name   string
		Active bool
		Hooks  bool
		Path   string
	}
	var got []extension
	for _, e := range doc.Extensions {
		got = append(got, extension{e.Name, e.Active, e.Hooks != nil, e.Path})
	}
	assert.Equal(t, []extension{
		{"alpha", true, true, in("a", "llxprt-extension.json")},
		{"b", true, true, in("b", "gemini-extension.json")},
		{"own", true, false, in("both", "llxprt-extension.json")},
		{"odd name", true, false, in("odd name", "llxprt-extension.json")},
		{"linked", true, true, filepath.Join(elsewhere, "llxprt-extension.json")},
	}, got, "HOOK-085: one broken extension takes no other along")

	require.Len(t, doc.Warnings, 2)
	assert.Equal(t, hook.Position{File: in("broken", "llxprt-extension.json"), Line: 2, Column: 10}, doc.Warnings[0].Position)
	assert.True(t, strings.HasSuffix(doc.Warnings[0].Text, ": the extension is not read"), doc.Warnings[0].Text)
	assert.Equal(t, hook.Warning{
		Rule: "INT-35", Text: "must be an object, not an array: the extension is not read",
		Position: hook.Position{File: in("list", "llxprt-extension.json"), Line: 1, Column: 1},
	}, doc.Warnings[1])
}

func TestExtensionSwitches(t *testing.T) {
	tests := []struct {
		name   string
		rules  string
		want   bool
		reason string
	}{
		{"no rule", `[]`, true, "extensions are active unless switched off"},
		{"off here", `["!PROJECT/"]`, false, ""},
		{"off below home", `["!HOME/*"]`, false, "a star takes in all below"},
		{"off for the directory alone", `["!HOME/"]`, true, "without a star, the rule does not apply to folders below"},
		{"off here by star", `["!PROJECT/*"]`, false, "a star takes in the directory itself"},
		{"neighbour", `["!PROJECTS/*"]`, true, "names are compared whole"},
		{"last wins", `["!HOME/*", "PROJECT/"]`, true, ""},
		{"last wins again", `["PROJECT/", "!HOME/*"]`, false, ""},
		{"special characters", `["!HOME/proj.ct/"]`, true, "a dot is a dot"},
		{"not a list", `"!PROJECT/"`, true, ""},
		{"not strings", `[null, 5, {}]`, true, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, home := world(t)
			project := filepath.Join(home, "project")
			paths, err := settings.DefaultPaths(dialect.LLxprt(), project)
			require.NoError(t, err)
			write(t, filepath.Join(paths.Extensions, "x", "llxprt-extension.json"), `{"name": "x"}`)
			slashed := func(path string) string { return "/" + strings.TrimPrefix(filepath.ToSlash(path), "/") }
			rules := strings.NewReplacer("PROJECT", slashed(project), "HOME", slashed(home)).Replace(tt.rules)
			write(t, filepath.Join(paths.Extensions, "extension-enablement.json"), `{"x": {"overrides": `+rules+`}}`)
			doc := load(t, paths)
			require.Len(t, doc.Extensions, 1)
			assert.Equal(t, tt.want, doc.Extensions[0].Active, tt.reason)
			assert.Empty(t, doc.Warnings)
		})
	}
}

func TestBrokenExtensionSwitches(t *testing.T) {
	paths, _, _ := world(t)
	write(t, filepath.Join(paths.Extensions, "x", "llxprt-extension.json"), `{"name": "x"}`)
	file := filepath.Join(paths.Extensions, "extension-enablement.json")
	write(t, file, `{"x"`)
	doc := load(t, paths)
	require.Len(t, doc.Extensions, 1)
	assert.True(t, doc.Extensions[0].Active)
	require.Len(t, doc.Warnings, 1)
	assert.Equal(t, file, doc.Warnings[0].Position.File)
	assert.True(t, strings.HasSuffix(doc.Warnings[0].Text, ": all extensions count as active"))
}

func TestExtensionsDirectoryThatIsAFile(t *testing.T) {
	paths, _, _ := world(t)
	require.NoError(t, os.MkdirAll(filepath.Dir(paths.Extensions), 0o755))
	write(t, paths.Extensions, "x")
	assert.Equal(t, &settings.Document{}, load(t, paths))
}
