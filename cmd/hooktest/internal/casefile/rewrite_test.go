package casefile

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/yamltext"
)

func TestRewrite(t *testing.T) {
	tests := []struct{ name, in, value, want, reason string }{
		{"a plain text", "a: x # why\nb: 1\n", `"new text"`, "a: new text # why\nb: 1\n", "the text next to it stays"},
		{"a text that needs quotes", "a: x\n", `"yes"`, "a: \"yes\"\n", "it would be a boolean to some"},
		{"a number", "a: 12, 13\n", `"a: b"`, "a: \"a: b\"\n", "a colon would begin a mapping"},
		{"quotes", `a: "x \" y" # z` + "\n", "1", "a: 1 # z\n", "a quote within quotes ends nothing"},
		{"single quotes", "a: 'it''s'\n", `"it"`, "a: it\n", "two quotes mean one"},
		{"several lines", "a: |\n  one\n\n  two\nb: 1\n", `"three\n"`, "a: \"three\\n\"\nb: 1\n", "all of them go"},
		{"folded, at the end", "b: 1\na: >-\n  one\n  two", "null", "b: 1\na: null", "the text ends there"},
		{"a list in brackets", `a: [1, "]", {b: ']'}, it's] # c` + "\n", "[]", "a: [] # c\n", "brackets in quotes close nothing"},
		{"null", "a: null\n", "true", "a: true\n", "a word for nothing"},
		{"within a flow", "{b: 1, a: x, c: 2}\n", "2", "{b: 1, a: 2, c: 2}\n", "the line has others"},
		{"line ends of Windows", "# why\r\nb: 1\r\na: x # why\r\nc: 1\r\n", `"new"`, "# why\r\nb: 1\r\na: new # why\r\nc: 1\r\n", "offsets count all bytes"},
		{"several lines of Windows", "b: 1\r\na: |\r\n  one\r\n\r\n  two\r\nc: 1\r\n", `"three"`, "b: 1\r\na: three\r\nc: 1\r\n", "the line ends as it did"},
		{"a byte order mark", "\uFEFFb: 1\na: x\n", "2", "\uFEFFb: 1\na: 2\n", "it stays"},
		{"in a list of mappings", "- b: 1\n  a: |\n    x\n- c\n", `"why"`, "- b: 1\n  a: why\n- c\n", "a block ends where a dash begins"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root, err := yamltext.Parse("f"+Suffix, []byte(tt.in))
			require.NoError(t, err)
			within := root
			if len(root.Items()) > 0 {
				within = root.Items()[0]
			}
			node, ok := within.Field("a")
			require.True(t, ok)
			value, err := jsonvalue.Parse([]byte(tt.value))
			require.NoError(t, err)
			got, done, err := Rewrite("f"+Suffix, []byte(tt.in), []Rewriting{{node, value}})
			require.NoError(t, err, tt.reason)
			assert.Equal(t, tt.want, string(got), tt.reason)
			assert.Len(t, done, 1)
		})
	}
}

// A value that has to be changed by hand does not keep the others from being written.
func TestRewriteLeavesOne(t *testing.T) {
	const text = "a: x\nb:\n  - 1\nc: y\n"
	root, err := yamltext.Parse("f"+Suffix, []byte(text))
	require.NoError(t, err)
	var all []Rewriting
	for _, field := range root.Fields() {
		all = append(all, Rewriting{field.Value, "z"})
	}
	got, done, err := Rewrite("f"+Suffix, []byte(text), all)
	assert.EqualError(t, err, "f.hooktest.yaml:3:3: what came can't be written in place of several lines: write it by hand")
	assert.Equal(t, "a: z\nb:\n  - 1\nc: z\n", string(got))
	assert.ElementsMatch(t, []Rewriting{all[0], all[2]}, done)
}

func TestRewriteRefuses(t *testing.T) {
	const text = "a: x\nb:\n  - 1\nc: several\n  lines\n"
	root, err := yamltext.Parse("f"+Suffix, []byte(text))
	require.NoError(t, err)
	change := func(name string, value any) []Rewriting {
		node, ok := root.Field(name)
		require.True(t, ok)
		return []Rewriting{{node, value}}
	}
	tests := []struct {
		name, now string
		in        []Rewriting
		want      string
	}{
		{"the value has changed", strings.Replace(text, "x", "y", 1), change("a", "z"), "f.hooktest.yaml:1:4: the file has changed since it was read: run the cases again"},
		{"the file is shorter", "a: 1", change("a", "z"), "f.hooktest.yaml:1:4: the file has changed since it was read: run the cases again"},
		{"a list on lines of its own", text, change("b", []any{}), "f.hooktest.yaml:3:3: what came can't be written in place of several lines: write it by hand"},
		{"a plain text on several lines", text, change("c", "z"), "f.hooktest.yaml:4:4: what came can't be written in place of several lines: write it by hand"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, done, err := Rewrite("f"+Suffix, []byte(tt.now), tt.in)
			assert.EqualError(t, err, tt.want)
			assert.Empty(t, done)
			if len(got) > 0 {
				assert.Equal(t, tt.now, string(got), "nothing is changed")
			}
		})
	}
}

// In any text, only the rewritten value changes.
func FuzzRewrite(f *testing.F) {
	for _, seed := range []string{"a: x\n", "a: 'b'\n", "a: [1, {b: \"c\"}]\n", "a: |\n  b\n", "{a: 1}", "? a\n: b\n", "a: b\n c\n", "b: 1\r\na: |\r\n  x\r\n", "\uFEFFa: x"} {
		f.Add([]byte(seed), "new")
	}
	f.Fuzz(func(t *testing.T, data []byte, value string) {
		root, err := yamltext.Parse("f"+Suffix, data)
		if err != nil {
			return
		}
		for i, field := range root.Fields() {
			got, _, err := Rewrite("f"+Suffix, data, []Rewriting{{field.Value, value}})
			if err != nil {
				continue
			}
			after, err := yamltext.Parse("f"+Suffix, got)
			require.NoError(t, err)
			for k, other := range after.Fields() {
				want := root.Fields()[k].Value.Value()
				if k == i {
					want = strings.ToValidUTF8(value, "\uFFFD")
				}
				require.True(t, jsonvalue.Equal(want, other.Value.Value()), "%q", got)
			}
		}
	})
}
