package link

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/internal/goscan"
)

func TestReadFile(t *testing.T) {
	declared := func(name string, line, end, at int, runs bool, digested string, ids ...string) Declaration {
		return Declaration{File: "p.go", Name: name, Line: line, EndLine: end, At: at, IDs: ids, Runs: runs, Digest: goscan.Digest([]byte(digested))}
	}
	const placed = "a directive that is not on a declaration links nothing"
	tests := []struct {
		name, in string
		want     []Declaration
		faults   []Fault
		reason   string
	}{
		{"nothing", "package p\n\nfunc F() {}\n", nil, nil, "a file without directives"},
		{"a function", "package p\n\n// F does.\n//\n//hooktest:impl HOOK-010.1\nfunc F() {\n\tg()\n}\n",
			[]Declaration{declared("F", 6, 8, 5, true, "func F() {\n\tg()\n}", "HOOK-010.1")}, nil, "the last lines of a doc comment are directives"},
		{"a method", "package p\n\n//hooktest:impl HOOK-010.1\nfunc (h *Handler) Fire() { g() }\n",
			[]Declaration{declared("(*Handler).Fire", 4, 4, 3, true, "func (h *Handler) Fire() { g() }", "HOOK-010.1")}, nil, "with its receiver"},
		{"a method of a generic type", "package p\n\n//hooktest:impl HOOK-010.1\nfunc (s Set[T]) Add(v T) { g() }\n",
			[]Declaration{declared("Set.Add", 4, 4, 3, true, "func (s Set[T]) Add(v T) { g() }", "HOOK-010.1")}, nil, "without type parameters"},
		{"a generic function", "package p\n\n//hooktest:impl INT-07\nfunc Map[K any](k K) { g() }\n",
			[]Declaration{declared("Map", 4, 4, 3, true, "func Map[K any](k K) { g() }", "INT-07")}, nil, "whether the id exists is for others to say"},
		{"a function that does nothing", "package p\n\n//hooktest:impl HOOK-010.1\nfunc F() {}\n",
			[]Declaration{declared("F", 4, 4, 3, false, "func F() {}", "HOOK-010.1")}, nil, "coverage sees no statement"},
		{"a function without a body", "package p\n\n//hooktest:impl HOOK-010.1\nfunc F()\n",
			[]Declaration{declared("F", 4, 4, 3, false, "func F()", "HOOK-010.1")}, nil, "coverage sees no statement"},
		{"a type", "package p\n\n//hooktest:impl HOOK-010.1\ntype Event string\n",
			[]Declaration{declared("Event", 4, 4, 3, false, "type Event string", "HOOK-010.1")}, nil, "nothing of it runs"},
		{"an alias", "package p\n\n//hooktest:impl HOOK-010.1\ntype Event = string\n",
			[]Declaration{declared("Event", 4, 4, 3, false, "type Event = string", "HOOK-010.1")}, nil, "nothing of it runs"},
		{"a type of a group", "package p\n\ntype (\n\tA int\n\n\t//hooktest:impl HOOK-010.1\n\tB int\n)\n",
			[]Declaration{declared("B", 7, 7, 6, false, "B int", "HOOK-010.1")}, nil, "one of them"},
		{"a group of types", "package p\n\n//hooktest:impl HOOK-010.1\ntype (\n\tA int\n\tB int\n)\n", nil,
			[]Fault{{Wide, "p.go", 3, "A", "a directive on a group of types says nothing about any; it belongs on one of them"}}, "which of them?"},
		{"a group of one type", "package p\n\n//hooktest:impl HOOK-010.1\ntype (\n\tA int\n)\n",
			[]Declaration{declared("A", 4, 6, 3, false, "type (\n\tA int\n)", "HOOK-010.1")}, nil, "it can be but the one"},
		{"a block of constants", "package p\n\n//hooktest:impl HOOK-010.1\nconst (\n\tA = iota\n\tB\n)\n",
			[]Declaration{declared("A", 4, 7, 3, false, "const (\n\tA = iota\n\tB\n)", "HOOK-010.1")}, nil, "a block is one thing, named by its first"},
		{"a constant of a block", "package p\n\nconst (\n\tA = 1\n\t//hooktest:impl HOOK-010.1\n\tB, C = 2, 3\n)\n",
			[]Declaration{declared("B", 6, 6, 5, false, "B, C = 2, 3", "HOOK-010.1")}, nil, "named by its first"},
		{"a variable", "package p\n\n//hooktest:impl HOOK-010.1\nvar limit = 3\n",
			[]Declaration{declared("limit", 4, 4, 3, false, "var limit = 3", "HOOK-010.1")}, nil, "its value is computed before any case"},
		{"a variable with a function", "package p\n\n//hooktest:impl HOOK-010.1\nvar f = func() { g() }\n",
			[]Declaration{declared("f", 4, 4, 3, true, "var f = func() { g() }", "HOOK-010.1")}, nil, "the function runs"},
		{"a field", "package p\n\ntype T struct {\n\t// Reads is read.\n\t//hooktest:impl HOOK-010.1\n\tReads, Writes int\n\n\t//hooktest:impl HOOK-010.2\n\t*pkg.Embedded\n\n\tInner struct {\n\t\t//hooktest:impl HOOK-010.3\n\t\tDeep int\n\t}\n}\n",
			[]Declaration{
				declared("T.Reads", 6, 6, 5, false, "Reads, Writes int", "HOOK-010.1"), declared("T.Embedded", 9, 9, 8, false, "*pkg.Embedded", "HOOK-010.2"),
				declared("T.Deep", 13, 13, 12, false, "Deep int", "HOOK-010.3"),
			}, nil, "fields by their type and name"},
		{"a method of an interface", "package p\n\ntype I interface {\n\t//hooktest:impl HOOK-010.1\n\tFire(n int) error\n}\n",
			[]Declaration{declared("I.Fire", 5, 5, 4, false, "Fire(n int) error", "HOOK-010.1")}, nil, "an obligation"},
		{"a type and its member", "package p\n\n//hooktest:impl HOOK-010.1\ntype T struct {\n\t//hooktest:impl HOOK-010.2\n\tA int\n}\n",
			[]Declaration{declared("T", 4, 7, 3, false, "type T struct {\n\tA int\n}", "HOOK-010.1"), declared("T.A", 6, 6, 5, false, "A int", "HOOK-010.2")}, nil, "each for itself"},
		{"three ids", "package p\n\n//hooktest:impl HOOK-010.1\tHOOK-067b  INT-07\nfunc F() {}\n",
			[]Declaration{declared("F", 4, 4, 3, false, "func F() {}", "HOOK-010.1", "HOOK-067b", "INT-07")}, nil, "any space parts them"},
		{"two directives", "package p\n\n//hooktest:impl HOOK-010.1\n//hooktest:impl HOOK-010.2\nfunc F() {}\n",
			[]Declaration{declared("F", 5, 5, 3, false, "func F() {}", "HOOK-010.1", "HOOK-010.2")}, nil, "they add up"},
		{"carriage returns", "package p\r\n\r\n//hooktest:impl HOOK-010.1\r\nfunc F() {}\r\n",
			[]Declaration{declared("F", 4, 4, 3, false, "func F() {}", "HOOK-010.1")}, nil, "they belong to the line end"},
		{"a line directive", "package p\n\n//line other.go:100\n\n//hooktest:impl HOOK-010.1\nfunc F() {}\n",
			[]Declaration{declared("F", 6, 6, 5, false, "func F() {}", "HOOK-010.1")}, nil, "a link's position ignores line directives"},

		{"four ids", "package p\n\n//hooktest:impl A B C D\nfunc F() {}\n",
			[]Declaration{declared("F", 4, 4, 3, false, "func F() {}", "A", "B", "C", "D")},
			[]Fault{{Wide, "p.go", 3, "F", "F names 4 ids; a declaration that implements more than 3 says nothing about any"}}, "the ids stay known"},
		{"five ids in two directives", "package p\n\n//hooktest:impl A B C\n//hooktest:impl D\n//hooktest:impl E\nfunc F() {}\n",
			[]Declaration{declared("F", 6, 6, 3, false, "func F() {}", "A", "B", "C", "D", "E")},
			[]Fault{{Wide, "p.go", 4, "F", "F names 5 ids; a declaration that implements more than 3 says nothing about any"}}, "reported once, where the limit is exceeded"},
		{"an id twice", "package p\n\n//hooktest:impl A B\n//hooktest:impl B\nfunc F() {}\n",
			[]Declaration{declared("F", 5, 5, 3, false, "func F() {}", "A", "B")}, []Fault{{Duplicate, "p.go", 4, "B", "F names B twice"}}, "in another directive, too"},
		{"an empty directive", "package p\n\n//hooktest:impl\nfunc F() {}\n", nil, []Fault{{Empty, "p.go", 3, "F", "F has a directive that names no id"}}, "a declaration that names nothing is none"},
		{"an empty directive next to another", "package p\n\n//hooktest:impl \n//hooktest:impl A\nfunc F() {}\n",
			[]Declaration{declared("F", 5, 5, 4, false, "func F() {}", "A")}, []Fault{{Empty, "p.go", 3, "F", "F has a directive that names no id"}}, "the first that names an id"},
		{"floating", "package p\n\n//hooktest:impl A\n\nfunc F() {}\n", nil, []Fault{{Misplaced, "p.go", 3, "p.go", placed}}, "an empty line parts it from the function"},
		{"on the package", "// Package p.\n//\n//hooktest:impl A\npackage p\n", nil, []Fault{{Misplaced, "p.go", 3, "p.go", placed}}, "never a file"},
		{"on an import", "package p\n\n//hooktest:impl A\nimport \"fmt\"\n", nil, []Fault{{Misplaced, "p.go", 3, "p.go", placed}}, "an import implements nothing"},
		{"in a body", "package p\n\nfunc F() {\n\t//hooktest:impl A\n\tg()\n}\n", nil, []Fault{{Misplaced, "p.go", 4, "p.go", placed}}, "a statement is not a declaration"},
		{"on a type in a body", "package p\n\nfunc F() {\n\t//hooktest:impl A\n\ttype T int\n}\n", nil, []Fault{{Misplaced, "p.go", 4, "p.go", placed}}, "a name that only the body knows"},
		{"after a declaration", "package p\n\nvar x = 1 //hooktest:impl A\n", nil, []Fault{{Misplaced, "p.go", 3, "p.go", placed}}, "directives go above"},
		{"after a field", "package p\n\ntype T struct {\n\tA int //hooktest:impl A\n}\n", nil, []Fault{{Misplaced, "p.go", 4, "p.go", placed}}, "directives go above"},
		{"at the end", "package p\n\nfunc F() {}\n\n//hooktest:impl A\n", nil, []Fault{{Misplaced, "p.go", 5, "p.go", placed}}, "nothing follows"},
		{"another word", "package p\n\n//hooktest:implies A\nfunc F() {}\n", nil,
			[]Fault{{Misplaced, "p.go", 3, "p.go", "there is no directive //hooktest:implies; links are written //hooktest:impl"}}, "a typo would lose a link unnoticed"},
		{"a space too many", "package p\n\n// hooktest:impl A\nfunc F() {}\n", nil,
			[]Fault{{Misplaced, "p.go", 3, "p.go", "a directive has no space after the slashes, so that this one is a comment and links nothing"}}, "what people write by habit"},
		{"words about it", "package p\n\n// A //hooktest:impl comment, or hooktest:impl in short.\nfunc F() {}\n\nvar s = \"//hooktest:impl A\"\n\n/*\n//hooktest:impl A\n*/\n", nil, nil, "texts are not directives"},
		{"several faults", "package p\n\n//hooktest:impl A\n\n//hooktest:impl B B\nfunc F() {}\n",
			[]Declaration{declared("F", 6, 6, 5, false, "func F() {}", "B")},
			[]Fault{{Misplaced, "p.go", 3, "p.go", placed}, {Duplicate, "p.go", 5, "B", "F names B twice"}}, "all at once, by line"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			declarations, faults, err := ReadFile("p.go", []byte(tt.in))
			require.NoError(t, err)
			assert.Equal(t, tt.want, declarations, tt.reason)
			assert.Equal(t, tt.faults, faults, tt.reason)
		})
	}
}

