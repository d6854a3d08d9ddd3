package prover

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/prove/internal/operator"
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/internal/workers"
)

// A NoticePlan says which checks need a mutant, and which mutants are tried.
type NoticePlan struct {
	// Checks are the checks that have not noticed a mutant, by name. The value is a
	// mutant that the check noticed before, which is tried first; empty if there is
	// none.
	Checks map[string]string
	// Witness has the lines that each case runs.
	Witness *proof.Witness
	// Most is the number of mutants tried for the checks of a case.
	Most int
}

// Notice looks for a mutant made by operators for each check that no mutant has made
// fail yet, and returns the mutant's id by the check's name. A check that is missing in
// the result may be unable to fail. It tries mutants in lines that the check's case
// runs, first those in functions that name the check's requirement.
//
// The error is as for Sweep. The progress counts cases.
func (b *Prover) Notice(ctx context.Context, all []operator.Mutant, plan NoticePlan) (map[string]string, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	n := &noticing{plan: plan, found: map[string]string{}, candidates: map[string][]operator.Mutant{}}
	for _, c := range b.Cases {
		if wanted := n.wanted(c); len(wanted) > 0 {
			n.cases = append(n.cases, c)
			n.candidates[c.Name] = n.choose(c, wanted, all)
		}
	}
	n.sweep = b.newSweep(n.chosen(all), SweepPlan{Witness: plan.Witness}, stop)
	if len(n.all) == 0 {
		return n.found, nil
	}
	if err := n.prepare(ctx); err != nil {
		return n.found, err
	}
	n.tryAll(ctx)
	return n.found, context.Cause(ctx)
}

// A noticing is the state of one call of Notice.
type noticing struct {
	*sweep
	plan  NoticePlan
	cases []cases.Case
	// candidates are the mutants to try, by case.
	candidates map[string][]operator.Mutant
	// found and done are guarded by the sweep's mutex.
	found map[string]string
	done  int
}

// wanted returns the scopes of a case that need a mutant.
func (n *noticing) wanted(c cases.Case) []cases.Scope {
	return slices.DeleteFunc(slices.Clone(c.Scopes), func(s cases.Scope) bool {
		_, wanted := n.plan.Checks[s.Check]
		return !wanted
	})
}

// choose returns the mutants to try for some scopes of a case, the likeliest first.
func (n *noticing) choose(c cases.Case, wanted []cases.Scope, all []operator.Mutant) []operator.Mutant {
	rank := func(m operator.Mutant) int {
		switch {
		case slices.ContainsFunc(wanted, func(s cases.Scope) bool { return n.plan.Checks[s.Check] == m.ID }):
			return 0
		case slices.ContainsFunc(wanted, func(s cases.Scope) bool { return about(m.Names, s.Clause) }):
			return 1
		}
		return 2
	}
	var ran []operator.Mutant
	for _, m := range all {
		if n.plan.Witness.Ran(c.Name, m.Edits[0].File, m.First, m.Last) {
			ran = append(ran, m)
		}
	}
	slices.SortStableFunc(ran, func(x, y operator.Mutant) int { return cmp.Compare(rank(x), rank(y)) })
	// The first mutants of every function come before the second ones of any, because a
	// check may not depend on one function at all.
	turn, seen := map[string]int{}, map[string]int{}
	for _, m := range ran {
		turn[m.ID] = seen[m.Declaration]
		seen[m.Declaration]++
	}
	slices.SortStableFunc(ran, func(x, y operator.Mutant) int {
		return cmp.Or(cmp.Compare(rank(x), rank(y)), cmp.Compare(turn[x.ID], turn[y.ID]))
	})
	return ran[:min(len(ran), n.plan.Most)]
}

// chosen returns the mutants that are tried for any case.
func (n *noticing) chosen(all []operator.Mutant) []operator.Mutant {
	wanted := map[string]bool{}
	for _, list := range n.candidates {
		for _, m := range list {
			wanted[m.ID] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(m operator.Mutant) bool { return !wanted[m.ID] })
}

func (n *noticing) tryAll(ctx context.Context) {
	workers.Each(ctx, n.jobs(), n.cases, func(c cases.Case) {
		if err := n.try(ctx, c); err != nil {
			n.stop(fmt.Errorf("%s: %w", c.Name, err))
			return
		}
		n.mu.Lock()
		defer n.mu.Unlock()
		n.done++
		n.bad += len(n.open(c))
		n.progress(Progress{Step: "cases", Done: n.done, Total: len(n.cases), Bad: n.bad})
	})
}

// open returns the scopes of a case that still need a mutant. The caller holds the
// mutex.
func (n *noticing) open(c cases.Case) []cases.Scope {
	return slices.DeleteFunc(n.wanted(c), func(s cases.Scope) bool { return n.found[s.Check] != "" })
}

// try runs a case against its candidates until each check has noticed one.
func (n *noticing) try(ctx context.Context, c cases.Case) error {
	for _, m := range n.candidates[c.Name] {
		n.mu.Lock()
		open := n.open(c)
		n.mu.Unlock()
		if len(open) == 0 || ctx.Err() != nil {
			return ctx.Err()
		}
		noticed, err := n.against(ctx, m.ID, c)
		if err != nil {
			return err
		}
		n.mu.Lock()
		for _, check := range noticed {
			if slices.ContainsFunc(open, func(s cases.Scope) bool { return s.Check == check }) {
				n.found[check] = m.ID
			}
		}
		n.mu.Unlock()
	}
	return nil
}

// against returns the names of a case's checks that notice a mutant.
func (n *noticing) against(ctx context.Context, mutant string, c cases.Case) (checks []string, err error) {
	runner, leave, err := n.runner(ctx, mutant)
	if _, unready := errors.AsType[*startError](err); unready {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer leave()
	noticed, _, _, err := n.ask(ctx, runner, c)
	return names(noticed), err
}
