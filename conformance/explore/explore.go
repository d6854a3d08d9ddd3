// Package explore compares an implementation with the reference engine where no
// case does: it turns a seed into draws of settings, payloads and hooks, fires
// each of them through two clients, and turns the differences between the two
// results, and between what the hooks recorded, into causes. Each cause has the
// smallest draw that shows it and the clauses that cover it, if any.
//
// It judges neither: where two implementations differ, a person has to read the
// specification. It prints nothing and treats both clients the same way.
package explore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/suite"
)

// An Exploration configures a run of draws.
type Exploration struct {
	// Reference is the client whose answers are the expectation, Subject the one
	// that is explored.
	Reference, Subject suite.Client
	// Folder is where the draws' folders are made and removed.
	Folder string
	// Jobs is how many draws run at once; 0 chooses by the subject's MaxInFlight
	// and the number of processors.
	Jobs int
	// Kept, if not nil, is called with the state after each batch, after each
	// cause, and at the end. If it returns an error, the exploration ends with it.
	Kept func(State) error
	// Shown, if not nil, is called before each batch and each reduction.
	Shown func(State)

	// sessions counts the sessions. Each has a unique name, because sessions of one
	// client are open at the same time.
	sessions atomic.Int64
}

// mostJobs bounds the draws at once: each is at most a handful of processes.
const mostJobs = 16

// batch is how many draws are made before their causes are searched. It is a
// constant, because the result must not depend on the machine.
const batch = 64

// Run continues from the state until it has made this number of draws or the time
// is up; 0 means no time limit. The error is the context's, a *adapter.GaveUp, a
// *ReferenceError, or one of this machine. The state is valid in any case and was
// passed to Kept.
func (e *Exploration) Run(ctx context.Context, s State, draws int, within time.Duration) (State, error) {
	until := time.Now().Add(within)
	for s.Next < draws && (within == 0 || time.Now().Before(until)) {
		e.show(s)
		var err error
		s, err = e.batch(ctx, s, min(draws, s.Next+batch))
		if kept := e.keep(s); err != nil || kept != nil {
			return s, cmp.Or(err, kept)
		}
	}
	return s, nil
}

func (e *Exploration) show(s State) {
	if e.Shown != nil {
		e.Shown(s)
	}
}

func (e *Exploration) keep(s State) error {
	if e.Kept == nil {
		return nil
	}
	return e.Kept(s)
}

// batch makes the draws up to a number concurrently, and then searches the causes
// of their differences one after the other, in the order of the draws: the same
// seed then finds the same causes on every machine. The state has only complete
// draws.
func (e *Exploration) batch(ctx context.Context, s State, end int) (State, error) {
	world := WorldOf(e.Subject.Hello())
	all := make([]Draw, 0, end-s.Next)
	for i := s.Next; i < end; i++ {
		all = append(all, New(s.Seed, i, world))
	}
	outcomes, err := e.judgeAll(ctx, all)
	if err != nil {
		return s, err
	}
	for i, o := range outcomes {
		next, err := e.take(ctx, s, all[i], o)
		if err != nil {
			return s, err
		}
		found := len(next.Causes) > len(s.Causes)
		s = next
		if !found {
			continue
		}
		// A cause is expensive to find, so it is stored at once.
		if err := e.keep(s); err != nil {
			return s, err
		}
	}
	return s, nil
}

// take adds the outcome of the next draw to the state.
func (e *Exploration) take(ctx context.Context, s State, d Draw, o outcome) (State, error) {
	s = s.clone()
	number := s.Next
	s.Next++
	switch {
	case o.refused != "":
		return s, &ReferenceError{d, o.refused}
	case o.unjudged != "":
		s.Unjudged[o.unjudged]++
		return s, nil
	}
	s.Judged++
	if len(o.differences) == 0 {
		return s, nil
	}
	s.Different++
	return s, e.explain(ctx, &s, number, d, o.differences)
}

// An outcome is the result of one draw: differences, or why they could not be
// compared.
type outcome struct {
	differences []Difference
	// ran is how often the reference ran each hook.
	ran      map[string]int
	unjudged string
	// refused is the reference's error if it refused the draw.
	refused string
}

func (e *Exploration) jobs() int {
	jobs := e.Jobs
	if jobs < 1 {
		jobs = min(e.Subject.Hello().MaxInFlight, 2*runtime.GOMAXPROCS(0))
	}
	return max(1, min(jobs, mostJobs))
}

// judgeAll judges draws concurrently. A draw that lost the adapter through
// another's fault is judged again, alone.
func (e *Exploration) judgeAll(ctx context.Context, draws []Draw) ([]outcome, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	outcomes := make([]outcome, len(draws))
	again := make([]bool, len(draws))
	places := make(chan struct{}, e.jobs())
	var all sync.WaitGroup
	for i, d := range draws {
		places <- struct{}{}
		all.Go(func() {
			defer func() { <-places }()
			var err error
			outcomes[i], err = e.judge(ctx, d)
			_, again[i] = errors.AsType[*adapter.Restarted](err)
			if err != nil && !again[i] && ctx.Err() == nil {
				cancel(err)
			}
		})
	}
	all.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	for i, d := range draws {
		if !again[i] {
			continue
		}
		var err error
		if outcomes[i], err = e.judge(ctx, d); err != nil {
			return nil, err
		}
	}
	return outcomes, nil
}

// A ReferenceError is a draw that the reference engine refused. It is not the
// implementation's fault.
type ReferenceError struct {
	Draw    Draw
	Message string
}

func (e *ReferenceError) Error() string {
	return fmt.Sprintf("the reference engine refuses the draw %s: %s", encode(e.Draw), e.Message)
}
