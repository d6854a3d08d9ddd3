package engine_test

import (
	"bytes"
	"flag"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "update the golden files")

// A change of the exported API must show: the golden file changes in the same commit.
func TestExportedAPI(t *testing.T) {
	golden := filepath.Join("testdata", "api.golden")
	var api strings.Builder
	for _, dir := range []string{".", "agent", "bus", "event", "hook", "trigger"} {
		api.WriteString("package engine")
		if dir != "." {
			api.WriteString("/" + dir)
		}
		api.WriteString("\n\n")
		for _, line := range exported(t, dir) {
			api.WriteString("    " + strings.ReplaceAll(line, "\n", "\n    ") + "\n")
		}
		api.WriteString("\n")
	}
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(golden, []byte(api.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, strings.ReplaceAll(string(want), "\r\n", "\n"), api.String(), "go test ./engine -update, and look at the difference")
}

// exported returns the exported declarations of a folder's package, one entry each,
// sorted. Methods sort by their type. A type embedded in an exported one counts as
// exported, because its fields are visible.
func exported(t *testing.T, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	require.NoError(t, err)
	set := token.NewFileSet()
	var declarations []ast.Decl
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, name, nil, 0)
		require.NoError(t, err)
		declarations = append(declarations, file.Decls...)
	}
	seen := func(name string) bool { return ast.IsExported(name) || slices.Contains(embedded(declarations), name) }
	var lines []string
	for _, declaration := range declarations {
		lines = append(lines, declared(t, set, declaration, seen)...)
	}
	slices.Sort(lines)
	return lines
}

// embedded returns the names of types that exported structs embed.
func embedded(declarations []ast.Decl) (names []string) {
	for _, declaration := range declarations {
		ast.Inspect(declaration, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if structure, ok := spec.Type.(*ast.StructType); ok && spec.Name.IsExported() {
				for _, f := range structure.Fields.List {
					if name, ok := f.Type.(*ast.Ident); ok && f.Names == nil {
						names = append(names, name.Name)
					}
				}
			}
			return false
		})
	}
	return names
}

func declared(t *testing.T, set *token.FileSet, declaration ast.Decl, seen func(string) bool) []string {
	t.Helper()
	if f, ok := declaration.(*ast.FuncDecl); ok {
		if !f.Name.IsExported() || f.Recv != nil && !seen(receiver(f)) {
			return nil
		}
		f.Body = nil
		return []string{render(t, set, f)}
	}
	var lines []string
	group := declaration.(*ast.GenDecl)
	var before *ast.ValueSpec
	for _, spec := range group.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			if seen(spec.Name.Name) {
				hide(spec.Type)
				lines = append(lines, "type "+render(t, set, spec))
			}
		case *ast.ValueSpec:
			// A constant without a type or value continues with iota.
			if group.Tok == token.CONST && spec.Type == nil && spec.Values == nil && before != nil {
				spec.Type = before.Type
			} else {
				before = spec
			}
			for i, name := range spec.Names {
				if name.IsExported() {
					one := ast.ValueSpec{Names: []*ast.Ident{name}, Type: spec.Type}
					if group.Tok == token.CONST && i < len(spec.Values) {
						one.Values = spec.Values[i : i+1]
					}
					lines = append(lines, group.Tok.String()+" "+render(t, set, &one))
				}
			}
		}
	}
	return lines
}

// receiver returns the name of a method's type.
func receiver(f *ast.FuncDecl) string {
	of := f.Recv.List[0].Type
	if pointer, ok := of.(*ast.StarExpr); ok {
		of = pointer.X
	}
	name, _ := of.(*ast.Ident)
	return name.Name
}

// hide removes the unexported parts of a struct. Embedded types stay, because their
// fields are visible.
func hide(of ast.Expr) {
	structure, ok := of.(*ast.StructType)
	if !ok {
		return
	}
	structure.Fields.List = slices.DeleteFunc(structure.Fields.List, func(f *ast.Field) bool {
		f.Names = slices.DeleteFunc(f.Names, func(name *ast.Ident) bool { return !name.IsExported() && f.Names != nil })
		return f.Names != nil && len(f.Names) == 0
	})
}

func render(t *testing.T, set *token.FileSet, node any) string {
	t.Helper()
	var text bytes.Buffer
	require.NoError(t, (&printer.Config{Mode: printer.UseSpaces, Tabwidth: 4}).Fprint(&text, set, node))
	// The removed parts leave empty lines and uneven columns.
	var lines []string
	for line := range strings.Lines(text.String()) {
		if words := strings.Fields(line); len(words) > 0 {
			indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
			lines = append(lines, indent+strings.Join(words, " "))
		}
	}
	return strings.Join(lines, "\n")
}

func TestTheAPILeavesOutWhatIsNotExported(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "p.go"), []byte(`package p

import "fmt"

// A T is documented elsewhere.
type T struct {
	A, b int
	c    string

	inner
	fmt.Stringer
}

type inner struct{ D int }

type (
	I interface{ M(n int) error }
	f func()
)

func (t *T) M(n int) error { return nil }
func (t T) m()              {}
func (i inner) E()          {}
func New[K any](k K) (T, error) { return T{}, nil }
func old()                      {}

const (
	One, two Kind = iota, iota
	Three    Kind = iota
	Four
)

type Kind int

var V, w = 1, 2
`), 0o600))
	assert.Equal(t, []string{
		"const Four Kind", "const One Kind = iota", "const Three Kind = iota",
		"func (i inner) E()", "func (t *T) M(n int) error", "func New[K any](k K) (T, error)",
		"type I interface{ M(n int) error }", "type Kind int",
		"type T struct {\n    A int\n    inner\n    fmt.Stringer\n}", "type inner struct{ D int }",
		"var V",
	}, exported(t, dir))
}
