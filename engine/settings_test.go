package engine_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/registry"
	"github.com/hooktest/hooktest/engine/settings"
)

// A settingsFolder has the files of two scopes and of an extension.
type settingsFolder struct {
	paths settings.Paths
	// texts are the files' contents, by path.
	texts map[string][]byte
}

func newSettingsFolder(t testing.TB) settingsFolder {
	folder := t.TempDir()
	extensions := filepath.Join(folder, "extensions")
	require.NoError(t, os.MkdirAll(filepath.Join(extensions, "x"), 0o700))
	return settingsFolder{settings.Paths{
		Files: []string{filepath.Join(folder, "project.json"), filepath.Join(folder, "user.json")}, Extensions: extensions, ProjectDir: folder,
	}, map[string][]byte{}}
}

func (s settingsFolder) write(t *testing.T, path string, text []byte) {
	s.texts[path] = text
	require.NoError(t, os.WriteFile(path, text, 0o600))
}

// at returns the text at a position, which must be in one of the files. A column is a
// character or an invalid byte; the column after the last one is the end.
func (s settingsFolder) at(t *testing.T, p hook.Position) []byte {
	text, ok := s.texts[p.File]
	require.True(t, ok, "%s is not a file that was read", p)
	lines := bytes.SplitAfter(text, []byte("\n"))
	require.True(t, p.Line >= 1 && p.Line <= len(lines), "%s: there are %d lines", p, len(lines))
	line := lines[p.Line-1]
	if p.Line == 1 {
		line = bytes.TrimPrefix(line, []byte("\ufeff"))
	}
	for column := 1; column < p.Column; column++ {
		require.NotEmpty(t, line, "%s is past the end of its line", p)
		_, size := utf8.DecodeRune(line)
		line = line[size:]
	}
	require.Positive(t, p.Column)
	return line
}

// warned checks the properties that every warning must have.
func (s settingsFolder) warned(t *testing.T, warnings []hook.Warning) {
	for _, w := range warnings {
		require.NotEmpty(t, w.Rule)
		require.NotEmpty(t, w.Text)
		if !w.Position.IsZero() {
			s.at(t, w.Position)
		}
	}
}

// FuzzSettings reads entries from files. Faults, warnings and entries have correct
// positions, plain JSON has no faults, the switch agrees with another JSON reader, and
// entries are in the order of their sources.
func FuzzSettings(f *testing.F) {
	hooks := `{"hooks":{"BeforeTool":[{"matcher":"a","hooks":[{"type":"command","command":"x"}]}]}}`
	for _, seed := range [][3]string{
		{`{"enableHooks":true}`, `{"tools":{"enableHooks":false}}`, `{"name":"x"}`},
		{hooks, strings.Replace(hooks, `"x"`, `"y","timeout":1e999`, 1), hooks},
		{"\ufeff// é\n{\"enableHooks\":1,\"enableHooks\":true}", "{\n\"hooks\":[],}", `[]`},
		{"{\"a\":\"\xff\"x", `{"tools":{"enableHooks":true}}`, `{`},
		{strings.Replace(hooks, `{"type"`, `null,{},{"type":"plugin"},{"type"`, 1), "", `{"hooks":{"Nope":[],"AfterTool":{}}}`},
		{`{"hooks":{"BeforeTool":[{"hooks":[]}],"beforetool":[]},"hooks":{"PreToolUse":[null]}}`, "/*", "{} //"},
	} {
		f.Add([]byte(seed[0]), []byte(seed[1]), []byte(seed[2]))
	}
	s := newSettingsFolder(f)
	f.Fuzz(func(t *testing.T, project, user, extension []byte) {
		s.write(t, s.paths.Files[0], project)
		s.write(t, s.paths.Files[1], user)
		s.write(t, filepath.Join(s.paths.Extensions, "x", "llxprt-extension.json"), extension)
		doc, err := settings.Load(dialect.LLxprt(), s.paths)
		if err != nil {
			var all *settings.Error
			require.ErrorAs(t, err, &all)
			seen := map[string]bool{}
			for _, fault := range all.Faults {
				require.False(t, seen[fault.Position.File], "one fault a file")
				seen[fault.Position.File] = true
				require.NotEmpty(t, fault.Message)
				require.Less(t, len(fault.Message), 300)
				s.at(t, fault.Position)
				_, object := plainObject(s.texts[fault.Position.File])
				require.False(t, object, "%v: plain JSON is read", fault)
			}
			return
		}
		s.warned(t, doc.Warnings)
		if want, ok := switchOf(project, user); ok {
			require.Equal(t, want, doc.EnableHooks)
		}
		var extensions []registry.Extension
		for _, e := range doc.Extensions {
			extensions = append(extensions, registry.Extension{Name: e.Name, Active: e.Active, Hooks: e.Hooks, Path: e.Path})
		}
		r := registry.New(dialect.LLxprt(), nil)
		r.Initialize(doc.Hooks, extensions)
		s.warned(t, r.Warnings())
		total := 0
		for _, event := range dialect.LLxprt().EventNames() {
			entries, err := r.Hooks(event)
			require.NoError(t, err)
			total += len(entries)
			for i, e := range entries {
				require.Equal(t, byte('{'), s.at(t, e.Position)[0], "%s", e.Position)
				if i == 0 {
					continue
				}
				before := entries[i-1]
				require.LessOrEqual(t, before.Source, e.Source)
				if a, b := before.Position, e.Position; a.File == b.File {
					require.True(t, a.Line < b.Line || a.Line == b.Line && a.Column < b.Column, "%s before %s", a, b)
				}
			}
		}
		require.Equal(t, r.Total(), total)
	})
}

// plainObject reads a text with the standard library; ok is false unless it is an
// object in plain JSON.
func plainObject(text []byte) (object map[string]any, ok bool) {
	err := json.Unmarshal(text, &object)
	return object, err == nil && object != nil
}

// switchOf computes the switch of two scopes by INT-35: the first boolean at the top
// level, else the first at the old path, else off.
func switchOf(scopes ...[]byte) (on, ok bool) {
	var current, old []bool
	for _, text := range scopes {
		object, ok := plainObject(text)
		if !ok {
			return false, false
		}
		tools, _ := object["tools"].(map[string]any)
		if value, ok := object["enableHooks"].(bool); ok {
			current = append(current, value)
		}
		if value, ok := tools["enableHooks"].(bool); ok {
			old = append(old, value)
		}
	}
	all := append(current, old...)
	return len(all) > 0 && all[0], true
}
