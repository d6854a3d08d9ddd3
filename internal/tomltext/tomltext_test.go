package tomltext

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

const settings = "# hooks\r\nmodel = \"ü\"\r\n" + `
[features]
hooks = true
limit = 0x1F
share = 1_000.5
none = nan
since = 2026-01-02

[[hooks.PreToolUse]]
matcher = "Bash"

[[hooks.PreToolUse.hooks]]
type = "command"
command = '''
sh "a b.sh"'''
timeout = 30

[[hooks.PreToolUse]]
hooks = [{ type = "command", command = "b" }, { type = "command", command = "c", env.A = "1" }]

[hooks.state."a.b"]
on = [1, 2]
`

func TestParseKnowsThePositionOfEachValue(t *testing.T) {
	root, err := Parse("config.toml", []byte(settings))
	require.NoError(t, err)
	assert.JSONEq(t, `{"model": "ü", "features": {"hooks": true, "limit": 31, "share": 1000.5, "none": "nan", "since": "2026-01-02"},
		"hooks": {"PreToolUse": [
			{"matcher": "Bash", "hooks": [{"type": "command", "command": "sh \"a b.sh\"", "timeout": 30}]},
			{"hooks": [{"type": "command", "command": "b"}, {"type": "command", "command": "c", "env": {"A": "1"}}]}
		], "state": {"a.b": {"on": [1, 2]}}}}`, string(jsonvalue.Marshal(root.Value())))
	tests := []struct {
		path         []string
		line, column int
		begins       string
	}{
		{[]string{"model"}, 2, 9, `"ü"`},
		{[]string{"features", "limit"}, 6, 9, "0x1F"},
		{[]string{"hooks", "PreToolUse"}, 11, 9, "PreToolUse]]"},
		{[]string{"hooks", "PreToolUse", "0"}, 11, 9, "PreToolUse]]"},
		{[]string{"hooks", "PreToolUse", "0", "matcher"}, 12, 11, `"Bash"`},
		{[]string{"hooks", "PreToolUse", "0", "hooks", "0"}, 14, 20, "hooks]]"},
		{[]string{"hooks", "PreToolUse", "0", "hooks", "0", "command"}, 16, 11, "'''"},
		{[]string{"hooks", "PreToolUse", "1", "hooks", "1", "command"}, 21, 77, `"c"`},
		{[]string{"hooks", "state", "a.b", "on", "1"}, 24, 10, "2]"},
	}
	for _, tt := range tests {
		node, ok := root.At(tt.path...)
		require.True(t, ok, tt.path)
		at := node.Position()
		assert.Equal(t, [2]int{tt.line, tt.column}, [2]int{at.Line, at.Column}, tt.path)
		assert.True(t, strings.HasPrefix(settings[at.Offset:], tt.begins), "%v begins at %q", tt.path, settings[at.Offset:min(at.Offset+10, len(settings))])
	}
}

func TestParseSkipsAByteOrderMark(t *testing.T) {
	root, err := Parse("config.toml", []byte("\uFEFFa = 1\n"))
	require.NoError(t, err)
	node, _ := root.Field("a")
	assert.Equal(t, document.Position{File: "config.toml", Line: 1, Column: 5, Offset: 7}, node.Position())
}

func TestWhatIsNoTOML(t *testing.T) {
	tests := []struct {
		name, text   string
		line, column int
		says         string
	}{
		{"a value is missing", "a = 1\nb = \n", 2, 5, ""},
		{"a key is there twice", "[hooks]\na = 1\na = 2\n", 3, 1, "a"},
		{"a table is there twice", "[hooks]\n[hooks]\n", 2, 0, "hooks"},
		{"a list of tables is a table elsewhere", "[hooks.Stop]\n[[hooks.Stop]]\n", 2, 0, "Stop"},
		{"JSON", `{"hooks": {}}`, 1, 1, ""},
		{"bytes that are not UTF-8", "a = \"\xff\"\n", 1, 0, "utf-8"},
		{"values nested without end", "a = " + strings.Repeat("[", 20_000), 1, 0, "nested"},
		{"values nested deeper than documents are", "a = " + strings.Repeat("[", 9_000) + strings.Repeat("]", 9_000), 1, 1, "nested"},
		{"a key of parts without end", strings.Repeat("a.", 4<<20) + "a = 1\n", 1, 0, "nested"},
		{"a header of parts without end", "[" + strings.Repeat("a . ", 1<<20) + "a]\n", 1, 0, "nested"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse("config.toml", []byte(tt.text))
			syntax, ok := errors.AsType[*document.SyntaxError](err)
			require.True(t, ok, "%v", err)
			assert.Equal(t, tt.line, syntax.Position.Line, syntax)
			if tt.column > 0 {
				assert.Equal(t, tt.column, syntax.Position.Column, syntax)
			}
			assert.Contains(t, strings.ToLower(syntax.Message), strings.ToLower(tt.says))
		})
	}
}

// A column is counted from the last one, so even a long line is read only once.
func TestALongLineIsRead(t *testing.T) {
	_, err := Parse("config.toml", []byte("a = ["+strings.Repeat(`"ü",`, 400_000)+"]\n"))
	require.NoError(t, err)
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(settings))
	f.Add([]byte("a.b.c = 1\n[a.d]\n[[e]]\n[e.f]\n[[e]]\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		root, err := Parse("config.toml", text)
		if err != nil {
			syntax, ok := errors.AsType[*document.SyntaxError](err)
			require.True(t, ok, "%v", err)
			assert.LessOrEqual(t, syntax.Position.Offset, len(text))
			return
		}
		assert.Equal(t, document.Object, root.Kind())
	})
}

// The library compares each name with all others of its table. A text that would take it
// long is refused, and counting that takes one step a name.
func TestTheWorkOfATextIsLimited(t *testing.T) {
	tests := []struct {
		name, line string
		most       int
		reason     string
	}{
		{"keys", "k%d = 1\n", 6_000, "one table"},
		{"dotted keys", "k%d.b.c = 1\n", 6_000, "a table for each"},
		{"tables", "[k%d.b]\nc = 1\n", 6_000, "headers"},
		{"lists of tables", "[[hooks.Stop]]\nk%d = 1\n", 6_000, "the library may look at all items"},
		{"same names", "[[hooks.Stop]]\nmatcher = 'a'\n# %d\n", 100_000, "a long file of small tables is read"},
		{"inline tables", "[[a]]\nk = {k%d = [{b = 1}]}\n", 6_000, "values"},
	}
	text := func(line string, n int) []byte {
		var out strings.Builder
		for i := range n {
			fmt.Fprintf(&out, line, i)
		}
		return []byte(out.String())
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse("x.toml", text(tt.line, min(tt.most, 20_000)))
			require.NoError(t, err, tt.reason)
			if tt.most <= 6_000 {
				_, err = Parse("x.toml", text(tt.line, 20_000))
				require.ErrorContains(t, err, "more names next to each other than are read")
			}
		})
	}
}
