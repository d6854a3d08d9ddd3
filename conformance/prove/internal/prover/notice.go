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

// A NoticePlan says for which checks a mutant is sought, and among which.
type NoticePlan struct {
	// Checks are the names of those that notice no mutant so far. A mutant that is
	// named is tried first: it was noticed once.
	Checks map[string]string
	// Witness says which lines each case runs.
	Witness *proof.Witness
	// Most is how many mutants are tried for the checks of a case.
	Most int
}

// Notice looks for a mutant that operators made for each check that no mutant has
// made fail yet, and gives the mutant's id by the check's name. A check that is not
// among them may be unable to fail. Tried are mutants in lines that the check's case
// runs, those of functions that name its requirement before others.
//
// The error is as that of Sweep, and so is progress: what is counted there are cases.
func (b *Prover) Notice(ctx context.Context, all []operator.Mutant, plan NoticePlan, progress func(Progress)) (map[string]string, error) {
	if progress == nil {
		progress = func(Progress) {}
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	n := &noticing{plan: plan, found: map[string]string{}, candidates: map[string][]operator.Mutant{}}
	for _, c := range b.Cases {
		if wanted := n.wanted(c); len(wanted) > 0 {
			n.cases = append(n.cases, c)
			n.candidates[c.Name] = n.choose(c, wanted, all)
		}
	}
	n.sweep = b.newSweep(n.chosen(all), SweepPlan{Witness: plan.Witness}, stop, progress)
	if len(n.all) == 0 {
		return n.found, nil
	}
	if err := n.prepare(ctx); err != nil {
		return n.found, err
	}
	n.tryAll(ctx)
	return n.found, context.Cause(ctx)
}

// A noticing is one call of Notice.
type noticing struct {
	*sweep
	plan  NoticePlan
	cases []cases.Case
	// candidates are the mutants to try, by case.
	candidates map[string][]operator.Mutant
	// found is guarded by the sweep's mutex, as is done.
	found map[string]string
	done  int
}

// wanted are the scopes of a case that notice nothing yet.
func (n *noticing) wanted(c cases.Case) []cases.Scope {
	return slices.DeleteFunc(slices.Clone(c.Scopes), func(s cases.Scope) bool {
		_, wanted := n.plan.Checks[s.Check]
		return !wanted
	})
}

// choose gives the mutants to try for some scopes of a case, the likeliest first.
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
	// The first mutants of every function before the second ones of any: what one
	// function decides a check may not look at.
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

// chosen are the mutants that are tried for any case.
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

// open are the scopes of a case that still notice nothing; the mutex is held.
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

// against gives the names of a case's checks that notice a mutant.
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
