package yamltext

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

func TestParseKnowsThePositionOfEachValue(t *testing.T) {
	const text = `# a comment
name: 'a b' # another
list:
  - one
  - {a: 1, "b": "x\ny"}
text: |
  abc
  def
folded: >-
  d
  e
none: ~
ü: plain
  more
date: 2024-01-01
hex: 0x1F
large: 123456789012345678901234567890
float: 1.50
yes: true
empty: ""
nothing:
flow: [ "ü", z ]
`
	root, err := Parse("f.yaml", []byte(text))
	require.NoError(t, err)
	assert.JSONEq(t, `{"name":"a b","list":["one",{"a":1,"b":"x\ny"}],"text":"abc\ndef\n","folded":"d e","none":null,"ü":"plain more",
		"date":"2024-01-01","hex":31,"large":123456789012345678901234567890,"float":1.50,"yes":true,"empty":"","nothing":null,"flow":["ü","z"]}`,
		string(jsonvalue.Marshal(root.Value())))
	tests := []struct {
		path         []string
		line, column int
		begins       string
	}{
		{nil, 2, 1, "name:"},
		{[]string{"name"}, 2, 7, "'a b'"},
		{[]string{"list"}, 4, 3, "- one"},
		{[]string{"list", "1", "b"}, 5, 17, `"x\ny"`},
		{[]string{"text"}, 6, 7, "|"},
		{[]string{"ü"}, 13, 4, "plain"},
		{[]string{"flow", "1"}, 22, 14, "z ]"},
	}
	for _, tt := range tests {
		node, ok := root.At(tt.path...)
		require.True(t, ok, tt.path)
		at := node.Position()
		assert.Equal(t, document.Position{File: "f.yaml", Line: tt.line, Column: tt.column, Offset: at.Offset}, at, tt.path)
		assert.True(t, strings.HasPrefix(text[at.Offset:], tt.begins), "%v: %.20q", tt.path, text[at.Offset:])
	}
	field, _ := root.Lookup("ü")
	assert.Equal(t, 13, field.NamePosition.Line)
	assert.Equal(t, 1, field.NamePosition.Column)
}

// Editors on Windows write a byte order mark and line ends of two bytes: the values are
// the same, on the same lines, and offsets count all bytes of the file.
func TestParseFilesOfWindows(t *testing.T) {
	const text = "# why\nname: x\ntext: |\n  a\n\n  b\nquoted: \"a\n  b\"\nlist:\n  - {ü: 1, last: z}\n"
	want, err := Parse("f", []byte(text))
	require.NoError(t, err)
	tests := []struct{ name, in string }{
		{"a byte order mark", "\uFEFF" + text},
		{"two bytes at the end of a line", strings.ReplaceAll(text, "\n", "\r\n")},
		{"both", "\uFEFF" + strings.ReplaceAll(text, "\n", "\r\n")},
	}
	places := []struct {
		path   []string
		begins string
	}{{nil, "name"}, {[]string{"name"}, "x"}, {[]string{"text"}, "|"}, {[]string{"quoted"}, `"a`}, {[]string{"list", "0", "ü"}, "1"}, {[]string{"list", "0", "last"}, "z}"}}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root, err := Parse("f", []byte(tt.in))
			require.NoError(t, err)
			assert.True(t, jsonvalue.Equal(want.Value(), root.Value()), string(jsonvalue.Marshal(root.Value())))
			for _, place := range places {
				one, ok := root.At(place.path...)
				require.True(t, ok, place.path)
				other, _ := want.At(place.path...)
				at, plain := one.Position(), other.Position()
				assert.True(t, strings.HasPrefix(tt.in[at.Offset:], place.begins), "%v: %.20q", place.path, tt.in[at.Offset:])
				at.Offset, plain.Offset = 0, 0
				assert.Equal(t, plain, at, place.path)
			}
		})
	}
	_, err = Parse("f", []byte("\uFEFFa: 1\r\nb: [\r\n"))
	assert.EqualError(t, err, "f:2:4: sequence end token ']' not found")
}

// keysBelow returns nested keys.
func keysBelow(levels int) string {
	var text strings.Builder
	for i := range levels {
		fmt.Fprintf(&text, "%sa:\n", strings.Repeat(" ", i))
	}
	return text.String()
}

