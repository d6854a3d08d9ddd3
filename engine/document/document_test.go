package document_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

var relaxed = document.Options{AllowComments: true, AllowTrailingCommas: true}

func TestParseKnowsThePositionOfEachValue(t *testing.T) {
	text := "{\n" +
		"  // who guards\n" +
		"  \"hooks\": {\"é𝄞\": [1, \"two\", /* x */ null, true,],},\n" +
		"\t\"enableHooks\": false\r\n" +
		"} // end"
	root, err := document.Parse("settings.json", []byte(text), relaxed)
	require.NoError(t, err)

	offset := func(part string) int { return strings.Index(text, part) }
	position := func(line, column, offset int) document.Position {
		return document.Position{File: "settings.json", Line: line, Column: column, Offset: offset}
	}
	tests := []struct {
		pointer string
		kind    document.Kind
		want    document.Position
		reason  string
	}{
		{"", document.Object, position(1, 1, 0), "a document starts at line 1, column 1"},
		{"/hooks", document.Object, position(3, 12, offset(`{"é`)), "a comment line counts"},
		{"/hooks/é𝄞", document.Array, position(3, 19, offset(`[1`)), "a column is one code point, regardless of its bytes"},
		{"/hooks/é𝄞/0", document.Number, position(3, 20, offset(`1,`)), "items of arrays have positions"},
		{"/hooks/é𝄞/1", document.String, position(3, 23, offset(`"two"`)), "a string starts at its quote"},
		{"/hooks/é𝄞/2", document.Null, position(3, 38, offset(`null`)), "a comment counts as its characters"},
		{"/hooks/é𝄞/3", document.Bool, position(3, 44, offset(`true`)), ""},
		{"/enableHooks", document.Bool, position(4, 17, offset(`false`)), "a tab is one column"},
	}
	for _, tt := range tests {
		t.Run(tt.pointer, func(t *testing.T) {
			node, ok := root.Pointer(tt.pointer)
			require.True(t, ok)
			assert.Equal(t, tt.kind, node.Kind())
			assert.Equal(t, tt.want, node.Position(), tt.reason)
		})
	}
	var names []document.Position
	for _, field := range root.Fields() {
		names = append(names, field.NamePosition)
	}
	assert.Equal(t, []document.Position{
		position(3, 3, offset(`"hooks"`)), position(4, 2, offset(`"enableHooks"`)),
	}, names)
}

// A caller that edits a text needs the end of a value in every notation.
func TestAValueEndsAfterItsLastByte(t *testing.T) {
	const text = "\ufeff{ \"a\" : \"é\\\"\" , // note\n \"b\": [ 1, {} , ] } "
	root, err := document.Parse("f", []byte(text), relaxed)
	require.NoError(t, err)
	written := func(path ...string) string {
		node, ok := root.At(path...)
		require.True(t, ok)
		return text[node.Position().Offset:node.End()]
	}
	assert.Equal(t, strings.TrimSuffix(strings.TrimPrefix(text, "\ufeff"), " "), written())
	assert.Equal(t, `"é\""`, written("a"))
	assert.Equal(t, "[ 1, {} , ]", written("b"))
	assert.Equal(t, "1", written("b", "0"))
	assert.Equal(t, "{}", written("b", "1"))
}

func TestParseSkipsAByteOrderMark(t *testing.T) {
	root, err := document.Parse("a.json", []byte("\ufeff [\n1]"), document.Options{})
	require.NoError(t, err)
	assert.Equal(t, document.Position{File: "a.json", Line: 1, Column: 2, Offset: 4}, root.Position())
	assert.Equal(t, document.Position{File: "a.json", Line: 2, Column: 1, Offset: 6}, root.Items()[0].Position())

	_, err = document.Parse("a.json", []byte("\ufeff[x]"), document.Options{})
	require.EqualError(t, err, `a.json:1:2: unknown word "x": strings stand in double quotes`)
}

