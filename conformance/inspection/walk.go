package inspection

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A supposition says what fields hold and functions give, by their symbols.
type supposition map[string]thing

// A thing is what is known of a value.
type thing struct {
	is    knowledge
	fixed constant.Value
	// code and bound are a function value and what it has caught.
	code  *ssa.Function
	bound []thing
	parts []thing
	// from names the field that the value was read from, or the function that
	// gave it; kind is the type of what an interface holds.
	from, kind string
	// cell is the memory that a pointer leads to, or that a struct was read from;
	// of a zeroed struct, whatever was not written is zero.
	cell   string
	zeroed bool
}

type knowledge int

const (
	unknown knowledge = iota
	null
	present
	fixed
)

var (
	isNil   = thing{is: null}
	isThere = thing{is: present}
	isTrue  = is(true)
	isFalse = is(false)
)

// is is a known value.
func is(v any) thing {
	if n, ok := v.(int); ok {
		return thing{is: fixed, fixed: constant.MakeInt64(int64(n))}
	}
	return thing{is: fixed, fixed: constant.Make(v)}
}

func (t thing) String() string {
	switch t.is {
	case null:
		return "nil"
	case fixed:
		return t.fixed.String()
	}
	if t.from != "" {
		return "what " + t.from + " gives"
	}
	return "something"
}

// same tells whether two known things are equal.
func (t thing) same(other thing) (equal, known bool) {
	switch {
	case t.is == fixed && other.is == fixed && t.fixed.Kind() == other.fixed.Kind():
		return constant.Compare(t.fixed, token.EQL, other.fixed), true
	case t.is == null && other.is == null:
		return true, true
	case t.is == null && other.is == present, t.is == present && other.is == null:
		return false, true
	}
	return false, false
}

// A way is one way that a call can take to its return: the watched calls and
// writes in their order, what is returned, and what is in memory then.
type way struct {
	from   *ssa.Function
	steps  []step
	result thing
	memory *memory
}

// A step is a watched call with its arguments, or a write of a watched field.
type step struct {
	symbol string
	args   []thing
	pos    token.Pos
}

// A walk follows every way through a function as far as the suppositions leave it
// open. It goes into functions of the engine that have to do with what is watched or
// supposed; it takes what any others give for unknown. A loop is left after one turn.
// What is written is remembered by the place, or by the field where the place is not
// known: two structs of one type then count as one. A supposed field stays as it is
// supposed, whatever is written to it. Deferred calls are not followed.
type walk struct {
	program *program
	suppose supposition
	watched []string
	// background tells that goroutines are followed, too, as if their starter waited.
	background bool
	ways       []way
	// entered are the functions that it went into.
	entered map[*ssa.Function]bool
	left    int // steps until the walk gives up
	matters map[*ssa.Function]bool
	stack   []*ssa.Function
}

// mostSteps bounds a walk.
const mostSteps = 400_000

// memory is what a way has done so far.
type memory struct {
	steps []step
	cells map[string]thing
}

func (m *memory) fork() *memory {
	return &memory{slices.Clip(m.steps), maps.Clone(m.cells)}
}

// frame is one function on its way.
type frame struct {
	function *ssa.Function
	values   map[ssa.Value]thing
	turns    map[*ssa.BasicBlock]int
}

// set remembers a value, of which most are unknown.
func (f *frame) set(v ssa.Value, t thing) {
	if t.is == unknown && t.from == "" && t.cell == "" && t.parts == nil && !t.zeroed {
		delete(f.values, v)
		return
	}
	f.values[v] = t
}

func (f *frame) fork() *frame {
	return &frame{f.function, maps.Clone(f.values), maps.Clone(f.turns)}
}

func (w *walk) from(f *ssa.Function, args ...thing) error {
	w.left, w.matters, w.entered = mostSteps, map[*ssa.Function]bool{}, map[*ssa.Function]bool{}
	w.enter(f, nil, args, &memory{cells: map[string]thing{}}, func(m *memory, result thing) {
		w.ways = append(w.ways, way{f, m.steps, result, m})
	})
	if w.left <= 0 {
		return fmt.Errorf("%s: there are too many ways to follow", nameOf(f))
	}
	return nil
}

