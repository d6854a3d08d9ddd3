package schemas_test

import (
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/schemas"
)

// weakened is computed once for both tests.
var weakened = sync.OnceValues(func() ([]schemas.WeakenedLink, error) { return schemas.Weaken(os.DirFS("testdata")) })

// A constraint without a test could be removed unnoticed: for each constraint of a node
// that names requirements there must be a value that only it rejects.
func TestEveryConstraintOfALinkedNodeBites(t *testing.T) {
	links, err := weakened()
	require.NoError(t, err)
	for _, l := range links {
		assert.NotEmpty(t, l.Weakenings, "%s#%s", l.File, l.Pointer)
		for _, w := range l.Weakenings {
			assert.True(t, w.Killed, "%s#%s: no invalid vector is accepted once %s is gone (%s)", l.File, l.Pointer, w.Keyword, strings.Join(l.IDs, ", "))
			assert.Equal(t, w.Killed, w.Vector != "")
		}
	}
}

func TestWeakeningNamesTheVector(t *testing.T) {
	links, err := weakened()
	require.NoError(t, err)
	found := map[string][]schemas.Weakening{}
	for _, l := range links {
		found[l.File+"#"+l.Pointer] = l.Weakenings
	}
	assert.Equal(t, []schemas.Weakening{
		{Keyword: "type", Vector: "stdin/base/timestamp-a-number", Killed: true},
		{Keyword: "pattern", Vector: "stdin/base/timestamp-in-month-13", Killed: true},
	}, found["schemas/stdin/base.schema.json#/properties/timestamp"])
	assert.Equal(t, []schemas.Weakening{
		{Keyword: "$ref/type", Vector: "stdout/before-tool/continue-a-string", Killed: true},
	}, found["schemas/stdout/before-tool.schema.json#/properties/continue"], "the event's field is the base's, and is judged by the event's vectors")
}

func TestLinks(t *testing.T) {
	links, err := schemas.Links()
	require.NoError(t, err)
	var want []schemas.Link
	for _, name := range schemas.Names() {
		source, err := schemas.Source(name)
		require.NoError(t, err)
		root, err := document.Parse(name, source, document.Options{})
		require.NoError(t, err)
		walkSchemas(root, func(schema *document.Node) {
			if ids, ok := schema.Field("x-hooktest-req"); ok {
				l := schemas.Link{File: "schemas/" + name + ".schema.json"}
				for _, id := range ids.Items() {
					l.IDs = append(l.IDs, id.Text())
				}
				want = append(want, l)
			}
		})
	}
	require.Len(t, links, len(want))
	for i, l := range links {
		name := strings.TrimSuffix(strings.TrimPrefix(l.File, "schemas/"), ".schema.json")
		source, err := schemas.Source(name)
		require.NoError(t, err)
		root, err := document.Parse(name, source, document.Options{})
		require.NoError(t, err)
		node, ok := root.Pointer(l.Pointer)
		require.True(t, ok, "%s#%s", l.File, l.Pointer)
		_, ok = node.Field("x-hooktest-req")
		assert.True(t, ok, "%s#%s", l.File, l.Pointer)
		l.Pointer = ""
		assert.Equal(t, want[i], l)
	}
}

func TestLinksNameRequirementsThatStand(t *testing.T) {
	c, err := catalogue.Load()
	require.NoError(t, err)
	merged := map[string]string{}
	for _, r := range c.Requirements() {
		merged[r.ID] = r.MergedInto
	}
	links, err := schemas.Links()
	require.NoError(t, err)
	for _, l := range links {
		seen := map[string]bool{}
		for _, id := range l.IDs {
			into, known := merged[id]
			assert.True(t, known, "%s#%s names %s, which does not exist", l.File, l.Pointer, id)
			assert.Empty(t, into, "%s#%s names %s, which was merged", l.File, l.Pointer, id)
			assert.False(t, seen[id], "%s#%s names %s twice", l.File, l.Pointer, id)
			seen[id] = true
		}
	}
}