func TestParseKeepsWhatJSONSays(t *testing.T) {
	tests := []struct {
		name, in string
		want     any
		reason   string
	}{
		{"digits", `12345678901234567890.10`, json.Number("12345678901234567890.10"), "INT-14: a number keeps its digits"},
		{"exponent", `-0.0E+400`, json.Number("-0.0E+400"), "INT-14: a number keeps its digits"},
		{"escapes", `"\u00e9\n\ud834\udd1e\/"`, "é\n𝄞/", ""},
		{"lone surrogate", `"\ud800x"`, "\ufffdx", "INT-14: invalid text becomes U+FFFD"},
		{"invalid UTF-8", "\"a\xffb\"", "a\ufffdb", "INT-14: invalid UTF-8 becomes U+FFFD"},
		{"invalid UTF-8 in a name", "{\"\xff\":1}", jsonvalue.New(jsonvalue.Member{Key: "\ufffd", Value: json.Number("1")}), "INT-14"},
		{"duplicates", `{"a":1,"b":2,"a":3}`,
			jsonvalue.New(jsonvalue.Member{Key: "a", Value: json.Number("3")}, jsonvalue.Member{Key: "b", Value: json.Number("2")}),
			"INT-14: the last duplicate wins"},
		{"case", `{"A":1,"a":2}`,
			jsonvalue.New(jsonvalue.Member{Key: "A", Value: json.Number("1")}, jsonvalue.Member{Key: "a", Value: json.Number("2")}),
			"INT-14: keys are case-sensitive"},
		{"empty containers", `[[],{}]`, []any{[]any{}, jsonvalue.New()}, "an empty list is a list"},
		{"words", `[null,true,false,""]`, []any{nil, true, false, ""}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root, err := document.Parse("", []byte(tt.in), document.Options{})
			require.NoError(t, err)
			assert.Equal(t, tt.want, root.Value(), tt.reason)
		})
	}
}

func TestFieldAndDuplicates(t *testing.T) {
	root, err := document.Parse("f", []byte(`{"a":1,"b":2,"a":3,"a":4}`), document.Options{})
	require.NoError(t, err)
	node, ok := root.Field("a")
	require.True(t, ok)
	assert.Equal(t, json.Number("4"), node.Number())
	field, ok := root.Lookup("a")
	require.True(t, ok)
	assert.Equal(t, document.Field{
		Name: "a", NamePosition: document.Position{File: "f", Line: 1, Column: 20, Offset: 19}, Value: node,
	}, field)
	_, ok = root.Field("A")
	assert.False(t, ok)
	_, ok = root.Lookup("A")
	assert.False(t, ok)

	var overridden []string
	for _, field := range root.Duplicates() {
		overridden = append(overridden, field.NamePosition.String()+" "+field.Value.Number().String())
	}
	assert.Equal(t, []string{"f:1:2 1", "f:1:14 3"}, overridden)

	var large strings.Builder
	for range 40 {
		large.WriteString(`"k":1,"` + strings.Repeat("x", large.Len()%7+1) + `":2,`)
	}
	root, err = document.Parse("", []byte("{"+large.String()+`"k":9}`), document.Options{})
	require.NoError(t, err)
	node, ok = root.Field("k")
	require.True(t, ok)
	assert.Equal(t, json.Number("9"), node.Number(), "an indexed object lets the last duplicate win too")
}

func TestPointer(t *testing.T) {
	root, err := document.Parse("", []byte(`{"a/b":{"~":["x",{"":7}]},"1":2}`), document.Options{})
	require.NoError(t, err)
	tests := []struct {
		in     string
		want   any
		found  bool
		reason string
	}{
		{"/a~1b/~0/0", "x", true, "~1 is a slash, ~0 a tilde"},
		{"/a~1b/~0/1/", json.Number("7"), true, "an empty token is the empty name"},
		{"/1", json.Number("2"), true, "a number may be a name"},
		{"/a~1b/~0/2", nil, false, "no such item"},
		{"/a~1b/~0/00", nil, false, "item numbers have no leading zero"},
		{"/a~1b/~0/-", nil, false, "- is after the last item"},
		{"/1/0", nil, false, "a number has no items"},
		{"a", nil, false, "a pointer starts with a slash"},
	}
	for _, tt := range tests {
		t.Run(tt.in, func(t *testing.T) {
			node, ok := root.Pointer(tt.in)
			require.Equal(t, tt.found, ok, tt.reason)
			if ok {
				assert.Equal(t, tt.want, node.Value(), tt.reason)
			}
		})
	}
}

func TestAccessorsOfAnotherKindGiveZero(t *testing.T) {
	for _, text := range []string{`null`, `true`, `1`, `"s"`, `[1]`, `{"a":1}`} {
		node, err := document.Parse("", []byte(text), document.Options{})
		require.NoError(t, err)
		assert.Equal(t, node.Kind() == document.Bool, node.Bool(), text)
		assert.Equal(t, node.Kind() == document.Number, node.Number() != "", text)
		assert.Equal(t, node.Kind() == document.String, node.Text() != "", text)
		assert.Equal(t, node.Kind() == document.Array, len(node.Items()) > 0, text)
		assert.Equal(t, node.Kind() == document.Object, len(node.Fields()) > 0, text)
	}
}

