package inspection

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A thing is what is known about a value.
type thing struct {
	is    knowledge
	fixed constant.Value
	// code and bound are a function value and the variables that it captures.
	code  *ssa.Function
	bound []thing
	parts []thing
	// from is the name of the field that the value was read from, or of the function
	// that returned it. kind is the type of an interface's value.
	from, kind string
	// cell is the memory cell that a pointer leads to, or that a struct was read from.
	// In a zeroed struct, every field that was not written is zero.
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

// is returns a known value.
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

// same reports whether two known things are equal.
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

// inside returns the cell of a struct's field. If the struct's cell is unknown, all
// structs of its type share the cell.
func (t thing) inside(field string) string {
	if t.cell == "" {
		return field
	}
	return t.cell + field[strings.LastIndex(field, "."):]
}

// zero returns the zero value of a type.
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
