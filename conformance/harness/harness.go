// Package harness turns cases and an implementation into an event stream: it
// chooses and orders the cases, runs several at once, runs a case again if another
// one brought its adapter down, and compares failures with what their checks need and
// checks with the known failures.
//
// Most callers need Run. It judges nothing itself, writes no report and prints nothing.
package harness

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/expect"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/suite"
	"github.com/hooktest/hooktest/internal/workers"
)

// A Run says what is judged, by which cases, and who is told of the results.
type Run struct {
	// Version is that of the program that judges.
	Version string
	Suite   Suite
	// Cases are those of this run, after Selection and Shard. Where a check fails
	// that needs what none of them judges, the ones of the suite that do are run, too,
	// and leave no events. The zero Shard is the whole.
	Cases     []cases.Case
	Selection stream.Selection
	Shard     stream.Shard
	// Required are the profiles, features and observations that must not be lost.
	Required []string
	// Client is the way to the implementation, which all cases share, and Command
	// how that was started; nil for the built-in one.
	Client  suite.Client
	Command []string
	// Folder holds the folders of the cases; KeepWork leaves them there.
	Folder   string
	KeepWork bool
	// Jobs is how many cases run at once, MostJobs at most; below 1, what the
	// implementation takes.
	Jobs int
	Seed int64
	// TimeoutScale multiplies the limit of the whole run and those of hooks, as it
	// does those of its requests; 0 means 1.
	TimeoutScale float64
	// Known are the known failures; nil for none.
	Known *expect.File
	// Repro gives the command that runs a check again.
	Repro func(check string) string
	// Restarts gives how often the adapter was started again, and what that cost;
	// nil for an adapter that never is.
	Restarts func() (times int, cost time.Duration)
	// End ends the adapter, once nobody needs it any more, and gives what it did
	// wrong then; nil for an adapter that is somebody else's to end.
	End func() error
	// KeepEvidence asks for the evidence of checks that passed, too.
	KeepEvidence bool
	// Progress, if not nil, is told at the begin and the end of each case; it is
	// not called concurrently.
	Progress func(Progress)
	// Events gets the events as they come; nil where nobody waits for them.
	Events io.Writer
}

// MostJobs is how many cases run at once at most, whatever is asked for and
// whatever the adapter says it takes: each holds files, and starts processes.
const MostJobs = 64

// Progress is how far a run has come.
type Progress struct {
	Done, Total int
	// Judged counts the checks that have a verdict, Checks all there are.
	Judged, Checks int
	// Red counts the checks so far whose red verdict is the implementation's or
	// the suite's failure; interpretations are told, not failed.
	Red int
	// Case is the case that has been running longest; empty where none runs.
	Case string
}

// Do runs the cases and gives the events of each and the footer, also where the run
// is interrupted. The error is one of this machine.
func (r Run) Do(ctx context.Context) (stream.Run, error) {
	h, err := r.header()
	if err != nil {
		return stream.Run{}, err
	}
	var kept io.Writer = io.Discard
	if r.Events != nil {
		kept = r.Events
	}
	events, err := stream.NewWriter(kept, h)
	if err != nil {
		return stream.Run{}, err
	}
	err = r.into(ctx, events)
	return events.Run(), err
}

// header says what is about to be judged, by what and where.
func (r Run) header() (stream.Header, error) {
	whole, digest := r.Suite.Digest, r.Suite.CatalogueDigest
	var err error
	if whole == "" {
		whole = stream.SuiteDigest(r.Suite.Cases)
	}
	if digest == "" {
		digest, err = stream.CatalogueDigest(r.Suite.Catalogue)
	}
	if r.Shard.Count == 0 {
		r.Shard = stream.Shard{Index: 1, Count: 1}
	}
	leftOut, faults := r.leftOut()
	return stream.Header{
		Hooktest: r.Version, Suite: whole, Catalogue: digest,
		Requirements: stream.Requirements(r.Suite.Catalogue),
		Seed:         r.Seed, Shard: r.Shard, Selection: r.Selection, Required: r.Required, LeftOut: leftOut,
		Platform: stream.Platform{OS: runtime.GOOS, Arch: runtime.GOARCH, CPUs: runtime.NumCPU()},
		Started:  time.Now().UTC().Truncate(time.Millisecond),
		Adapter:  stream.Adapter{Command: r.Command, Hello: r.Client.Hello()},
	}, errors.Join(err, faults)
}

