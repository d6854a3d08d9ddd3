package inspection

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"maps"

	"golang.org/x/tools/go/ssa"
)

// A frame is the state of one function during a walk: the known values, and how often
// each block was reached.
type frame struct {
	values map[ssa.Value]thing
	turns  map[*ssa.BasicBlock]int
}

func newFrame() *frame { return &frame{map[ssa.Value]thing{}, map[*ssa.BasicBlock]int{}} }

// set stores a value, unless nothing is known about it.
func (fr *frame) set(v ssa.Value, t thing) {
	if t.is == unknown && t.from == "" && t.cell == "" && t.parts == nil && !t.zeroed {
		delete(fr.values, v)
		return
	}
	fr.values[v] = t
}

func (fr *frame) fork() *frame {
	return &frame{maps.Clone(fr.values), maps.Clone(fr.turns)}
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

// compute returns the value of an instruction that is not a call.
func (fr *frame) compute(v ssa.Value, m *memory) thing {
	switch v := v.(type) {
	case *ssa.Alloc:
		cell := fmt.Sprintf("%p", v)
		m.write(cell, zero(v.Type().Underlying().(*types.Pointer).Elem()))
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
		return thing{is: present, cell: fr.value(v.X).inside(fieldOf(v.X.Type(), v.Field))}
	case *ssa.Field:
		return m.read(fr.value(v.X), fieldOf(v.X.Type(), v.Field), v.Type())
	case *ssa.UnOp:
		return fr.unary(v, m)
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

func (fr *frame) unary(v *ssa.UnOp, m *memory) thing {
	x := fr.value(v.X)
	switch v.Op {
	case token.NOT:
		if x.is == fixed {
			return is(!constant.BoolVal(x.fixed))
		}
	case token.MUL:
		if field, ok := v.X.(*ssa.FieldAddr); ok {
			return m.read(fr.value(field.X), fieldOf(field.X.Type(), field.Field), v.Type())
		}
		return m.load(x)
	}
	return thing{}
}