// What a suspect link is told by: the tokens of the declaration alone.
func TestDigestOfADeclaration(t *testing.T) {
	digest := func(text string) string {
		t.Helper()
		declarations, _, err := ReadFile("p.go", []byte("package p\n\n"+text))
		require.NoError(t, err)
		require.Len(t, declarations, 1)
		return declarations[0].Digest
	}
	const text = "// F is F.\n//\n//hooktest:impl HOOK-010.1\nfunc F(a int) int {\n\treturn a + 1\n}\n"
	for name, other := range map[string]string{
		"another doc":         strings.Replace(text, "// F is F.", "// F is something else.", 1),
		"another link":        strings.Replace(text, "HOOK-010.1", "HOOK-010.2 HOOK-010.3", 1),
		"a comment":           strings.Replace(text, "return a", "// Once.\n\treturn a", 1),
		"another layout":      strings.Replace(text, "{\n\treturn a + 1\n}", "{ return a+1 }", 1),
		"another place":       "var x = 1\n\n" + text,
		"a neighbour":         text + "\nfunc G() {}\n",
		"one more empty line": strings.Replace(text, "{\n", "{\n\n", 1),
	} {
		assert.Equal(t, digest(text), digest(other), name)
	}
	for name, other := range map[string]string{
		"another value":     strings.Replace(text, "a + 1", "a + 2", 1),
		"another name":      strings.Replace(text, "func F", "func G", 1),
		"another signature": strings.Replace(text, "a int", "a int64", 1),
		"less":              strings.Replace(text, " + 1", "", 1),
	} {
		assert.NotEqual(t, digest(text), digest(other), name)
	}
}

