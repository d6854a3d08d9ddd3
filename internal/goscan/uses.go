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

// FunctionName names a function or a method with its receiver, as in
// (*Handler).Fire or Event.String. Type parameters are left out.
func FunctionName(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	receiver, pointer := ast.Unparen(fn.Recv.List[0].Type), false
	if star, ok := receiver.(*ast.StarExpr); ok {
		receiver, pointer = ast.Unparen(star.X), true
	}
	name := TypeName(receiver)
	if pointer {
		return "(*" + name + ")." + fn.Name.Name
	}
	return name + "." + fn.Name.Name
}

// TypeName names the type of a receiver or of an embedded field: without its
// package, its pointer and its type arguments. It is "?" for what has no name.
func TypeName(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return x.Sel.Name
	case *ast.StarExpr:
		return TypeName(x.X)
	case *ast.ParenExpr:
		return TypeName(x.X)
	case *ast.IndexExpr:
		return TypeName(x.X)
	case *ast.IndexListExpr:
		return TypeName(x.X)
	}
	return "?"
}

// Directive begins the comment line that names what a declaration implements.
const Directive = "//hooktest:impl"

// Named returns the ids that a comment line names, and whether it is a directive at all.
func Named(c *ast.Comment) (ids []string, directive bool) {
	rest, ok := strings.CutPrefix(c.Text, Directive)
	if !ok || rest != "" && strings.TrimLeft(rest, " \t\r") == rest {
		return nil, false
	}
	return strings.Fields(rest), true
}

// NamedBy returns the ids that the directives of a doc comment name, in their order.
// doc may be nil.
func NamedBy(doc *ast.CommentGroup) (all []string) {
	if doc == nil {
		return nil
	}
	for _, c := range doc.List {
		ids, _ := Named(c)
		all = append(all, ids...)
	}
	return all
}
