package schemas_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/schemas"
)

// vector is one file below testdata/<schema>/valid or testdata/<schema>/invalid.
type vector struct {
	schema, path string
	valid        bool
	data         []byte
}

func vectors(t testing.TB) []vector {
	t.Helper()
	var all []vector
	for _, name := range schemas.Names() {
		for _, folder := range []string{"valid", "invalid"} {
			paths, err := filepath.Glob(filepath.Join("testdata", filepath.FromSlash(name), folder, "*.json"))
			require.NoError(t, err)
			for _, path := range paths {
				data, err := os.ReadFile(path)
				require.NoError(t, err)
				all = append(all, vector{name, path, folder == "valid", data})
			}
		}
	}
	return all
}

// want is what a .want file beside an invalid vector says: the one fault.
type want struct {
	Pointer string `json:"pointer"`
	Keyword string `json:"keyword"`
}

func TestVectors(t *testing.T) {
	for _, v := range vectors(t) {
		t.Run(filepath.ToSlash(strings.TrimPrefix(v.path, "testdata"+string(filepath.Separator))), func(t *testing.T) {
			err := schemas.ValidateBytes(v.schema, v.path, v.data, document.Options{})
			if v.valid {
				require.NoError(t, err)
				return
			}
			var found *schemas.Error
			require.ErrorAs(t, err, &found)
			require.Len(t, found.Faults, 1, "an invalid vector fails for one reason: %v", err)
			fault := found.Faults[0]
			assert.Equal(t, readWant(t, v.path), want{fault.Pointer, fault.Keyword})
			assert.Equal(t, v.schema, found.Schema)
			assert.False(t, fault.Position.IsZero())
			assert.Equal(t, v.path, fault.Position.File)
		})
	}
}

func readWant(t *testing.T, vectorPath string) want {
	t.Helper()
	file, err := os.Open(strings.TrimSuffix(vectorPath, ".json") + ".want")
	require.NoError(t, err)
	defer func() { require.NoError(t, file.Close()) }()
	decoder := json.NewDecoder(file)
	decoder.DisallowUnknownFields()
	var w want
	require.NoError(t, decoder.Decode(&w))
	return w
}

// A vector that no schema name leads to would never be read.
func TestEverySchemaHasItsVectors(t *testing.T) {
	valid, invalid, read := map[string]int{}, map[string]int{}, map[string]bool{}
	for _, v := range vectors(t) {
		read[v.path] = true
		if v.valid {
			valid[v.schema]++
		} else {
			invalid[v.schema]++
			read[strings.TrimSuffix(v.path, ".json")+".want"] = true
		}
	}
	for _, name := range schemas.Names() {
		assert.GreaterOrEqual(t, valid[name], 2, "%s: values that fit", name)
		assert.GreaterOrEqual(t, invalid[name], 4, "%s: values that do not fit", name)
	}
	require.NoError(t, filepath.WalkDir("testdata", func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.IsDir() && path == filepath.Join("testdata", "fuzz") {
			return filepath.SkipDir
		}
		if err == nil && !entry.IsDir() {
			assert.True(t, read[path], "%s belongs to no schema", path)
		}
		return err
	}))
}

// A property that no vector names could say anything.
func TestVectorsUseEveryProperty(t *testing.T) {
	used := map[string]map[string]bool{}
	for _, v := range vectors(t) {
		node, err := document.Parse(v.path, v.data, document.Options{})
		require.NoError(t, err)
		if used[v.schema] == nil {
			used[v.schema] = map[string]bool{}
		}
		collectNames(node, used[v.schema])
	}
	for _, name := range schemas.Names() {
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
