package operator

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// remove makes a mutant without a statement.
func (w *walker) remove(s ast.Node) { w.edit(Drop, s.Pos(), s.End(), "") }

// statement removes a call whose results are unused.
func (w *walker) statement(s *ast.ExprStmt) {
	call, ok := s.X.(*ast.CallExpr)
	if !ok || w.locks(call) {
		return
	}
	if id, ok := call.Fun.(*ast.Ident); ok && id.Name == "panic" {
		return
	}
	w.remove(s)
}

// locks reports whether a call is a lock, a wait group or the cancel function of a
// context: a single run can't show that such a call is missing.
func (w *walker) locks(call *ast.CallExpr) bool {
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.SelectorExpr:
		used := w.info.Uses[f.Sel]
		return used != nil && used.Pkg() != nil && used.Pkg().Path() == "sync"
	case *ast.Ident:
		named, ok := types.Unalias(w.typeOf(f)).(*types.Named)
		return ok && named.Obj().Name() == "CancelFunc"
	}
	return false
}

// assignment removes an assignment to an existing variable.
func (w *walker) assignment(s *ast.AssignStmt) {
	if s.Tok == token.DEFINE {
		return
	}
	blank := true
	for _, left := range s.Lhs {
		id, ok := left.(*ast.Ident)
		blank = blank && ok && id.Name == "_"
	}
	switch {
	case blank:
	case s.Tok == token.ASSIGN && calls(s.Rhs):
		// The call stays and uses its arguments; only its results are dropped.
		w.edit(Drop, s.Pos(), s.Lhs[len(s.Lhs)-1].End(), strings.Repeat("_, ", len(s.Lhs)-1)+"_")
	default:
		w.remove(s)
	}
}

func calls(all []ast.Expr) bool {
	return slices.ContainsFunc(all, func(x ast.Expr) bool {
		_, call := ast.Unparen(x).(*ast.CallExpr)
		return call
	})
}

// earlyReturn removes the return at the end of a branch.
func (w *walker) earlyReturn(s *ast.IfStmt) {
	if n := len(s.Body.List); n > 0 {
		if r, ok := s.Body.List[n-1].(*ast.ReturnStmt); ok {
			w.stack = append(w.stack, s)
			w.remove(r)
			w.stack = w.stack[:len(w.stack)-1]
		}
	}
}

// results replaces results by zero values, one at a time.
func (w *walker) results(s *ast.ReturnStmt) {
	for _, x := range s.Results {
		if isBasic(w.typeOf(x), types.IsBoolean) {
			if _, literal := ast.Unparen(x).(*ast.Ident); !literal {
				w.negate(x)
			}
			continue
		}
		if zero := zeroOf(w.typeOf(x)); zero != "" && w.source(x) != zero {
			w.replace(Empty, x, zero)
		}
	}
}

// zeroOf returns the source of a type's zero value; "" if it is more than one token.
func zeroOf(t types.Type) string {
	if t == nil {
		return ""
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return `""`
		case u.Info()&types.IsNumeric != 0:
			return "0"
		}
	case *types.Pointer, *types.Slice, *types.Map, *types.Interface, *types.Signature, *types.Chan:
		return "nil"
	}
	return ""
}

// elements removes the fields and the elements of a literal.
func (w *walker) elements(lit *ast.CompositeLit) {
	if w.warning(lit) {
		return
	}
	_, isStruct := w.typeOf(lit).Underlying().(*types.Struct)
	for i, x := range lit.Elts {
		if _, named := x.(*ast.KeyValueExpr); isStruct && !named {
			// Its fields have no names.
			return
		}
		if i+1 < len(lit.Elts) {
			w.edit(Drop, x.Pos(), lit.Elts[i+1].Pos(), "")
		} else {
			w.edit(Drop, x.Pos(), x.End(), "")
		}
	}
}

// firstOnly ends a loop after its first iteration.
func (w *walker) firstOnly(body *ast.BlockStmt) {
	at, runs := body.Rbrace, body.Rbrace
	if n := len(body.List); n > 0 {
		last := body.List[n-1]
		switch last.(type) {
		case *ast.ReturnStmt, *ast.BranchStmt:
			return
		}
		// Coverage does not count the closing brace of a last if or switch.
		at, runs = last.End(), last.Pos()
	}
	w.editWhere(First, at, at, "; break", runs, runs)
}
