// Package inspection decides the clauses that no test through the adapter protocol can
// decide. It turns the source of the reference engine into one result for each clause
// of the catalogue with `verify: inspection`.
//
// Callers need Load, then the Check of All. An inspection examines what the engine does, not
// how it is written: whether a program outside of it compiles, what happens on every
// path through a function under an assumption, whether a panic can leave a function,
// and which code refers to what. It names exported declarations, and finds others by
// their //hooktest:impl directives. So it survives renaming and reordering, and fails
// if something that it names no longer exists.
//
// It judges the reference engine only, and neither runs nor imports it.
package inspection

import (
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/catalogue"
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

// All returns every inspection, in the order of the clauses.
func All() []Inspection {
	all := slices.Concat(slices.Concat(interfaces(), suppositions(), bounds(), panics())...)
	slices.SortFunc(all, func(a, b Inspection) int { return catalogue.Compare(a.Clause, b.Clause) })
	return all
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
