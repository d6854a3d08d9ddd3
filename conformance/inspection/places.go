package inspection

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// A place is where the source refers to something.
type place struct {
	pos    token.Pos
	object types.Object
	// symbol names the object: engine/hook.Empty, engine.Config.HookSystem,
	// engine/hook.Plan.Sequential, sync.WaitGroup.Go.
	symbol string
	// in is the function or method that the place is in, nil outside of all.
	in  *ast.FuncDecl
	pkg *pkg
	// node is the identifier, or the selector that it ends; stack has the
	// nodes around it, from the file inwards.
	node  ast.Expr
	stack []ast.Node
}

// refs gives every place of the package. Its caller must not change them.
func (p *pkg) refs() []place {
	if p.places == nil {
		p.places = placesOf(p)
	}
	return p.places
}

func placesOf(p *pkg) []place {
	var places []place
	for _, file := range p.files {
		ast.PreorderStack(file, nil, func(n ast.Node, stack []ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			object := p.info.Uses[id]
			if object == nil {
				return true
			}
			at := place{pos: id.Pos(), object: object, symbol: p.symbolAt(object, stack), pkg: p, node: id, stack: slices.Clone(stack)}
			if selector, ok := stack[len(stack)-1].(*ast.SelectorExpr); ok && selector.Sel == id {
				at.node, at.stack = selector, at.stack[:len(at.stack)-1]
			}
			for _, around := range stack {
				if f, ok := around.(*ast.FuncDecl); ok {
					at.in = f
				}
			}
			places = append(places, at)
			return true
		})
	}
	return places
}

// symbolAt names an object; fields, which do not know their struct, by the type
// that they are selected from or that a literal makes.
func (p *pkg) symbolAt(object types.Object, stack []ast.Node) string {
	field, ok := object.(*types.Var)
	if !ok || !field.IsField() {
		return symbol(object)
	}
	switch around := stack[len(stack)-1].(type) {
	case *ast.SelectorExpr:
		if selection := p.info.Selections[around]; selection != nil {
			return fieldSymbol(selection.Recv(), selection.Index(), field)
		}
	case *ast.KeyValueExpr:
		if literal, ok := stack[len(stack)-2].(*ast.CompositeLit); ok {
			return typeSymbol(p.info.TypeOf(literal)) + "." + field.Name()
		}
	}
	return symbol(object)
}

// fieldSymbol follows embedding to the struct that really holds the field.
func fieldSymbol(holder types.Type, index []int, field *types.Var) string {
	for _, i := range index[:len(index)-1] {
		structure, ok := deref(holder).Underlying().(*types.Struct)
		if !ok {
			break
		}
		holder = structure.Field(i).Type()
	}
	return typeSymbol(holder) + "." + field.Name()
}

func deref(t types.Type) types.Type {
	if pointer, ok := types.Unalias(t).(*types.Pointer); ok {
		return pointer.Elem()
	}
	return t
}

// symbol names an object by its package's path, its receiver if it is a method,
// and its own name; builtins and locals by their name alone.
func symbol(object types.Object) string {
	name := object.Name()
	if f, ok := object.(*types.Func); ok {
		f = f.Origin()
		if receiver := f.Signature().Recv(); receiver != nil {
			return typeSymbol(receiver.Type()) + "." + name
		}
	}
	if object.Pkg() == nil || object.Parent() != object.Pkg().Scope() {
		return name
	}
	return relative(object.Pkg().Path()) + "." + name
}

// typeSymbol names a type without its pointer.
func typeSymbol(t types.Type) string {
	if t == nil {
		return ""
	}
	if named, ok := types.Unalias(deref(t)).(*types.Named); ok && named.Obj().Pkg() != nil {
		return relative(named.Obj().Pkg().Path()) + "." + named.Obj().Name()
	}
	return types.TypeString(deref(t), short)
}

// short qualifies types by the name of their package.
func short(p *types.Package) string { return p.Name() }

// call gives the call of which the place is the callee, or nil.
func (p place) call() *ast.CallExpr {
	callee := ast.Node(p.node)
	for _, around := range slices.Backward(p.stack) {
		switch around := around.(type) {
		case *ast.ParenExpr:
		case *ast.IndexExpr:
			if around.X != callee {
				return nil
			}
		case *ast.CallExpr:
			if around.Fun == callee {
				return around
			}
			return nil
		default:
			return nil
		}
		callee = around
	}
	return nil
}

// within tells whether a node is around the place.
func (p place) within(n ast.Node) bool { return slices.Contains(p.stack, n) }

// written tells whether the place is assigned to, also by a composite literal
// or an increment.
func (p place) written() bool {
	if len(p.stack) == 0 {
		return false
	}
	switch around := p.stack[len(p.stack)-1].(type) {
	case *ast.AssignStmt:
		return slices.Contains(around.Lhs, p.node)
	case *ast.IncDecStmt:
		return around.X == p.node
	case *ast.KeyValueExpr:
		return around.Key == p.node
	case *ast.UnaryExpr:
		return around.Op == token.AND
	}
	return false
}

// function names the function that the place is in, as a symbol.
func (p place) function() string {
	if p.in == nil {
		return p.pkg.path + " outside of functions"
	}
	return symbol(p.pkg.info.Defs[p.in.Name])
}

// below tells whether a symbol belongs to a package or, with /..., to a tree of
// packages.
func below(pattern, symbol string) bool {
	slash := strings.LastIndex(symbol, "/")
	dot := strings.Index(symbol[slash+1:], ".")
	if dot < 0 {
		return false
	}
	path := symbol[:slash+1+dot]
	root, tree := strings.CutSuffix(pattern, "/...")
	return path == root || tree && strings.HasPrefix(path, root+"/")
}
