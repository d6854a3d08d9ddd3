package proof

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/adapter/process"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/mutants"
	"github.com/hooktest/hooktest/conformance/mutants/operator"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/suite"
	"github.com/hooktest/hooktest/internal/workers"
)

// A SweepPlan says how mutants made by operators are judged.
type SweepPlan struct {
	// Witness says which lines each case runs.
	Witness *Witness
	// Most is how many cases are asked about a mutant; below 1 all that run it.
	Most int
	// Listed are the ids of mutants that are said to survive. They are asked fewer.
	Listed map[string]bool
}

// forListed is how many cases are asked about a mutant that is said to survive.
const forListed = 8

// Sweep judges mutants that operators made. They violate no clause in particular,
// so that any check of the suite may notice: one that passes without the mutant
// and fails with it by an assertion of its own. The first that does ends the
// judgement. Asked are the cases that run the edited lines, the likeliest to notice
// first.
//
// The results are in the order of the mutants; with an error, those of the ones
// that were judged before it. The error is as that of Prove. The calls of progress
// do not overlap; it may be nil.
func (b *Prover) Sweep(ctx context.Context, all []operator.Mutant, plan SweepPlan, progress func(Progress)) ([]Result, error) {
	if progress == nil {
		progress = func(Progress) {}
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	s := b.newSweep(all, plan, stop, progress)
	err := s.prepare(ctx)
	if err == nil {
		s.judgeEach(ctx, all)
		err = context.Cause(ctx)
	}
	return s.inOrder(), err
}

// A sweep is one call of Sweep.
type sweep struct {
	*proving
	plan SweepPlan
	// kills counts by declaration and by case which case noticed a mutant there:
	// what noticed one probably notices its neighbours.
	kills map[string]map[string]int
}

func (b *Prover) newSweep(all []operator.Mutant, plan SweepPlan, stop context.CancelCauseFunc, progress func(Progress)) *sweep {
	plain := make([]mutants.Mutant, len(all))
	for i, m := range all {
		plain[i] = m.Mutant
	}
	return &sweep{proving: b.newProving(plain, stop, progress), plan: plan, kills: map[string]map[string]int{}}
}

// prepare builds the program that holds the mutants, and sees what the suite says
// of it while none is active.
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
	return s.baseline(ctx)
}

// baseline runs the whole suite against the program while none of its mutants is
// active.
func (s *sweep) baseline(ctx context.Context) error {
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
	_, err := s.withoutMutants(ctx, wanted, s.jobs())
	return err
}

func (s *sweep) judgeEach(ctx context.Context, all []operator.Mutant) {
	all = slices.DeleteFunc(slices.Clone(all), func(m operator.Mutant) bool { return s.decided(m.Mutant) })
	workers.Each(ctx, s.jobs(), all, func(m operator.Mutant) {
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
	})
}

// mostLost is how often a mutant may take the adapter down before it is given up.
const mostLost = 2

// judgeMutant judges one mutant, case by case. The error is the context's or one of
// this machine.
func (s *sweep) judgeMutant(ctx context.Context, m operator.Mutant) (r Result, err error) {
	asked := s.casesFor(m)
	if len(asked) == 0 {
		return Result{Status: Inert, Detail: "no case runs the edited lines"}, nil
	}
	runner, leave, err := s.runner(ctx, m.ID)
	if broken, unready := errors.AsType[*startError](err); unready {
		return Result{Status: unreadyStatus(broken), Detail: broken.Error()}, nil
	}
	if err != nil {
		return r, err
	}
	defer leave()
	limited, cancel := context.WithTimeout(ctx, 2*s.patience())
	defer cancel()
	lost := 0
	for _, c := range asked {
		noticed, cause, ran, err := s.ask(limited, runner, c)
		r.Ran += ran
		if limited.Err() != nil && ctx.Err() == nil {
			// A mutant that hangs makes every case wait for its budget.
			r.Status, r.Detail = TimedOut, fmt.Sprintf("not judged within %v", 2*s.patience())
			return r, nil
		}
		if err != nil || ctx.Err() != nil {
			return r, cmp.Or(ctx.Err(), err)
		}
		if len(noticed) > 0 {
			s.noted(m.Declaration, c.Name)
			return Result{Status: Killed, Killer: &noticed[0], Noticed: names(noticed), Ran: r.Ran}, nil
		}
		if cause != nil {
			if lost++; r.Status == "" {
				r.Status, r.Detail = Crashed, c.Name+": "+cause.Error()
				if cause.Verdict == outcome.Timeout {
					r.Status = TimedOut
				}
			}
			if lost == mostLost {
				return r, nil
			}
		}
	}
	if r.Status == "" {
		r.Status, r.Detail = Survived, "no check of the suite notices"
	}
	return r, nil
}

