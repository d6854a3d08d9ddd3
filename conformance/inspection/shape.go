package inspection

import (
	"bytes"
	"go/ast"
	"go/printer"
	"go/token"
	"go/types"
	"strings"
)

// shape writes a node on one line in a form that says what its parts are and
// not how they are called: a variable stands as its type in angle brackets, a
// field or method as its type and name, whoever it is selected from. So
// `if !c.options.EnableHooks { return nil }` is
// `if !engine.Options.EnableHooks { return nil }` under every name of c.
func (p *pkg) shape(n ast.Node) string {
	switch n := n.(type) {
	case *ast.Ident:
		return p.identShape(n)
	case *ast.SelectorExpr:
		return p.selectorShape(n)
	case *ast.CallExpr:
		dots := ""
		if n.Ellipsis.IsValid() {
			dots = "..."
		}
		return p.shape(n.Fun) + "(" + p.shapes(n.Args) + dots + ")"
	case *ast.UnaryExpr:
		return n.Op.String() + p.shape(n.X)
	case *ast.BinaryExpr:
		return p.shape(n.X) + " " + n.Op.String() + " " + p.shape(n.Y)
	case *ast.ParenExpr:
		return "(" + p.shape(n.X) + ")"
	case *ast.StarExpr:
		return "*" + p.shape(n.X)
	case *ast.IndexExpr:
		return p.shape(n.X) + "[" + p.shape(n.Index) + "]"
	case *ast.KeyValueExpr:
		key, ok := n.Key.(*ast.Ident)
		if !ok {
			return p.shape(n.Key) + ": " + p.shape(n.Value)
		}
		return key.Name + ": " + p.shape(n.Value)
	case *ast.CompositeLit:
		return types.TypeString(p.info.TypeOf(n), short) + "{" + p.shapes(n.Elts) + "}"
	case *ast.TypeAssertExpr:
		if n.Type == nil {
			return p.shape(n.X) + ".(type)"
		}
		return p.shape(n.X) + ".(" + types.TypeString(p.info.TypeOf(n.Type), short) + ")"
	case *ast.FuncLit:
		return "func " + p.shape(n.Body)
	case ast.Stmt:
		return p.statementShape(n)
	}
	return p.printed(n)
}

func (p *pkg) statementShape(n ast.Stmt) string {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return "{ " + p.body(n.List) + " }"
	case *ast.ReturnStmt:
		return strings.TrimSpace("return " + p.shapes(n.Results))
	case *ast.AssignStmt:
		return p.shapes(n.Lhs) + " " + n.Tok.String() + " " + p.shapes(n.Rhs)
	case *ast.ExprStmt:
		return p.shape(n.X)
	case *ast.DeferStmt:
		return "defer " + p.shape(n.Call)
	case *ast.IfStmt:
		text := "if "
		if n.Init != nil {
			text += p.shape(n.Init) + "; "
		}
		text += p.shape(n.Cond) + " " + p.shape(n.Body)
		if n.Else != nil {
			text += " else " + p.shape(n.Else)
		}
		return text
	case *ast.SwitchStmt:
		text := "switch "
		if n.Tag != nil {
			text += p.shape(n.Tag) + " "
		}
		return text + "{ " + p.body(n.Body.List) + " }"
	case *ast.CaseClause:
		if n.List == nil {
			return "default: " + p.body(n.Body)
		}
		return "case " + p.shapes(n.List) + ": " + p.body(n.Body)
	case *ast.RangeStmt:
		return "for range " + p.shape(n.X) + " " + p.shape(n.Body)
	}
	return p.printed(n)
}

// body writes statements one after another.
func (p *pkg) body(list []ast.Stmt) string {
	var shapes []string
	for _, s := range list {
		shapes = append(shapes, p.shape(s))
	}
	return strings.Join(shapes, "; ")
}

func (p *pkg) shapes(list []ast.Expr) string {
	var shapes []string
	for _, e := range list {
		shapes = append(shapes, p.shape(e))
	}
	return strings.Join(shapes, ", ")
}

func (p *pkg) identShape(id *ast.Ident) string {
	object := p.info.ObjectOf(id)
	switch object := object.(type) {
	case *types.Var:
		if object.Parent() != p.types.Scope() {
			return "<" + types.TypeString(object.Type(), short) + ">"
		}
	case nil, *types.Nil, *types.Builtin:
		return id.Name
	}
	if object.Pkg() == nil {
		return id.Name
	}
	return object.Pkg().Name() + "." + id.Name
}

func (p *pkg) selectorShape(n *ast.SelectorExpr) string {
	selection := p.info.Selections[n]
	if selection == nil {
		return p.identShape(n.Sel)
	}
	name := ""
	if field, ok := selection.Obj().(*types.Var); ok {
		name = fieldSymbol(selection.Recv(), selection.Index(), field)
	} else {
		name = symbol(selection.Obj())
	}
	return name[strings.LastIndex(name, "/")+1:]
}

func (p *pkg) printed(n ast.Node) string {
	var text bytes.Buffer
	if err := printer.Fprint(&text, token.NewFileSet(), n); err != nil {
		return err.Error()
	}
	return strings.Join(strings.Fields(text.String()), " ")
}
