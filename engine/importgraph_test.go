package engine_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "github.com/hooktest/hooktest"

// A node is one package, without its tests. Paths of this module's packages
// are relative to it.
type node struct {
	path, name string
	// module is empty for the standard library, and this module's name for its
	// own packages.
	module  string
	imports []string
	uses    []use
}

// A use of a symbol such as os.Exit, or of a builtin such as panic, and the
// declaration it is in.
type use struct{ symbol, in string }

type graph []*node

func (g graph) find(path string) *node {
	for _, n := range g {
		if n.path == path {
			return n
		}
	}
	return nil
}

// own gives this module's packages.
func (g graph) own() []*node {
	return slices.DeleteFunc(slices.Clone(g), func(n *node) bool { return n.module != module })
}

// moduleOf names the third-party module of a package, if it has one.
func (g graph) moduleOf(path string) string {
	if n := g.find(path); n != nil && n.module != module {
		return n.module
	}
	return ""
}

// dependencies are all packages that one needs, without itself unless it needs
// itself.
func (g graph) dependencies(path string) map[string]bool {
	found := map[string]bool{}
	var visit func(string)
	visit = func(path string) {
		n := g.find(path)
		if n == nil {
			return
		}
		for _, i := range n.imports {
			if !found[i] {
				found[i] = true
				visit(i)
			}
		}
	}
	visit(path)
	return found
}

func relative(path string) string {
	if path == module {
		return "."
	}
	return strings.TrimPrefix(path, module+"/")
}

// load reads the module's packages as they are built for each system.
func load(t *testing.T) graph {
	t.Helper()
	var g graph
	for _, system := range []string{"linux", "darwin", "windows"} {
		for _, listed := range list(t, system) {
			n := g.find(relative(listed.ImportPath))
			if n == nil {
				n = &node{path: relative(listed.ImportPath), name: listed.Name}
				if listed.Module != nil {
					n.module = listed.Module.Path
				}
				if n.module == module {
					n.uses = usesIn(t, listed.Dir)
				}
				g = append(g, n)
			}
			for _, i := range listed.Imports {
				if i = relative(i); !slices.Contains(n.imports, i) {
					n.imports = append(n.imports, i)
				}
			}
		}
	}
	return g
}

type listed struct {
	ImportPath, Name, Dir string
	Imports               []string
	Module                *struct{ Path string }
}

func list(t *testing.T, system string) []listed {
	t.Helper()
	command := exec.Command("go", "list", "-deps", "-json=ImportPath,Name,Dir,Imports,Module", module+"/...")
	command.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0")
	var stderr bytes.Buffer
	command.Stderr = &stderr
	out, err := command.Output()
	require.NoError(t, err, stderr.String())
	var packages []listed
	decoder := json.NewDecoder(bytes.NewReader(out))
	for {
		var p listed
		err := decoder.Decode(&p)
		if errors.Is(err, io.EOF) {
			return packages
		}
		require.NoError(t, err)
		packages = append(packages, p)
	}
}

// usesIn collects what the files of a folder use, whatever system they are for.
func usesIn(t *testing.T, dir string) []use {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	require.NoError(t, err)
	var uses []use
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := os.ReadFile(name)
		require.NoError(t, err)
		uses = append(uses, usesOf(t, name, source)...)
	}
	return uses
}

// usesOf collects the package symbols that a file names and the builtins that
// it calls. A package that goes by another name in the file is seen through.
func usesOf(t *testing.T, name string, source []byte) []use {
	t.Helper()
	// Identifiers that the file itself declares are resolved, so that a variable
	// that hides a package is not taken for it.
	file, err := parser.ParseFile(token.NewFileSet(), name, source, 0)
	require.NoError(t, err)
	imported := map[string]string{}
	for _, spec := range file.Imports {
		importPath, err := strconv.Unquote(spec.Path.Value)
		require.NoError(t, err)
		local := path.Base(importPath)
		if spec.Name != nil {
			local = spec.Name.Name
		}
		imported[local] = path.Base(importPath)
	}
	var uses []use
	for _, declaration := range file.Decls {
		in := nameOf(declaration)
		ast.Inspect(declaration, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && x.Obj == nil && imported[x.Name] != "" {
					uses = append(uses, use{imported[x.Name] + "." + n.Sel.Name, in})
				}
			case *ast.CallExpr:
				if f, ok := n.Fun.(*ast.Ident); ok && f.Obj == nil {
					uses = append(uses, use{f.Name, in})
				}
			}
			return true
		})
	}
	return uses
}

func nameOf(declaration ast.Decl) string {
	if f, ok := declaration.(*ast.FuncDecl); ok {
		return f.Name.Name
	}
	return "a declaration"
}