// into runs the cases and writes their events.
func (r Run) into(ctx context.Context, events *stream.Writer) error {
	started := time.Now()
	if r.Jobs < 1 {
		r.Jobs = r.Client.Hello().MaxInFlight
	}
	c := course{
		Run: r, events: events, runner: &suite.Runner{Client: r.Client, Folder: r.Folder, KeepWork: r.KeepWork, TimeoutScale: r.TimeoutScale},
		suite: cases.WithJudges(r.Cases, r.Suite.Cases), passed: map[string]map[string]bool{},
	}
	limit := r.limit()
	ctx, cancel := context.WithTimeoutCause(ctx, limit, &overdue{limit})
	defer cancel()
	c.all(ctx, r.Cases)
	c.others(ctx)
	cut := c.cut(ctx)
	if r.Restarts != nil {
		events.Restarted(r.Restarts())
	}
	if r.End != nil {
		// After a run that was cut short its end is not the adapter's own.
		if fault, ok := errors.AsType[*adapter.Fault](r.End()); ok && cut.Why == "" {
			events.Parted(stream.Farewell{Verdict: fault.Verdict, Message: fault.Message})
		}
	}
	known := stream.KnownFailuresOf(r.Known.Uses(events.Run().Header.Partial() || cut.Why != ""))
	return errors.Join(c.failure, events.Finish(cut, time.Since(started), known...))
}

// A course is a run on its way.
type course struct {
	Run
	events *stream.Writer
	runner *suite.Runner
	// suite are the cases of the run, and those that may have to run for them.
	suite []cases.Case

	mu      sync.Mutex
	done    int
	judged  int
	red     int
	failure error
	gaveUp  *adapter.GaveUp
	// again are the cases to run once more.
	again []cases.Case
	// running are the cases that run, in the order of their begin.
	running []string
	// passed tells of each case that has a result which of its checks passed.
	passed map[string]map[string]bool
	// waiting are the results whose events are not written yet.
	waiting []finished
}

// all runs cases. One that lost its adapter to another runs once more, alone, so
// that whatever happens then is its own doing.
func (c *course) all(ctx context.Context, all []cases.Case) {
	again := c.pool(ctx, order(all, c.Seed), c.Jobs, 1)
	c.pool(ctx, again, 1, 2)
}

// cut says why not everything was run; nothing where it was.
func (c *course) cut(ctx context.Context) stream.Cut {
	switch {
	case c.failure != nil:
		return stream.Cut{Why: c.failure.Error(), Blame: outcome.BlameMachine}
	case c.gaveUp != nil:
		return stream.Cut{Why: c.gaveUp.Error(), Blame: outcome.BlameAdapter}
	case ctx.Err() != nil:
		if late, ok := errors.AsType[*overdue](context.Cause(ctx)); ok {
			return stream.Cut{Why: fmt.Sprintf("%v, with %d of %d cases done", late, c.done, len(c.Cases))}
		}
		return stream.Cut{Why: "interrupted"}
	}
	return stream.Cut{}
}

// pool runs cases, several at once, and gives those to run again.
func (c *course) pool(ctx context.Context, all []cases.Case, jobs, attempt int) []cases.Case {
	c.again = nil
	workers.Each(ctx, min(jobs, MostJobs), all, func(one cases.Case) {
		if !c.over() {
			c.run(ctx, one, attempt)
		}
	})
	return c.again
}

// over tells whether the run can't go on.
func (c *course) over() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.failure != nil || c.gaveUp != nil
}

