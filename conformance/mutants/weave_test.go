package mutants

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A program with functions of every form. Each tells what it was called with.
var programFiles = map[string]string{
	"go.mod": "module woven\n\ngo 1.26\n",
	"main.go": `package main

import (
	"fmt"
	"os"

	"woven/lib"
)

func main() {
	fmt.Println(os.LookupEnv("HOOKTEST_MUTANT"))
	for _, line := range lib.All() {
		fmt.Println(line)
	}
}
`,
	"lib/lib.go": `// Package lib has functions of every form.
package lib // with a word behind it

import "fmt"

var log []string

func say(format string, args ...any) { log = append(log, fmt.Sprintf(format, args...)) }

func plain() { say("plain") }

func unnamed(int, string) { say("unnamed") }

func blank(_ int, word string, _ ...int) { say("blank %s", word) }

func variadic(first int, rest ...string) int { return first + len(rest) }

func generic[K comparable, _ any, V ~int](key K, value V) string {
	return fmt.Sprint(key, value)
}

func named(n int) (sum int, err error) { // the results have names
	defer func() { sum *= 2 }()
	sum = n + 1
	return
}

func several() (int, string) { return 1, "one" }

type counter struct{ n int }

func (c counter) value() int { return c.n }

func (c *counter) add(n int) *counter {
	c.n += n
	return c
}

func (counter) receiverless(n int) int { return n + 0 }

func (*counter) pointer() string { return "pointer" }

func (_ counter) blankReceiver() string { return "blank" }

type set[T comparable] struct{ all []T }

func (s *set[T]) has(v T) bool {
	for _, one := range s.all {
		if one == v {
			return true
		}
	}
	return false
}

func (s set[_]) size() int { return len(s.all) }

func factorial(n int) int {
	if n <= 1 {
		return 1
	}
	return n * factorial(n-1)
}

func shielded() (result string) {
	defer func() {
		if cause := recover(); cause != nil {
			result = fmt.Sprint("recovered: ", cause)
		}
	}()
	return mayPanic("fine")
}

func mayPanic(word string) string { return word }

func lines() (first, second int) {
	first = 1
	second = 2
	return first, second
}
`,
	"lib/all.go": `package lib

func outer() string { return inner() + "outer" }

func inner() string { return "inner " }

// All calls everything.
func All() []string {
	plain()
	unnamed(1, "a")
	blank(1, "word", 2, 3)
	say("variadic %d", variadic(1, "a", "b"))
	say("generic %s", generic[string, bool]("k", 7))
	sum, err := named(1)
	say("named %d %v", sum, err)
	n, word := several()
	say("several %d %s", n, word)
	c := &counter{1}
	say("value %d", c.value())
	say("add %d", c.add(2).n)
	say("receiverless %d", c.receiverless(5))
	say("pointer %s", c.pointer())
	say("blankReceiver %s", c.blankReceiver())
	s := &set[string]{[]string{"a"}}
	say("has %v", s.has("a"))
	say("size %d", s.size())
	say("factorial %d", factorial(4))
	say("shielded %s", shielded())
	first, second := lines()
	say("lines %d %d", first, second)
	say("outer %s", outer())
	return log
}
`,
}

