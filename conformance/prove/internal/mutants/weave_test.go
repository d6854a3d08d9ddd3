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

	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// Each number activates its mutant and no other, and processes that the program starts
// do not see the switch.
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

// The mutants of a group are active together, and no others.
func TestWeaveGroups(t *testing.T) {
	root, all := program()
	byName := map[string]proof.Mutant{}
	for i, m := range programMutants {
		byName[m.name] = all[i]
	}
	groups := [][]proof.Mutant{{byName["recursion"], byName["several results"]}, {byName["a panic"]}}
	tree := NewTree(root)
	woven, err := tree.WeaveGroups("woven", groups)
	require.NoError(t, err)
	assert.Equal(t, map[string]int{groups[0][0].ID: 1, groups[0][1].ID: 1, groups[1][0].ID: 2}, woven.Numbers)
	binary := buildProgram(t, root, woven)
	for number, want := range map[string][]string{
		"0": {"factorial 24", "several 1 one", "shielded fine"},
		"1": {"factorial 8", "several 2 two", "shielded fine"},
		"2": {"factorial 24", "several 1 one", "shielded recovered: fine"},
	} {
		assert.Subset(t, output(t, binary, number), want, number)
	}
	_, err = tree.WeaveGroups("woven", [][]proof.Mutant{{byName["two mutants of one function"], byName["two edits of one function"]}})
	require.EqualError(t, err, "m.yaml:1: HOOK-001.1/m19 and HOOK-001.1/m20 edit one function, and can't be active together")
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

// output returns the output of a woven program, line by line.
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

// In a woven file, each line of the source has the same line number for the compiler
// and for coverage.
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

// declarations returns the lines of the functions of a file.
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

// The lines of a copy, including its first and last, name its mutant; other lines name
// none.
func TestMutantAt(t *testing.T) {
	for _, end := range []string{"\n", "", "\n\n"} {
		source := "package p\n\nfunc f() int {\n\treturn 1\n}\n\nfunc g() int { return 2 }" + end
		a := proof.Mutant{ID: "HOOK-001.1/a", Edits: []proof.Edit{{File: "x/p.go", Old: "return 1", New: "return\n\t10"}}}
		b := proof.Mutant{ID: "HOOK-001.1/b", Edits: []proof.Edit{{File: "x/p.go", Old: "return 1", New: "return 11"}, {File: "x/p.go", Old: "return 2", New: "return 22"}}}
		woven, err := NewTree(fstest.MapFS{"x/p.go": {Data: []byte(source)}}).Weave("m", []proof.Mutant{a, b})
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

// Apply changes the edited text and nothing else.
func TestApply(t *testing.T) {
	root, _ := program()
	m := mutant(proof.Edit{File: "lib/lib.go", Old: `import "fmt"`, New: `import ("fmt"; "os")`}, proof.Edit{File: "lib/all.go", Old: `"inner "`, New: `"x"`})
	woven, err := NewTree(root).Apply(m)
	require.NoError(t, err)
	assert.Nil(t, woven.Numbers)
	assert.Equal(t, map[string][]byte{
		"lib/lib.go": []byte(strings.Replace(programFiles["lib/lib.go"], `import "fmt"`, `import ("fmt"; "os")`, 1)),
		"lib/all.go": []byte(strings.Replace(programFiles["lib/all.go"], `"inner "`, `"x"`, 1)),
	}, woven.Files)
}

// A valid Go file with a valid edit gives a valid Go file, in which the functions are
// on the same lines.
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
		m := mutant(proof.Edit{File: "p.go", Old: old, New: text})
		tree := NewTree(fstest.MapFS{"p.go": {Data: source}})
		if alone, err := tree.Alone(m); err != nil || alone {
			return
		}
		woven, err := tree.Weave("m", []proof.Mutant{m})
		require.NoError(t, err)
		fset := token.NewFileSet()
		after, err := parser.ParseFile(fset, "", woven.Files["p.go"], parser.SkipObjectResolution)
		require.NoError(t, err, "%s", woven.Files["p.go"])
		assert.Len(t, after.Decls, len(before.Decls)+2, "an import and a copy")
		assert.GreaterOrEqual(t, bytes.Count(woven.Files["p.go"], []byte("\n")), bytes.Count(source, []byte("\n")))
	})
}
