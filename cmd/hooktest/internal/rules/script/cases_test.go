package script_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/script"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/yamltext"
)

// Each file of testdata/cases is a list of scripts about one subject. The key with the script is its
// path, or inline for a command in settings. finds has all findings of the script, each an ID after
// its line and column, if these are given. Without it, there is nothing to find, or it can't be known.
func TestCases(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/cases/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		root, err := yamltext.Parse(file, text)
		require.NoError(t, err)
		for _, item := range root.Items() {
			t.Run(item.Position().String(), func(t *testing.T) {
				t.Parallel()
				holds(t, item)
			})
		}
	}
}

func holds(t *testing.T, item *document.Node) {
	var name, path, text, want, severity, fix, because string
	var use script.Use
	for _, f := range item.Fields() {
		switch f.Name {
		case "name":
			name = f.Value.Text()
		case "use":
			use = useOf(t, f.Value)
		case "finds":
			want = f.Value.Text()
		case "severity":
			severity = f.Value.Text()
		case "fix":
			fix = f.Value.Text()
		case "because":
			because = f.Value.Text()
		default:
			require.Empty(t, path, "a case has one script, and no key %s", f.Name)
			path, text = f.Name, f.Value.Text()
		}
	}
	require.NotEmpty(t, because)
	require.NotEmpty(t, path)
	var found []finding.Finding
	if path == "inline" {
		found = script.Inline(text, use)
	} else {
		found = script.Look(path, []byte(text), use).Findings
	}
	var got []string
	for _, f := range found {
		if strings.Contains(want, ":") {
			got = append(got, strings.TrimPrefix(f.Place.Position.String(), path+":"))
		}
		got = append(got, f.Rule.ID)
		assert.Contains(t, f.Fix, fix)
		if severity != "" {
			assert.Equal(t, severity, string(f.Rule.Severity))
		}
	}
	assert.Equal(t, want, strings.Join(got, " "), "%s: %s\n%s", name, because, text)
}

// useOf reads the use of a script.
func useOf(t *testing.T, node *document.Node) script.Use {
	var use script.Use
	for _, f := range node.Fields() {
		for _, item := range f.Value.Items() {
			switch f.Name {
			case "agents":
				c, ok := dialect.Named(item.Text())
				require.True(t, ok, item.Text())
				use.Contracts = append(use.Contracts, c)
			case "events":
				use.Events = append(use.Events, hook.Event(item.Text()))
			case "tools":
				use.Tools = append(use.Tools, item.Text())
			}
		}
		switch f.Name {
		case "command":
			use.Command = f.Value.Text()
		case "servers":
			use.Servers = f.Value.Bool()
		}
		require.Contains(t, []string{"agents", "events", "tools", "command", "servers"}, f.Name)
	}
	return use
}