func (w *walk) enter(f *ssa.Function, bound, args []thing, m *memory, then func(*memory, thing)) {
	fr := &frame{f, map[ssa.Value]thing{}, map[*ssa.BasicBlock]int{}}
	for i, p := range f.Params {
		if i < len(args) {
			fr.values[p] = args[i]
		}
	}
	for i, v := range f.FreeVars {
		if i < len(bound) {
			fr.values[v] = bound[i]
		}
	}
	w.stack, w.entered[f] = append(w.stack, f), true
	depth := len(w.stack)
	w.block(fr, f.Blocks[0], nil, m, func(m *memory, result thing) {
		inside := w.stack
		w.stack = w.stack[:depth-1]
		then(m, result)
		w.stack = inside
	})
	w.stack = w.stack[:depth-1]
}

func (w *walk) block(fr *frame, b, before *ssa.BasicBlock, m *memory, then func(*memory, thing)) {
	if fr.turns[b]++; fr.turns[b] > 2 {
		return
	}
	// All of them at once: one may stand in another.
	met := map[*ssa.Phi]thing{}
	for _, i := range b.Instrs {
		if phi, ok := i.(*ssa.Phi); ok {
			met[phi] = fr.value(phi.Edges[slices.Index(b.Preds, before)])
		}
	}
	for phi, t := range met {
		fr.set(phi, t)
	}
	w.instructions(fr, b, 0, m, then)
}

func (w *walk) instructions(fr *frame, b *ssa.BasicBlock, from int, m *memory, then func(*memory, thing)) {
	for n := from; n < len(b.Instrs); n++ {
		if w.left--; w.left <= 0 {
			return
		}
		switch i := b.Instrs[n].(type) {
		case *ssa.Phi, *ssa.Defer:
		case *ssa.Call:
			result, done := w.call(fr, &i.Call, i.Pos(), m, func(m *memory, result thing) {
				after := fr.fork()
				after.set(i, result)
				w.instructions(after, b, n+1, m, then)
			})
			if !done {
				return
			}
			fr.set(i, result)
		case *ssa.Go:
			if !w.background {
				continue
			}
			if _, done := w.call(fr, &i.Call, i.Pos(), m, func(m *memory, _ thing) { w.instructions(fr.fork(), b, n+1, m, then) }); !done {
				return
			}
		case *ssa.Store:
			w.store(fr, i, m)
		case *ssa.If:
			if truth := fr.value(i.Cond); truth.is == fixed {
				w.block(fr, b.Succs[map[bool]int{true: 0, false: 1}[constant.BoolVal(truth.fixed)]], b, m, then)
				return
			}
			for _, next := range b.Succs {
				w.block(fr.fork(), next, b, m.fork(), then)
			}
			return
		case *ssa.Jump:
			w.block(fr, b.Succs[0], b, m, then)
			return
		case *ssa.Return:
			then(m, fr.tuple(i.Results))
			return
		case ssa.Value:
			fr.set(i, w.compute(fr, i, m))
		}
	}
}

func (fr *frame) tuple(values []ssa.Value) thing {
	if len(values) == 1 {
		return fr.value(values[0])
	}
	var t thing
	for _, v := range values {
		t.parts = append(t.parts, fr.value(v))
	}
	return t
}

func (fr *frame) value(v ssa.Value) thing {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil {
			return thing{is: fixed, fixed: v.Value}
		}
		return zero(v.Type())
	case *ssa.Function:
		return thing{is: present, code: v}
	case *ssa.Global:
		return thing{is: present, from: symbol(v.Object())}
	}
	return fr.values[v]
}

// zero is the zero value of a type.
func zero(t types.Type) thing {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return isFalse
		case u.Info()&types.IsString != 0:
			return is("")
		case u.Info()&types.IsInteger != 0:
			return is(0)
		case u.Kind() == types.UntypedNil:
			return isNil
		}
		return thing{}
	case *types.Struct, *types.Array:
		return thing{zeroed: true}
	}
	return isNil
}

