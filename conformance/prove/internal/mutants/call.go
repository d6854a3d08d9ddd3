package mutants

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"
)

// call describes how a function passes all its arguments on.
type call struct {
	// receiver is empty, or the receiver's name and a dot.
	receiver string
	// typeArguments are empty or in brackets.
	typeArguments string
	arguments     string
	// names are the edits that name unnamed parameters.
	names []placed
}

// callOf reads the signature of a function.
func callOf(fn *ast.FuncDecl, file *token.File) call {
	var c call
	if fn.Recv != nil {
		c.receiver = c.named(fn.Recv, file, "hooktestReceiver")[0] + "."
	}
	if fn.Type.TypeParams != nil {
		c.typeArguments = "[" + strings.Join(c.named(fn.Type.TypeParams, file, "hooktestType"), ", ") + "]"
	}
	arguments := c.named(fn.Type.Params, file, "hooktestArgument")
	if list := fn.Type.Params.List; len(list) > 0 {
		if _, variadic := list[len(list)-1].Type.(*ast.Ellipsis); variadic {
			arguments[len(arguments)-1] += "..."
		}
	}
	c.arguments = strings.Join(arguments, ", ")
	return c
}

// to returns the call of a function with the same signature.
func (c call) to(name string) string {
	return c.receiver + name + c.typeArguments + "(" + c.arguments + ")"
}

// named returns the names of all fields, and adds names for unnamed ones.
func (c *call) named(fields *ast.FieldList, file *token.File, prefix string) []string {
	var all []string
	for _, field := range fields.List {
		if len(field.Names) == 0 {
			name := fmt.Sprintf("%s%d", prefix, len(all))
			at := file.Offset(field.Type.Pos())
			c.names = append(c.names, placed{site{start: at, end: at}, name + " "})
			all = append(all, name)
		}
		for _, id := range field.Names {
			name := id.Name
			if name == "_" {
				name = fmt.Sprintf("%s%d", prefix, len(all))
				c.names = append(c.names, placed{site{start: file.Offset(id.Pos()), end: file.Offset(id.End())}, name})
			}
			all = append(all, name)
		}
	}
	return all
}
