// Package inspection decides the clauses that no test through the adapter
// protocol can decide: it turns the source of the reference engine into one
// result for each clause of the catalogue with `verify: inspection`.
//
// Most callers need Load, then Run. An inspection asks what the engine is and does,
// not how that is written: whether a program outside of it compiles, what happens
// on every way through a function supposed that something is so, whether a panic
// can leave it, and who refers to what. It names exported declarations, and others
// by the //hooktest:impl directives that they bear, so that it outlives another name
// or another order and fails where what it names is gone.
//
// It judges the reference engine alone, runs none of it, and imports none of it.
package inspection

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// An Inspection decides one clause.
type Inspection struct {
	// Clause is the clause's id, such as HOOK-001.4.
	Clause string
	// Shows says in one sentence what is looked at to decide it.
	Shows string
	// Check's error joins everything that speaks against the clause, each led
	// by file and line where there is one. It is nil where the clause holds.
	Check func(*Source) error
}

// A Result is what came of one inspection.
type Result struct {
	Clause, Shows string
	// Err is nil where the clause holds.
	Err error
}

// All gives every inspection, in the order of the clauses.
func All() []Inspection {
	all := slices.Concat(slices.Concat(interfaces(), suppositions(), bounds(), panics())...)
	slices.SortFunc(all, func(a, b Inspection) int { return compareClauses(a.Clause, b.Clause) })
	return all
}

// Run inspects a source, in the order of All.
func Run(s *Source) []Result {
	var results []Result
	for _, i := range All() {
		results = append(results, Result{Clause: i.Clause, Shows: i.Shows, Err: i.Check(s)})
	}
	return results
}

// compareClauses orders by requirement, then by number.
func compareClauses(a, b string) int {
	ownerA, numberA, _ := strings.Cut(a, ".")
	ownerB, numberB, _ := strings.Cut(b, ".")
	// What is not a number sorts first; the test of the table refuses it.
	x, _ := strconv.Atoi(numberA)
	y, _ := strconv.Atoi(numberB)
	return cmp.Or(cmp.Compare(ownerA, ownerB), cmp.Compare(x, y))
}

// inspect makes an inspection of a query, which notes its faults, for each of the
// clauses that it decides.
func inspect(clauses, shows string, query func(*inquiry)) []Inspection {
	return each(clauses, shows, func(s *Source) error {
		p, err := s.program()
		if err != nil {
			return err
		}
		q := &inquiry{Source: s, program: p}
		query(q)
		return q.err()
	})
}

// client makes an inspection of a program outside of the engine that has to compile.
func client(clauses, shows, declarations string) []Inspection {
	return each(clauses, shows, func(s *Source) error {
		q := &inquiry{Source: s}
		q.compiles(declarations)
		return q.err()
	})
}

func each(clauses, shows string, check func(*Source) error) []Inspection {
	var all []Inspection
	for clause := range strings.FieldsSeq(clauses) {
		all = append(all, Inspection{clause, shows, check})
	}
	return all
}
