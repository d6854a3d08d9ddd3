package goscan

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// usesIn collects what the files of a folder use, including files for other systems.
func usesIn(dir string) ([]Use, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	var uses []Use
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		more, err := UsesOf(name, source)
		if err != nil {
			return nil, err
		}
		uses = append(uses, more...)
	}
	return uses, nil
}

// UsesOf collects the package symbols that a file names and the builtins that it calls,
// in source order. It resolves renamed imports. The error is that of a file which is
// not Go.
func UsesOf(name string, source []byte) ([]Use, error) {
	// The parser resolves identifiers that the file itself declares, so a variable that
	// shadows a package is not taken for it.
	file, err := parser.ParseFile(token.NewFileSet(), name, source, 0)
	if err != nil {
		return nil, err
	}
	imported := map[string]string{}
	for _, spec := range file.Imports {
		importPath, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		local := path.Base(importPath)
		if spec.Name != nil {
			local = spec.Name.Name
		}
		imported[local] = path.Base(importPath)
	}
	var uses []Use
	for _, declaration := range file.Decls {
		in := nameOf(declaration)
		ast.Inspect(declaration, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && x.Obj == nil && imported[x.Name] != "" {
					uses = append(uses, Use{imported[x.Name] + "." + n.Sel.Name, in})
				}
			case *ast.CallExpr:
				if f, ok := n.Fun.(*ast.Ident); ok && f.Obj == nil {
					uses = append(uses, Use{f.Name, in})
				}
			}
			return true
		})
	}
	return uses, nil
}

func nameOf(declaration ast.Decl) string {
	if f, ok := declaration.(*ast.FuncDecl); ok {
		return f.Name.Name
	}
	return "a declaration"
}
