package prover

import (
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// weigh returns the result that the checks of a mutant's own cases give. anyway has the
// checks that do not pass without the mutant; scopes has the last line of each check.
// sure is false if the rest of the suite must run, too.
func weigh(m proof.Mutant, run stream.Run, anyway map[place]bool, scopes map[place]int) (r proof.Result, sure bool) {
	checks := run.Checks()
	r = proof.Result{Mutant: m.ID, Clause: m.Clause, Ran: len(checks)}
	own := slices.DeleteFunc(slices.Clone(checks), func(c stream.Check) bool { return c.Clause != m.Clause })
	// The killer does not depend on the order in which the cases ended.
	slices.SortFunc(own, func(a, b stream.Check) int {
		return strings.Compare(a.Check+" "+a.Case, b.Check+" "+b.Case)
	})
	var noticed []stream.Check
	var failed *stream.Check
	worst := stream.Check{Verdict: outcome.Pass}
	for i, c := range own {
		if _, itself := ownAssertions(c, scopes); itself && c.Verdict == outcome.Fail && !anyway[placeOf(c)] {
			noticed = append(noticed, c)
		}
		switch {
		case c.Verdict == outcome.Fail && rightReason(m, c, scopes):
			if r.Killer == nil {
				r.Killer = &own[i]
			}
		case c.Verdict == outcome.Fail:
			if failed == nil {
				failed = &own[i]
			}
		case outcome.Worst(worst.Verdict, c.Verdict) != worst.Verdict:
			worst = c
		}
	}
	r.Noticed, r.Others = names(noticed), others(checks, r.Killer, anyway)
	switch {
	case r.Killer != nil:
		r.Status = proof.Killed
	case failed != nil:
		r.Status, r.Detail = proof.WrongReason, wrong(*failed)
	case worst.Verdict == outcome.Timeout:
		r.Status, r.Detail = proof.TimedOut, wrong(worst)
	case worst.Verdict == outcome.Crash, worst.Verdict == outcome.ProtocolViolation, worst.Verdict == outcome.AdapterError:
		r.Status, r.Detail = proof.Crashed, wrong(worst)
	case worst.Verdict != outcome.Pass:
		r.Status, r.Detail = proof.WrongReason, wrong(worst)
	case !run.Footer.Complete:
		r.Status, r.Detail = lost(run.Footer.Why), "not everything was judged: "+run.Footer.Why
	case len(own) == 0:
		r.Status, r.Detail = proof.Uncontrolled, "no check of the clause was judged"
	default:
		return r, false
	}
	return r, true
}

// rightReason reports whether a failure is one of the check's own assertions and has
// the text that the mutant requires. A check also fails if the control of its case
// fails, which proves nothing about its clause.
func rightReason(m proof.Mutant, c stream.Check, scopes map[place]int) bool {
	own, itself := ownAssertions(c, scopes)
	if !itself {
		return false
	}
	c.Mismatches = own
	return notices(m, c.Clause, c.Check) && (m.Says == "" || strings.Contains(mismatches(c), m.Says))
}

// ownAssertions returns the mismatches of a check's own lines. itself reports whether
// the check failed because of them.
func ownAssertions(c stream.Check, scopes map[place]int) (own []stream.Mismatch, itself bool) {
	last, known := scopes[placeOf(c)]
	if !known {
		return c.Mismatches, true
	}
	own = slices.DeleteFunc(slices.Clone(c.Mismatches), func(one stream.Mismatch) bool {
		return one.Line < c.Line || one.Line > last
	})
	return own, len(own) > 0
}

// scopesOf returns the last line of each check.
func scopesOf(all []cases.Case) map[place]int {
	last := map[place]int{}
	for _, c := range all {
		for _, s := range c.Scopes {
			last[place{c.Name, s.Check}] = s.End
		}
	}
	return last
}

// lost returns the status of a mutant whose program exited or hung.
func lost(why string) proof.Status {
	if strings.Contains(why, ": "+string(outcome.Timeout)+": ") {
		return proof.TimedOut
	}
	return proof.Crashed
}

// wrong describes why a check did not pass.
func wrong(c stream.Check) string {
	text := c.Check + " has the verdict " + string(c.Verdict)
	if c.Verdict == outcome.Fail {
		text = c.Check + " fails"
	}
	if why := mismatches(c); why != "" {
		text += ": " + why
	}
	return text
}

func mismatches(c stream.Check) string {
	var parts []string
	for _, one := range c.Mismatches {
		parts = append(parts, one.What+": want "+one.Want+", got "+one.Got)
	}
	return strings.Join(parts, "; ")
}

// A place identifies a check by its case and its name.
type place struct{ name, check string }

func placeOf(c stream.Check) place { return place{c.Case, c.Check} }

// names returns the names of checks, sorted.
func names(checks []stream.Check) []string {
	var all []string
	for _, c := range checks {
		all = append(all, c.Check)
	}
	slices.Sort(all)
	return all
}

// others returns the names of the red checks, sorted and each once, without the killer
// and without those that are red anyway.
func others(checks []stream.Check, killer *stream.Check, anyway map[place]bool) []string {
	var names []string
	for _, c := range checks {
		if c.Verdict.Red() && !anyway[placeOf(c)] && (killer == nil || placeOf(c) != placeOf(*killer)) {
			names = append(names, c.Check)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
