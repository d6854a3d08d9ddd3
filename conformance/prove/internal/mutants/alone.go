package mutants

import (
	"go/ast"
	"go/parser"
	"go/token"

	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// Alone tells whether a mutant needs a program of its own, because no copy of a
// function behind a switch does what its edits do. The error is that of Sites.
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

// callable tells whether a function can be called by name.
func callable(fn *ast.FuncDecl) bool {
	if fn.Recv != nil {
		return fn.Name.Name != "_" && len(fn.Recv.List) == 1
	}
	return fn.Name.Name != "_" && fn.Name.Name != "init" && fn.Name.Name != "main"
}

// copies tells whether the edited text is one function that works when another
// calls it. Text that is broken, or goes beyond the function, would break the
// copies of other mutants; recover works only in what is deferred itself.
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

// recovers tells whether a body calls recover outside of function literals.
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
