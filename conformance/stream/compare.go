package stream

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/outcome"
)

// A Side is one run's result of a check.
type Side struct {
	Verdict outcome.Verdict
	// Mismatch is the first assertion that did not hold; zero for none.
	Mismatch Mismatch
}

// A Difference is a check on which two implementations get different verdicts or
// fail in different ways.
type Difference struct {
	Check, Case string
	Line        int
	A, B        Side
	Vote        outcome.Verdict
}

// A Divergence says which of the two implementations differs from the reference.
type Divergence string

const (
	// OnlyA: only A differs from the reference.
	OnlyA Divergence = "A differs"
	// OnlyB: only B differs.
	OnlyB Divergence = "B differs"
	// BothDiffer: both fail, in different ways.
	BothDiffer Divergence = "both differ, in different ways"
	// NoVote: the reference did not pass the check, for example because it did
	// not run it.
	NoVote Divergence = "the reference has no vote"
)

// Divergence says which implementation differs from the reference.
func (d Difference) Divergence() Divergence {
	a, b := d.A.Verdict == d.Vote, d.B.Verdict == d.Vote
	switch {
	case d.Vote != outcome.Pass:
		return NoVote
	case a:
		return OnlyB
	case b:
		return OnlyA
	}
	return BothDiffer
}

// A Cluster holds differences that most likely have one cause: they have the same
// Divergence, pair of verdicts and kind of mismatch.
type Cluster struct {
	Divergence Divergence
	A, B       outcome.Verdict
	// What is the assertion that the first mismatches share, as a path without
	// its indexes.
	What        string
	Differences []Difference
}

// waits returns 1 for checks that are blocked on one side because others failed:
// they follow from differences in another cluster.
func (c Cluster) waits() int {
	if c.A == outcome.Blocked || c.B == outcome.Blocked {
		return 1
	}
	return 0
}

// Compare compares two runs check by check, with a reference run that decides
// which of the two differs. A check that only one run has counts as not run in
// the other. The largest clusters come first, and those of blocked checks after
// all others.
func Compare(a, b, reference Run) []Cluster {
	sidesA, sidesB, votes := sides(a), sides(b), sides(reference)
	var all []Difference
	for check, one := range union(a, b) {
		d := Difference{Check: check, Case: one.Case, Line: one.Line, A: sidesA[check], B: sidesB[check], Vote: votes[check].Verdict}
		for _, v := range []*outcome.Verdict{&d.A.Verdict, &d.B.Verdict, &d.Vote} {
			*v = cmp.Or(*v, outcome.NotRun)
		}
		if d.A.Verdict != d.B.Verdict || d.A.Mismatch != d.B.Mismatch {
			all = append(all, d)
		}
	}
	return cluster(all)
}

func union(a, b Run) map[string]Check {
	all := map[string]Check{}
	for _, c := range slices.Concat(a.Checks(), b.Checks()) {
		all[c.Check] = c
	}
	return all
}

func sides(run Run) map[string]Side {
	all := map[string]Side{}
	for _, c := range run.Checks() {
		side := Side{Verdict: c.Verdict}
		if len(c.Mismatches) > 0 {
			side.Mismatch = c.Mismatches[0]
			// Measured values differ between runs.
			side.Mismatch.Got = digits.Replace(side.Mismatch.Got)
		}
		all[c.Check] = side
	}
	return all
}

var digits = strings.NewReplacer("0", "0", "1", "0", "2", "0", "3", "0", "4", "0", "5", "0", "6", "0", "7", "0", "8", "0", "9", "0")

func cluster(all []Difference) []Cluster {
	type key struct {
		divergence Divergence
		a, b       outcome.Verdict
		what       string
	}
	groups := map[key]*Cluster{}
	for _, d := range all {
		k := key{d.Divergence(), d.A.Verdict, d.B.Verdict, kindOf(d)}
		if groups[k] == nil {
			groups[k] = &Cluster{Divergence: k.divergence, A: k.a, B: k.b, What: k.what}
		}
		groups[k].Differences = append(groups[k].Differences, d)
	}
	var clusters []Cluster
	for _, c := range groups {
		slices.SortFunc(c.Differences, func(x, y Difference) int { return cmp.Compare(x.Check, y.Check) })
		clusters = append(clusters, *c)
	}
	slices.SortFunc(clusters, func(x, y Cluster) int {
		return cmp.Or(
			cmp.Compare(x.waits(), y.waits()),
			cmp.Compare(len(y.Differences), len(x.Differences)),
			cmp.Compare(x.Differences[0].Check, y.Differences[0].Check),
		)
	})
	return clusters
}

// kindOf returns the assertion of the mismatch on the side that differs, as a path
// without its indexes.
func kindOf(d Difference) string {
	what := d.A.Mismatch.What
	if d.Divergence() == OnlyB || what == "" {
		what = d.B.Mismatch.What
	}
	steps := strings.Split(what, ".")
	return strings.Join(slices.DeleteFunc(steps, func(step string) bool {
		return step != "" && strings.Trim(step, "0123456789") == ""
	}), ".")
}