func TestPositionString(t *testing.T) {
	assert.Empty(t, document.Position{}.String())
	assert.Equal(t, "3:7", document.Position{Line: 3, Column: 7}.String())
	assert.Equal(t, "a.json:3:7", document.Position{File: "a.json", Line: 3, Column: 7}.String())
}

func TestFromValueRefusesWhatIsNotJSON(t *testing.T) {
	deep := any(nil)
	for range jsonvalue.MaxDepth + 1 {
		deep = []any{deep}
	}
	tests := []struct {
		name string
		in   any
		want string
	}{
		{"Go type", 1, "int is not a JSON value"},
		{"nested Go type", []any{map[string]any{}}, "map[string]interface {} is not a JSON value"},
		{"no number", json.Number("0x10"), `"0x10" is not a JSON number`},
		{"number with space", json.Number(" 1"), `" 1" is not a JSON number`},
		{"word as a number", json.Number("null"), `"null" is not a JSON number`},
		{"depth", deep, "nested deeper than 10000 levels"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := document.FromValue(tt.in)
			require.EqualError(t, err, tt.want)
		})
	}
}

func TestFromValueHasNoPositions(t *testing.T) {
	node, err := document.FromValue([]any{"x\xff"})
	require.NoError(t, err)
	assert.Equal(t, document.Position{}, node.Items()[0].Position())
	assert.Equal(t, "x\ufffd", node.Items()[0].Text())
}

// anyValue draws a value of package jsonvalue.
func anyValue(depth int) *rapid.Generator[any] {
	leaves := []*rapid.Generator[any]{
		rapid.Just[any](nil),
		rapid.Map(rapid.Bool(), func(b bool) any { return b }),
		rapid.Map(rapid.String(), func(s string) any { return s }),
		rapid.Map(rapid.StringMatching(`-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,9})?([eE][+-]?[0-9]{1,4})?`),
			func(s string) any { return json.Number(s) }),
	}
	if depth == 0 {
		return rapid.OneOf(leaves...)
	}
	child := rapid.Deferred(func() *rapid.Generator[any] { return anyValue(depth - 1) })
	list := rapid.Map(rapid.SliceOfN(child, 0, 4), func(items []any) any {
		return append([]any{}, items...)
	})
	object := rapid.Custom(func(t *rapid.T) any {
		o := jsonvalue.New()
		for _, name := range rapid.SliceOfN(rapid.String(), 0, 20).Draw(t, "names") {
			o.Set(name, child.Draw(t, "member"))
		}
		return o
	})
	return rapid.OneOf(append(leaves, list, object)...)
}

func TestValueRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := anyValue(3).Draw(t, "value")
		text := jsonvalue.Marshal(value)

		parsed, err := document.Parse("", text, document.Options{})
		require.NoError(t, err)
		made, err := document.FromValue(value)
		require.NoError(t, err)
		require.Equal(t, string(text), string(jsonvalue.Marshal(parsed.Value())))
		require.Equal(t, string(text), string(jsonvalue.Marshal(made.Value())))
	})
}

func TestOnly(t *testing.T) {
	root, err := document.Parse("f", []byte(`{"a": 1, "b": {"a": 2}, "a": 3, "c": 4}`), document.Options{})
	require.NoError(t, err)
	tests := []struct {
		name  string
		names []string
		want  string
	}{
		{"one name", []string{"b"}, `{"b":{"a":2}}`},
		{"the last of equal names wins, as in the whole", []string{"a", "c"}, `{"a":3,"c":4}`},
		{"a name that is not there", []string{"x"}, `{}`},
		{"no name", nil, `{}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			only := root.Only(tt.names...)
			assert.Equal(t, tt.want, string(jsonvalue.Marshal(only.Value())))
			assert.Equal(t, root.Position(), only.Position())
			for _, field := range only.Fields() {
				assert.Contains(t, root.Fields(), field, "fields keep their places")
			}
		})
	}
	assert.Len(t, root.Only("a").Duplicates(), 1, "duplicates stay, so that they can be warned about")
	list, err := document.Parse("f", []byte(`[1]`), document.Options{})
	require.NoError(t, err)
	assert.Same(t, list, list.Only("a"))
}
