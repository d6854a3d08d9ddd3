package goscan

import (
	"bytes"
	"go/scanner"
	"go/token"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDigest(t *testing.T) {
	const declaration = "func f(a, b int) int {\n\tif a > b {\n\t\treturn g(a, b)\n\t}\n\treturn b\n}\n"
	tests := []struct {
		name, in string
		same     bool
	}{
		{"another indentation", "func f(a, b int) int {\nif a > b {\nreturn g(a, b)\n}\nreturn b\n}", true},
		{"comments", "// f is f.\nfunc f(a, b int) int { // here\n\tif a > b {\n\t\treturn g(a /* first */, b)\n\t}\n\treturn b\n}", true},
		{"one line", "func f(a, b int) int { if a > b { return g(a, b) }; return b }", true},
		{"a list over several lines", "func f(\n\ta, b int,\n) int {\n\tif a > b {\n\t\treturn g(\n\t\t\ta,\n\t\t\tb,\n\t\t)\n\t}\n\treturn b\n}\n", true},
		{"carriage returns", "func f(a, b int) int {\r\n\tif a > b {\r\n\t\treturn g(a, b)\r\n\t}\r\n\treturn b\r\n}\r\n", true},
		{"an operator", "func f(a, b int) int {\n\tif a >= b {\n\t\treturn g(a, b)\n\t}\n\treturn b\n}\n", false},
		{"a name", "func f(a, c int) int {\n\tif a > c {\n\t\treturn g(a, c)\n\t}\n\treturn c\n}\n", false},
		{"another order", "func f(a, b int) int {\n\tif a > b {\n\t\treturn g(b, a)\n\t}\n\treturn b\n}\n", false},
		{"a statement less", "func f(a, b int) int {\n\tif a > b {\n\t\tg(a, b)\n\t}\n\treturn b\n}\n", false},
		{"what the compiler reads", "//go:noinline\n" + declaration, false},
		{"code that became a comment", "func f(a, b int) int {\n\t// if a > b { return g(a, b) }\n\treturn b\n}\n", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.same {
				assert.Equal(t, Digest([]byte(declaration)), Digest([]byte(tt.in)))
			} else {
				assert.NotEqual(t, Digest([]byte(declaration)), Digest([]byte(tt.in)))
			}
		})
	}
	assert.Len(t, Digest(nil), 64)
	assert.NotEqual(t, Digest([]byte("var s = `a\nb`")), Digest([]byte("var s = `a\tb`")), "space in a text is not layout")
	assert.NotEqual(t, Digest([]byte("a b")), Digest([]byte("ab")))
}

// A source has the same digest after it is reformatted with spaces between its tokens and
// no line ends.
func FuzzDigest(f *testing.F) {
	for _, seed := range []string{
		"package p\n\nfunc f ( a int ,b int)int{return a+b}", "package p\nvar x = [...]int{1,2,\n3,\n}\ntype(a int;b string)",
		"package p\nimport(\"fmt\")\nfunc g(){fmt.Println(`a\n\tb`);for ;;{}} // end", "package p /* here */; type T[P *C,] int",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		again, ok := oneLine(source)
		if !ok {
			return
		}
		assert.Equal(t, Digest(source), Digest(again), "%s", again)
	})
}

// oneLine writes tokens with spaces between them, and reports whether all are tokens of
// Go.
func oneLine(source []byte) ([]byte, bool) {
	if bytes.Contains(source, []byte("//go:")) {
		return nil, false
	}
	var tokens scanner.Scanner
	tokens.Init(token.NewFileSet().AddFile("", -1, len(source)), source, nil, 0)
	var out []byte
	for {
		_, kind, literal := tokens.Scan()
		switch {
		case kind == token.EOF:
			return out, tokens.ErrorCount == 0
		case kind == token.SEMICOLON || literal == "":
			literal = kind.String()
		}
		out = append(append(out, literal...), ' ')
	}
}
