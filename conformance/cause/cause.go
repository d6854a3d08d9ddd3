// Package cause groups the failures of a run by what they most likely have in
// common, so that whoever has to mend an implementation begins with what turns
// most checks green.
//
// Most callers need Of. A cause is a guess from what mismatches look like: the
// same member, wanted and found in the same way, with hooks that ended in the
// same way. The package reads streams and judges nothing.
package cause

import (
	"cmp"
	"slices"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
)

// A Cause is what several failures most likely have in common.
type Cause struct {
	// Trait is what the checks share.
	Trait Trait
	Blame outcome.Blame
	// Checks are in the order of the header's requirements, and never none.
	Checks []stream.Check
	// Red counts the checks that fail the run; the others are known failures.
	Red int
	// Alone counts the checks with nothing else against them: these turn green
	// with the cause, and the others at least come nearer.
	Alone int
	// Smallest is the check whose case is the shortest to read.
	Smallest stream.Check
}

// Of gives the causes of all checks of the level requirement that fail, known
// failures included. Each check has one cause: the one that it shares with most
// others. The causes that fail the run through most checks come first.
func Of(run stream.Run) []Cause {
	lines := map[string]int{}
	for _, c := range run.Cases {
		lines[c.Start.Case] = c.Start.Lines
	}
	left := failures(run)
	var all []Cause
	for len(left) > 0 {
		trait := widest(left)
		c := Cause{Trait: trait}
		var rest []failure
		for _, f := range left {
			if !slices.Contains(f.traits, trait) {
				rest = append(rest, f)
				continue
			}
			c.Checks = append(c.Checks, f.check)
			if f.check.Verdict.Red() {
				c.Red++
			}
			if len(f.traits) == 1 {
				c.Alone++
			}
		}
		c.Blame = c.Checks[0].Blame
		c.Smallest = slices.MinFunc(c.Checks, func(a, b stream.Check) int {
			return cmp.Or(cmp.Compare(lines[a.Case], lines[b.Case]), cmp.Compare(len(a.Mismatches), len(b.Mismatches)))
		})
		all, left = append(all, c), rest
	}
	slices.SortStableFunc(all, func(a, b Cause) int {
		return cmp.Or(cmp.Compare(b.Red, a.Red), cmp.Compare(len(b.Checks), len(a.Checks)))
	})
	return all
}

// failure is a check that fails, with all that it may share with others.
type failure struct {
	check  stream.Check
	traits []Trait
}

// failures are in the order of the header.
func failures(run stream.Run) []failure {
	place := map[string]int{}
	for i, r := range run.Header.Requirements {
		place[r.ID] = i
	}
	var all []failure
	for _, c := range run.Checks() {
		if c.Level == cases.LevelRequirement && (c.Verdict.Red() || c.Verdict == outcome.ExpectedFailure) {
			all = append(all, failure{c, traits(c)})
		}
	}
	slices.SortStableFunc(all, func(a, b failure) int {
		return cmp.Or(cmp.Compare(place[a.check.Requirement], place[b.check.Requirement]), cmp.Compare(a.check.Check, b.check.Check))
	})
	return all
}

// widest is the trait that most failures have; of several, the first.
func widest(all []failure) Trait {
	counts := map[Trait]int{}
	for _, f := range all {
		for _, t := range f.traits {
			counts[t]++
		}
	}
	best := all[0].traits[0]
	for _, f := range all {
		for _, t := range f.traits {
			if counts[t] > counts[best] {
				best = t
			}
		}
	}
	return best
}
