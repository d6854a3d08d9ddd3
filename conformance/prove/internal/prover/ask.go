package prover

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/adapter/process"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/prove/internal/operator"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/suite"
	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// mostLost is how often a mutant may take the adapter down before the prover gives up
// on it.
const mostLost = 2

// oneByOne is the number of cases that are run one after the other against a mutant,
// because each may be the last one needed. If none of them notices, probably no case
// does, so the rest run together.
const oneByOne = 20

// judgeMutant judges one mutant, case by case. The error is the context's or a fault of
// this machine.
func (s *sweep) judgeMutant(ctx context.Context, m operator.Mutant) (r proof.Result, err error) {
	asked := s.casesFor(m)
	if len(asked) == 0 {
		return proof.Result{Status: proof.Inert, Detail: "no case runs the edited lines"}, nil
	}
	runner, leave, err := s.runner(ctx, m.ID)
	if broken, unready := errors.AsType[*startError](err); unready {
		return proof.Result{Status: unreadyStatus(broken), Detail: broken.Error()}, nil
	}
	if err != nil {
		return r, err
	}
	defer leave()
	i := &interrogation{sweep: s, mutant: m, runner: runner, patience: 2 * s.patience()}
	likely := min(len(asked), oneByOne)
	over, err := i.each(ctx, asked[:likely])
	if err == nil && !over && likely < len(asked) {
		err = i.together(ctx, asked[likely:])
	}
	if err == nil && i.Status == "" {
		i.Status, i.Detail = proof.Survived, "no check of the suite notices"
	}
	return i.Result, err
}

// An interrogation is the state of judging one mutant, with the result so far.
type interrogation struct {
	*sweep
	mutant operator.Mutant
	runner *suite.Runner
	// patience is the time limit for one case, or for all cases that run together.
	patience time.Duration
	lost     int
	proof.Result
}

// each runs cases one after the other. over reports whether the result is final.
func (i *interrogation) each(ctx context.Context, all []cases.Case) (over bool, err error) {
	for _, c := range all {
		if over, err = i.one(ctx, c); over || err != nil {
			return over, err
		}
	}
	return false, nil
}

// one runs one case. over reports whether the result is final.
func (i *interrogation) one(ctx context.Context, c cases.Case) (over bool, err error) {
	limited, cancel := context.WithTimeout(ctx, i.patience)
	defer cancel()
	noticed, cause, ran, err := i.ask(limited, i.runner, c)
	i.Ran += ran
	switch {
	case limited.Err() != nil && ctx.Err() == nil:
		// A mutant that hangs makes every request of the case wait for its budget.
		i.overdue()
		return true, nil
	case err != nil || ctx.Err() != nil:
		return true, cmp.Or(ctx.Err(), err)
	case len(noticed) > 0:
		i.noted(i.mutant.Declaration, c.Name)
		i.Result = proof.Result{Status: proof.Killed, Killer: &noticed[0], Noticed: names(noticed), Ran: i.Ran}
		return true, nil
	case cause == nil:
		return false, nil
	}
	if i.lost++; i.Status == "" {
		i.Status, i.Detail = proof.Crashed, c.Name+": "+cause.Error()
		if cause.Verdict == outcome.Timeout {
			i.Status = proof.TimedOut
		}
	}
	return i.lost == mostLost, nil
}

func (i *interrogation) overdue() {
	i.Status, i.Detail = proof.TimedOut, fmt.Sprintf("not judged within %v", i.patience)
}

// together runs cases concurrently, then runs the cases that seem to notice again, one
// by one.
func (i *interrogation) together(ctx context.Context, all []cases.Case) error {
	limited, cancel := context.WithTimeout(ctx, i.patience)
	defer cancel()
	run, err := i.judge(limited, i.subjects[i.mutant.ID], all, 8, false)
	broken, unready := errors.AsType[*startError](err)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case limited.Err() != nil:
		i.overdue()
		return nil
	case unready:
		i.Status, i.Detail = unreadyStatus(broken), broken.Error()
		return nil
	case err != nil:
		return err
	}
	checks := run.Checks()
	i.Ran += len(checks)
	seem := slices.DeleteFunc(slices.Clone(all), func(c cases.Case) bool {
		return !slices.ContainsFunc(checks, func(one stream.Check) bool {
			return one.Case == c.Name && one.Verdict.Red() && !i.red(one)
		})
	})
	_, err = i.each(ctx, seem)
	return err
}

// runner starts a mutant and returns a runner for it. The caller must call leave
// afterwards.
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
		// The way a mutant exits proves nothing. Its leftover processes may still write
		// into the folder; then it is removed with the prover's folder.
		_, _ = at.Close(), os.RemoveAll(work)
	}, nil
}

// ask runs one case against a mutant and returns the checks that noticed it. cause is
// the fault that took the adapter down; nil if there was none.
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
		// A case with a time budget may fail by chance on a busy machine.
		if len(noticed) == 0 || c.Budget == 0 {
			return noticed, cause, ran, nil
		}
	}
	return noticed, cause, ran, nil
}

// blocked reports whether a failure proves nothing, because a need of the check does
// not pass either. That need may notice the mutant itself, and its case is run in its
// turn.
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

// red reports whether a check fails even without the mutant.
func (s *sweep) red(c stream.Check) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.anyway[placeOf(c)]
}

// The prover gives up soon on a mutant that hangs. hurry scales all limits of the
// protocol, also the limit for the shutdown. Requests are not scaled: each has
// oneRequest, or the budget of its case.
const (
	hurry      = 0.2
	oneRequest = 10 * time.Second
	hurried    = 1 / hurry
)

// impatient is a client with a shorter limit for requests.
type impatient struct{ suite.Client }

func (d impatient) Call(ctx context.Context, method string, params any, limit time.Duration) (json.RawMessage, error) {
	return d.Client.Call(ctx, method, params, time.Duration(hurried*float64(cmp.Or(limit, oneRequest))))
}
