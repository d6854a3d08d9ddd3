package goscan

import "go/ast"

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
