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

// A finished case is one that was run, and whose events may have to wait.
type finished struct {
	suite.Result
	took    time.Duration
	attempt int
}

// finish takes the result of a case, and writes what waits for nothing more. The
// lock is held.
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

// release writes the events of waiting cases. The lock is held.
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

// awaited are the cases without a result that decide what the failures of a case
// need. What passes waits for nobody.
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

// others runs the cases outside of the plan that are still waited for: they are
// judged, and reported by nobody.
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
	// What is still not known did not pass.
	c.release(func(finished) bool { return true })
}

// mayBeBlocked tells whether what a check needs makes a difference to it: it
// failed, or its control did, for the same reason perhaps.
func mayBeBlocked(check suite.Check) bool {
	return check.Verdict == outcome.Fail || check.Verdict == outcome.Blocked
}

// judge is a check in the light of what it needs. Where that did not pass, a
// failure accuses nobody: it may be that of the other requirement. What passed all
// the same has passed, and what the adapter did wrong is its own.
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
