package mutants

import (
	"go/ast"
	"go/parser"
	"go/token"

	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// Alone reports whether a mutant needs a program of its own, because a copy of a
// function after a switch can't have the effect of its edits. The error is as for
// Sites.
func (t *Tree) Alone(m proof.Mutant) (bool, error) {
	sites, err := t.sites(m)
	if err != nil {
		return false, err
	}
	for name, edits := range editsByFile(m, sites) {
		s := t.file(name)
		for fn, edits := range editsByFunction(edits) {
			if fn == nil || !callable(fn) || !s.copies(fn, edits) {
				return true, nil
			}
		}
	}
	return false, nil
}

// callable reports whether a function can be called by name.
func callable(fn *ast.FuncDecl) bool {
	if fn.Recv != nil {
		return fn.Name.Name != "_" && len(fn.Recv.List) == 1
	}
	return fn.Name.Name != "_" && fn.Name.Name != "init" && fn.Name.Name != "main"
}

// copies reports whether the edited text is one function that works when another
// function calls it. Broken text, or text that goes beyond the function, would break
// the copies of other mutants. recover works only in the deferred function itself.
func (s *goFile) copies(fn *ast.FuncDecl, edits []placed) bool {
	file := s.fset.File(s.file.FileStart)
	start, end := file.Offset(fn.Pos()), file.Offset(fn.End())
	text := replaced(s.text[start:end], start, edits)
	edited, err := parser.ParseFile(token.NewFileSet(), "", append([]byte("package p\n"), text...), parser.SkipObjectResolution)
	if err != nil || len(edited.Decls) != 1 {
		return false
	}
	same, ok := edited.Decls[0].(*ast.FuncDecl)
	return ok && same.Body != nil && !recovers(same.Body)
}

// recovers reports whether a body calls recover outside of function literals.
func recovers(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok && id.Name == "recover" {
				found = true
			}
		}
		return !found
	})
	return found
}
