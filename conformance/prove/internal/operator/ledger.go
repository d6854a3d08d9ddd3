package operator

import (
	"errors"
	"fmt"

	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// Judged returns a ledger with the new statuses of some mutants. The entry of a changed
// declaration is replaced if all of its mutants have a status. Declarations that are no
// longer in the source are removed.
func (s Source) Judged(l proof.Ledger, statuses map[string]string) proof.Ledger {
	made := map[string][]Mutant{}
	for _, m := range s.Mutants {
		made[m.Declaration] = append(made[m.Declaration], m)
	}
	next := proof.Ledger{Declarations: map[string]proof.Judged{}, Checks: l.Checks}
	for _, d := range s.Declarations {
		before, known := l.Declarations[d.Name]
		fresh := known && before.Code == d.Code && before.Mutants == len(made[d.Name])
		old := map[string]string{}
		for _, left := range before.Left {
			old[left.ID] = left.Status
		}
		now := proof.Judged{Declaration: d.Name, File: d.File, Code: d.Code, Mutants: len(made[d.Name])}
		all := true
		for _, m := range made[d.Name] {
			status, judged := statuses[m.ID]
			if !judged && fresh {
				status, judged = old[m.ID], true
			}
			all = all && judged
			if status == "killed" || status == "" {
				now.Killed++
				continue
			}
			now.Left = append(now.Left, proof.Left{ID: m.ID, Change: m.Violates, Status: status})
		}
		switch {
		case all:
			next.Declarations[d.Name] = now
		case known:
			next.Declarations[d.Name] = before
		}
	}
	return next
}

// Without returns a source without the functions that no requirement covers. The error
// names the entries of the list that match nothing.
func (s Source) Without(list []proof.Unmutated) (Source, error) {
	used := make([]bool, len(list))
	listed := func(declaration string) bool {
		found := false
		for i, b := range list {
			if b.Covers(declaration) {
				used[i], found = true, true
			}
		}
		return found
	}
	rest := Source{Unviable: s.Unviable}
	for _, d := range s.Declarations {
		if !listed(d.Name) {
			rest.Declarations = append(rest.Declarations, d)
		}
	}
	for _, m := range s.Mutants {
		if !listed(m.Declaration) {
			rest.Mutants = append(rest.Mutants, m)
		}
	}
	var faults []error
	for i, b := range list {
		if !used[i] {
			faults = append(faults, fmt.Errorf("%s: operators mutate nothing in %s: take it off the list, or name what it has become", b.Position, b.Of))
		}
	}
	return rest, errors.Join(faults...)
}
