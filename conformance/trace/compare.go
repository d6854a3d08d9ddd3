package trace

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// Compare returns the differences between two reports, clause by clause, in the order
// of the later one; clauses that no longer exist come last. A clause can have several
// changes: a change that explains another comes first.
func Compare(old, report Report) Comparison {
	c := Comparison{Of: old.Revision, Ladder: old.Ladder, Changes: []Change{}}
	before := map[string]*Clause{}
	for clause := range old.Clauses() {
		before[clause.ID] = clause
	}
	killed := map[string]bool{}
	for _, m := range old.Mutants {
		killed[m.ID] = m.Status == proof.Killed
	}
	status := map[string]proof.Status{}
	for _, m := range report.Mutants {
		status[m.ID] = m.Status
	}
	for clause := range report.Clauses() {
		was, ok := before[clause.ID]
		delete(before, clause.ID)
		if !ok {
			c.Changes = append(c.Changes, Change{clause.ID, RequirementAdded, "", clause.Rung, clause.Text})
			continue
		}
		c.Changes = append(c.Changes, changes(was, clause, lost(was, clause, killed, status))...)
	}
	for _, id := range sortedIDs(before) {
		c.Changes = append(c.Changes, Change{id, RequirementGone, before[id].Rung, "", before[id].Text})
	}
	return c
}

// lost describes a mutant of a clause that was killed before and is not killed now.
func lost(was, is *Clause, killed map[string]bool, status map[string]proof.Status) string {
	for _, id := range was.Mutants {
		now, there := status[id]
		switch {
		case !killed[id] || now == proof.Killed:
		case !there:
			return id + " was killed and is gone"
		case now == "":
			return id + " was killed and is not judged"
		default:
			return id + " was killed, and its status is " + string(now)
		}
	}
	for _, id := range is.Mutants {
		if status[id] != proof.Killed {
			return id + " is not killed"
		}
	}
	return ""
}

func changes(was, is *Clause, lost string) []Change {
	var all []Change
	add := func(kind ChangeKind, text string) {
		all = append(all, Change{is.ID, kind, was.Rung, is.Rung, text})
	}
	now, then := is.locked(), was.locked()
	if was.Digest != is.Digest {
		add(RequirementMoved, fmt.Sprintf("the text was: %s", was.Text))
	}
	if now.Test != then.Test {
		add(TestMoved, differing(was, is, func(c *Clause, digests map[string]string) {
			for _, check := range c.Checks {
				digests[check.Check+" in "+check.Case] = check.Digest
			}
		}))
	}
	if now.Code != then.Code {
		add(ImplementationChanged, differing(was, is, func(c *Clause, digests map[string]string) {
			for _, l := range c.Implementations {
				digests[l.Declaration+" in "+l.File] = l.Digest
			}
		}))
	}
	if was.Rung == Proven && is.Rung != Proven && lost != "" {
		add(ProofLost, lost)
	}
	switch {
	case reached(was.Rung, is.Rung) && was.Rung != is.Rung:
		add(RungLost, is.Gap)
	case was.Rung != is.Rung:
		add(RungGained, "")
	}
	return all
}

// differing describes what differs between two clauses in the digests that collect stores, by name.
func differing(was, is *Clause, collect func(c *Clause, digests map[string]string)) string {
	then, now := map[string]string{}, map[string]string{}
	collect(was, then)
	collect(is, now)
	var all []string
	for name, digest := range now {
		switch before, ok := then[name]; {
		case !ok:
			all = append(all, name+" is new")
		case before != digest:
			all = append(all, name+" changed")
		}
	}
	for name := range then {
		if _, ok := now[name]; !ok {
			all = append(all, name+" is gone")
		}
	}
	slices.Sort(all)
	return few(all)
}
