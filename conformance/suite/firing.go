package suite

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/outcome"
)

// A firing is the answer to a request by which hooks run, in a case that has
// some.
type firing struct {
	// line is that of the request.
	line int
	// runs counts the hooks that have run meanwhile, and waited is how long the
	// harness has waited for the answer.
	runs   int
	waited time.Duration
	// idle tells that an assertion of the script says how often a hook has run by
	// then, and holds: so none was meant to run for this answer.
	idle bool
}

// witnessed holds an answer that hooks can have a part in against the evidence.
// Outputs that decide something without a run that can have caused them, which are
// counted, fail every clause that rests on the answer.
func (w *world) witnessed(outputs int) {
	if w.failure != nil {
		return
	}
	runs, err := w.spies.Count()
	if err != nil || outputs > 0 && runs <= w.runs {
		w.failure = errors.Join(err, &adapter.Fault{
			Verdict: outcome.Fail,
			Message: fmt.Sprintf("the answer holds outputs that decide something (%d), but no hook has run", outputs),
		})
	}
	if w.spied {
		w.firing = &firing{line: w.line, runs: runs - w.runs, waited: w.waited}
	}
	w.runs = runs
}

// counted asserts how often a hook has run.
func (w *world) counted(holds bool, hook, want string, got int) {
	if w.firing != nil && holds {
		w.firing.idle = true
	}
	w.assert(holds, "runs of "+hook, want, strconv.Itoa(got))
}

// unwitnessed is the first answer that the check rests on and no hook bears out; nil
// for none.
func (s *scope) unwitnessed() *firing {
	i := slices.IndexFunc(s.firings, func(f *firing) bool { return f.runs == 0 && !f.idle })
	if i < 0 {
		return nil
	}
	return s.firings[i]
}

// judge is what becomes of a check that would pass by an answer which no hook
// bears out: whether it is the hooks' doing, nobody can tell.
func (f *firing) judge() (outcome.Verdict, []string, []Mismatch) {
	return outcome.Blocked, []string{controlName}, []Mismatch{{f.line, "runs of the case's hooks", "at least 1", "0"}}
}

// leeway is how far clocks may be apart, for each hook: an implementation's may tick
// in whole seconds, and be set while a hook runs.
const leeway = time.Second

// impossible says why the hooks can't have taken a number of milliseconds, all
// together; "" where they can. They may have run side by side, and one hook that
// nobody heard of may have failed to start.
func (f *firing) impossible(milliseconds string) string {
	if f == nil {
		return ""
	}
	n, err := strconv.ParseFloat(milliseconds, 64)
	most := time.Duration(f.runs+1) * (f.waited + leeway)
	switch {
	case err != nil:
		return ""
	case n < 0:
		return milliseconds + ": no time is less than none"
	case n > float64(most.Milliseconds()):
		return fmt.Sprintf("%s: the answer came after %d ms, and %d hooks have run", milliseconds, f.waited.Milliseconds(), f.runs)
	}
	return ""
}
