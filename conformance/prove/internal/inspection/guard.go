package inspection

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// recovers reports whether a deferred function stops a panic.
func recovers(f *ssa.Function) bool {
	return f != nil && slices.ContainsFunc(instructions(f), func(i ssa.Instruction) bool {
		call, ok := i.(*ssa.Call)
		return ok && calleeOf(&call.Call) == "recover"
	})
}

// guardOf returns the first deferred call of a function that recovers; nil if there is
// none.
func guardOf(f *ssa.Function) *ssa.Defer {
	for _, i := range instructions(f) {
		if d, ok := i.(*ssa.Defer); ok && recovers(d.Call.StaticCallee()) {
			return d
		}
	}
	return nil
}

// guarded asserts that no panic leaves a function. Every instruction that may panic
// must come after the deferral of a function that recovers, and every function that is
// called before it must be guarded too. So must the recovering function.
func (q *inquiry) guarded(f *ssa.Function) { q.guardedBut(f, map[*ssa.Function]bool{}) }

func (q *inquiry) guardedBut(f *ssa.Function, known map[*ssa.Function]bool) {
	if known[f] {
		return
	}
	known[f] = true
	guard := guardOf(f)
	if guard != nil {
		q.guardedBut(guard.Call.StaticCallee(), known)
	}
	for _, i := range instructions(f) {
		if after(guard, i) {
			continue
		}
		call, ok := i.(ssa.CallInstruction)
		if _, deferred := i.(*ssa.Defer); deferred || !ok {
			if mayPanic(i) {
				q.fault(max(i.Pos(), f.Pos()), "%s may panic outside of what recovers", nameOf(f))
			}
			continue
		}
		if _, builtin := call.Common().Value.(*ssa.Builtin); builtin {
			continue
		}
		if callee := call.Common().StaticCallee(); callee != nil && callee.Blocks != nil {
			q.guardedBut(callee, known)
		} else {
			q.fault(i.Pos(), "%s calls %s outside of what recovers", nameOf(f), calleeOf(call.Common()))
		}
	}
}

// mayPanic reports whether an instruction, other than a call, may panic because of its
// operands. Nil pointers are not considered.
func mayPanic(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.Panic, *ssa.Index, *ssa.MapUpdate:
		return true
	case *ssa.IndexAddr:
		_, known := i.Index.(*ssa.Const)
		return !known
	case *ssa.TypeAssert:
		return !i.CommaOk
	}
	return false
}

// after reports whether an instruction always runs after a deferral.
func after(guard *ssa.Defer, i ssa.Instruction) bool {
	if guard == nil {
		return false
	}
	if guard.Block() != i.Block() {
		return guard.Block().Dominates(i.Block())
	}
	return slices.Index(i.Block().Instrs, ssa.Instruction(guard)) < slices.Index(i.Block().Instrs, i)
}

// afterPanic returns the paths on which a function returns after it recovered from a
// panic.
func (q *inquiry) afterPanic(f *ssa.Function, watched ...string) *ways {
	found := &ways{q: q, from: f}
	guard := guardOf(f)
	if guard == nil || f.Recover == nil {
		return found.fault("does not recover from a panic")
	}
	w := &walk{program: q.program, suppose: supposition{"recover": isThere}, watched: watched}
	fr, m := newFrame(), w.begin()
	for _, i := range instructions(f) {
		switch i := i.(type) {
		case *ssa.Alloc:
			fr.values[i] = fr.compute(i, m)
			if !writtenAtReturn(i) {
				// The panic may have happened after any write.
				m.cells[fr.values[i].cell] = thing{}
			}
		case *ssa.MakeClosure:
			fr.values[i] = fr.compute(i, m)
		}
	}
	returns := func(m *memory, _ thing) { w.block(fr.fork(), f.Recover, nil, m, w.returns(f)) }
	if _, done := w.call(fr, &guard.Call, guard.Pos(), m, returns); done {
		returns(m, thing{})
	}
	if err := w.end(f); err != nil {
		q.fault(f.Pos(), "%v", err)
	}
	found.all = w.ways
	if len(found.all) == 0 {
		found.fault("never returns after a panic")
	}
	return found
}

// writtenAtReturn reports whether only return statements write a result variable, so
// that nothing can panic after a write.
func writtenAtReturn(a *ssa.Alloc) bool {
	return !slices.ContainsFunc(*a.Referrers(), func(i ssa.Instruction) bool {
		switch i := i.(type) {
		case *ssa.FieldAddr:
			return slices.ContainsFunc(*i.Referrers(), func(i ssa.Instruction) bool { _, written := i.(*ssa.Store); return written })
		case *ssa.Store:
			rest := i.Block().Instrs[slices.Index(i.Block().Instrs, ssa.Instruction(i))+1:]
			_, returns := rest[len(rest)-1].(*ssa.Return)
			return i.Addr == a && (!returns || slices.ContainsFunc(rest, func(i ssa.Instruction) bool { _, call := i.(ssa.CallInstruction); return call }))
		}
		return false
	})
}

// holds asserts the value of a field in the result of every path.
func (w *ways) holds(field string, want thing) *ways {
	object := w.q.object(field)
	if object == nil {
		return w
	}
	for _, one := range w.all {
		got := one.read(one.result, field, object.Type())
		if same, known := got.same(want); !known || !same {
			w.from = one.from
			return w.fault("has a way that gives %v as %s, not %v", got, field, want)
		}
	}
	return w
}

// warns asserts that every path logs at level warn.
func (w *ways) warns() *ways {
	for _, one := range w.all {
		if !slices.ContainsFunc(one.steps, warning) {
			w.from = one.from
			return w.fault("has a way that logs no warning")
		}
	}
	return w
}

// loggers are the functions that log a warning.
var loggers = []string{"log/slog.Logger.WarnContext", "log/slog.Logger.Warn", "log/slog.Logger.Log", "log/slog.Logger.LogAttrs"}

func warning(s step) bool {
	switch s.symbol {
	case "log/slog.Logger.WarnContext", "log/slog.Logger.Warn":
		return true
	case "log/slog.Logger.Log", "log/slog.Logger.LogAttrs":
		const level = 4 // slog.LevelWarn
		return len(s.args) > 2 && equal(is(level))(s.args[2])
	}
	return false
}
