package settings_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/settings"
)

// world is a project, a home and a system file, all in temporary directories.
func world(t *testing.T) (paths settings.Paths, project, home string) {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	project, home = filepath.Join(root, "project"), filepath.Join(root, "home")
	require.NoError(t, os.MkdirAll(project, 0o755))
	require.NoError(t, os.MkdirAll(home, 0o755))
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	t.Setenv("LLXPRT_SYSTEM_SETTINGS_PATH", filepath.Join(root, "system.json"))
	paths, err = settings.DefaultPaths(dialect.LLxprt(), project)
	require.NoError(t, err)
	return paths, project, home
}

func write(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
}

func load(t *testing.T, paths settings.Paths) *settings.Document {
	t.Helper()
	doc, err := settings.Load(dialect.LLxprt(), paths)
	require.NoError(t, err)
	return doc
}

func TestDefaultPaths(t *testing.T) {
	paths, project, home := world(t)
	assert.Equal(t, settings.Paths{
		Files: []string{
			filepath.Join(project, ".llxprt", "settings.json"),
			filepath.Join(home, ".llxprt", "settings.json"),
			os.Getenv("LLXPRT_SYSTEM_SETTINGS_PATH"),
		},
		Scopes:     []string{"project", "user", "system"},
		Extensions: filepath.Join(home, ".llxprt", "extensions"),
		ProjectDir: project,
	}, paths, "HOOK-084")
}

func TestNoFiles(t *testing.T) {
	paths, _, _ := world(t)
	assert.Equal(t, &settings.Document{}, load(t, paths), "INT-35: default false, nothing configured")
	assert.Equal(t, &settings.Document{}, load(t, settings.Paths{}))

	write(t, filepath.Dir(paths.Files[0]), "a file where the directory would be")
	assert.Equal(t, &settings.Document{}, load(t, paths))
}

func TestHooksOfAllScopesKeepOrderAndPlace(t *testing.T) {
	paths, _, _ := world(t)
	write(t, paths.Files[2], `{"hooks": {"BeforeTool": ["system"]}}`)
	write(t, paths.Files[1], "{\n  // comments are allowed\n  \"hooks\": {\"BeforeTool\": [\"user\"]} /* here, too */\n}")
	write(t, paths.Files[0], "\ufeff{\"hooks\": {\"BeforeTool\": [\"project\"]}}")
	doc := load(t, paths)

	var names []string
	for _, hooks := range doc.Hooks {
		node, ok := hooks.At("BeforeTool", "0")
		require.True(t, ok)
		names = append(names, node.Text())
	}
	assert.Equal(t, []string{"project", "user", "system"}, names, "HOOK-084, INT-35")
	assert.Equal(t, []string{paths.Files[0], paths.Files[1], paths.Files[2]}, doc.Files)
	assert.Equal(t, document.Position{File: paths.Files[1], Line: 3, Column: 12, Offset: 39}, doc.Hooks[1].Position())
	assert.Empty(t, doc.Warnings)
}

func TestOneFileForTwoScopesIsReadOnce(t *testing.T) {
	_, _, home := world(t)
	paths, err := settings.DefaultPaths(dialect.LLxprt(), home)
	require.NoError(t, err)
	write(t, paths.Files[1], `{"hooks": {"BeforeTool": []}}`)
	doc := load(t, paths)
	assert.Len(t, doc.Hooks, 1, "a session in the home directory runs a plugin entry once, not twice")
	assert.Equal(t, []string{paths.Files[0]}, doc.Files)
}

func TestEnableHooks(t *testing.T) {
	type where struct{ scope, text string }
	const absent = ""
	tests := []struct {
		name                  string
		project, user, system string
		want                  bool
		decidedBy             string // scope
		warnings              []where
		reason                string
	}{
		{"nowhere", `{}`, `{"tools": {}}`, absent, false, "", nil, "INT-35: default false"},
		{"project", `{"enableHooks": true}`, absent, absent, true, "project", nil, "HOOK-001"},
		{"user", absent, `{"enableHooks": true}`, absent, true, "user", nil, "HOOK-084"},
		{"system", absent, absent, `{"enableHooks": true}`, true, "system", nil, "HOOK-084"},
		{"project over user", `{"enableHooks": false}`, `{"enableHooks": true}`, absent, false, "project", nil, "INT-35"},
		{"user over system", absent, `{"enableHooks": true}`, `{"enableHooks": false}`, true, "user", nil, "INT-35"},
		{"old path", `{"tools": {"enableHooks": true}}`, absent, absent, true, "project", []where{{"project", "tools.enableHooks is the old path of enableHooks: write it at the top level"}}, "INT-35"},
		{"new path wins", `{"enableHooks": false, "tools": {"enableHooks": true}}`, absent, absent, false, "project", []where{{"project", "tools.enableHooks is the old path of enableHooks and does not count here: <project> decides"}}, "INT-35"},
		{"new path wins across scopes", `{"tools": {"enableHooks": true}}`, absent, `{"enableHooks": false}`, false, "system", []where{{"project", "tools.enableHooks is the old path of enableHooks and does not count here: <system> decides"}}, "INT-35: the top level wins"},
		{"wrong type falls through", `{"enableHooks": "true"}`, `{"enableHooks": true}`, absent, true, "user", []where{{"project", "enableHooks must be a boolean, not a string: it is ignored"}}, "INT-35: one bad value takes no other along"},
		{"null", `{"enableHooks": null}`, absent, absent, false, "", []where{{"project", "enableHooks must be a boolean, not null: it is ignored"}}, "INT-35"},
		{"number", `{"enableHooks": 1}`, absent, absent, false, "", []where{{"project", "enableHooks must be a boolean, not a number: it is ignored"}}, "INT-35"},
		{"array", `{"enableHooks": [true]}`, absent, absent, false, "", []where{{"project", "enableHooks must be a boolean, not an array: it is ignored"}}, "INT-35"},
		{"old path of the wrong type", `{"tools": {"enableHooks": {}}}`, absent, absent, false, "", []where{{"project", "tools.enableHooks must be a boolean, not an object: it is ignored"}}, "INT-35"},
		{"tools of the wrong kind", `{"tools": "enableHooks"}`, absent, absent, false, "", nil, "INT-35"},
		{"other case", `{"EnableHooks": true}`, absent, absent, false, "", nil, "HOOK-001: keys are case-sensitive"},
		{"last duplicate", `{"enableHooks": true, "enableHooks": false}`, absent, absent, false, "project", []where{{"project", "enableHooks is written again further down, which replaces this value"}}, "INT-14 applied to settings"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			paths, _, _ := world(t)
			files := map[string]string{"project": paths.Files[0], "user": paths.Files[1], "system": paths.Files[2]}
			for scope, text := range map[string]string{"project": tt.project, "user": tt.user, "system": tt.system} {
				if text != absent {
					write(t, files[scope], text)
				}
			}
			doc := load(t, paths)
			assert.Equal(t, tt.want, doc.EnableHooks, tt.reason)
			assert.Equal(t, files[tt.decidedBy], doc.EnabledAt.File)
			var got []where
			for _, w := range doc.Warnings {
				assert.Equal(t, "INT-35", w.Rule)
				assert.Equal(t, 1, w.Position.Line)
				assert.Greater(t, w.Position.Column, 1, "a warning is at the value")
				for scope, file := range files {
					if w.Position.File == file {
						got = append(got, where{scope, w.Text})
					}
				}
			}
			for i := range tt.warnings {
				for scope := range files {
					if tt.warnings[i].text == "tools.enableHooks is the old path of enableHooks and does not count here: <"+scope+"> decides" {
						tt.warnings[i].text = "tools.enableHooks is the old path of enableHooks and does not count here: " + doc.EnabledAt.String() + " decides"
					}
				}
			}
			assert.Equal(t, tt.warnings, got)
		})
	}
}

