package suite

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/spyhook"
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

// A firedLine is a line of the script that makes requests by which hooks run.
type firedLine struct {
	// before counts the runs that had begun when it was reached.
	before int
	// skipped is why no request was made; nil if one was.
	skipped error
}

// fires marks a command by which hooks run.
func fires(run func(*world, call) error) func(*world, call) error {
	return func(w *world, c call) error {
		before, err := w.spies.Count()
		if err != nil {
			return err
		}
		err = run(w, c)
		line := firedLine{before: before}
		if skipped, ok := errors.AsType[notClaimed](w.failure); ok {
			line.skipped = skipped
		}
		w.fired = append(w.fired, line)
		return err
	}
}

// skippedInSession is why a line of the open session that fires was skipped; nil if
// none was. What the hook system says of itself rests on all of them.
func (w *world) skippedInSession() error {
	for _, line := range w.fired[w.firedBefore:] {
		if line.skipped != nil {
			return line.skipped
		}
	}
	return nil
}

// A count is what a count of a hook covered: the lines that fired and the runs of all
// hooks, each from one index up to another.
type count struct {
	lines, runs [2]int
}

// uncounted gives what a count of the hook covers now: everything since it was last
// counted. So a run that is missing fails one check and not those after it. A second
// count without a line that fired in between covers the same again.
func (w *world) uncounted(hook string, runs int) count {
	c := w.counts[hook]
	if c.lines[1] < len(w.fired) {
		c = count{[2]int{c.lines[1], len(w.fired)}, [2]int{c.runs[1]}}
	}
	c.runs[1] = runs
	return c
}

// runsIn gives the hook's runs that a count covers. Where a line was skipped, nobody
// knows how many there would be: that is noted for the open scope, and ok is false.
func (w *world) runsIn(c count, all []spyhook.Record, hook string) (runs []spyhook.Record, ok bool) {
	for _, line := range w.fired[c.lines[0]:c.lines[1]] {
		if line.skipped != nil {
			w.skip(hook, line.skipped)
			return nil, false
		}
	}
	all = slices.Clone(all[c.runs[0]:c.runs[1]])
	return slices.DeleteFunc(all, func(r spyhook.Record) bool { return r.Hook != hook }), true
}

// skip notes that what the open scope asserts of a hook can't be judged, because a
// line by which it may have run was skipped.
func (w *world) skip(hook string, why error) {
	failure := w.failure
	w.failure = why
	w.assert(false, "runs of "+hook, "a request", "none")
	w.failure = failure
}

// counted asserts how often a hook has run since it was last counted; below 0, that
// it has run at all, which is no count.
func (w *world) counted(hook string, want int) error {
	all, err := w.records()
	if err != nil {
		return err
	}
	span := w.uncounted(hook, len(all))
	runs, ok := w.runsIn(span, all, hook)
	switch {
	case want < 0 && ok:
		w.assert(len(runs) > 0, "runs of "+hook, "at least 1", strconv.Itoa(len(runs)))
	case ok:
		if w.firing != nil && len(runs) == want {
			w.firing.idle = true
		}
		w.assert(len(runs) == want, "runs of "+hook, strconv.Itoa(want), strconv.Itoa(len(runs)))
	}
	if want >= 0 {
		w.counts[hook] = span
	}
	return nil
}

// A lineRuns has the runs of one hook in one line that fired, and a name for them.
type lineRuns struct {
	name string
	runs []spyhook.Record
}

// thoseOf gives what a word names: a hook, and after an @ the lines that fired, by
// number from 1, as in guard@3 and guard@1-5; the last line if there is no @. There is
// at least one line; ok is false if one of them was skipped.
func (w *world) thoseOf(word string) (hook string, lines []lineRuns, ok bool, err error) {
	hook, numbers, named := strings.Cut(word, "@")
	all, err := w.records()
	if err != nil {
		return hook, nil, false, err
	}
	first, last := len(w.fired), len(w.fired)
	if named {
		if first, last, err = numberRange(numbers); err != nil {
			return hook, nil, false, err
		}
		if last > len(w.fired) {
			return hook, nil, false, fmt.Errorf("%s: %d lines have fired", word, len(w.fired))
		}
	}
	if last == 0 {
		return hook, []lineRuns{{name: hook}}, true, nil
	}
	for n := first; n <= last; n++ {
		end := len(all)
		if n < len(w.fired) {
			end = w.fired[n].before
		}
		name := hook
		if named {
			name = fmt.Sprintf("%s@%d", hook, n)
		}
		own, ok := w.runsIn(count{[2]int{n - 1, n}, [2]int{w.fired[n-1].before, end}}, all, hook)
		if !ok {
			return hook, nil, false, nil
		}
		lines = append(lines, lineRuns{name, own})
	}
	return hook, lines, true, nil
}

// unwitnessed is the first answer that the check rests on and no hook bears out; nil
// for none. That hooks are meant to be idle counts only where any hook of the case has
// run: an implementation that never runs hooks shows nothing by running none.
func (s *scope) unwitnessed(ran bool) *firing {
	i := slices.IndexFunc(s.firings, func(f *firing) bool { return f.runs == 0 && !(f.idle && ran) })
	if i < 0 {
		return nil
	}
	return s.firings[i]
}

// judge returns the verdict of a check that would pass by an answer which no hook
// bears out: no one can tell whether the hooks caused it. If a line that fires was
// skipped, its hooks might have.
func (w *world) judge(f *firing) (outcome.Verdict, []string, []Mismatch) {
	mismatch := Mismatch{f.line, "runs of the case's hooks", "at least 1", "0"}
	for _, line := range w.fired {
		if line.skipped != nil {
			mismatch.Got = account(line.skipped)
			return blame(line.skipped), nil, []Mismatch{mismatch}
		}
	}
	return outcome.Blocked, []string{controlName}, []Mismatch{mismatch}
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
