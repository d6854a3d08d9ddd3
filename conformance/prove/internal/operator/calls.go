package operator

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/hooktest/hooktest/conformance/prove/internal/mutants"
)

// call mutates a call and its arguments.
func (w *walker) call(call *ast.CallExpr) {
	if w.isMessage(call) || w.wording() {
		return
	}
	if id, ok := call.Fun.(*ast.Ident); ok && id.Name == "append" && w.info.Uses[id] != nil && w.info.Uses[id].Pkg() == nil {
		w.appends(call, id)
		return
	}
	w.swap(call)
	w.copies(call)
	w.sorts(call)
}

// appends makes append prepend, or returns the original slice instead of a copy.
func (w *walker) appends(call *ast.CallExpr, id *ast.Ident) {
	if len(call.Args) < 2 {
		return
	}
	if conversion, ok := call.Args[0].(*ast.CallExpr); ok && len(conversion.Args) == 1 && w.source(conversion.Args[0]) == "nil" && call.Ellipsis.IsValid() {
		w.replace(Share, call, w.source(call.Args[1]))
		return
	}
	w.replace(Order, id, mutants.Helpers+".Prepend")
}

// symmetric are functions whose result does not depend on the order of their arguments.
var symmetric = map[string]bool{"EqualFold": true, "Equal": true, "DeepEqual": true, "max": true, "min": true, "EqualFunc": true}

// swap exchanges adjacent arguments of the same type.
func (w *walker) swap(call *ast.CallExpr) {
	name := w.source(call.Fun)
	if symmetric[name[strings.LastIndex(name, ".")+1:]] || w.info.Types[call.Fun].IsType() {
		return
	}
	for i := 1; i < len(call.Args); i++ {
		a, b := call.Args[i-1], call.Args[i]
		if lit, ok := a.(*ast.BasicLit); ok && strings.Contains(lit.Value, "%") {
			// A format string can't be exchanged.
			continue
		}
		if call.Ellipsis.IsValid() && i == len(call.Args)-1 {
			return
		}
		s, t := w.typeOf(a), w.typeOf(b)
		if s != nil && t != nil && types.Identical(types.Default(s), types.Default(t)) {
			w.edit(Swap, a.Pos(), b.End(), w.source(b)+w.between(a, b)+w.source(a))
		}
	}
}

func (w *walker) between(a, b ast.Node) string {
	start, end := w.offsets(a.End(), b.Pos())
	return string(w.text[start:end])
}

// copies uses the original instead of a copy.
func (w *walker) copies(call *ast.CallExpr) {
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || selector.Sel.Name != "Clone" && selector.Sel.Name != "Copy" {
		return
	}
	switch len(call.Args) {
	case 0:
		w.replace(Share, call, w.source(selector.X))
	case 1:
		w.replace(Share, call, w.source(call.Args[0]))
	}
}

// sorts reverses a sorted list.
func (w *walker) sorts(call *ast.CallExpr) {
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) == 0 || !strings.HasPrefix(selector.Sel.Name, "Sort") {
		return
	}
	if _, statement := w.above(len(w.stack)).(*ast.ExprStmt); !statement {
		w.replace(Order, call, mutants.Helpers+".Reversed("+w.source(call)+")")
		return
	}
	list := w.source(call.Args[0])
	w.edit(Order, call.End(), call.End(), "; copy("+list+", "+mutants.Helpers+".Reversed("+list+"))")
}

// backward makes a loop visit a list from its end.
func (w *walker) backward(loop *ast.RangeStmt) {
	if loop.Key == nil || loop.Value == nil {
		return
	}
	if _, ok := w.typeOf(loop.X).Underlying().(*types.Slice); ok {
		w.replace(Order, loop.X, mutants.Helpers+".Backward("+w.source(loop.X)+")")
	}
}
