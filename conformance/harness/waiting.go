package harness

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/suite"
)

// A finished is a case with its result, whose events may have to wait for other cases.
type finished struct {
	suite.Result
	took    time.Duration
	attempt int
}

// finish adds the result of a case, and writes every result that no longer waits for
// another case. The caller holds the lock.
func (c *course) finish(f finished) {
	passed := map[string]bool{}
	for _, check := range f.Checks {
		passed[check.Check] = check.Verdict == outcome.Pass
	}
	c.passed[f.Case.Name] = passed
	if slices.ContainsFunc(c.Cases, func(one cases.Case) bool { return one.Name == f.Case.Name }) {
		c.waiting = append(c.waiting, f)
	}
	c.release(func(f finished) bool { return len(c.awaited(f)) == 0 })
}

// release writes the events of the waiting cases that are ready. The caller holds the
// lock.
func (c *course) release(ready func(finished) bool) {
	var left []finished
	for _, f := range c.waiting {
		if ready(f) {
			c.failure = errors.Join(c.failure, c.write(f))
		} else {
			left = append(left, f)
		}
	}
	c.waiting = left
}

// awaited returns the cases without a result that judge what the failed checks of f
// need. A passing check does not wait.
func (c *course) awaited(f finished) []cases.Case {
	var all []cases.Case
	for i, check := range f.Checks {
		if !mayBeBlocked(check) {
			continue
		}
		for _, judge := range f.Case.Scopes[i].Judges(c.suite) {
			if c.passed[judge.Name] == nil {
				all = append(all, judge)
			}
		}
	}
	return all
}

// others runs the cases outside of the selection that results still wait for. They are
// judged but not reported.
func (c *course) others(ctx context.Context) {
	var all []cases.Case
	for _, f := range c.waiting {
		for _, judge := range c.awaited(f) {
			if !slices.ContainsFunc(all, func(one cases.Case) bool { return one.Name == judge.Name }) {
				all = append(all, judge)
			}
		}
	}
	c.all(ctx, all)
	// A need that is still unknown counts as not passed.
	c.release(func(finished) bool { return true })
}

// mayBeBlocked reports whether the needs of a check can change its verdict: it failed,
// or its control failed, maybe for the same reason.
func mayBeBlocked(check suite.Check) bool {
	return check.Verdict == outcome.Fail || check.Verdict == outcome.Blocked
}

// judge returns a check after considering its needs. If a need did not pass, a failure
// becomes "blocked", because it may be the failure of that other requirement. A passing
// check stays so, and so does a fault of the adapter.
func (c *course) judge(f finished, i int) suite.Check {
	check := f.Checks[i]
	if !mayBeBlocked(check) {
		return check
	}
	unmet := f.Case.Scopes[i].Unmet(c.suite, func(one cases.Case, check string) bool { return c.passed[one.Name][check] })
	if len(unmet) > 0 {
		check.Verdict, check.Waits = outcome.Blocked, slices.Concat(check.Waits, unmet)
	}
	return check
}
