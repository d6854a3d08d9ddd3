package inspection

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"
)

// A structure is one struct type. All methods of a nil structure do nothing.
type structure struct {
	q      *inquiry
	name   string
	object types.Object
	fields *types.Struct
	pkg    *pkg
}

// structure finds a struct type of the module.
func (q *inquiry) structure(name string) *structure {
	p, object := q.lookup(name)
	if object == nil {
		return nil
	}
	fields, ok := object.Type().Underlying().(*types.Struct)
	if _, isType := object.(*types.TypeName); !ok || !isType {
		q.fault(object.Pos(), "%s is no struct", name)
		return nil
	}
	return &structure{q, name, object, fields, p}
}

func (s *structure) fault(format string, args ...any) {
	s.q.fault(s.object.Pos(), s.name+": "+format, args...)
}

// linked demands that the directive for a requirement stands on the type.
func (s *structure) linked(id string) *structure {
	if s == nil {
		return s
	}
	for _, file := range s.pkg.files {
		for _, d := range file.Decls {
			group, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range group.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok && s.pkg.info.Defs[t.Name] == s.object && directive(group.Doc, id) {
					return s
				}
			}
		}
	}
	s.fault("has no //hooktest:impl directive for %s", id)
	return s
}

// has demands a field of a type, embedded ones included.
func (s *structure) has(field, want string) *structure {
	if s == nil {
		return s
	}
	object, _, _ := types.LookupFieldOrMethod(s.object.Type(), true, s.object.Pkg(), field)
	v, ok := object.(*types.Var)
	if !ok {
		s.fault("has no field %s", field)
	} else if got := types.TypeString(v.Type(), short); got != want {
		s.fault("%s is a %s, not a %s", field, got, want)
	}
	return s
}

// exactly demands the struct's own fields and no others, as name and type.
func (s *structure) exactly(want ...string) *structure {
	if s == nil {
		return s
	}
	var got []string
	for f := range s.fields.Fields() {
		got = append(got, f.Name()+" "+types.TypeString(f.Type(), short))
	}
	if !slices.Equal(got, want) {
		s.fault("has the fields %q, not %q", got, want)
	}
	return s
}

// closed demands that no field is exported.
func (s *structure) closed() *structure {
	if s == nil {
		return s
	}
	for f := range s.fields.Fields() {
		if f.Exported() {
			s.q.fault(f.Pos(), "%s: the field %s is exported", s.name, f.Name())
		}
	}
	return s
}

// exported demands that programs outside of the module can name the type.
func (q *inquiry) exported(name string) {
	_, object := q.lookup(name)
	if object == nil {
		return
	}
	if !object.Exported() {
		q.fault(object.Pos(), "%s is not exported", name)
	}
	path, _ := split(name)
	for folder := range strings.SplitSeq(path, "/") {
		if folder == "internal" {
			q.fault(object.Pos(), "%s is in an internal package", name)
		}
	}
	if object.Pkg().Name() == "main" {
		q.fault(object.Pos(), "%s is in a program", name)
	}
}

// constants demands the constants of a type, all of them, as name and exact
// value.
func (q *inquiry) constants(typeName string, want map[string]string) {
	p, object := q.lookup(typeName)
	if object == nil {
		return
	}
	met := map[string]bool{}
	for _, name := range p.types.Scope().Names() {
		c, ok := p.types.Scope().Lookup(name).(*types.Const)
		if !ok || !types.Identical(c.Type(), object.Type()) {
			continue
		}
		met[name] = true
		if value, ok := want[name]; !ok {
			q.fault(c.Pos(), "%s is one more %s", name, typeName)
		} else if got := plain(c.Val()); got != value {
			q.fault(c.Pos(), "%s is %s, not %s", name, got, value)
		}
	}
	for name := range want {
		if !met[name] {
			q.fault(object.Pos(), "%s has no constant %s", typeName, name)
		}
	}
}

// constant demands the exact value of one constant.
func (q *inquiry) constant(name, want string) {
	_, object := q.lookup(name)
	if object == nil {
		return
	}
	c, ok := object.(*types.Const)
	if !ok {
		q.fault(object.Pos(), "%s is no constant", name)
	} else if got := plain(c.Val()); got != want {
		q.fault(object.Pos(), "%s is %s, not %s", name, got, want)
	}
}

func plain(v constant.Value) string {
	if v.Kind() == constant.String {
		return constant.StringVal(v)
	}
	return v.ExactString()
}

// holdsType tells whether a type is made of one that fits, by way of fields,
// elements, pointers, parameters and results.
func holdsType(t types.Type, fits func(*types.TypeName) bool) (*types.TypeName, bool) {
	seen := map[types.Type]bool{}
	var found *types.TypeName
	var visit func(types.Type) bool
	visit = func(t types.Type) bool {
		t = types.Unalias(t)
		if seen[t] {
			return false
		}
		seen[t] = true
		switch t := t.(type) {
		case *types.Named:
			if fits(t.Obj()) {
				found = t.Obj()
				return true
			}
			for a := range t.TypeArgs().Types() {
				if visit(a) {
					return true
				}
			}
			return visit(t.Underlying())
		case *types.Struct:
			for f := range t.Fields() {
				if visit(f.Type()) {
					return true
				}
			}
		case *types.Signature:
			return visit(t.Params()) || visit(t.Results())
		case *types.Tuple:
			for v := range t.Variables() {
				if visit(v.Type()) {
					return true
				}
			}
		case *types.Map:
			return visit(t.Key()) || visit(t.Elem())
		case interface{ Elem() types.Type }:
			return visit(t.Elem())
		}
		return false
	}
	return found, visit(t)
}

// isInterface demands that a type is an interface.
func (q *inquiry) isInterface(name string) {
	if _, object := q.lookup(name); object != nil && !types.IsInterface(object.Type()) {
		q.fault(object.Pos(), "%s is no interface", name)
	}
}

// typeLinked demands that the directive for a requirement stands on a type.
func (q *inquiry) typeLinked(name, id string) {
	if p, object := q.lookup(name); object != nil {
		(&structure{q: q, name: name, object: object, pkg: p}).linked(id)
	}
}

// madeOnlyIn demands that composite literals of a type of the engine stand in
// each of the functions and nowhere else.
func (q *inquiry) madeOnlyIn(name string, functions ...string) {
	_, object := q.lookup(name)
	if object == nil {
		return
	}
	met := map[string]bool{}
	for _, p := range q.packages(engineTree) {
		for _, file := range p.files {
			for _, d := range file.Decls {
				in := p.path + " outside of functions"
				if f, ok := d.(*ast.FuncDecl); ok {
					in = symbol(p.info.Defs[f.Name])
				}
				ast.Inspect(d, func(n ast.Node) bool {
					if literal, ok := n.(*ast.CompositeLit); ok && typeSymbol(p.info.TypeOf(literal)) == name {
						met[in] = true
						if !slices.Contains(functions, in) {
							q.fault(literal.Pos(), "%s makes a %s", in, name)
						}
					}
					return true
				})
			}
		}
	}
	for _, f := range functions {
		if !met[f] {
			q.fault(object.Pos(), "%s does not make a %s", f, name)
		}
	}
}

// writtenOnlyIn demands that a field is assigned to in each of the functions
// and nowhere else in the engine.
func (q *inquiry) writtenOnlyIn(field string, functions ...string) {
	q.lookup(field)
	writes := slices.DeleteFunc(q.uses(engineTree, field), func(p place) bool { return !p.written() })
	q.onlyIn(writes, "a write of "+field, functions...)
}