func (c *course) run(ctx context.Context, one cases.Case, attempt int) {
	started := time.Now()
	c.begin(one)
	result, err := c.inOtherWords(ctx, one)
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.end(one)
	restarted, lost := errors.AsType[*adapter.Restarted](err)
	gaveUp, over := errors.AsType[*adapter.GaveUp](err)
	switch {
	case over:
		c.gaveUp = gaveUp
		return
	case ctx.Err() != nil:
		return
	case lost && attempt == 1:
		c.again = append(c.again, one)
		return
	case lost:
		// Alone, and the adapter is gone all the same. What was judged before
		// remains so.
		for i := range result.Checks {
			if result.Checks[i].Verdict != outcome.NotRun {
				continue
			}
			result.Checks[i].Verdict = restarted.Cause.Verdict
			result.Checks[i].Stderr = restarted.Cause.Stderr
		}
	case err != nil:
		c.failure = errors.Join(c.failure, fmt.Errorf("case %s: %w", one.Name, err))
		return
	}
	c.finish(finished{result, time.Since(started), attempt})
}

// inOtherWords runs a case with the words that the seed of the run draws. What is
// reported has the words of the case file, which are the same in every run.
func (c *course) inOtherWords(ctx context.Context, one cases.Case) (suite.Result, error) {
	drawn, words, err := one.Drawn(c.Seed)
	if err != nil {
		return suite.Result{}, fmt.Errorf("with other words: %w", err)
	}
	result, err := c.runner.Run(ctx, drawn)
	return result.Translated(one, words.Written), err
}

func (c *course) begin(one cases.Case) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running = append(c.running, one.Name)
	c.tell()
}

// end is the end of a case. The lock is held.
func (c *course) end(one cases.Case) {
	c.running = slices.DeleteFunc(c.running, func(name string) bool { return name == one.Name })
	c.tell()
}

// tell tells how far the run has come. The lock is held.
func (c *course) tell() {
	if c.Progress == nil {
		return
	}
	now := Progress{Done: c.done, Total: len(c.Cases), Judged: c.judged, Red: c.red}
	for _, one := range c.Cases {
		now.Checks += len(one.Scopes)
	}
	if len(c.running) > 0 {
		now.Case = c.running[0]
	}
	c.Progress(now)
}

// write writes the events of one case, all at once: cases that run beside each
// other do not interleave.
func (c *course) write(f finished) error {
	start := stream.CaseStartOf(f.Case, c.Suite.File(f.Case))
	if err := c.events.Start(start); err != nil {
		return err
	}
	var all []outcome.Verdict
	for i := range f.Checks {
		event := c.event(f.Result, c.judge(f, i))
		all = append(all, event.Verdict)
		c.judged++
		if event.Verdict.Red() && event.Level == cases.LevelRequirement {
			c.red++
		}
		if err := c.events.Check(event); err != nil {
			return err
		}
	}
	c.done++
	return c.events.End(stream.CaseEnd{
		Kind: stream.KindCaseEnd, Case: f.Case.Name, Verdict: outcome.Worst(all...),
		Milliseconds: stream.Milliseconds(f.took), Attempts: f.attempt,
	})
}

// event is a check with its evidence, after the known failures have been asked.
func (c *course) event(result suite.Result, check suite.Check) stream.Check {
	event := stream.CheckOf(check)
	message := ""
	if len(check.Mismatches) > 0 {
		message = check.Mismatches[0].String()
	}
	judged, entry := c.Known.Judge(check.Check, check.Verdict, message, check.Waits...)
	event.Verdict, event.Blame = judged, judged.Blame()
	if entry != nil {
		event.Expected = &stream.Expectation{
			Pattern: entry.Check, Verdict: entry.Verdict, Reason: entry.Reason, Issue: entry.Issue, Position: entry.Position,
		}
		if !entry.Until.IsZero() {
			event.Expected.Until = entry.Until.Format(time.DateOnly)
		}
	}
	if judged != outcome.Pass || c.KeepEvidence {
		event.Evidence = stream.EvidenceOf(result.Records, check.Request, check.Answer, []byte(check.Stderr), result.Work)
	}
	if (judged.Red() || judged == outcome.ExpectedFailure) && c.Repro != nil {
		event.Repro = c.Repro(check.Check)
	}
	return event
}
