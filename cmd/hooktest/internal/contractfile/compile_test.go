package contractfile_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/contractfile"
	"github.com/hooktest/hooktest/engine/dialect"
)

const contracts = "../../../../engine/dialect/contracts"

// The files that package dialect embeds match the contract files.
func TestTheCompiledContractsAreFresh(t *testing.T) {
	files, err := contractfile.CompileAll(contracts)
	require.NoError(t, err)
	compiled := filepath.Join(contracts, "compiled")
	if *update {
		require.NoError(t, os.RemoveAll(compiled))
		require.NoError(t, os.MkdirAll(compiled, 0o755))
		for name, text := range files {
			require.NoError(t, os.WriteFile(filepath.Join(compiled, name), []byte(text), 0o644))
		}
	}
	entries, err := os.ReadDir(compiled)
	require.NoError(t, err)
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
		text, err := os.ReadFile(filepath.Join(compiled, entry.Name()))
		require.NoError(t, err)
		assert.True(t, files[entry.Name()] == string(text), "engine/dialect/contracts/compiled/%s is stale: run make contracts", entry.Name())
	}
	assert.Equal(t, slices.Sorted(maps.Keys(files)), names, "engine/dialect/contracts/compiled is stale: run make contracts")
}

// The embedded form has everything that a file has.
func TestTheCompiledFormKeepsEverything(t *testing.T) {
	for _, name := range dialect.Names() {
		if name == "llxprt" {
			continue
		}
		c, err := contractfile.Builtin(contracts, name)
		require.NoError(t, err)
		assert.Equal(t, c, dialect.Known(name), name)
	}
}

func TestFragments(t *testing.T) {
	const fragments = "shared:\n  seen: {kind: run, source: somebody, date: '2026-11'}\n  twice: {like: seen, date: '2026-12'}\n"
	folder := filepath.Dir(written(t, "a.yaml", fragments+"product: A\nevents: {Stop: {rules: {replies: {deny: {outcome: ends}}}}}\n"+
		"facts:\n  a.one: {like: seen, text: one}\n  a.two: {like: [seen, twice], text: two}\n",
		"b.yaml", "extends: a\nproduct: B\nshared: {no: {outcome: proceeds}}\nevents: {Stop: {rules: {replies: {refuse: {like: 'no'}}}}}\n"))
	a, err := contractfile.Builtin(folder, "a")
	require.NoError(t, err)
	assert.Equal(t, []dialect.Fact{
		{ID: "a.one", Text: "one", Kind: dialect.Run, Source: "somebody", Date: "2026-11"},
		{ID: "a.two", Text: "two", Kind: dialect.Run, Source: "somebody", Date: "2026-12"},
	}, a.Facts, "a fragment is laid first, and may be like another")
	b, err := contractfile.Builtin(folder, "b")
	require.NoError(t, err)
	assert.Equal(t, []any{"b", "B", "", false}, []any{b.Name, b.Product, b.Extends, b.OnlyNamed})
	assert.Equal(t, map[dialect.Effect]dialect.Reply{dialect.Denies: {Outcome: dialect.Ends}, dialect.Refuses: {Outcome: dialect.Proceeds}}, b.Events[0].Rules.Replies,
		"what is extended stays, and no fact is made of a line")
}

func TestFragmentsThatAreNone(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"an unknown one", "shared: {seen: {kind: run}}\nfacts: {x: {like: seem, text: x}}\n", `a.yaml:2:19: there is no "seem" under shared`},
		{"without any", "facts: {x: {like: seen, text: x}}\n", `a.yaml:1:19: there is no "seen" under shared`},
		{"a number", "facts: {x: {like: 7, text: x}}\n", "a.yaml:1:19: must be the name of a fragment under shared, or a list of such, not 7"},
		{"itself", "shared: {a: {like: b}, b: {like: a}}\nfacts: {x: {like: a, text: x}}\n", `a.yaml:1:34: "a" is like itself`},
		{"an unknown key", "shared: {a: {knd: run}}\nfacts: {x: {like: a, text: x}}\n", `a.yaml:1:14: unknown key "knd"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := written(t, "a.yaml", tt.in)
			_, err := contractfile.Builtin(filepath.Dir(path), "a")
			assert.EqualError(t, err, filepath.Join(filepath.Dir(path), tt.want))
		})
	}
}
