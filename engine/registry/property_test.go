package registry_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/registry"
)

// A malformed neighbour in any place never changes what the valid pieces yield (INT-18,
// INT-35, HOOK-191).
func TestMalformedNeighboursChangeNothing(t *testing.T) {
	badEvents := []string{`"Nope": []`, `"beforetool": [{"hooks": []}]`, `"PreToolUse": {}`}
	badGroups := []string{`null`, `5`, `"x"`, `[]`, `{}`, `{"hooks": {}}`, `{"matcher": 1, "hooks": [{"type": "command", "command": "bad"}]}`}
	badEntries := []string{`null`, `[]`, `{}`, `{"type": "command"}`, `{"type": "command", "command": ""}`, `{"type": "http", "command": "bad"}`, `{"type": "command", "command": 7}`}

	rapid.Check(t, func(t *rapid.T) {
		// mix puts malformed pieces between the valid ones.
		mix := func(valid, malformed []string, label string) string {
			var mixed []string
			for i := 0; i <= len(valid); i++ {
				mixed = append(mixed, rapid.SliceOfN(rapid.SampledFrom(malformed), 0, 2).Draw(t, label)...)
				if i < len(valid) {
					mixed = append(mixed, valid[i])
				}
			}
			return strings.Join(mixed, ",")
		}
		events := rapid.SliceOfNDistinct(rapid.SampledFrom(dialect.LLxprt().EventNames()), 0, 4, rapid.ID).Draw(t, "events")
		var clean, dirty []string
		for _, event := range events {
			var cleanGroups, dirtyGroups []string
			for range rapid.IntRange(0, 3).Draw(t, "groups") {
				head := rapid.SampledFrom([]string{"", `"matcher": "a|b",`, `"sequential": true,`}).Draw(t, "head")
				var entries []string
				for range rapid.IntRange(0, 3).Draw(t, "entries") {
					command, err := json.Marshal(rapid.StringN(1, 8, -1).Draw(t, "command"))
					require.NoError(t, err)
					entries = append(entries, `{"type": "command", "command": `+string(command)+`}`)
				}
				cleanGroups = append(cleanGroups, `{`+head+`"hooks": [`+strings.Join(entries, ",")+`]}`)
				dirtyGroups = append(dirtyGroups, `{`+head+`"hooks": [`+mix(entries, badEntries, "bad entries")+`]}`)
			}
			name := `"` + string(event) + `": `
			clean = append(clean, name+`[`+strings.Join(cleanGroups, ",")+`]`)
			dirty = append(dirty, name+`[`+mix(dirtyGroups, badGroups, "bad groups")+`]`)
		}
		cleanText := `{` + strings.Join(clean, ",") + `}`
		dirtyText := `{` + mix(dirty, badEvents, "bad events") + `}`

		want := initializedFrom(t, cleanText)
		got := initializedFrom(t, dirtyText)
		for _, event := range dialect.LLxprt().EventNames() {
			assert.Equal(t, withoutPositions(t, want, event), withoutPositions(t, got, event), dirtyText)
		}
		assert.Equal(t, want.Total(), got.Total())
		assert.Empty(t, want.Warnings())
		assert.Equal(t, cleanText == dirtyText, len(got.Warnings()) == 0, "everything that is dropped causes a warning")
	})
}

func initializedFrom(t require.TestingT, text string) *registry.Registry {
	node, err := document.Parse("s.json", []byte(text), document.Options{})
	require.NoError(t, err)
	return initialized(node)
}

func withoutPositions(t require.TestingT, r *registry.Registry, event hook.Event) []hook.Entry {
	entries, err := r.Hooks(event)
	require.NoError(t, err)
	for i := range entries {
		entries[i].Position = hook.Position{}
	}
	return entries
}

// With any JSON next to a valid hook, nothing panics and the hook stays.
func FuzzInitialize(f *testing.F) {
	for _, seed := range []string{
		`null`, `[]`, `{"hooks": 1}`, `{"matcher": [], "hooks": []}`,
		`{"type": "command", "command": "x", "timeout": 1e999}`,
		`{"hooks": [{"type": "plugin"}], "hooks": [null]}`,
		`{"BeforeTool": [{"sequential": "yes", "hooks": [{"type": "command", "command": "y"}]}]}`,
	} {
		f.Add([]byte(seed))
	}
	const sentinel = `{"type": "command", "command": "\u0000sentinel"}`
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := document.Parse("in", data, document.Options{}); err != nil {
			t.Skip()
		}
		// A byte order mark is one only at the start of a text.
		in := strings.TrimPrefix(string(data), "\ufeff")
		text := `{"AfterTool": ` + in + `, "BeforeTool": [` + in + `, {"hooks": [` + in + `, ` + sentinel + `, ` + in + `]}, ` + in + `]}`
		node, err := document.Parse("s.json", []byte(text), document.Options{})
		if err != nil {
			t.Skip("nests too deep only in this place")
		}
		whole, err := document.Parse("in", data, document.Options{})
		require.NoError(t, err)

		r := registry.New(dialect.LLxprt(), nil)
		r.Initialize([]*document.Node{whole, node}, []registry.Extension{{Name: "e", Active: true, Hooks: whole}})
		entries, err := r.Hooks(hook.BeforeTool)
		require.NoError(t, err)
		assert.True(t, slices.ContainsFunc(entries, func(e hook.Entry) bool { return e.Command == "\x00sentinel" }))
		total := 0
		for _, event := range dialect.LLxprt().EventNames() {
			of, err := r.Hooks(event)
			require.NoError(t, err)
			total += len(of)
			for _, e := range of {
				assert.Equal(t, event, e.Event)
				assert.Positive(t, e.Timeout)
				assert.True(t, e.Type == hook.TypePlugin || e.Command != "", "HOOK-191")
			}
		}
		assert.Equal(t, total, r.Total())
	})
}