func TestRead(t *testing.T) {
	const linked = "package p\n\n//hooktest:impl A\nfunc F() {}\n"
	root := fstest.MapFS{}
	for _, name := range []string{
		"engine/b.go", "engine/a/z.go", "engine/a/z_test.go", "engine/testdata/x.go", "engine/_draft/x.go", "engine/.cache/x.go", "engine/_x.go", "engine/x.txt", "cmd/x.go",
	} {
		root[name] = &fstest.MapFile{Data: []byte(linked)}
	}
	root["engine/c.go"] = &fstest.MapFile{Data: []byte("package p\n\n//hooktest:impl A\n")}
	root["engine/testdata.go"] = &fstest.MapFile{Data: []byte(linked)}
	declarations, faults, err := Read(root, "engine")
	require.NoError(t, err)
	var files []string
	for _, d := range declarations {
		files = append(files, d.File)
	}
	assert.Equal(t, []string{"engine/a/z.go", "engine/b.go", "engine/testdata.go"}, files)
	assert.Equal(t, []Fault{{Misplaced, "engine/c.go", 3, "engine/c.go", "a directive that is not on a declaration links nothing"}}, faults)
}

func TestReadFaults(t *testing.T) {
	root := fstest.MapFS{
		"engine/a.go": {Data: []byte("package p\n\n//hooktest:impl A\nfunc {\n")}, "engine/b.go": {Data: []byte("package p\n\n//hooktest:impl A\nfunc F() {}\n")},
		"engine/c.go": {Data: []byte("//hooktest:impl A\npackage\n")}, "engine/d.go": {Data: []byte("no Go, and no directive")},
	}
	declarations, _, err := Read(root, "engine")
	require.ErrorContains(t, err, "engine/a.go:4:6: ")
	require.ErrorContains(t, err, "engine/c.go:2:")
	assert.NotContains(t, err.Error(), "d.go")
	assert.Len(t, declarations, 1, "a broken file hides none of the others")

	_, _, err = Read(root, "none")
	require.ErrorIs(t, err, os.ErrNotExist)
}