// store remembers what is written where.
func (w *walk) store(fr *frame, i *ssa.Store, m *memory) {
	to, what := fr.value(i.Addr), fr.value(i.Val)
	if field, ok := i.Addr.(*ssa.FieldAddr); ok {
		w.note(m, fieldOf(field.X.Type(), field.Field), i.Pos(), what)
	}
	if to.cell == "" {
		return
	}
	maps.DeleteFunc(m.cells, func(cell string, _ thing) bool { return strings.HasPrefix(cell, to.cell+".") })
	m.cells[to.cell] = what
	for cell, inside := range m.cells {
		if rest, ok := strings.CutPrefix(cell, what.cell+"."); ok && what.cell != "" {
			m.cells[to.cell+"."+rest] = inside
		}
	}
}

func (w *walk) note(m *memory, symbol string, pos token.Pos, args ...thing) {
	if slices.Contains(w.watched, symbol) {
		m.steps = append(m.steps, step{symbol, args, pos})
	}
}

// read gives what a field holds, of a struct in a cell.
func (w *walk) read(m *memory, holder thing, name string, t types.Type) thing {
	if supposed, ok := w.suppose[name]; ok {
		return supposed
	}
	short := name[strings.LastIndex(name, ".")+1:]
	cell := holder.cell + "." + short
	if holder.cell == "" {
		cell = name
	}
	found, ok := m.cells[cell]
	if whole := m.cells[holder.cell]; !ok && whole.cell != "" && whole.cell != holder.cell {
		// It is a copy.
		return w.read(m, whole, name, t)
	} else if !ok && (holder.zeroed || whole.zeroed) {
		found = zero(t)
	}
	if found.from == "" {
		found.from = name
	}
	if found.cell == "" {
		found.cell = cell
	}
	return found
}

// compute gives the value of an instruction that is no call.
func (w *walk) compute(fr *frame, v ssa.Value, m *memory) thing {
	switch v := v.(type) {
	case *ssa.Alloc:
		cell := fmt.Sprintf("%p", v)
		maps.DeleteFunc(m.cells, func(other string, _ thing) bool { return strings.HasPrefix(other, cell+".") })
		m.cells[cell] = zero(v.Type().Underlying().(*types.Pointer).Elem())
		return thing{is: present, cell: cell}
	case *ssa.MakeClosure:
		t := thing{is: present, code: v.Fn.(*ssa.Function)}
		for _, b := range v.Bindings {
			t.bound = append(t.bound, fr.value(b))
		}
		return t
	case *ssa.MakeInterface:
		t := fr.value(v.X)
		if t.is == null || t.is == unknown {
			t.is = present
		}
		t.kind = typeSymbol(v.X.Type())
		return t
	case *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan, *ssa.Slice:
		return isThere
	case *ssa.ChangeInterface:
		return fr.value(v.X)
	case *ssa.ChangeType:
		return fr.value(v.X)
	case *ssa.Convert:
		return fr.value(v.X)
	case *ssa.FieldAddr:
		holder := fr.value(v.X)
		name := fieldOf(v.X.Type(), v.Field)
		if holder.cell == "" {
			return thing{is: present, cell: name}
		}
		return thing{is: present, cell: holder.cell + name[strings.LastIndex(name, "."):]}
	case *ssa.Field:
		return w.read(m, fr.value(v.X), fieldOf(v.X.Type(), v.Field), v.Type())
	case *ssa.UnOp:
		return w.unary(fr, v, m)
	case *ssa.BinOp:
		return binary(v.Op, fr.value(v.X), fr.value(v.Y))
	case *ssa.Extract:
		t := fr.value(v.Tuple)
		if v.Index < len(t.parts) {
			return t.parts[v.Index]
		}
		return thing{from: t.from}
	case *ssa.TypeAssert:
		t := fr.value(v.X)
		switch {
		case !v.CommaOk:
			return t
		case t.is == null:
			return thing{parts: []thing{isNil, isFalse}}
		}
		return thing{parts: []thing{t, {}}}
	}
	return thing{}
}

func (w *walk) unary(fr *frame, v *ssa.UnOp, m *memory) thing {
	x := fr.value(v.X)
	switch v.Op {
	case token.NOT:
		if x.is == fixed {
			return is(!constant.BoolVal(x.fixed))
		}
	case token.MUL:
		if field, ok := v.X.(*ssa.FieldAddr); ok {
			return w.read(m, fr.value(field.X), fieldOf(field.X.Type(), field.Field), v.Type())
		}
		t, ok := m.cells[x.cell]
		if !ok {
			t = thing{from: x.from}
		}
		if t.cell == "" {
			t.cell = x.cell
		}
		return t
	}
	return thing{}
}

