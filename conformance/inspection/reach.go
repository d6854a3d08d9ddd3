package inspection

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A reach is what may run when a function is called: the function, what it
// refers to in the engine, and so on. A call of an interface's method reaches
// that method of every type of the engine which has the interface's methods; a
// call of a function value reaches every function of its type that the engine
// uses as a value. What other modules do is not followed.
type reach struct {
	q *inquiry
	// why names, for each function and function literal, the one it was
	// reached from.
	why    map[ast.Node]string
	bodies []body
	todo   []body
}

// A body is a function or a function literal.
type body struct {
	pkg  *pkg
	node ast.Node
	name string
}

// reach follows the functions that are named.
func (q *inquiry) reach(names ...string) *reach {
	r := &reach{q: q, why: map[ast.Node]string{}}
	for _, name := range names {
		if f := q.function(name); f != nil {
			r.add(body{f.pkg, f.decl, f.name}, "the start")
		}
	}
	for len(r.todo) > 0 {
		next := r.todo[0]
		r.todo = r.todo[1:]
		r.bodies = append(r.bodies, next)
		r.follow(next)
	}
	return r
}

func (r *reach) add(b body, why string) {
	if _, known := r.why[b.node]; !known {
		r.why[b.node] = why
		r.todo = append(r.todo, b)
	}
}

// places gives what is referred to in all that is reached.
func (r *reach) places() []place {
	var places []place
	for _, b := range r.bodies {
		for _, p := range b.pkg.refs() {
			if p.within(b.node) {
				places = append(places, p)
			}
		}
	}
	return places
}

func (r *reach) follow(b body) {
	for _, p := range b.pkg.refs() {
		if f, ok := p.object.(*types.Func); ok && p.within(b.node) {
			r.function(f.Origin(), b.name)
		}
	}
	ast.Inspect(b.node, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if s, ok := b.pkg.dynamic(call); ok {
			r.values(s, b.name)
		}
		return true
	})
}

// function adds a function of the engine, or those that stand behind an
// interface's method.
func (r *reach) function(f *types.Func, why string) {
	if receiver := f.Signature().Recv(); receiver != nil && types.IsInterface(receiver.Type()) {
		face := receiver.Type().Underlying().(*types.Interface)
		for _, p := range r.q.packages(engineTree) {
			for _, name := range p.types.Scope().Names() {
				t, ok := p.types.Scope().Lookup(name).(*types.TypeName)
				if !ok || types.IsInterface(t.Type()) || !types.Implements(types.NewPointer(t.Type()), face) {
					continue
				}
				method, _, _ := types.LookupFieldOrMethod(t.Type(), true, p.types, f.Name())
				if m, ok := method.(*types.Func); ok {
					r.function(m.Origin(), why)
				}
			}
		}
		return
	}
	if f.Pkg() == nil || !below(engineTree, relative(f.Pkg().Path())+".") {
		return
	}
	p, err := r.q.pkg(relative(f.Pkg().Path()))
	if err != nil {
		r.q.fault(token.NoPos, "%v", err)
		return
	}
	for _, file := range p.files {
		for _, d := range file.Decls {
			if decl, ok := d.(*ast.FuncDecl); ok && p.info.Defs[decl.Name] == f {
				r.add(body{p, decl, symbol(f)}, why)
			}
		}
	}
}

// dynamic gives the type of a call whose callee is a value.
func (p *pkg) dynamic(call *ast.CallExpr) (*types.Signature, bool) {
	fun := ast.Unparen(call.Fun)
	if index, ok := fun.(*ast.IndexExpr); ok {
		fun = index.X
	}
	if p.info.Types[fun].IsType() || p.info.Types[fun].IsBuiltin() {
		return nil, false
	}
	var object types.Object
	switch fun := fun.(type) {
	case *ast.Ident:
		object = p.info.Uses[fun]
	case *ast.SelectorExpr:
		object = p.info.Uses[fun.Sel]
	case *ast.FuncLit:
		return nil, false
	}
	if _, static := object.(*types.Func); static {
		return nil, false
	}
	s, ok := p.info.TypeOf(fun).Underlying().(*types.Signature)
	return s, ok
}

// values adds every function that is used as a value of a type.
func (r *reach) values(s *types.Signature, why string) {
	for _, p := range r.q.packages(engineTree) {
		for _, at := range p.refs() {
			f, ok := at.object.(*types.Func)
			if ok && at.call() == nil && types.Identical(p.info.TypeOf(at.node), s) {
				r.function(f.Origin(), why)
			}
		}
		for _, file := range p.files {
			ast.Inspect(file, func(n ast.Node) bool {
				if literal, ok := n.(*ast.FuncLit); ok && types.Identical(p.info.TypeOf(literal), s) {
					r.add(body{p, literal, "a function literal"}, why)
				}
				return true
			})
		}
	}
}

// avoids demands that nothing that is reached refers to a symbol that fits.
func (r *reach) avoids(fits func(place) bool) {
	for _, p := range r.places() {
		if fits(p) {
			r.q.fault(p.pos, "%s is reached and uses %s", p.function(), p.symbol)
		}
	}
}

// waitsNever demands that nothing that is reached waits for another goroutine:
// no channel, no select, nothing of the library that sleeps or waits. Locks may
// be taken: what runs under them is reached too.
func (r *reach) waitsNever() {
	r.avoids(func(p place) bool {
		switch p.symbol {
		case "time.Sleep", "time.After", "time.Tick", "time.NewTimer", "time.NewTicker", "sync.WaitGroup.Wait", "sync.Cond.Wait":
			return true
		}
		return below("os/exec", p.symbol) || below("net/...", p.symbol)
	})
	r.statements(func(p *pkg, n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SendStmt, *ast.SelectStmt:
			return true
		case *ast.UnaryExpr:
			return n.Op == token.ARROW
		case *ast.RangeStmt:
			_, channel := p.info.TypeOf(n.X).Underlying().(*types.Chan)
			return channel
		}
		return false
	}, "waits")
}

// startsNothing demands that nothing that is reached starts a goroutine.
func (r *reach) startsNothing() {
	r.avoids(func(p place) bool {
		switch p.symbol {
		case "sync.WaitGroup.Go", "time.AfterFunc", "context.AfterFunc":
			return true
		}
		return false
	})
	r.statements(func(_ *pkg, n ast.Node) bool {
		_, ok := n.(*ast.GoStmt)
		return ok
	}, "starts a goroutine")
}

func (r *reach) statements(fits func(*pkg, ast.Node) bool, what string) {
	for _, b := range r.bodies {
		ast.Inspect(b.node, func(n ast.Node) bool {
			if n != nil && fits(b.pkg, n) {
				r.q.fault(n.Pos(), "%s is reached and %s", b.name, what)
			}
			return true
		})
	}
}
