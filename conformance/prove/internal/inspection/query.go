package inspection

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// An inquiry queries a source and records the violations of a clause.
type inquiry struct {
	*Source
	*program
	faults []error
}

func (q *inquiry) err() error { return errors.Join(q.faults...) }

func (q *inquiry) fault(pos token.Pos, format string, args ...any) {
	q.faults = append(q.faults, errors.New(q.at(pos)+": "+fmt.Sprintf(format, args...)))
}

// object returns a package-level object, or a method or field of one. It records a
// fault if there is none.
func (q *inquiry) object(name string) types.Object {
	path, names, _ := split(name)
	var object types.Object
	if p, err := q.pkg(path); err == nil {
		if object = p.types.Scope().Lookup(names[0]); object != nil && len(names) == 2 {
			object, _, _ = types.LookupFieldOrMethod(object.Type(), true, p.types, names[1])
		}
	}
	if object == nil {
		q.fault(token.NoPos, "%s does not exist", name)
	}
	return object
}

// functions returns functions that have a body. name is a symbol; or a package and the
// id in a directive, as in engine/event@HOOK-164; or the beginning of the names of
// exported functions and methods, with a star at the end.
func (q *inquiry) functions(name string) []*ssa.Function {
	var found []*ssa.Function
	switch folder, id, byDirective := strings.Cut(name, "@"); {
	case byDirective:
		for _, f := range q.bearers[id] {
			if within(folder, f) {
				found = append(found, f)
			}
		}
	case strings.HasSuffix(name, "*"):
		for _, f := range q.all() {
			if o := f.Object(); o != nil && o.Exported() && strings.HasPrefix(nameOf(f), strings.TrimSuffix(name, "*")) {
				found = append(found, f)
			}
		}
	default:
		if f, ok := q.object(name).(*types.Func); ok {
			found = append(found, q.ssa.FuncValue(f))
		}
	}
	if len(found) == 0 {
		q.fault(token.NoPos, "there is no function %s", name)
	}
	return found
}

// exists asserts that every symbol of the engine exists.
func (q *inquiry) exists(names ...string) {
	for _, name := range names {
		if below(engineTree, name) {
			q.object(name)
		}
	}
}

// suppose follows the paths through functions. The names in the supposition and the
// watched names must exist.
func (q *inquiry) suppose(from []*ssa.Function, supposed supposition, watched ...string) *ways {
	return q.ways(from, walk{program: q.program, suppose: supposed, watched: watched, background: true})
}

// foreground is suppose without a supposition and without goroutines.
func (q *inquiry) foreground(from []*ssa.Function, watched ...string) *ways {
	return q.ways(from, walk{program: q.program, watched: watched})
}

func (q *inquiry) ways(from []*ssa.Function, w walk) *ways {
	q.exists(w.watched...)
	q.exists(slices.Collect(maps.Keys(w.suppose))...)
	found := &ways{q: q}
	for _, f := range from {
		own := w
		if err := own.from(f); err != nil {
			q.fault(f.Pos(), "%v", err)
		}
		found.from, found.all = f, append(found.all, own.ways...)
		found.entered = slices.AppendSeq(found.entered, maps.Keys(own.entered))
	}
	if len(from) > 0 && len(found.all) == 0 {
		found.fault("never returns")
	}
	return found
}

// ways are the possible paths through functions.
type ways struct {
	q       *inquiry
	from    *ssa.Function
	all     []way
	entered []*ssa.Function
}

func (w *ways) fault(format string, args ...any) *ways {
	if w.from != nil {
		w.q.fault(w.from.Pos(), nameOf(w.from)+" "+format, args...)
	}
	return w
}

// count asserts that each path has from least to most steps with this symbol. If most
// is negative, there is no maximum.
func (w *ways) count(least, most int, symbol string) *ways {
	for _, one := range w.all {
		n := 0
		for _, s := range one.steps {
			if s.symbol == symbol {
				n++
			}
		}
		w.from = one.from
		switch {
		case n < least && n == 0:
			return w.fault("has a way around %s", symbol)
		case most == 0 && n > 0:
			return w.fault("has a way to %s", symbol)
		case n < least || most >= 0 && n > most:
			return w.fault("has a way that comes to %s %d times", symbol, n)
		}
	}
	return w
}

func (w *ways) never(symbol string) *ways  { return w.count(0, 0, symbol) }
func (w *ways) always(symbol string) *ways { return w.count(1, -1, symbol) }
func (w *ways) once(symbol string) *ways   { return w.count(1, 1, symbol) }

// ordered asserts that no path reaches later before it has reached earlier.
func (w *ways) ordered(earlier string, later ...string) *ways {
	for _, one := range w.all {
		for _, s := range one.steps {
			if s.symbol == earlier {
				break
			}
			if slices.Contains(later, s.symbol) {
				w.from = one.from
				return w.fault("comes to %s before %s", s.symbol, earlier)
			}
		}
	}
	return w
}