// Whatever a file holds, every directive is bound once or told.
func FuzzReadFile(f *testing.F) {
	for _, seed := range []string{
		"package p\n//hooktest:impl A B\nfunc (t *T[K]) F() { g() }\n", "package p\n//hooktest:impl\ntype (A struct {\n//hooktest:impl A A A\n*B\n}; C interface{ M() })",
		"//hooktest:impl A\npackage p; var x = func() { /*x*/ } //hooktest:impl B", "package p\n// hooktest:impl A\nconst (\n//hooktest:impl A B C D\nX = iota)\n", "package p\n//line x:7\n//hooktest:\nimport \"x\"\r\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		declarations, faults, err := ReadFile("p.go", text)
		if err != nil {
			assert.Nil(t, declarations)
			assert.Nil(t, faults)
			return
		}
		lines := strings.Count(string(text), "\n") + 1
		for _, d := range declarations {
			assert.NotEmpty(t, d.IDs)
			assert.NotEmpty(t, d.Name)
			assert.Len(t, d.Digest, 64)
			assert.True(t, 1 <= d.At && d.At < d.Line && d.Line <= d.EndLine && d.EndLine <= lines, "%+v", d)
		}
		for _, f := range faults {
			assert.True(t, 1 <= f.Line && f.Line <= lines, "%+v", f)
			assert.NotEmpty(t, f.Message)
		}
	})
}
