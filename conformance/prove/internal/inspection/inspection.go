// Package inspection decides the clauses that no test through the adapter protocol can
// decide. It turns the source of the reference engine into one result for each clause
// of the catalogue with `verify: inspection`.
//
// Most callers need Load, then Run. An inspection examines what the engine does, not
// how it is written: whether a program outside of it compiles, what happens on every
// path through a function under an assumption, whether a panic can leave a function,
// and which code refers to what. It names exported declarations, and finds others by
// their //hooktest:impl directives. So it survives renaming and reordering, and fails
// if something that it names no longer exists.
//
// It judges the reference engine only, and neither runs nor imports it.
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
	// Shows describes in one sentence what is examined.
	Shows string
	// Check returns nil if the clause holds. Otherwise the error joins all violations,
	// each with file and line if there are any.
	Check func(*Source) error
}

// A Result is the result of one inspection.
type Result struct {
	Clause, Shows string
	// Err is nil if the clause holds.
	Err error
}

// All returns every inspection, in the order of the clauses.
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
	// A number that can't be parsed sorts first. The test of the table rejects it.
	x, _ := strconv.Atoi(numberA)
	y, _ := strconv.Atoi(numberB)
	return cmp.Or(cmp.Compare(ownerA, ownerB), cmp.Compare(x, y))
}

// inspect returns an inspection for each of the clauses. query records the violations.
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

// client returns inspections of a program outside of the engine that must compile.
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
