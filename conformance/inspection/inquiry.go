package inspection

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// engineTree covers every package of the engine.
const engineTree = "engine/..."

// An inquiry asks a source and notes everything that speaks against a clause.
type inquiry struct {
	*Source
	faults []error
}

func (q *inquiry) err() error { return errors.Join(q.faults...) }

func (q *inquiry) fault(pos token.Pos, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if pos.IsValid() {
		text = q.at(pos) + ": " + text
	}
	q.faults = append(q.faults, errors.New(text))
}

// packages gives the typed packages that a pattern covers; one that covers none
// is a fault.
func (q *inquiry) packages(pattern string) []*pkg {
	var packages []*pkg
	for _, folder := range q.folders(pattern) {
		p, err := q.pkg(folder)
		if err != nil {
			q.fault(token.NoPos, "%v", err)
			continue
		}
		packages = append(packages, p)
	}
	if len(packages) == 0 {
		q.fault(token.NoPos, "package %s does not exist", pattern)
	}
	return packages
}

// places gives every place in the packages that a pattern covers.
func (q *inquiry) places(pattern string) []place {
	var places []place
	for _, p := range q.packages(pattern) {
		places = append(places, p.refs()...)
	}
	return places
}

// uses gives the places in a tree that refer to one of the symbols.
func (q *inquiry) uses(pattern string, symbols ...string) []place {
	return slices.DeleteFunc(q.places(pattern), func(p place) bool { return !slices.Contains(symbols, p.symbol) })
}

// split takes engine.Config.HookSystem apart: the package, and the names in it.
func split(name string) (path string, names []string) {
	slash := strings.LastIndex(name, "/")
	dot := slash + 1 + strings.Index(name[slash+1:], ".")
	return name[:dot], strings.Split(name[dot+1:], ".")
}

// lookup finds a package-level object, or a method or field of one.
func (q *inquiry) lookup(name string) (*pkg, types.Object) {
	path, names := split(name)
	p, err := q.pkg(path)
	if err != nil {
		q.fault(token.NoPos, "%v", err)
		return nil, nil
	}
	object := p.types.Scope().Lookup(names[0])
	if object != nil && len(names) == 2 {
		object, _, _ = types.LookupFieldOrMethod(object.Type(), true, p.types, names[1])
	}
	if object == nil {
		q.fault(token.NoPos, "%s does not exist", name)
		return nil, nil
	}
	return p, object
}

// A function is one function or method with its body. All methods of a nil
// function do nothing: that it does not exist is already noted.
type function struct {
	*pkg
	q    *inquiry
	name string
	decl *ast.FuncDecl
}

// function finds a function or method of the module.
func (q *inquiry) function(name string) *function {
	p, object := q.lookup(name)
	if object == nil {
		return nil
	}
	for _, file := range p.files {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && p.info.Defs[f.Name] == object && f.Body != nil {
				return &function{p, q, name, f}
			}
		}
	}
	q.fault(object.Pos(), "%s is no function with a body", name)
	return nil
}

// functions gives all functions of a package that fit.
func (q *inquiry) functions(path string, fits func(*types.Func) bool) []*function {
	var found []*function
	for _, p := range q.packages(path) {
		for _, file := range p.files {
			for _, d := range file.Decls {
				if f, ok := d.(*ast.FuncDecl); ok {
					if object, _ := p.info.Defs[f.Name].(*types.Func); object != nil && fits(object) {
						found = append(found, &function{p, q, symbol(object), f})
					}
				}
			}
		}
	}
	return found
}

func (f *function) fault(format string, args ...any) {
	f.q.fault(f.decl.Pos(), f.name+": "+format, args...)
}

// linked demands that the directive for a requirement, or for clauses of it,
// stands on the function.
func (f *function) linked(id string) *function {
	if f != nil && !directive(f.decl.Doc, id) {
		f.fault("has no //hooktest:impl directive for %s", id)
	}
	return f
}