// runner starts a mutant, for cases to be run against it until leave is called.
func (s *sweep) runner(ctx context.Context, id string) (r *suite.Runner, leave func(), err error) {
	at, err := s.start(ctx, s.subjects[id], process.Options{Version: s.Version, TimeoutScale: hurry})
	if err != nil {
		return nil, nil, err
	}
	work, err := os.MkdirTemp(s.Folder, "cases-")
	if err != nil {
		return nil, nil, errors.Join(err, at.Close())
	}
	return &suite.Runner{Client: impatient{at}, Folder: work}, func() {
		// How a mutant ends says nothing, and what it left running may still write: what
		// is in the way goes with the prover's folder.
		_, _ = at.Close(), os.RemoveAll(work)
	}, nil
}

// ask runs one case against a mutant, and gives the checks that noticed. cause is
// what took the adapter down.
func (s *sweep) ask(ctx context.Context, runner *suite.Runner, c cases.Case) (noticed []stream.Check, cause *adapter.Fault, ran int, err error) {
	for range 2 {
		result, err := runner.Run(ctx, c)
		restarted, wasLost := errors.AsType[*adapter.Restarted](err)
		gaveUp, over := errors.AsType[*adapter.GaveUp](err)
		switch {
		case wasLost:
			cause = restarted.Cause
		case over:
			cause = &adapter.Fault{Verdict: outcome.Crash, Message: gaveUp.Error()}
		case err != nil:
			return nil, nil, ran, err
		}
		ran += len(result.Checks)
		noticed = nil
		for _, one := range result.Checks {
			check := stream.CheckOf(one)
			switch check.Verdict {
			case outcome.Fail:
				if _, itself := ownAssertions(check, s.scopes); !itself || s.red(check) {
					continue
				}
				blocked, err := s.blocked(ctx, runner, c, check)
				if err != nil {
					return nil, nil, ran, err
				}
				if !blocked {
					noticed = append(noticed, check)
				}
			case outcome.Timeout, outcome.Crash, outcome.ProtocolViolation:
				if cause == nil {
					cause = &adapter.Fault{Verdict: check.Verdict, Message: mismatches(check)}
				}
			}
		}
		// What waits for time may fail by chance on a busy machine.
		if len(noticed) == 0 || c.Budget == 0 {
			return noticed, cause, ran, nil
		}
	}
	return noticed, cause, ran, nil
}

// blocked tells whether a failure accuses nobody, because something that the check
// needs does not pass either. What does not may notice the mutant itself: it is
// asked in its turn.
func (s *sweep) blocked(ctx context.Context, runner *suite.Runner, c cases.Case, check stream.Check) (bool, error) {
	i := slices.IndexFunc(c.Scopes, func(scope cases.Scope) bool { return scope.Check == check.Check })
	passed := map[place]bool{}
	for _, judge := range c.Scopes[i].Judges(s.Cases) {
		result, err := runner.Run(ctx, judge)
		_, wasLost := errors.AsType[*adapter.Restarted](err)
		_, over := errors.AsType[*adapter.GaveUp](err)
		if err != nil && !wasLost && !over {
			return false, err
		}
		for _, one := range result.Checks {
			passed[place{judge.Name, one.Check}] = one.Verdict == outcome.Pass
		}
	}
	unmet := c.Scopes[i].Unmet(s.Cases, func(judge cases.Case, check string) bool { return passed[place{judge.Name, check}] })
	return len(unmet) > 0, nil
}

// red tells whether a check does not pass without the mutant either.
func (s *sweep) red(c stream.Check) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.anyway[placeOf(c)]
}

func (s *sweep) noted(declaration, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kills[declaration] == nil {
		s.kills[declaration] = map[string]int{}
	}
	s.kills[declaration][name]++
}

// casesFor are the cases that a mutant is judged by, the likeliest to notice
// first: of what its declaration names before others, and of each those that have
// noticed its neighbours.
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
	// What has noticed a neighbour comes first wherever it belongs.
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

// about tells whether a clause is one that the ids name.
func about(names []string, clause string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		return name == clause || !strings.Contains(name, ".") && catalogue.Owner(clause) == name
	})
}

// A mutant that hangs is given up soon, and ended at once: hurry scales the
// protocol's limits, among them the time to say goodbye. Requests are taken out of
// that scale again: one has oneRequest, or the budget of its case.
const (
	hurry      = 0.2
	oneRequest = 10 * time.Second
	hurried    = 1 / hurry
)

// impatient is a client whose requests have less time.
type impatient struct{ suite.Client }

func (d impatient) Call(ctx context.Context, method string, params any, limit time.Duration) (json.RawMessage, error) {
	return d.Client.Call(ctx, method, params, time.Duration(hurried*float64(cmp.Or(limit, oneRequest))))
}
