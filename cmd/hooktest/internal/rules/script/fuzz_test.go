package script_test

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/script"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/memory"
)

// pieces are parts of hostile scripts: each opens something that it does not close, or makes the
// readers look far ahead.
var pieces = []string{
	"(", "((", "$(", "$((", "$((1+(", "$[", "${a:-", "${a[", "${a/", "{ ", "[[ ( ", "a=(", "<(", "@(", "\"$(", "`", "\\`",
	"if ", "while ", "case x in a) ", "case x in a) ( ", "! ", "f() ", "f() { ", "let (", "a|", "a&&", "cat <<E $(", "x=$x ",
	"echo \"$x\"|jq .a.b;", "jq '.a|.b//(.c)';", "\n# hooktest:ignore HT306", "x=$(cat);", "f $1;", "exit 1\n",
	"a.get(\"x\"", "a[\"x\"]", "def f(a):\n ", "x = json.load(sys.stdin)\n", "f'{", "'''", "`${", "/[/", "const { a: ", "a == ", "\\\n", "\r\n",
}

func FuzzCheck(f *testing.F) {
	for _, rule := range finding.Rules() {
		if rule.About != "scripts" {
			continue
		}
		examples := finding.ExamplesOf(rule.ID)
		f.Add(examples.Bad.File.Path, examples.Bad.File.Text)
		f.Add(examples.Good.File.Path, examples.Good.File.Text)
	}
	for _, piece := range pieces {
		for _, name := range []string{"a.sh", "a.py", "a.js"} {
			f.Add(name, strings.Repeat(piece, 20))
		}
	}
	for _, text := range []string{"\x00", "\xff\xfe", "#!\n", "#! /usr/bin/env", "#!/bin/sh -e\n", "\xef\xbb\xbf#!/bin/sh\n", "#!/bin/sh\n\xc3(\n"} {
		f.Add("a.sh", text)
	}
	f.Fuzz(func(t *testing.T, path, text string) {
		if len(text) > 1<<14 {
			t.Skip("long texts have a test of their own")
		}
		for _, use := range []script.Use{{}, {Command: text}, {Contracts: []*dialect.Contract{dialect.Known("claude")}}} {
			r := script.Look(path, []byte(text), use)
			for _, found := range append(r.Findings, r.Silenced...) {
				p := found.Place.Position
				require.Equal(t, path, p.File)
				require.LessOrEqual(t, p.Offset, len(text))
				require.Equal(t, strings.Count(text[:p.Offset], "\n")+1, p.Line)
				require.Positive(t, p.Column)
				require.NotContains(t, found.Text+found.Fix, "\n")
			}
		}
	})
}

// A hostile script costs memory in proportion to its length, and does not exhaust the stack.
func TestHostile(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(256 << 20))
	const short, long = 8 << 10, 64 << 10
	// The first script costs the reading of the contracts, too.
	script.Look("a.sh", nil, script.Use{})
	for _, piece := range pieces {
		for _, name := range []string{"a.sh", "a.py", "a.js"} {
			cost := func(size int) uint64 {
				text := []byte(strings.Repeat(piece, size/len(piece)))
				return memory.Allocated(func() { script.Look(name, text, script.Use{}) })
			}
			assert.Less(t, cost(long), 2*long/short*cost(short)+1<<20, "%q in %s: eight times the text", piece, name)
		}
	}
	for name, text := range map[string]string{
		"a huge line":          bash + "echo " + strings.Repeat("x", 200<<10),
		"deep nesting":         bash + strings.Repeat("(", 10_000) + "true" + strings.Repeat(")", 10_000),
		"deep nesting in jq":   bash + "jq '" + strings.Repeat("(", 10_000) + ".a" + strings.Repeat(")", 10_000) + "'",
		"deep nesting in JSON": bash + "echo '{\"reason\":" + strings.Repeat("[", 10_000) + "}'",
		"megabytes":            bash + strings.Repeat("echo no >&2\n", 1<<20),
	} {
		assert.Empty(t, script.Look("a.sh", []byte(text), script.Use{}).Findings, name)
	}
}

// Fixtures with a mistake that the text shows have an error; the others have none.
func TestFixtures(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..", "..", "..", "..", "fixtures", "hooks")
	found := map[string][]string{}
	for _, folder := range []string{"guards", "agents"} {
		files, err := os.ReadDir(filepath.Join(root, folder))
		require.NoError(t, err)
		for _, file := range files {
			text, err := os.ReadFile(filepath.Join(root, folder, file.Name()))
			require.NoError(t, err)
			for _, f := range script.Look(file.Name(), text, script.Use{}).Findings {
				if f.Rule.Severity == finding.Error {
					found[file.Name()] = append(found[file.Name()], f.Rule.ID)
				}
			}
		}
	}
	assert.Equal(t, map[string][]string{
		"argument-instead-of-stdin.sh": {"HT319"},
		"env-var-instead-of-stdin.sh":  {"HT305"},
		"no-npm-publish.sh":            {"HT328"},
		"no-sudo-exit-1.sh":            {"HT303"},
		"prompt-by-wrong-field.sh":     {"HT308"},
	}, found)
}