func binary(op token.Token, x, y thing) thing {
	switch op {
	case token.EQL, token.NEQ:
		if equal, known := x.same(y); known {
			return is(equal == (op == token.EQL))
		}
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		if x.is == fixed && y.is == fixed {
			return is(constant.Compare(x.fixed, op, y.fixed))
		}
	case token.SUB:
		return thing{from: x.cell + " - " + y.cell}
	case token.ADD:
		if x.is == fixed && y.is == fixed && x.fixed.Kind() == y.fixed.Kind() {
			return thing{is: fixed, fixed: constant.BinaryOp(x.fixed, op, y.fixed)}
		}
	}
	return thing{}
}

// call gives what a call gives, if that is known without following it. Else it is not
// done, and then gets what the call gives, once for every way through it.
func (w *walk) call(fr *frame, call *ssa.CallCommon, pos token.Pos, m *memory, then func(*memory, thing)) (result thing, done bool) {
	var args []thing
	if call.IsInvoke() {
		args = append(args, fr.value(call.Value))
	}
	for _, a := range call.Args {
		args = append(args, fr.value(a))
	}
	name, called := calleeOf(call), thing{}
	if !call.IsInvoke() {
		called = fr.value(call.Value)
	}
	w.note(m, name, pos, args...)
	result.from = name
	if supposed, ok := w.suppose[name]; ok {
		if supposed.from == "" {
			supposed.from = name
		}
		return supposed, true
	}
	if f := called.code; f != nil && f.Blocks != nil {
		if w.follows(f, args) {
			w.enter(f, called.bound, args, m, then)
			return result, false
		}
		return result, true
	}
	if name == "errors.New" || name == "fmt.Errorf" {
		result.is = present
	}
	if !slices.ContainsFunc(args, w.callable) {
		return result, true
	}
	w.callbacks(name, args, m, func(m *memory) { then(m, result) })
	return result, false
}

// callable tells whether a thing is a function that a walk can go into.
func (w *walk) callable(t thing) bool {
	return t.code != nil && t.code.Blocks != nil && !slices.Contains(w.stack, t.code)
}

// callbacks follows the functions that a function of another module gets.
func (w *walk) callbacks(name string, args []thing, m *memory, then func(*memory)) {
	n := slices.IndexFunc(args, w.callable)
	if n < 0 {
		then(m)
		return
	}
	switch name {
	case "sync.WaitGroup.Go":
		if !w.background {
			then(m)
			return
		}
	case "sync.Once.Do":
	default:
		// It may never be called.
		w.callbacks(name, args[n+1:], m.fork(), then)
	}
	w.enter(args[n].code, args[n].bound, nil, m, func(m *memory, _ thing) { w.callbacks(name, args[n+1:], m, then) })
}

// follows tells whether a walk goes into a function.
func (w *walk) follows(f *ssa.Function, args []thing) bool {
	if slices.Contains(w.stack, f) || len(w.stack) > 20 {
		return false
	}
	if w.concerns(f) {
		return true
	}
	for _, a := range args {
		if a.code != nil && w.concerns(a.code) {
			return true
		}
		// What it gives may depend on what it is given.
		if (a.is == null || a.is == fixed) && f.Signature.Results().Len() == 1 {
			if b, ok := f.Signature.Results().At(0).Type().Underlying().(*types.Basic); ok && b.Kind() == types.Bool {
				return true
			}
		}
	}
	return false
}

// concerns tells whether anything that a function refers to, however far, has to do
// with what is watched or supposed.
func (w *walk) concerns(f *ssa.Function) bool {
	return slices.ContainsFunc(w.program.closure(f), func(g *ssa.Function) bool {
		known, ok := w.matters[g]
		if !ok {
			known = slices.ContainsFunc(w.program.mentions(g), func(m mention) bool {
				_, supposed := w.suppose[m.symbol]
				return supposed || slices.Contains(w.watched, m.symbol)
			})
			w.matters[g] = known
		}
		return known
	})
}
