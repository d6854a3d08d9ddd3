package operator

import (
	"go/ast"
	"go/token"
	"go/types"
)

// turned are opposite comparisons; moved are comparisons that differ at the boundary.
var (
	turned = map[token.Token]string{token.EQL: "!=", token.NEQ: "=="}
	moved  = map[token.Token]string{token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">"}
)

// negate negates a condition.
func (w *walker) negate(x ast.Expr) {
	switch y := ast.Unparen(x).(type) {
	case *ast.UnaryExpr:
		if y.Op == token.NOT {
			w.replace(Negate, y, w.source(y.X))
			return
		}
	case *ast.BinaryExpr:
		if other, ok := turned[y.Op]; ok {
			w.replace(Negate, y, w.source(y.X)+" "+other+" "+w.source(y.Y))
			return
		}
	case *ast.Ident:
		if y.Name == "true" || y.Name == "false" {
			return
		}
	}
	w.replace(Negate, x, "!("+w.source(x)+")")
}

// cases negates the conditions of a switch without a tag, and removes labels and
// clauses.
func (w *walker) cases(s *ast.SwitchStmt) {
	w.labels = s
	defer func() { w.labels = nil }()
	for _, one := range s.Body.List {
		clause, ok := one.(*ast.CaseClause)
		if !ok || clause.List == nil {
			continue
		}
		for i, label := range clause.List {
			if s.Tag == nil {
				w.negate(label)
			}
			switch {
			case len(clause.List) == 1:
			case i == 0:
				w.edit(Drop, label.Pos(), clause.List[1].Pos(), "")
			default:
				w.edit(Drop, clause.List[i-1].End(), label.End(), "")
			}
		}
		w.edit(Drop, clause.Pos(), clause.End(), "")
	}
}

// binary changes conditions, boundaries and the order of joined strings.
func (w *walker) binary(x *ast.BinaryExpr) {
	switch {
	case x.Op == token.LAND || x.Op == token.LOR:
		w.replace(Operand, x, w.source(x.X))
		w.replace(Operand, x, w.source(x.Y))
	case moved[x.Op] != "":
		w.edit(Boundary, x.OpPos, x.OpPos+token.Pos(len(x.Op.String())), moved[x.Op])
	case x.Op == token.ADD && isBasic(w.typeOf(x), types.IsString) && !w.wording():
		w.replace(Order, x, w.source(x.Y)+" + "+w.source(x.X))
	}
}

func isBasic(t types.Type, kind types.BasicInfo) bool {
	if t == nil {
		return false
	}
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&kind != 0
}
