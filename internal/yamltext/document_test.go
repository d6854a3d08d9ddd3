package yamltext

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

func TestParseKeepsValuesAndPlaces(t *testing.T) {
	node, err := Parse("a.yaml", []byte("# why\nname: mine\nlist:\n  - 1\n  - {deep: [true, ~, 0.5, \"x\"]}\ntext: |\n  two\n  lines\n0x10: 0x10\n"))
	require.NoError(t, err)
	assert.Equal(t, `{"name":"mine","list":[1,{"deep":[true,null,0.5,"x"]}],"text":"two\nlines\n","0x10":16}`, string(jsonvalue.Marshal(node.Value())))
	places := map[string]string{}
	for _, pointer := range []string{"", "/name", "/list", "/list/0", "/list/1", "/list/1/deep", "/list/1/deep/1", "/0x10"} {
		value, err := node.Pointer(pointer)
		require.True(t, err, pointer)
		places[pointer] = value.Position().String()
	}
	assert.Equal(t, map[string]string{
		"": "a.yaml:2:1", "/name": "a.yaml:2:7", "/list": "a.yaml:4:3", "/list/0": "a.yaml:4:5", "/list/1": "a.yaml:5:5",
		"/list/1/deep": "a.yaml:5:12", "/list/1/deep/1": "a.yaml:5:19", "/0x10": "a.yaml:9:7",
	}, places)
	field, _ := node.Lookup("list")
	assert.Equal(t, "a.yaml:3:1", field.NamePosition.String())
}

func TestParseRefuses(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"nothing", "# only words\n", "a.yaml:1:1: the file is empty"},
		{"two documents", "a: 1\n---\nb: 2\n", "a.yaml:2:1: a second document begins here: only one is read"},
		{"a key twice", "a: 1\na: 2\n", "a.yaml:2:1: "},
		{"an anchor", "a: &x 1\nb: *x\n", "a.yaml:1:4: not read here: write a plain value"},
		{"a tag", "a: !!str 1\n", "a.yaml:1:4: not read here: write a plain value"},
		{"a merged mapping", "a:\n  <<: {b: 1}\n", "a.yaml:2:3: merged mappings are not read here: write the values out"},
		{"no number", "a: .inf\n", "a.yaml:1:4: not read here: write a plain value"},
		{"broken", "a: [1\nb: 2\n", "a.yaml:"},
		{"a tab", "a:\n\tb: 1\n", "a.yaml:2:"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse("a.yaml", []byte(tt.in))
			var syntax *document.SyntaxError
			require.ErrorAs(t, err, &syntax)
			assert.Contains(t, err.Error(), tt.want)
		})
	}
}