func TestParseRefuses(t *testing.T) {
	tests := []struct{ name, in, want, reason string }{
		{"nothing", "# only a comment\n", "f:1:1: the file is empty", "nothing would be read"},
		{"two documents", "a: 1\n---\nb: 2\n", "f:3:1: more than one document", "the second would be lost"},
		{"an anchor", "a: &x 1\nb: *x\n", "f:1:4: anchors and aliases are not read: write the value again, or as a default", "a short text would become an endless one"},
		{"a merged mapping", "a:\n  <<: {b: 1}\n", "f:2:3: anchors and aliases are not read: write the value again, or as a default", "JSON has none"},
		{"no number", "a: .inf\n", "f:1:4: neither a text nor a number, true, false, null, list or mapping", "JSON has none"},
		{"a tab", "a:\n\tb: 1\n", "f:2:1: found character '\t' that cannot start any token", "the library's own words"},
		{"a tag", "a: !!binary abc\n", "f:1:4: tags are not read", "JSON has none"},
		{"a key twice", "a: 1\nb: 2\na: 3\n", `f:3:1: mapping key "a" already defined at [1:1]`, "one of the two would be lost"},
		{"a key on its own", "? a\n: b\n", "f:1:1: a key is a text on one line", "JSON has none"},
		{"no end", "a: [1\n", "f:1:4: sequence end token ']' not found", "the library's own words"},
		{"deep", strings.Repeat("[", 200), "f:1:101: nested deeper than 100 levels", "the stack has an end"},
		{"deep by keys", keysBelow(101), "f:101:102: nested deeper than 100 levels", "the stack has an end"},
		{"deep by dashes", strings.Repeat("- ", 1_000_000), "f:1:201: nested deeper than 100 levels", "the stack has an end"},
		{"no UTF-8", "a: 1\nü: \xff\n", "f:2:4: not UTF-8", "the place is shown"},
		{"large", strings.Repeat("#", MaxBytes+1), "f:1:1: larger than 2 MiB, the most that is read", "it would take long"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse("f", []byte(tt.in))
			assert.EqualError(t, err, tt.want, tt.reason)
			var syntax *document.SyntaxError
			assert.ErrorAs(t, err, &syntax)
		})
	}
}

// Each value of a long line has a position. It is counted from a nearby mark, never from
// the beginning of the line.
func TestPlacesInALongLineAreLinear(t *testing.T) {
	line := strings.Repeat("ä", 100_000)
	r := reader{lines: []string{line}, marks: map[int][]int{}}
	const values = 10_000
	for i := range values {
		require.Equal(t, 2*10*i, r.offset(0, 10*i))
	}
	assert.Less(t, r.steps, 100_000+values*markEvery)
}

// The library copies the keys of a mapping for each of its keys. A text that would take it
// long is refused, by a count that takes one step a key.
func TestTheWorkOfATextIsLimited(t *testing.T) {
	tests := []struct {
		name, line string
		refused    bool
		reason     string
	}{
		{"one mapping", "k%d: 1\n", true, "all keys are next to each other"},
		{"after nested ones", "k%d:\n  a: 1\n  b: 2\n", true, "the outer mapping goes on"},
		{"items", "- k%d: 1\n", false, "each item is a mapping of its own"},
		{"cases", "- {name: c%d, bash: ls}\n", false, "as a long case file has them"},
		{"cases with a payload", "- name: c%d\n  stdin:\n    tool_input: {command: ls}\n", false, "none is deeper than the first"},
		{"far to the right", strings.Repeat("- ", 90) + "a: 1\n" + strings.Repeat(" ", 180) + "k%d: 1\n", false, "each line begins lists of its own"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var text strings.Builder
			const few, many = 300, 5_000
			for i := range many {
				if i == few {
					_, err := Parse("f.yaml", []byte(text.String()))
					require.NoError(t, err, tt.reason)
				}
				fmt.Fprintf(&text, tt.line, i)
			}
			_, err := Parse("f.yaml", []byte(text.String()))
			if tt.refused {
				require.ErrorContains(t, err, "more keys in one mapping than are read", tt.reason)
			} else {
				require.NoError(t, err, tt.reason)
			}
		})
	}
}
