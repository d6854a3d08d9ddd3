package prover

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/prove/internal/operator"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/internal/workers"
)

// A SweepPlan says how mutants made by operators are judged.
type SweepPlan struct {
	// Witness has the lines that each case runs.
	Witness *proof.Witness
	// Most is the number of cases that run against a mutant; below 1, all that run its
	// lines.
	Most int
	// Listed are the ids of mutants that are known to survive. Fewer cases run against
	// them.
	Listed map[string]bool
	// Slow are the ids of mutants that took long last time, because they hung or
	// because every case had to run. They start first and do not occupy a job.
	Slow map[string]bool
}

// forListed is the number of cases that run against a mutant that is known to survive.
const forListed = 8

// Sweep judges mutants made by operators. They violate no particular clause, so any
// check of the suite may notice: a check that passes without the mutant and fails with
// it by an assertion of its own. The first such check ends the judgement. The cases
// that run the edited lines are tried, the likeliest to notice first.
//
// The results are in the order of the mutants; if there is an error, they are the
// results from before it. The error is as for Prove.
func (b *Prover) Sweep(ctx context.Context, all []operator.Mutant, plan SweepPlan) ([]proof.Result, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	s := b.newSweep(all, plan, stop)
	err := s.prepare(ctx)
	if err == nil {
		s.judgeEach(ctx, all)
		err = context.Cause(ctx)
	}
	return s.inOrder(), err
}

// A sweep is the state of one call of Sweep.
type sweep struct {
	*proving
	plan SweepPlan
	// kills has, for each declaration and case, the number of mutants that the case
	// noticed there. Such a case probably notices other mutants of the declaration.
	kills map[string]map[string]int
}

func (b *Prover) newSweep(all []operator.Mutant, plan SweepPlan, stop context.CancelCauseFunc) *sweep {
	plain := make([]proof.Mutant, len(all))
	for i, m := range all {
		plain[i] = m.Mutant
	}
	return &sweep{proving: b.newProving(plain, stop), plan: plan, kills: map[string]map[string]int{}}
}

// prepare builds the program with all mutants, and runs the suite against it while none
// is active.
func (s *sweep) prepare(ctx context.Context) error {
	alone, together, err := s.sort()
	if err == nil && len(alone) > 0 {
		err = fmt.Errorf("%s needs a program of its own", alone[0].ID)
	}
	if err != nil {
		return err
	}
	s.progress(Progress{Step: "building", Total: len(s.all)})
	if err := s.weave(ctx, together); err != nil {
		return err
	}
	for _, one := range s.subjects {
		s.unbroken.program = one.program
	}
	wanted := map[string]bool{}
	for _, c := range s.Cases {
		wanted[c.Name] = true
	}
	if s.unbroken.program == "" {
		return errors.New("there is no mutant to judge")
	}
	s.progress(Progress{Step: "control", Total: len(s.all)})
	_, err = s.withoutMutants(ctx, wanted, s.jobs())
	return err
}

// A slow mutant mostly waits: it hangs, or its hooks sleep. So a mutant that has taken
// untilSeparate releases its job and continues outside of the jobs, at most mostAside of them at once.
const (
	untilSeparate = 5 * time.Second
	mostSeparate  = 8
)

// judgeEach judges the undecided mutants. It runs as many at once as there are jobs,
// and slow ones outside of the jobs.
func (s *sweep) judgeEach(ctx context.Context, all []operator.Mutant) {
	var slow, others []operator.Mutant
	for _, m := range all {
		switch {
		case s.decided(m.Mutant):
		case s.plan.Slow[m.ID]:
			slow = append(slow, m)
		default:
			others = append(others, m)
		}
	}
	var separate sync.WaitGroup
	defer separate.Wait()
	separate.Go(func() { workers.Each(ctx, mostSeparate, slow, func(m operator.Mutant) { s.judgeKept(ctx, m) }) })
	places := make(chan struct{}, mostSeparate)
	workers.Each(ctx, s.jobs(), others, func(m operator.Mutant) {
		done := make(chan struct{})
		separate.Go(func() {
			defer close(done)
			s.judgeKept(ctx, m)
		})
		if soon(done, untilSeparate) {
			return
		}
		select {
		case <-done:
		case places <- struct{}{}:
			separate.Go(func() {
				<-done
				<-places
			})
		}
	})
}

// soon reports whether done is closed within a time.
func soon(done <-chan struct{}, limit time.Duration) bool {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-done:
		return true
	case <-timer.C:
		return false
	}
}

// judgeKept judges one mutant and stores the result.
func (s *sweep) judgeKept(ctx context.Context, m operator.Mutant) {
	started := time.Now()
	r, err := s.judgeMutant(ctx, m)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		s.stop(fmt.Errorf("%s: %w", m.ID, err))
		return
	}
	r.Mutant, r.Milliseconds = m.ID, stream.Milliseconds(time.Since(started))
	s.keep(r)
}

func (s *sweep) noted(declaration, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kills[declaration] == nil {
		s.kills[declaration] = map[string]int{}
	}
	s.kills[declaration][name]++
}

// casesFor returns the cases that judge a mutant, the likeliest to notice first: cases
// of the clauses that its declaration names come before others, and cases that noticed
// other mutants of the declaration come first of all.
func (s *sweep) casesFor(m operator.Mutant) []cases.Case {
	s.mu.Lock()
	defer s.mu.Unlock()
	var own, others []cases.Case
	file := m.Edits[0].File
	for _, c := range s.Cases {
		if !s.plan.Witness.Ran(c.Name, file, m.First, m.Last) {
			continue
		}
		if slices.ContainsFunc(c.Scopes, func(scope cases.Scope) bool { return about(m.Names, scope.Clause) }) {
			own = append(own, c)
		} else {
			others = append(others, c)
		}
	}
	kills := s.kills[m.Declaration]
	for _, list := range [][]cases.Case{own, others} {
		slices.SortStableFunc(list, func(a, b cases.Case) int {
			return cmp.Or(cmp.Compare(kills[b.Name], kills[a.Name]), cmp.Compare(a.Budget, b.Budget), cmp.Compare(len(b.Scopes), len(a.Scopes)))
		})
	}
	all := append(own, others...)
	// A case that noticed another mutant here comes first in any case.
	slices.SortStableFunc(all, func(a, b cases.Case) int { return cmp.Compare(kills[b.Name], kills[a.Name]) })
	most := len(all)
	if s.plan.Most > 0 {
		most = min(most, s.plan.Most)
	}
	if s.plan.Listed[m.ID] {
		most = min(most, forListed)
	}
	return all[:most]
}

// about reports whether the ids name a clause or its requirement.
func about(names []string, clause string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		return name == clause || !strings.Contains(name, ".") && catalogue.Owner(clause) == name
	})
}
