package trace

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// locked returns the lock entry of the current clause.
func (c *Clause) locked() LockedClause {
	l := LockedClause{Clause: c.ID, Text: proof.Short(c.Digest), Rung: c.Rung}
	var code, test []string
	for _, i := range c.Implementations {
		code = append(code, i.Declaration+" "+i.Digest)
	}
	for _, check := range c.Checks {
		test = append(test, check.Check+" "+check.Digest)
	}
	l.Code, l.Test = joint(code), joint(test)
	return l
}

// joint returns one short digest of several, independent of their order; "" if there
// are none.
func joint(digests []string) string {
	if len(digests) == 0 {
		return ""
	}
	slices.Sort(digests)
	sum := sha256.New()
	for _, d := range digests {
		fmt.Fprintln(sum, d)
	}
	return proof.Short(hex.EncodeToString(sum.Sum(nil)))
}

// Clauses returns the clauses of all requirements, then the interpretations.
func (r Report) Clauses() iter.Seq[*Clause] {
	return func(yield func(*Clause) bool) {
		for i := range r.Requirements {
			for j := range r.Requirements[i].Clauses {
				if !yield(&r.Requirements[i].Clauses[j]) {
					return
				}
			}
		}
		for i := range r.Interpretations {
			if !yield(&r.Interpretations[i]) {
				return
			}
		}
	}
}

// Relock returns the lock of the report: the present digests, except those of texts that
// were not accepted, and rungs that only rise. A mutant that was removed stays in the lock
// until that is accepted. A mutant that was not judged keeps its entry, so that a proof of
// some mutants drops no others. keys are the present keys of the mutants.
func (r Report) Relock(old Lock, keys map[string]string) Lock {
	l := Lock{Clauses: map[string]LockedClause{}, Mutants: map[string]LockedMutant{}}
	for c := range r.Clauses() {
		entry := c.locked()
		if before, ok := old.Clauses[c.ID]; ok {
			entry.Text, entry.Accepted = before.Text, before.Accepted
			if reached(before.Rung, entry.Rung) {
				entry.Rung = before.Rung
			}
		}
		l.Clauses[c.ID] = entry
	}
	for _, m := range r.Mutants {
		if before, ok := old.Mutants[m.ID]; ok && m.Status == "" {
			// Its key differs, so it proves nothing; it only records what was proven once.
			l.Mutants[m.ID] = before
		}
		if m.Status != proof.Killed || m.Killer == nil {
			continue
		}
		entry := LockedMutant{Mutant: m.ID, Key: proof.Short(keys[m.ID]), Killer: m.Killer.Check}
		if len(m.Noticed) > 1 {
			entry.Noticed = m.Noticed
		}
		// If several checks notice, any of them may be recorded, so the lock keeps its
		// entry.
		if before, ok := old.Mutants[m.ID]; ok && before.Key == entry.Key {
			entry = before
		}
		l.Mutants[m.ID] = entry
	}
	for _, id := range r.Gone(old) {
		l.Mutants[id] = old.Mutants[id]
	}
	return l
}

// Gone returns the mutants of a lock that the report does not have although it has
// their clauses.
func (r Report) Gone(l Lock) []string {
	clauses, there := map[string]bool{}, map[string]bool{}
	for c := range r.Clauses() {
		clauses[c.ID] = true
	}
	for _, m := range r.Mutants {
		there[m.ID] = true
	}
	return slices.DeleteFunc(sortedIDs(l.Mutants), func(id string) bool {
		clause, _, _ := strings.Cut(id, "/")
		return there[id] || !clauses[clause]
	})
}

// Accept puts the current text of a clause into the lock, with a reason, and resets its
// rung to the current one. It removes the clause's mutants that no longer exist. It
// reports whether there was anything to accept.
func (r Report) Accept(l Lock, id, reason string) bool {
	changed, forgotten := false, map[string]bool{}
	for _, mutant := range r.Gone(l) {
		clause, _, _ := strings.Cut(mutant, "/")
		if clause == id || catalogue.Owner(clause) == id {
			delete(l.Mutants, mutant)
			forgotten[clause], changed = true, true
		}
	}
	for c := range r.Clauses() {
		if c.ID != id && catalogue.Owner(c.ID) != id {
			continue
		}
		entry := c.locked()
		before, ok := l.Clauses[c.ID]
		if ok && before.Text == entry.Text && before.Rung == entry.Rung && !forgotten[c.ID] {
			continue
		}
		entry.Accepted = reason
		l.Clauses[c.ID] = entry
		changed = true
	}
	return changed
}

// outdated describes how a new lock would differ. Changed texts are left to the gate for
// suspect links, and lower rungs to the baseline.
func (r Report) outdated(l Lock) []string {
	var all []string
	known := map[string]bool{}
	for c := range r.Clauses() {
		known[c.ID] = true
		now, before := c.locked(), l.Clauses[c.ID]
		switch {
		case before.Clause == "":
			all = append(all, c.ID+" is not in it")
		case now.Code != before.Code:
			all = append(all, c.ID+" has other code")
		case now.Test != before.Test:
			all = append(all, c.ID+" has other cases")
		case !reached(before.Rung, now.Rung):
			all = append(all, c.ID+" has risen to "+string(now.Rung))
		}
	}
	for _, id := range sortedIDs(l.Clauses) {
		if !known[id] {
			all = append(all, id+" is gone")
		}
	}
	return all
}
