// Package operator makes mutants of the reference engine automatically: small mistakes
// of the kind that programmers make, at every place of every declaration that names a
// requirement, and of the functions that only those declarations call.
//
// Texts of errors, logs and warnings are not mutated, because no requirement covers
// their wording; neither are locks, because a single run can't show that one is
// missing. Mutants that do not compile, that change no token or that equal another
// mutant are left out.
//
// The package runs nothing and judges nothing.
package operator

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// A Kind is the kind of an operator.
type Kind string

// The operators.
const (
	// Negate negates a condition.
	Negate Kind = "negate"
	// Operand removes one side of && or ||.
	Operand Kind = "operand"
	// Boundary moves a comparison by one: < becomes <=, and so on.
	Boundary Kind = "boundary"
	// Constant changes a number, a string or a boolean.
	Constant Kind = "constant"
	// Key changes a string that names a field or that programs compare.
	Key Kind = "key"
	// Event replaces an event by another one.
	Event Kind = "event"
	// Sibling replaces a constant by another one of the same type.
	Sibling Kind = "sibling"
	// Empty returns a zero value instead of the result.
	Empty Kind = "empty"
	// Order reverses a sort, a loop, an append or a concatenation.
	Order Kind = "order"
	// Drop removes a call, an assignment, a field, a case or an early return.
	Drop Kind = "drop"
	// Swap exchanges two adjacent arguments of the same type.
	Swap Kind = "swap"
	// First ends a loop after its first iteration.
	First Kind = "first"
	// Share uses the original instead of a copy.
	Share Kind = "share"
)

// A Mutant is one mistake that an operator made.
type Mutant struct {
	proof.Mutant
	Kind Kind
	// Declaration is the mutated function, such as answer.convert.
	Declaration string
	// Names are the ids that the declaration's directive names, or the directives of
	// its only users, and the ids that its comment cites.
	Names []string
	// First and Last are the lines that must run for the mutant to have an effect.
	First, Last int
}

// A Source is the engine's code with its mutants.
type Source struct {
	// Mutants are ordered by file and position.
	Mutants []Mutant
	// Declarations are the mutated functions, in the same order.
	Declarations []Declaration
	// Unviable is the number of mutants that do not compile.
	Unviable int
}

// ByID returns the mutants by their ids.
func (s Source) ByID() map[string]Mutant {
	made := map[string]Mutant{}
	for _, m := range s.Mutants {
		made[m.ID] = m
	}
	return made
}

// A Declaration is a function that is mutated.
type Declaration struct {
	// Name is such as answer.convert.
	Name string
	File string
	// Names are as for a Mutant.
	Names []string
	// Code is the digest of the function, as in a ledger.
	Code string
}

// number sets the ids of the mutants of one declaration: its name, the operator, and
// the number among that operator's mutants.
func number(all []Mutant) {
	slices.SortStableFunc(all, func(a, b Mutant) int {
		return cmp.Or(cmp.Compare(a.Offsets[0], b.Offsets[0]), strings.Compare(string(a.Kind), string(b.Kind)), strings.Compare(a.Violates, b.Violates))
	})
	counts := map[Kind]int{}
	for i := range all {
		counts[all[i].Kind]++
		all[i].ID = fmt.Sprintf("%s/%s-%d", all[i].Declaration, all[i].Kind, counts[all[i].Kind])
	}
}