// steps asserts that every step with this symbol fits, and that there is one.
func (w *ways) steps(symbol, want string, fits func([]thing) bool) *ways {
	met := false
	for _, one := range w.all {
		for _, s := range one.steps {
			if s.symbol != symbol {
				continue
			}
			met = true
			if !fits(s.args) {
				w.q.fault(s.pos, "%s: on a way from %s it is not %s: %v", symbol, nameOf(one.from), want, s.args)
				return w
			}
		}
	}
	if !met {
		w.fault("never comes to %s", symbol)
	}
	return w
}

// gives asserts that the result of every path fits.
func (w *ways) gives(want string, fits func(thing) bool) *ways {
	for _, one := range w.all {
		if !fits(one.result) {
			w.from = one.from
			return w.fault("has a way that gives %v, not %s", one.result, want)
		}
	}
	return w
}

// equal is a condition for gives and steps.
func equal(want thing) func(thing) bool {
	return func(got thing) bool { same, known := got.same(want); return same && known }
}

// uses returns the references to an object in the packages of a pattern, by the
// functions that contain them.
func (q *inquiry) uses(pattern, name string) map[string]token.Pos {
	object, found := q.object(name), map[string]token.Pos{}
	for _, folder := range q.folders(pattern) {
		p, err := q.pkg(folder)
		if err != nil {
			q.fault(token.NoPos, "%v", err)
			continue
		}
		for _, file := range p.files {
			for _, d := range file.Decls {
				in := folder + " outside of functions"
				if f, ok := d.(*ast.FuncDecl); ok {
					in = symbol(p.info.Defs[f.Name])
				}
				ast.Inspect(d, func(n ast.Node) bool {
					if id, ok := n.(*ast.Ident); ok && object != nil && original(p.info.Uses[id]) == object {
						found[in] = id.Pos()
					}
					return true
				})
			}
		}
	}
	return found
}

func original(o types.Object) types.Object {
	switch o := o.(type) {
	case *types.Func:
		return o.Origin()
	case *types.Var:
		return o.Origin()
	}
	return o
}

// usedOnlyIn asserts that the engine refers to an object in all of the given packages
// or functions, and nowhere else.
func (q *inquiry) usedOnlyIn(name string, where ...string) {
	met := map[string]bool{}
	for in, pos := range q.uses(engineTree, name) {
		i := slices.IndexFunc(where, func(w string) bool { return in == w || below(w, in) })
		if i < 0 {
			q.fault(pos, "%s is used in %s", name, in)
			continue
		}
		met[where[i]] = true
	}
	for _, w := range where {
		if !met[w] {
			q.fault(token.NoPos, "%s does not use %s", w, name)
		}
	}
}

// avoid asserts that functions of the engine mention no matching symbol.
func (q *inquiry) avoid(functions []*ssa.Function, fits func(symbol string) bool) {
	for _, f := range functions {
		if !within(engineTree, f) {
			continue
		}
		for _, m := range q.mentions(f) {
			if fits(m.symbol) {
				q.fault(max(m.at.Pos(), f.Pos()), "%s uses %s", nameOf(f), m.symbol)
			}
		}
	}
}

// reached returns the functions that may run after the named ones.
func (q *inquiry) reached(names ...string) []*ssa.Function {
	var from []*ssa.Function
	for _, name := range names {
		from = append(from, q.functions(name)...)
	}
	return q.program.reach(from...)
}

// inside returns the functions of packages.
func (q *inquiry) inside(patterns ...string) []*ssa.Function {
	found := slices.DeleteFunc(q.all(), func(f *ssa.Function) bool {
		return !slices.ContainsFunc(patterns, func(p string) bool { return within(p, f) })
	})
	if len(found) == 0 {
		q.fault(token.NoPos, "there is no package %s", strings.Join(patterns, " or "))
	}
	return found
}

// having returns the functions that have a matching instruction.
func having(all []*ssa.Function, fits func(ssa.Instruction) bool) []*ssa.Function {
	return slices.DeleteFunc(all, func(f *ssa.Function) bool { return !slices.ContainsFunc(instructions(f), fits) })
}

// makers returns the functions that make values of a type.
func (q *inquiry) makers(name string) []*ssa.Function {
	q.object(name)
	return having(q.all(), func(i ssa.Instruction) bool {
		a, ok := i.(*ssa.Alloc)
		return ok && typeSymbol(a.Type()) == name
	})
}

// writers returns the functions that write something other than nil to a field.
func (q *inquiry) writers(field string) []*ssa.Function {
	q.object(field)
	return having(q.all(), func(i ssa.Instruction) bool {
		s, ok := i.(*ssa.Store)
		if !ok {
			return false
		}
		a, ok := s.Addr.(*ssa.FieldAddr)
		c, constant := s.Val.(*ssa.Const)
		return ok && fieldOf(a.X.Type(), a.Field) == field && !(constant && c.IsNil())
	})
}

// onlyIn asserts that functions are in certain packages, and that there are such
// functions.
func (q *inquiry) onlyIn(what string, functions []*ssa.Function, patterns ...string) {
	if len(functions) == 0 {
		q.fault(token.NoPos, "nothing %s", what)
	}
	for _, f := range functions {
		if !slices.ContainsFunc(patterns, func(p string) bool { return within(p, f) }) {
			q.fault(f.Pos(), "%s %s", nameOf(f), what)
		}
	}
}