func TestAllFaultsAtOnce(t *testing.T) {
	paths, _, _ := world(t)
	write(t, paths.Files[0], "{\n  \"hooks\": {},\n}")
	write(t, paths.Files[1], `[]`)
	write(t, paths.Files[2], "{\n  \"enableHooks\" true}")
	doc, err := settings.Load(dialect.LLxprt(), paths)
	assert.Nil(t, doc)
	var typed *settings.Error
	require.ErrorAs(t, err, &typed)
	require.Len(t, typed.Faults, 3, "one broken file does not hide the others'")
	assert.Equal(t, hook.Position{File: paths.Files[0], Line: 2, Column: 14}, typed.Faults[0].Position, "trailing commas are not allowed")
	assert.Equal(t, settings.Fault{Position: hook.Position{File: paths.Files[1], Line: 1, Column: 1}, Message: "must be an object, not an array"}, typed.Faults[1])
	assert.Equal(t, hook.Position{File: paths.Files[2], Line: 2, Column: 17}, typed.Faults[2].Position)
	assert.Equal(t, typed.Faults[0].String()+"\n"+paths.Files[1]+":1:1: must be an object, not an array\n"+typed.Faults[2].String(), err.Error())
}

func TestFilesThatAreTooLarge(t *testing.T) {
	paths, _, _ := world(t)
	const limit = 10 << 20
	fill := func(n int) string { return `{"enableHooks":true}` + strings.Repeat(" ", n-len(`{"enableHooks":true}`)) }
	write(t, paths.Files[0], fill(limit))
	doc, err := settings.Load(dialect.LLxprt(), paths)
	require.NoError(t, err)
	assert.True(t, doc.EnableHooks, "as much as may be")
	write(t, paths.Files[0], fill(limit+1))
	_, err = settings.Load(dialect.LLxprt(), paths)
	require.EqualError(t, err, paths.Files[0]+": larger than 10 MiB, the most that is read")
}

func TestFilesThatCannotBeRead(t *testing.T) {
	paths, _, _ := world(t)
	require.NoError(t, os.MkdirAll(paths.Files[0], 0o755))
	write(t, paths.Files[1], ``)
	_, err := settings.Load(dialect.LLxprt(), paths)
	var typed *settings.Error
	require.ErrorAs(t, err, &typed)
	require.Len(t, typed.Faults, 2)
	assert.Equal(t, settings.Fault{Position: hook.Position{File: paths.Files[0]}, Message: "not a regular file"}, typed.Faults[0])
	assert.Equal(t, hook.Position{File: paths.Files[1], Line: 1, Column: 1}, typed.Faults[1].Position, "an empty file is not JSON")

	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		t.Log("permissions do not bind this user")
		return
	}
	paths, _, _ = world(t)
	write(t, paths.Files[0], `{}`)
	require.NoError(t, os.Chmod(paths.Files[0], 0))
	_, err = settings.Load(dialect.LLxprt(), paths)
	require.EqualError(t, err, paths.Files[0]+": permission denied")
}

func TestNothingIsWritten(t *testing.T) {
	paths, project, home := world(t)
	write(t, paths.Files[0], `{"tools": {"enableHooks": true}}`)
	before := listing(t, project, home)
	load(t, paths)
	assert.Equal(t, before, listing(t, project, home))
}

// listing returns every path below the directories with its content.
func listing(t *testing.T, dirs ...string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	for _, dir := range dirs {
		require.NoError(t, filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				files[path] = ""
				return err
			}
			data, err := os.ReadFile(path)
			files[path] = string(data)
			return err
		}))
	}
	return files
}
