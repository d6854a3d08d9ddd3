package stream

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/hooktest/hooktest/internal/lazyregexp"
)

var (
	timestamp = lazyregexp.New(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)`)
	elapsed   = lazyregexp.New(`("(?:duration|totalDuration)"\s*:\s*)[0-9.eE+-]+`)
)

const noTime = "2000-01-01T00:00:00.000Z"

// Normalize returns a copy of a run without times and nonce, with cases sorted by
// name and hook runs by hook: two runs of the same cases against the same
// implementation are then equal. It also replaces timestamps and durations within
// texts. It does not change r.
func Normalize(r Run) Run {
	r = r.clone()
	r.Header.Started = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	r.Header.Adapter.Hello.Nonce = ""
	r.Footer.Milliseconds = 0
	if r.Footer.Restarts != nil {
		r.Footer.Restarts = &Restarts{Count: r.Footer.Restarts.Count}
	}
	slices.SortFunc(r.Cases, func(a, b Case) int { return cmp.Compare(a.Start.Case, b.Start.Case) })
	for i := range r.Cases {
		c := &r.Cases[i]
		if c.End != nil {
			c.End.Milliseconds = 0
		}
		for j := range c.Checks {
			c.Checks[j].normalize()
		}
	}
	return r
}

func (c *Check) normalize() {
	c.Milliseconds = 0
	c.Mismatches = slices.Clone(c.Mismatches)
	for i := range c.Mismatches {
		c.Mismatches[i].Got = timeless(c.Mismatches[i].Got)
	}
	e := &c.Evidence
	e.Request, e.Answer, e.Stderr = e.Request.timeless(), e.Answer.timeless(), e.Stderr.timeless()
	e.Runs = slices.Clone(e.Runs)
	slices.SortStableFunc(e.Runs, func(a, b HookRun) int {
		return cmp.Or(strings.Compare(a.Hook, b.Hook), cmp.Compare(a.Run, b.Run))
	})
	for i := range e.Runs {
		run := &e.Runs[i]
		run.Stdin = run.Stdin.timeless()
		if run.Milliseconds != nil {
			run.Milliseconds = new(0.0)
		}
	}
}

func timeless(text string) string {
	return elapsed.ReplaceAllString(timestamp.ReplaceAllString(text, noTime), "${1}0")
}

// timeless returns a copy without times, with Bytes adjusted to the new text.
func (t *Text) timeless() *Text {
	if t == nil {
		return nil
	}
	replaced := *t
	replaced.Text = timeless(t.Text)
	replaced.Bytes += len(replaced.Text) - len(t.Text)
	return &replaced
}
