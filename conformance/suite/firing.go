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

// A firing is the answer to a request that makes hooks run, in a case that has hooks.
type firing struct {
	// line is the line of the request.
	line int
	// runs is the number of hooks that ran until the answer, and waited is how long the
	// harness waited for it.
	runs   int
	waited time.Duration
	// idle is set when an assertion about the number of runs of a hook holds at this
	// answer: then no run was expected.
	idle bool
}

// witnessed compares an answer that hooks can have influenced with the records. outputs
// is the number of outputs that decide something. If there are such outputs and no hook
// ran, every clause that depends on the answer fails.
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

// A firedLine is a line of the script whose requests make hooks run.
type firedLine struct {
	// before is the number of runs that had begun when the script reached this line.
	before int
	// skipped is the reason why no request was made; nil if one was.
	skipped error
}

// fires marks a command that makes hooks run.
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

// skippedInSession returns why a line of the open session that fires was skipped; nil
// if none was. The state of the hook system depends on all of these lines.
func (w *world) skippedInSession() error {
	for _, line := range w.fired[w.firedBefore:] {
		if line.skipped != nil {
			return line.skipped
		}
	}
	return nil
}

// A count is the range that a count of a hook covered: the lines that fired and the
// runs of all hooks, each as a half-open range of indexes.
type count struct {
	lines, runs [2]int
}

// uncounted returns what a count of the hook covers now: everything since its last
// count. So a missing run fails one check and not the following ones. If no line fired
// since the last count, the range is the same.
func (w *world) uncounted(hook string, runs int) count {
	c := w.counts[hook]
	if c.lines[1] < len(w.fired) {
		c = count{[2]int{c.lines[1], len(w.fired)}, [2]int{c.runs[1]}}
	}
	c.runs[1] = runs
	return c
}

// runsIn returns the hook's runs in the range of a count. If a line was skipped, their
// number is unknown: runsIn records this in the open scope, and ok is false.
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

// skip records that the open scope can't judge an assertion about a hook, because a
// line that may have run it was skipped.
func (w *world) skip(hook string, why error) {
	failure := w.failure
	w.failure = why
	w.assert(false, "runs of "+hook, "a request", "none")
	w.failure = failure
}

// counted asserts how often a hook has run since its last count. A negative number
// asserts at least one run and does not count.
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

// thoseOf returns the runs that a word names: a hook, and after an @ the numbers of
// lines that fired, from 1, as in guard@3 and guard@1-5. Without an @ it is the last
// line. lines is never empty. ok is false if one of the lines was skipped.
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

// unwitnessed returns the first answer that the check depends on although no hook ran
// for it; nil if there is none. Hooks that are expected to be idle are accepted only if
// any hook of the case ran: an implementation that never runs hooks proves nothing by
// not running them.
func (s *scope) unwitnessed(ran bool) *firing {
	i := slices.IndexFunc(s.firings, func(f *firing) bool { return f.runs == 0 && !(f.idle && ran) })
	if i < 0 {
		return nil
	}
	return s.firings[i]
}

// judge returns the verdict of a check that would pass by an answer for which no hook
// ran: it is unknown whether hooks caused the answer. If a line that fires was skipped,
// its hooks might have.
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

// leeway is the tolerated clock difference for each hook: an implementation's clock may
// tick in whole seconds, and may be set while a hook runs.
const leeway = time.Second

// impossible returns why the hooks can't have taken this many milliseconds in total; ""
// if they can. They may have run concurrently, and one more hook may have failed to
// start without a record.
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
