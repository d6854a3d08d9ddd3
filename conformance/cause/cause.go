// Package cause groups the failures of a run by their likely cause: a developer who fixes an
// implementation can begin with the fix that turns most checks green.
//
// Most callers need Of. A cause is a guess. Failures of one requirement share one,
// failures with similar mismatches (the same member, with the same kinds of want and
// got), and checks blocked by either. The package reads streams and judges nothing.
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
	// Checks are in the order of the header's requirements, and never empty.
	Checks []stream.Check
	// Red counts the checks that fail the run; the others are known failures.
	Red int
	// Alone counts the checks with no other mismatch: fixing the cause turns these
	// green.
	Alone int
	// Waiting counts the checks that were not judged because of it.
	Waiting int
	// Smallest is the check with the shortest case among those that show the trait;
	// judged checks come first.
	Smallest stream.Check
}

// Fixable reports whether a check of the cause was judged: a cause that only has
// waiting checks is fixed elsewhere, if at all.
func (c Cause) Fixable() bool { return c.Waiting < len(c.Checks) }

// Of returns the causes of all failing checks of the level requirement, known failures
// included. Each check has one cause. Fixable causes come first, those that fail most
// checks of the run before others.
func Of(run stream.Run) []Cause {
	lines := map[string]int{}
	for _, c := range run.Cases {
		lines[c.Start.Case] = c.Start.Lines
	}
	left := failures(run)
	var all []Cause
	for len(left) > 0 {
		c, rest := take(left)
		showing := slices.DeleteFunc(slices.Clone(left), func(f failure) bool { return !slices.Contains(f.traits, c.Trait) })
		c.Smallest = slices.MinFunc(showing, func(a, b failure) int {
			return cmp.Or(
				cmp.Compare(len(a.check.Waits), len(b.check.Waits)), cmp.Compare(slices.Index(a.traits, c.Trait), slices.Index(b.traits, c.Trait)),
				cmp.Compare(lines[a.check.Case], lines[b.check.Case]), cmp.Compare(len(a.check.Mismatches), len(b.check.Mismatches)),
			)
		}).check
		c.Blame = c.Smallest.Blame
		all, left = append(all, c), rest
	}
	slices.SortStableFunc(all, func(a, b Cause) int {
		if a.Fixable() != b.Fixable() {
			return cmp.Compare(len(a.Smallest.Waits), len(b.Smallest.Waits))
		}
		return cmp.Or(cmp.Compare(b.Red, a.Red), cmp.Compare(len(b.Checks), len(a.Checks)))
	})
	return all
}

// take makes the cause of the trait that most failures share. It contains the failures
// with the trait, the other wrong values of their requirements, and the checks that
// these block.
func take(left []failure) (c Cause, rest []failure) {
	c.Trait = widest(left)
	// ids are the clauses and requirements of the cause, wrong the requirements in which
	// a value is wrong: a crash says nothing about other values.
	mine, ids, wrong := make([]bool, len(left)), map[string]bool{}, map[string]bool{}
	for i, f := range left {
		if mine[i] = slices.Contains(f.traits, c.Trait); mine[i] && !f.waits() {
			ids[f.check.Clause], ids[f.check.Requirement] = true, true
			wrong[f.check.Requirement] = wrong[f.check.Requirement] || f.wrongValue()
		}
	}
	for i, f := range left {
		if !mine[i] && f.wrongValue() && wrong[f.check.Requirement] {
			mine[i], ids[f.check.Clause] = true, true
		}
	}
	for grown := true; grown; {
		grown = false
		for i, f := range left {
			waitsFor := func(w string) bool { return ids[w] }
			if !mine[i] && f.waits() && (ids[f.check.Requirement] || slices.ContainsFunc(f.check.Waits, waitsFor)) {
				mine[i], ids[f.check.Clause], grown = true, true, true
			}
		}
	}
	for i, f := range left {
		if !mine[i] {
			rest = append(rest, f)
			continue
		}
		c.Checks = append(c.Checks, f.check)
		if f.check.Verdict.Red() {
			c.Red++
		}
		switch {
		case f.waits():
			c.Waiting++
		case len(f.traits) == 1 && f.traits[0] == c.Trait:
			c.Alone++
		}
	}
	return c, rest
}

// failure is a check that fails, with all that it may share with others.
type failure struct {
	check  stream.Check
	traits []Trait
}

func (f failure) waits() bool { return len(f.check.Waits) > 0 }

func (f failure) wrongValue() bool {
	return !f.waits() && (f.check.Verdict == outcome.Fail || f.check.Verdict == outcome.ExpectedFailure)
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

// widest returns the trait that most failures have; of several, the first. Blocked
// checks count only if nothing else is left.
func widest(all []failure) Trait {
	judged := slices.DeleteFunc(slices.Clone(all), failure.waits)
	if len(judged) > 0 {
		all = judged
	}
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
