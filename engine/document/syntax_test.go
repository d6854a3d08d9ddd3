package document_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

func TestParseNamesTheFirstFault(t *testing.T) {
	noComments := document.Options{AllowTrailingCommas: true}
	noCommas := document.Options{AllowComments: true}
	tests := []struct {
		name string
		in   string
		opts document.Options
		want string
	}{
		{"missing comma in an object", "{\n  \"a\": 1\n  \"b\": 2\n}", relaxed, `s.json:3:3: expected ',' or '}' after the value`},
		{"missing comma in an array", "[1 2]", relaxed, `s.json:1:4: expected ',' or ']' after the value`},
		{"missing colon", `{"a" 1}`, relaxed, `s.json:1:6: expected ':' after the field name`},
		{"missing value", `{"a":}`, relaxed, `s.json:1:6: expected a value, found '}'`},
		{"missing item", `[,1]`, relaxed, `s.json:1:2: expected a value, found ','`},
		{"two commas", `{"a":1,,}`, relaxed, `s.json:1:8: expected a field name in double quotes, found ','`},
		{"bare name", `{a: 1}`, relaxed, `s.json:1:2: expected a field name in double quotes, found 'a'`},
		{"single-quoted name", `{'a': 1}`, relaxed, `s.json:1:2: expected a field name in double quotes, found '''`},
		{"number as a name", `{"x":{"y":0}, 1: 1}`, relaxed, `s.json:1:15: expected a field name in double quotes, found '1'`},
		{"single-quoted value", `{"a": 'b'}`, relaxed, `s.json:1:7: expected a value, found ''': strings stand in double quotes`},
		{"wrong bracket", `{"a": [1}`, relaxed, `s.json:1:9: expected ',' or ']' after the value`},
		{"bracket for a name", `{]`, relaxed, `s.json:1:2: expected a field name in double quotes, found ']'`},
		{"text after the value", "{}\n{}", relaxed, `s.json:2:1: unexpected '{' after the end of the value`},
		{"invisible character", "\u00a0{}", relaxed, `s.json:1:1: expected a value, found U+00A0`},
		{"stray byte", "[\xff]", relaxed, `s.json:1:2: expected a value, found the byte 0xFF`},
		{"empty", "", relaxed, `s.json:1:1: expected a value, but the text is empty`},
		{"white space only", " \n ", relaxed, `s.json:2:2: expected a value, but the text is empty`},
		{"ends in an object", `{`, relaxed, `s.json:1:2: expected a field name or '}', but the text ends`},
		{"ends after a name", `{"a"`, relaxed, `s.json:1:5: expected ':' after the field name, but the text ends`},
		{"ends after a colon", `{"a":`, relaxed, `s.json:1:6: expected a value, but the text ends`},
		{"ends after a value", "{\"a\":1\n", relaxed, `s.json:2:1: expected ',' or '}' after the value, but the text ends`},
		{"ends after an item", `[1`, relaxed, `s.json:1:3: expected ',' or ']' after the value, but the text ends`},
		{"ends in a string", "[\"a\",\n \"b\\\"", relaxed, `s.json:2:2: the string is not closed`},
		{"ends in a comment", "[1 /* 2]", relaxed, `s.json:1:4: the comment is not closed`},
		{"line break in a string", "{\"a\": \"b,\n\"c\": 1}", relaxed, `s.json:1:7: the string is not closed before the end of the line`},
		{"tab in a string", "[\"a\tb\"]", relaxed, `s.json:1:4: the control character U+0009 must be escaped in a string`},
		{"unknown escape", `["C:\Users"]`, relaxed, `s.json:1:5: unknown escape \U in a string`},
		{"invisible escape", "[\"a\\\u200b\"]", relaxed, `s.json:1:4: unknown escape \ before U+200B in a string`},
		{"short unicode escape", `["\u12"]`, relaxed, `s.json:1:3: \u wants four hexadecimal digits`},
		{"bad escape in a name", `{"\q":1}`, relaxed, `s.json:1:3: unknown escape \q in a string`},
		{"string that names other faults", `["parsing comment: unexpected EOF \q"]`, relaxed, `s.json:1:35: unknown escape \q in a string`},
		{"Python word", `[True]`, relaxed, `s.json:1:2: unknown word "True", did you mean true`},
		{"long word", `[` + strings.Repeat("word", 9) + `]`, relaxed, `s.json:1:2: unknown word "wordwordwordwordword…": strings stand in double quotes`},
		{"leading zero", `[01]`, relaxed, `s.json:1:2: "01" is not a JSON number`},
		{"plus sign", `[+1]`, relaxed, `s.json:1:2: "+1" is not a JSON number`},
		{"comment refused", "{\n  /* x */ \"a\": 1}", noComments, `s.json:2:3: a comment is not allowed here`},
		{"comment before a fault", "{ // x\n 1}", noComments, `s.json:1:3: a comment is not allowed here`},
		{"fault before a comment", "{ 1: 2 // x\n}", noComments, `s.json:1:3: expected a field name in double quotes, found '1'`},
		{"comment mark in a string", `["//", 1 2]`, noComments, `s.json:1:10: expected ',' or ']' after the value`},
		{"trailing comma in an array", `[[1,], 2,]`, noCommas, `s.json:1:4: a comma after the last value is not allowed here`},
		{"trailing comma in an object", "{\"a\":1 /* x */ ,}", noCommas, `s.json:1:16: a comma after the last value is not allowed here`},
		{"outer comma first", `{"a":[1,],}`, document.Options{}, `s.json:1:8: a comma after the last value is not allowed here`},
		{"comma before a comment", "[1, // x\n]", document.Options{}, `s.json:1:3: a comma after the last value is not allowed here`},
		{"comment before a comma", "[1 /* x */,]", document.Options{}, `s.json:1:4: a comment is not allowed here`},
		{"line separator in a comment", "// a\u2028b\n1", relaxed, `s.json:1:5: a line separator (U+2028, U+2029) is not allowed in a // comment`},
		{"Latin-1 comment", "// caf\xe9\n1", relaxed, `s.json:1:1: the comment is not UTF-8`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := document.Parse("s.json", []byte(tt.in), tt.opts)
			var syntax *document.SyntaxError
			require.ErrorAs(t, err, &syntax)
			assert.EqualError(t, err, tt.want)
		})
	}
}