// programMutants are the edits of that program, each with the lines that it
// changes in what the program prints.
var programMutants = []struct {
	name  string
	edits []Edit
	want  map[string]string
}{
	{"no parameters", []Edit{{"lib/lib.go", `say("plain")`, `say("plain!")`}}, map[string]string{"plain": "plain!"}},
	{"unnamed parameters", []Edit{{"lib/lib.go", `say("unnamed")`, `say("unnamed!")`}}, map[string]string{"unnamed": "unnamed!"}},
	{"blank parameters", []Edit{{"lib/lib.go", `say("blank %s", word)`, `say("blank %s!", word)`}}, map[string]string{"blank word": "blank word!"}},
	{"variadic parameters", []Edit{{"lib/lib.go", `return first + len(rest)`, `return first * 100 + len(rest)`}}, map[string]string{"variadic 3": "variadic 102"}},
	{"type parameters", []Edit{{"lib/lib.go", `fmt.Sprint(key, value)`, `fmt.Sprint(value, key)`}}, map[string]string{"generic k7": "generic 7k"}},
	{"named results", []Edit{{"lib/lib.go", `sum = n + 1`, `sum = n + 2`}}, map[string]string{"named 4 <nil>": "named 6 <nil>"}},
	{"a deferred literal", []Edit{{"lib/lib.go", `sum *= 2`, `sum *= 5`}}, map[string]string{"named 4 <nil>": "named 10 <nil>"}},
	{"several results", []Edit{{"lib/lib.go", `return 1, "one"`, "return 2,\n\t\t\"two\""}}, map[string]string{"several 1 one": "several 2 two"}},
	{"a method by value", []Edit{{"lib/lib.go", `return c.n`, `return -c.n`}}, map[string]string{"value 1": "value -1"}},
	{"a method by pointer", []Edit{{"lib/lib.go", `c.n += n`, `c.n -= n`}}, map[string]string{"add 3": "add -1"}},
	{"an unnamed receiver", []Edit{{"lib/lib.go", `n + 0`, `n + 1`}}, map[string]string{"receiverless 5": "receiverless 6"}},
	{"an unnamed pointer receiver", []Edit{{"lib/lib.go", `"pointer"`, `"other"`}}, map[string]string{"pointer pointer": "pointer other"}},
	{"a blank receiver", []Edit{{"lib/lib.go", `"blank"`, `"other"`}}, map[string]string{"blankReceiver blank": "blankReceiver other"}},
	{"a generic method", []Edit{{"lib/lib.go", `one == v`, `one != v`}}, map[string]string{"has true": "has false"}},
	{"a generic method, its parameter blank", []Edit{{"lib/lib.go", `len(s.all)`, `10`}}, map[string]string{"size 1": "size 10"}},
	{"recursion", []Edit{{"lib/lib.go", `factorial(n-1)`, `factorial(n-2)`}}, map[string]string{"factorial 24": "factorial 8"}},
	{"a panic", []Edit{{"lib/lib.go", `return word`, `panic(word)`}}, map[string]string{"shielded fine": "shielded recovered: fine"}},
	{"a recovery", []Edit{{"lib/lib.go", `"recovered: "`, `"saved: "`}, {"lib/lib.go", `mayPanic("fine")`, `mayPanic(string(make([]byte, -len(result)-len("x"))))`}}, map[string]string{"shielded fine": "shielded saved: runtime error: makeslice: len out of range"}},
	{"two mutants of one function", []Edit{{"lib/lib.go", `first = 1`, `first = 10`}}, map[string]string{"lines 1 2": "lines 10 2"}},
	{"two edits of one function", []Edit{{"lib/lib.go", `second = 2`, `second = 20`}, {"lib/lib.go", `return first, second`, `return second, first`}}, map[string]string{"lines 1 2": "lines 20 1"}},
	{"two functions", []Edit{{"lib/all.go", `"inner "`, `"INNER "`}, {"lib/all.go", `+ "outer"`, `+ "OUTER"`}}, map[string]string{"outer inner outer": "outer INNER OUTER"}},
	{"two files", []Edit{{"lib/all.go", `+ "outer"`, `+ "x"`}, {"lib/lib.go", `say("plain")`, `say("x")`}}, map[string]string{"plain": "x", "outer inner outer": "outer inner x"}},
	{"nothing is left", []Edit{{"lib/lib.go", `say("unnamed")`, ``}}, map[string]string{"unnamed": ""}},
}

