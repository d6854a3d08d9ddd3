package inspection

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// compiles asserts that these declarations compile in a program outside of the engine.
// It adds the imports.
func (q *inquiry) compiles(declarations string) {
	text := "package client\n"
	for _, path := range []string{"context", "errors"} {
		if strings.Contains(declarations, path+".") {
			text += fmt.Sprintf("import %q\n", path)
		}
	}
	for _, folder := range q.folders(engineTree) {
		if strings.Contains(declarations, folder[strings.LastIndex(folder, "/")+1:]+".") {
			text += fmt.Sprintf("import %q\n", module+"/"+folder)
		}
	}
	file, err := parser.ParseFile(q.set, "a client", text+declarations, parser.SkipObjectResolution)
	if err != nil {
		q.fault(token.NoPos, "%v", err)
		return
	}
	lines := strings.Split(text+declarations, "\n")
	refuse := func(err error) {
		fault := err.(types.Error)
		q.fault(token.NoPos, "a client does not compile: %s\n\t%s", fault.Msg, lines[q.set.Position(fault.Pos).Line-1])
	}
	_, _ = (&types.Config{Importer: q.Source, Error: refuse}).Check("client", q.set, []*ast.File{file}, nil)
}

// holds returns a declaration that compiles only if a constant condition is true: a map
// literal can't have a key twice.
func holds(condition string) string {
	return "var _ = map[bool]int{false: 0, " + condition + ": 1}\n"
}

// parameters asserts the names of a function's parameters, for parameters of the same
// type.
func (q *inquiry) parameters(name string, want ...string) {
	f, ok := q.object(name).(*types.Func)
	if !ok {
		return
	}
	var got []string
	for v := range f.Signature().Params().Variables() {
		got = append(got, v.Name())
	}
	if !slices.Equal(got, want) {
		q.fault(f.Pos(), "%s has the parameters %q, not %q", name, got, want)
	}
}

// apart asserts that the errors package finds a type only by itself.
func (q *inquiry) apart(name string) {
	object := q.object(name)
	if object == nil {
		return
	}
	for _, method := range []string{"Is", "As", "Unwrap"} {
		if found, _, _ := types.LookupFieldOrMethod(object.Type(), true, object.Pkg(), method); found != nil {
			q.fault(found.Pos(), "%s passes for other errors: it has a method %s", name, method)
		}
	}
}

// closed asserts that a struct exports no field.
func (q *inquiry) closed(name string) {
	object := q.object(name)
	if object == nil {
		return
	}
	fields, ok := object.Type().Underlying().(*types.Struct)
	if !ok {
		q.fault(object.Pos(), "%s is not a struct", name)
		return
	}
	for f := range fields.Fields() {
		if f.Exported() {
			q.fault(f.Pos(), "%s exports its field %s", name, f.Name())
		}
	}
}

// exportedBy returns the named types that can be reached from a type through exported
// fields and results of exported methods, at any depth.
func (q *inquiry) exportedBy(name string) []*types.TypeName {
	object := q.object(name)
	if object == nil {
		return nil
	}
	seen := map[types.Type]bool{}
	var found []*types.TypeName
	var visit func(types.Type)
	visit = func(t types.Type) {
		t = types.Unalias(t)
		if seen[t] {
			return
		}
		seen[t] = true
		switch t := t.(type) {
		case *types.Named:
			found = append(found, t.Obj())
			if t.Obj().Pkg() == nil || !strings.HasPrefix(t.Obj().Pkg().Path(), module) {
				return
			}
			for method := range types.NewMethodSet(types.NewPointer(t)).Methods() {
				if method.Obj().Exported() {
					visit(method.Obj().(*types.Func).Signature().Results())
				}
			}
			visit(t.Underlying())
		case *types.Struct:
			for f := range t.Fields() {
				if f.Exported() {
					visit(f.Type())
				}
			}
		case *types.Tuple:
			for v := range t.Variables() {
				visit(v.Type())
			}
		case interface{ Elem() types.Type }:
			visit(t.Elem())
		}
	}
	visit(object.Type())
	return found
}