// directive tells whether a doc comment has a directive that names a requirement
// or a clause of it.
func directive(doc *ast.CommentGroup, id string) bool {
	if doc == nil {
		return false
	}
	return slices.ContainsFunc(doc.List, func(c *ast.Comment) bool {
		ids, ok := strings.CutPrefix(c.Text, "//hooktest:impl ")
		return ok && slices.ContainsFunc(strings.Fields(ids), func(named string) bool {
			return named == id || strings.HasPrefix(named, id+".")
		})
	})
}

// signature demands parameter and result types, such as
// "(context.Context, *engine.Config) *event.Handler".
func (f *function) signature(want string) *function {
	if f == nil {
		return f
	}
	got := signatureOf(f.info.Defs[f.decl.Name].(*types.Func).Signature())
	if got != want {
		f.fault("has the signature %s, not %s", got, want)
	}
	return f
}

func signatureOf(s *types.Signature) string {
	plain := types.NewSignatureType(nil, nil, nil, unnamed(s.Params()), unnamed(s.Results()), s.Variadic())
	return strings.TrimPrefix(types.TypeString(plain, short), "func")
}

func unnamed(tuple *types.Tuple) *types.Tuple {
	var variables []*types.Var
	for v := range tuple.Variables() {
		variables = append(variables, types.NewVar(token.NoPos, nil, "", v.Type()))
	}
	return types.NewTuple(variables...)
}

// is demands the function's whole body, as shape writes it.
func (f *function) is(want string) *function {
	if f != nil {
		if got := f.body(f.decl.Body.List); got != want {
			f.fault("does not read\n\t%s\nbut\n\t%s", want, got)
		}
	}
	return f
}

// begins demands the function's first statements.
func (f *function) begins(want string) *function {
	if f != nil {
		if got := f.body(f.decl.Body.List); !strings.HasPrefix(got, want) {
			f.fault("does not begin with\n\t%s\nbut reads\n\t%s", want, got)
		}
	}
	return f
}

// holds demands that each text stands in the body, exactly once, and that they
// stand there in this order.
func (f *function) holds(texts ...string) *function {
	if f == nil {
		return f
	}
	got, from := f.body(f.decl.Body.List), 0
	for _, text := range texts {
		if n := strings.Count(got, text); n != 1 {
			f.fault("has %d times, not once,\n\t%s\nin\n\t%s", n, text, got)
			return f
		}
		i := strings.Index(got, text)
		if i < from {
			f.fault("has too early\n\t%s\nin\n\t%s", text, got)
		}
		from = i + len(text)
	}
	return f
}

// usedOnlyIn demands that a symbol of the engine is referred to in each of the
// functions and nowhere else.
func (q *inquiry) usedOnlyIn(name string, functions ...string) {
	q.onlyIn(q.uses(engineTree, name), name, functions...)
}

// onlyIn demands that places are in the functions and each function has one.
func (q *inquiry) onlyIn(places []place, what string, functions ...string) {
	met := map[string]bool{}
	for _, p := range places {
		in := p.function()
		met[in] = true
		if !slices.Contains(functions, in) {
			q.fault(p.pos, "%s is used in %s", what, in)
		}
	}
	for _, f := range functions {
		if !met[f] {
			q.fault(token.NoPos, "%s does not use %s", f, what)
		}
	}
}

// untouched demands that a tree refers to nothing that fits.
func (q *inquiry) untouched(pattern string, fits func(place) bool) {
	for _, p := range q.places(pattern) {
		if fits(p) {
			q.fault(p.pos, "%s uses %s", p.function(), p.symbol)
		}
	}
}

// parameters demands the names of the parameters.
func (f *function) parameters(want ...string) *function {
	if f == nil {
		return f
	}
	var got []string
	for v := range f.info.Defs[f.decl.Name].(*types.Func).Signature().Params().Variables() {
		got = append(got, v.Name())
	}
	if !slices.Equal(got, want) {
		f.fault("has the parameters %q, not %q", got, want)
	}
	return f
}

// gives demands one result, a value of a type.
func (f *function) gives(name string) *function {
	if f == nil {
		return f
	}
	results := f.info.Defs[f.decl.Name].(*types.Func).Signature().Results()
	if results.Len() != 1 || typeSymbol(results.At(0).Type()) != name {
		f.fault("gives %s, not one %s", types.TypeString(results, short), name)
	}
	return f
}
