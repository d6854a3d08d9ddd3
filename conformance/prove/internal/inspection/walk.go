package inspection

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A supposition has the assumed values of fields and results of functions, by their
// symbols.
type supposition map[string]thing

// A way is one path of a call to its return: the result, the steps before it and the
// memory at that point.
type way struct {
	from   *ssa.Function
	result thing
	*memory
}

// A step is a watched call with its arguments, or a write of a watched field.
type step struct {
	symbol string
	args   []thing
	pos    token.Pos
}

// A walk follows every path through a function that the supposition allows. It enters
// functions of the engine that use a watched or supposed symbol; the results of other
// functions are unknown. It leaves a loop after one iteration, and does not follow
// deferred calls.
type walk struct {
	program *program
	suppose supposition
	watched []string
	// background reports whether goroutines are followed, too, as if their starter
	// waited.
	background bool
	ways       []way
	// entered are the functions that the walk entered.
	entered map[*ssa.Function]bool
	left    int // steps until the walk gives up
	matters map[*ssa.Function]bool
	stack   []*ssa.Function
}

// mostSteps limits the length of a walk.
const mostSteps = 400_000

// begin returns the initial memory of a walk.
func (w *walk) begin() *memory {
	w.left, w.matters, w.entered = mostSteps, map[*ssa.Function]bool{}, map[*ssa.Function]bool{}
	return &memory{suppose: w.suppose, cells: map[string]thing{}}
}

// from follows the paths through a function. It is an error if there are too many.
func (w *walk) from(f *ssa.Function, args ...thing) error {
	w.enter(f, nil, args, w.begin(), w.returns(f))
	return w.end(f)
}

// returns returns a function that records a path through f.
func (w *walk) returns(f *ssa.Function) func(*memory, thing) {
	return func(m *memory, result thing) { w.ways = append(w.ways, way{f, result, m}) }
}

// end returns an error if the walk has given up.
func (w *walk) end(f *ssa.Function) error {
	if w.left <= 0 {
		return fmt.Errorf("%s: there are too many ways to follow", nameOf(f))
	}
	return nil
}

func (w *walk) enter(f *ssa.Function, bound, args []thing, m *memory, then func(*memory, thing)) {
	fr := newFrame()
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
	// Read all values before any is set, because one phi may refer to another.
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
			to, what := fr.value(i.Addr), fr.value(i.Val)
			if field, ok := i.Addr.(*ssa.FieldAddr); ok {
				w.note(m, fieldOf(field.X.Type(), field.Field), i.Pos(), what)
			}
			if to.cell != "" {
				m.write(to.cell, what)
			}
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
			fr.set(i, fr.compute(i, m))
		}
	}
}

func (w *walk) note(m *memory, symbol string, pos token.Pos, args ...thing) {
	if slices.Contains(w.watched, symbol) {
		m.steps = append(m.steps, step{symbol, args, pos})
	}
}

// call returns the result of a call if it is known without following the call.
// Otherwise done is false, and then is called with the result of each path through it.
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
		if w.follows(called, args, m) {
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

// callable reports whether a thing is a function that a walk can enter.
func (w *walk) callable(t thing) bool {
	return t.code != nil && t.code.Blocks != nil && !slices.Contains(w.stack, t.code)
}

// callbacks follows the functions that are passed to a function of another module.
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

// follows reports whether the walk enters a function.
func (w *walk) follows(called thing, args []thing, m *memory) bool {
	f := called.code
	if slices.Contains(w.stack, f) || len(w.stack) > 20 {
		return false
	}
	seen := map[*ssa.Function]bool{}
	if w.leads(called, m, seen) {
		return true
	}
	for _, a := range args {
		if w.leads(a, m, seen) {
			return true
		}
		// Its result may depend on its arguments.
		if (a.is == null || a.is == fixed) && f.Signature.Results().Len() == 1 {
			if b, ok := f.Signature.Results().At(0).Type().Underlying().(*types.Basic); ok && b.Kind() == types.Bool {
				return true
			}
		}
	}
	return false
}

// leads reports whether a thing is a function that uses a watched or supposed symbol,
// or that captures such a function. seen are the functions known not to.
func (w *walk) leads(t thing, m *memory, seen map[*ssa.Function]bool) bool {
	if t.code == nil {
		t = m.cells[t.cell]
	}
	if t.code == nil || seen[t.code] {
		return false
	}
	seen[t.code] = true
	return w.concerns(t.code) || slices.ContainsFunc(t.bound, func(b thing) bool { return w.leads(b, m, seen) })
}

// concerns reports whether a function, or any function that it refers to, uses a
// watched or supposed symbol.
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