func TestParseBoundsTheDepth(t *testing.T) {
	nest := func(levels int) []byte {
		return []byte(strings.Repeat("[", levels) + strings.Repeat("]", levels))
	}
	root, err := document.Parse("", nest(jsonvalue.MaxDepth), document.Options{})
	require.NoError(t, err)
	assert.Equal(t, document.Array, root.Kind())

	_, err = document.Parse("f", nest(jsonvalue.MaxDepth+1), document.Options{})
	require.EqualError(t, err, "f:1:10001: nested deeper than 10000 levels")

	_, err = document.Parse("f", []byte(strings.Repeat(`{"a":[`, 2_000_000)), document.Options{})
	require.EqualError(t, err, "f:1:30001: nested deeper than 10000 levels")

	_, err = document.Parse("f", append([]byte("[x"), nest(jsonvalue.MaxDepth+1)...), document.Options{})
	require.EqualError(t, err, `f:1:2: unknown word "x": strings stand in double quotes`, "the first fault in the text is reported")
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,"b",null,true,{"c":-1.5e+3}]}`, "// c\n[1,]", "\ufeff{}", "{'a':1}", `["\ud800"]`, "[\"\xff\"]", `{"a":1,"a":2}`, "/*", "[[[[", "[}", `"\`,
	} {
		f.Add([]byte(seed), true, true)
		f.Add([]byte(seed), false, false)
	}
	f.Fuzz(func(t *testing.T, data []byte, comments, commas bool) {
		opts := document.Options{AllowComments: comments, AllowTrailingCommas: commas}
		root, err := document.Parse("f", data, opts)
		plain, plainErr := jsonvalue.Parse(data)
		if err != nil {
			var syntax *document.SyntaxError
			require.ErrorAs(t, err, &syntax)
			require.False(t, syntax.Position.IsZero())
			require.NotEmpty(t, syntax.Message)
			require.LessOrEqual(t, syntax.Position.Offset, len(data))
			require.Error(t, plainErr, "what is JSON is read: %v", err)
			return
		}
		if plainErr == nil {
			require.Equal(t, string(jsonvalue.Marshal(plain)), string(jsonvalue.Marshal(root.Value())))
		} else if opts == (document.Options{}) {
			require.True(t, strings.HasPrefix(string(data), "\ufeff"), "only a byte order mark is tolerated: %v", plainErr)
		}
		checkPositions(t, data, root, 0)
	})
}

// checkPositions compares every value with the bytes at its offset.
func checkPositions(t *testing.T, data []byte, n *document.Node, from int) {
	t.Helper()
	offset := n.Position().Offset
	require.GreaterOrEqual(t, offset, from)
	first := map[document.Kind]string{
		document.Null: "n", document.Bool: "tf", document.Number: "-0123456789",
		document.String: `"`, document.Array: "[", document.Object: "{",
	}[n.Kind()]
	require.Contains(t, first, string(data[offset]))
	require.Equal(t, 1+strings.Count(string(data[:offset]), "\n"), n.Position().Line)
	for _, item := range n.Items() {
		checkPositions(t, data, item, offset+1)
	}
	for _, field := range n.Fields() {
		require.Equal(t, byte('"'), data[field.NamePosition.Offset])
		checkPositions(t, data, field.Value, field.NamePosition.Offset+2)
	}
}