func program() (fstest.MapFS, []Mutant) {
	root := fstest.MapFS{}
	for name, text := range programFiles {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	var all []Mutant
	for i, m := range programMutants {
		all = append(all, Mutant{ID: fmt.Sprintf("HOOK-001.1/m%d", i+1), Position: "m.yaml:1", Edits: m.edits})
	}
	return root, all
}

// Each number of a woven program activates its mutant and no other, and nothing
// of the switch is seen by what the program starts.
func TestWeaveRuns(t *testing.T) {
	root, all := program()
	woven, err := NewTree(root).Weave("woven", all)
	require.NoError(t, err)
	binary := buildProgram(t, root, woven)
	control := output(t, binary, "0")
	require.Len(t, control, 19)
	assert.Equal(t, " false", control[0], "hooks do not see the switch")
	for _, none := range []string{"", "-1", "999", "x"} {
		assert.Equal(t, control, output(t, binary, none), "%q activates nothing", none)
	}
	for i, m := range programMutants {
		t.Run(m.name, func(t *testing.T) {
			require.Equal(t, i+1, woven.Numbers[all[i].ID])
			var want []string
			changed := 0
			for _, line := range control {
				if other, ok := m.want[line]; ok {
					changed++
					if line = other; line == "" {
						continue
					}
				}
				want = append(want, line)
			}
			require.Len(t, m.want, changed)
			assert.Equal(t, want, output(t, binary, fmt.Sprint(i+1)))
		})
	}
}

// buildProgram writes and builds a module with woven files.
func buildProgram(t *testing.T, root fs.FS, woven Weave) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, root))
	for name, text := range woven.Files {
		at := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(at), 0o755))
		require.NoError(t, os.WriteFile(at, text, 0o644))
	}
	binary := filepath.Join(dir, "woven")
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	cmd := exec.Command("go", "build", "-o", binary, ".")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	text, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", text)
	return binary
}

// output is what a woven program prints, line by line.
func output(t *testing.T, binary, number string) []string {
	t.Helper()
	cmd := exec.Command(binary)
	cmd.Env = append(os.Environ(), Switch+"="+number)
	text, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		require.NoError(t, err, "%s", exit.Stderr)
	}
	require.NoError(t, err)
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// Where the compiler and the coverage speak of a line of the source, it is the
// line that the source has.
func TestWeaveKeepsLines(t *testing.T) {
	root, all := program()
	woven, err := NewTree(root).Weave("woven", all)
	require.NoError(t, err)
	assert.ElementsMatch(t, []string{"lib/lib.go", "lib/all.go", switchFolder + "/switch.go"}, keys(woven.Files))
	for _, name := range []string{"lib/lib.go", "lib/all.go"} {
		was, is := declarations(t, programFiles[name]), declarations(t, string(woven.Files[name]))
		for declaration, line := range was {
			assert.Equal(t, line, is[declaration], "%s of %s", declaration, name)
		}
		before, after := strings.Split(programFiles[name], "\n"), strings.Split(string(woven.Files[name]), "\n")
		for i, line := range before[:len(before)-1] {
			if !strings.HasPrefix(line, "func ") && !strings.HasPrefix(line, "package ") {
				assert.Equal(t, line, after[i], "line %d of %s", i+1, name)
			}
		}
	}
}

func keys(files map[string][]byte) []string {
	var names []string
	for name := range files {
		names = append(names, name)
	}
	return names
}

// declarations gives the lines of the functions of a file.
func declarations(t *testing.T, text string) map[string]int {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.ParseComments)
	require.NoError(t, err)
	lines := map[string]int{}
	for _, d := range file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			lines[fn.Name.Name] = fset.Position(fn.Pos()).Line
		}
	}
	return lines
}

