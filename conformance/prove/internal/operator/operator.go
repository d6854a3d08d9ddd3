// Package operator makes mutants of the reference engine by machine: small
// mistakes of the kinds that people make, at every place of every declaration
// that names a requirement, and of what only those declarations call.
//
// Texts of errors, logs and warnings are left alone, because no requirement
// speaks of their words; so are locks, whose absence no single run can show. What
// does not compile, and what changes no token or is the same as another mutant, is
// left out.
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

// A Kind is an operator.
type Kind string

// The operators.
const (
	// Negate turns a condition round.
	Negate Kind = "negate"
	// Operand leaves out one side of && or ||.
	Operand Kind = "operand"
	// Boundary moves a comparison by one: < becomes <=, and so on.
	Boundary Kind = "boundary"
	// Constant changes a number, a text or a truth value.
	Constant Kind = "constant"
	// Key changes a word that names a field, or that means something to a program.
	Key Kind = "key"
	// Event takes another event.
	Event Kind = "event"
	// Sibling takes another constant of the same type.
	Sibling Kind = "sibling"
	// Empty gives nothing back where something was computed.
	Empty Kind = "empty"
	// Order turns round what is sorted, walked, appended or joined.
	Order Kind = "order"
	// Drop leaves out a call, an assignment, a field, a case or an early return.
	Drop Kind = "drop"
	// Swap exchanges two neighbouring arguments of the same type.
	Swap Kind = "swap"
	// First takes the first element only.
	First Kind = "first"
	// Share hands on the original in the place of a copy.
	Share Kind = "share"
)

// A Mutant is one mistake that an operator made.
type Mutant struct {
	proof.Mutant
	Kind Kind
	// Declaration is where it is, such as answer.convert.
	Declaration string
	// Names are the ids that the declaration names, or that the declarations name
	// which alone use it, and what its comment cites.
	Names []string
	// First and Last are the lines whose execution is needed to notice it.
	First, Last int
}

// A Source is the engine's code with what the operators made of it.
type Source struct {
	// Mutants are in the order of files and places.
	Mutants []Mutant
	// Declarations are those that mutants were looked for in, in the same order.
	Declarations []Declaration
	// Unviable counts mutants that do not compile.
	Unviable int
}

// ByID are the mutants by their ids.
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
	// Names are as those of a Mutant.
	Names []string
	// Code is the digest of the function, as a ledger holds it.
	Code string
}

// number gives the mutants of one declaration their ids: its name, the operator,
// and the place among that operator's mutants.
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
