package schemas_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/schemas"
)

func vectors(t testing.TB) []schemas.Vector {
	t.Helper()
	all, err := schemas.Vectors(os.DirFS("testdata"))
	require.NoError(t, err)
	return all
}

func TestVectors(t *testing.T) {
	for _, v := range vectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			err := schemas.ValidateBytes(v.Schema, v.Name, v.Data, document.Options{})
			if v.Keyword == "" {
				require.NoError(t, err)
				return
			}
			var found *schemas.Error
			require.ErrorAs(t, err, &found)
			require.Len(t, found.Faults, 1, "a refused vector fails for one reason: %v", err)
			fault := found.Faults[0]
			assert.Equal(t, v.Pointer+" "+v.Keyword, fault.Pointer+" "+fault.Keyword)
			assert.Equal(t, v.Schema, found.Schema)
			assert.False(t, fault.Position.IsZero())
			assert.Equal(t, v.Name, fault.Position.File)
		})
	}
}

func TestRowsOfVectors(t *testing.T) {
	const base = "-- one --\n{\n  \"a\": {\"b/c\": [1, 2]},\n  \"d\": \"x | y\"\n}\n-- refused --\n"
	tests := []struct{ row, data, pointer, keyword, reason string }{
		{"v | one | /d = 7 | /d type", `{"a":{"b/c":[1,2]},"d":7}`, "/d", "type", "a field keeps its place"},
		{"v|one|/e = {}|required", `{"a":{"b/c":[1,2]},"d":"x | y","e":{}}`, "", "required", "a new field comes last, and the fault is on the whole"},
		{"v | one | without /a | required", `{"d":"x | y"}`, "", "required", "a field that goes"},
		{"v | one | /a/b~1c/0 = null | /a/b~1c/0 type", `{"a":{"b/c":[null,2]},"d":"x | y"}`, "/a/b~1c/0", "type", "an item, after an escaped name"},
		{"v | one | /a/b~1c/2 = 3 | /a maxItems", `{"a":{"b/c":[1,2,3]},"d":"x | y"}`, "/a", "maxItems", "an item after the last"},
		{"v | one | without /a/b~1c/0 | /a minItems", `{"a":{"b/c":[2]},"d":"x | y"}`, "/a", "minItems", "the others move up"},
		{`v | one | = ["a | = b"] | type`, `["a | = b"]`, "", "type", "the whole value, which may hold what parts columns"},
	}
	for _, tt := range tests {
		t.Run(tt.row, func(t *testing.T) {
			all, err := schemas.Vectors(fstest.MapFS{"settings.txtar": {Data: []byte(base + tt.row + "\n")}})
			require.NoError(t, err)
			assert.Equal(t, []schemas.Vector{
				{Schema: "settings", Name: "settings/one", Data: []byte(base[len("-- one --\n"):strings.Index(base, "-- refused")])},
				{Schema: "settings", Name: "settings/v", Data: []byte(tt.data), Pointer: tt.pointer, Keyword: tt.keyword},
			}, all, tt.reason)
		})
	}
}

func TestFaultsOfAnArchiveAreReportedTogether(t *testing.T) {
	_, err := schemas.Vectors(fstest.MapFS{"settings.txtar": {Data: []byte(`What fits.
-- one --
{"a": [1]}
-- half --
{"a":
-- refused --
short | one | /a = 1
silent | one | /a = 1 |
wordy | one | /a = 1 | /a must be
based on nothing | two | /a = 1 | type
based on a row | unedited | /a = 1 | type
unedited | one | /a | type
not JSON | one | /a = x | type
nowhere | one | without /b | type
beyond | one | /a/2 = 1 | type
deeper than there is | one | /a/0/b = 1 | type
no pointer | one | a = 1 | type
one | one | /a = 1 | type
`)}})
	require.EqualError(t, err, strings.Join([]string{
		"settings.txtar:5: invalid JSON at byte 5: unexpected end of JSON input",
		"settings.txtar:7: a row reads name | base | edit | place and keyword",
		"settings.txtar:8: the last column is a JSON Pointer, left out for the whole value, and a keyword",
		"settings.txtar:9: the last column is a JSON Pointer, left out for the whole value, and a keyword",
		`settings.txtar:10: no value that fits is called "two"`,
		`settings.txtar:11: no value that fits is called "unedited"`,
		"settings.txtar:12: an edit reads 'POINTER = JSON' or 'without POINTER'",
		"settings.txtar:13: the value of the edit: invalid JSON at byte 0: invalid character 'x' looking for beginning of value",
		`settings.txtar:14: there is nothing to edit at "/b"`,
		`settings.txtar:15: there is nothing to edit at "/a/2"`,
		`settings.txtar:16: there is nothing to edit at "/a/0/b"`,
		`settings.txtar:17: there is nothing to edit at "a"`,
		"settings.txtar:18: there are two values settings/one",
	}, "\n"))
}

// written returns the hand-written schemas. The schema of contracts is generated from
// Go types, and the package that generates it tests it.
func written() []string {
	return slices.DeleteFunc(schemas.Names(), func(name string) bool { return name == "contract" })
}

// A vector under a name without a schema would never be read.
func TestEverySchemaHasItsVectors(t *testing.T) {
	accepted, refused := map[string]int{}, map[string]int{}
	for _, v := range vectors(t) {
		if v.Keyword == "" {
			accepted[v.Schema]++
		} else {
			refused[v.Schema]++
		}
	}
	var want []string
	for _, name := range written() {
		assert.GreaterOrEqual(t, accepted[name], 2, "%s: values that fit", name)
		assert.GreaterOrEqual(t, refused[name], 4, "%s: values that do not fit", name)
		want = append(want, filepath.Join("testdata", filepath.FromSlash(name)+".txtar"))
	}
	var have []string
	require.NoError(t, filepath.WalkDir("testdata", func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.IsDir() && path == filepath.Join("testdata", "fuzz") {
			return filepath.SkipDir
		}
		if err == nil && !entry.IsDir() {
			have = append(have, path)
		}
		return err
	}))
	assert.ElementsMatch(t, want, have, "run make schemas for the vectors of a new event")
}

// A property without a vector could be defined in any way.
func TestVectorsUseEveryProperty(t *testing.T) {
	used := map[string]map[string]bool{}
	for _, v := range vectors(t) {
		node, err := document.Parse(v.Name, v.Data, document.Options{})
		require.NoError(t, err)
		if used[v.Schema] == nil {
			used[v.Schema] = map[string]bool{}
		}
		collectNames(node, used[v.Schema])
	}
	for _, name := range written() {
		source, err := schemas.Source(name)
		require.NoError(t, err)
		root, err := document.Parse(name, source, document.Options{})
		require.NoError(t, err)
		walkSchemas(root, func(schema *document.Node) {
			properties, ok := schema.Field("properties")
			if !ok {
				return
			}
			for _, property := range properties.Fields() {
				assert.True(t, used[name][property.Name], "%s: no vector has %s", property.NamePosition, property.Name)
			}
		})
	}
}

func collectNames(node *document.Node, names map[string]bool) {
	for _, item := range node.Items() {
		collectNames(item, names)
	}
	for _, field := range node.Fields() {
		names[field.Name] = true
		collectNames(field.Value, names)
	}
}