// The lines of a copy, its first and its last, name its mutant; all others name
// none.
func TestMutantAt(t *testing.T) {
	for _, end := range []string{"\n", "", "\n\n"} {
		source := "package p\n\nfunc f() int {\n\treturn 1\n}\n\nfunc g() int { return 2 }" + end
		a := Mutant{ID: "HOOK-001.1/a", Edits: []Edit{{"x/p.go", "return 1", "return\n\t10"}}}
		b := Mutant{ID: "HOOK-001.1/b", Edits: []Edit{{"x/p.go", "return 1", "return 11"}, {"x/p.go", "return 2", "return 22"}}}
		woven, err := NewTree(fstest.MapFS{"x/p.go": {Data: []byte(source)}}).Weave("m", []Mutant{a, b})
		require.NoError(t, err)
		lines := strings.Split(string(woven.Files["x/p.go"]), "\n")
		at := map[string][]string{}
		for i, line := range append(lines, "beyond") {
			for _, name := range []string{"x/p.go", "./x/p.go"} {
				id, ok := woven.MutantAt(name, i+1)
				assert.Equal(t, ok, id != "")
				if name == "x/p.go" {
					at[id] = append(at[id], line)
				}
			}
		}
		assert.Equal(t, []string{"func f_mutant1() int {", "\treturn", "\t10", "}"}, at[a.ID], "%q", end)
		assert.Equal(t, []string{"func f_mutant2() int {", "\treturn 11", "}", "func g_mutant2() int { return 22 }"}, at[b.ID], "%q", end)
		_, ok := woven.MutantAt("p.go", 10)
		assert.False(t, ok, "another file")
	}
}

func TestWeaveOfNothing(t *testing.T) {
	woven, err := NewTree(fstest.MapFS{}).Weave("m", nil)
	require.NoError(t, err)
	assert.Empty(t, woven.Numbers)
	assert.Equal(t, []string{switchFolder + "/switch.go"}, keys(woven.Files))
}

// What is applied alone is the text with the edit, and nothing else.
func TestApply(t *testing.T) {
	root, _ := program()
	m := mutant(Edit{"lib/lib.go", `import "fmt"`, `import ("fmt"; "os")`}, Edit{"lib/all.go", `"inner "`, `"x"`})
	woven, err := NewTree(root).Apply(m)
	require.NoError(t, err)
	assert.Nil(t, woven.Numbers)
	assert.Equal(t, map[string][]byte{
		"lib/lib.go": []byte(strings.Replace(programFiles["lib/lib.go"], `import "fmt"`, `import ("fmt"; "os")`, 1)),
		"lib/all.go": []byte(strings.Replace(programFiles["lib/all.go"], `"inner "`, `"x"`, 1)),
	}, woven.Files)
}

// A file that is Go and an edit that can be woven give a file that is Go, on
// whose lines the functions stand where they stood.
func FuzzWeave(f *testing.F) {
	f.Add([]byte(programFiles["lib/lib.go"]), "n + 1", "n - 1")
	f.Add([]byte(sitesSource), "stop(14)", "halt()")
	f.Add([]byte("package p; func f(a,b int, _ ...string) { g() }"), "g()", "/* */")
	f.Add([]byte("package p;import \"x\";func(T[A,_])m(func(int)int,chan<-int)(r struct{}){\nx}//"), "x}"[:1], "{\n}")
	f.Add([]byte("package p\nfunc f[A,_ any](A){x}"), "x", "func(){}()")
	f.Fuzz(func(t *testing.T, source []byte, old, text string) {
		before, err := parser.ParseFile(token.NewFileSet(), "", source, parser.SkipObjectResolution)
		if err != nil {
			return
		}
		m := mutant(Edit{"p.go", old, text})
		tree := NewTree(fstest.MapFS{"p.go": {Data: source}})
		if alone, err := tree.Alone(m); err != nil || alone {
			return
		}
		woven, err := tree.Weave("m", []Mutant{m})
		require.NoError(t, err)
		fset := token.NewFileSet()
		after, err := parser.ParseFile(fset, "", woven.Files["p.go"], parser.SkipObjectResolution)
		require.NoError(t, err, "%s", woven.Files["p.go"])
		assert.Len(t, after.Decls, len(before.Decls)+2, "an import and a copy")
		assert.GreaterOrEqual(t, bytes.Count(woven.Files["p.go"], []byte("\n")), bytes.Count(source, []byte("\n")))
	})
}
