// Package harness turns cases and an implementation into an event stream. It selects
// and orders the cases, runs several at once, and runs a case again if another one
// brought its adapter down. It compares failures with the needs of their checks, and
// verdicts with the known failures.
//
// Most callers need Run. The package judges nothing itself, writes no report and prints
// nothing.
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
	"github.com/hooktest/hooktest/conformance/knownfailure"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/suite"
	"github.com/hooktest/hooktest/internal/workers"
)

// A Run describes one run of the suite: what is judged, by which cases, and who
// receives the results.
type Run struct {
	// Version is the version of the judging program.
	Version string
	Suite   Suite
	// Cases are the cases of this run, after Selection and Shard. If a check fails and
	// it needs a requirement that none of them judges, the cases of Suite that judge it
	// run, too, without events. The zero Shard means all cases.
	Cases     []cases.Case
	Selection stream.Selection
	Shard     stream.Shard
	// Required are the profiles, features and observations that must not be lost.
	Required []string
	// Client reaches the implementation; all cases share it. Command is the command
	// that started it; nil for the built-in engine.
	Client  suite.Client
	Command []string
	// Folder contains the work folders of the cases. They are removed unless KeepWork
	// is set.
	Folder   string
	KeepWork bool
	// Jobs is the number of cases that run at once, at most MostJobs. Below 1, it is
	// the number that the implementation takes.
	Jobs int
	Seed int64
	// TimeoutScale multiplies the limit of the whole run and the limits of hooks, as it
	// does the limits of requests; 0 means 1.
	TimeoutScale float64
	// Known are the known failures; nil for none.
	Known *knownfailure.File
	// Repro returns the command that runs a check again.
	Repro func(check string) string
	// Restarts returns how often the adapter was started again and how long that took;
	// nil for an adapter that is never restarted.
	Restarts func() (times int, cost time.Duration)
	// End ends the adapter after its last use, and returns what the adapter did wrong
	// then; nil if another caller ends it.
	End func() error
	// KeepEvidence keeps the evidence of checks that passed, too.
	KeepEvidence bool
	// Progress, if not nil, is called at the beginning and the end of each case, never
	// concurrently.
	Progress func(Progress)
	// Events receives the events as they are written; nil discards them.
	Events io.Writer
}

// MostJobs limits the number of cases that run at once, because each opens files and
// starts processes. It applies to the user's and to the adapter's number.
const MostJobs = 64

// Progress is the state of a run.
type Progress struct {
	Done, Total int
	// Judged is the number of checks that have a verdict, Checks the number of all
	// checks.
	Judged, Checks int
	// Red is the number of checks with a red verdict. Checks of interpretations are not
	// counted: a different decision is reported, but is not a failure.
	Red int
	// Case is the case that has been running longest; empty if none runs.
	Case string
}

// Do runs the cases and returns their events and the footer, even if the run is
// interrupted. The error is a fault of this machine.
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

// header returns what is judged, by which suite and on which machine.
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
		// If the run was cut short, the adapter's exit is not its own fault.
		if fault, ok := errors.AsType[*adapter.Fault](r.End()); ok && cut.Why == "" {
			events.Parted(stream.ShutdownFault{Verdict: fault.Verdict, Message: fault.Message})
		}
	}
	known := stream.KnownFailuresOf(r.Known.Uses(events.Run().Header.Partial() || cut.Why != ""))
	return errors.Join(c.failure, events.Finish(cut, time.Since(started), known...))
}

// A course is a run in progress.
type course struct {
	Run
	events *stream.Writer
	runner *suite.Runner
	// suite are the cases of the run, and the cases that may have to run because of
	// their needs.
	suite []cases.Case

	mu      sync.Mutex
	done    int
	judged  int
	red     int
	failure error
	gaveUp  *adapter.GaveUp
	// again are the cases to run once more.
	again []cases.Case
	// running are the cases that run, in the order of their start.
	running []string
	// passed has the checks that passed, for each case that has a result.
	passed map[string]map[string]bool
	// waiting are the results whose events are not written yet.
	waiting []finished
}

// all runs cases. A case that lost its adapter because of another case runs again,
// alone: a second loss is then its own fault.
func (c *course) all(ctx context.Context, all []cases.Case) {
	again := c.pool(ctx, order(all, c.Seed), c.Jobs, 1)
	c.pool(ctx, again, 1, 2)
}

// cut returns why the run was not complete; zero if it was.
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

// pool runs several cases at once, and returns the cases to run again.
func (c *course) pool(ctx context.Context, all []cases.Case, jobs, attempt int) []cases.Case {
	c.again = nil
	workers.Each(ctx, min(jobs, MostJobs), all, func(one cases.Case) {
		if !c.over() {
			c.run(ctx, one, attempt)
		}
	})
	return c.again
}

// over reports whether the run can't go on.
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
		// The case lost its adapter although it ran alone. Earlier verdicts stay.
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

// inOtherWords runs a case with random words, which depend on the seed of the run. The
// result has the words of the case file, so that it is the same in every run.
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

// end removes a case from the running ones. The caller holds the lock.
func (c *course) end(one cases.Case) {
	c.running = slices.DeleteFunc(c.running, func(name string) bool { return name == one.Name })
	c.tell()
}

// tell reports the progress of the run. The caller holds the lock.
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

// write writes all events of one case together, so that concurrent cases do not
// interleave. The caller holds the lock.
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

// event returns a check with its evidence, after the comparison with the known
// failures.
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
