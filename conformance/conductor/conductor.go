// Package conductor turns cases and an implementation into an event stream: it
// chooses and orders the cases, runs several at once, runs those again that lost
// their adapter to another, and holds every check against the known failures.
//
// It judges nothing itself, writes no report and prints nothing.
package conductor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/hooktest/hooktest/conformance/adapter/door"
	"github.com/hooktest/hooktest/conformance/expect"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/suite"
	"github.com/hooktest/hooktest/conformance/verdict"
)

// A Plan says what to run and where the events go.
type Plan struct {
	// Cases are those of this run, after selection and sharding.
	Cases []suite.Case
	// File gives the path of a case's file, for reports.
	File func(suite.Case) string
	// Runner runs one case; its door is shared by all.
	Runner *suite.Runner
	// Jobs is how many cases run at once; at least 1.
	Jobs int
	Seed int64
	// Known are the known failures; nil for none.
	Known *expect.File
	// Repro gives the command that runs a check again.
	Repro func(check string) string
	// KeepEvidence asks for the evidence of checks that passed, too.
	KeepEvidence bool
	// Progress, if not nil, is told at the begin and the end of each case; it is
	// not called concurrently.
	Progress func(Progress)
	Events   *stream.Writer
}

// Progress is how far a run has come.
type Progress struct {
	Done, Total int
	// Red counts the checks so far whose red verdict is the implementation's or
	// the suite's failure; interpretations are told, not failed.
	Red int
	// Case is the case that has been running longest; empty where none runs.
	Case string
}

// Run runs the plan and writes the events of every case and the footer, also
// where the run is interrupted. The error is one of this machine.
func Run(ctx context.Context, p Plan) error {
	started := time.Now()
	c := conductor{plan: p}
	again := c.pool(ctx, order(p.Cases, p.Seed), max(p.Jobs, 1), 1)
	// A case that lost its adapter to another runs once more, alone, so that
	// whatever happens then is its own doing.
	c.pool(ctx, again, 1, 2)
	why := c.why(ctx)
	known := stream.KnownFailuresOf(p.Known.Uses(p.Events.Run().Header.Partial() || why != ""))
	return errors.Join(c.failure, p.Events.Finish(why, time.Since(started), known...))
}

type conductor struct {
	plan Plan

	mu      sync.Mutex
	done    int
	red     int
	failure error
	gaveUp  *door.GaveUp
	// again are the cases to run once more.
	again []suite.Case
	// running are the cases that run, in the order of their begin.
	running []string
}

// why says why not everything was run; empty where it was.
func (c *conductor) why(ctx context.Context) string {
	switch {
	case c.failure != nil:
		return c.failure.Error()
	case c.gaveUp != nil:
		return c.gaveUp.Error()
	case ctx.Err() != nil:
		return "interrupted"
	}
	return ""
}

// pool runs cases, several at once, and gives those to run again.
func (c *conductor) pool(ctx context.Context, cases []suite.Case, jobs, attempt int) []suite.Case {
	c.again = nil
	queue := make(chan suite.Case)
	var workers sync.WaitGroup
	for range jobs {
		workers.Go(func() {
			for one := range queue {
				c.run(ctx, one, attempt)
			}
		})
	}
	for _, one := range cases {
		if ctx.Err() != nil || c.over() {
			break
		}
		queue <- one
	}
	close(queue)
	workers.Wait()
	return c.again
}

// over tells whether the run can't go on.
func (c *conductor) over() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.failure != nil || c.gaveUp != nil
}

func (c *conductor) run(ctx context.Context, one suite.Case, attempt int) {
	started := time.Now()
	c.begin(one)
	result, err := c.plan.Runner.Run(ctx, one)
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.end(one)
	restarted, lost := errors.AsType[*door.Restarted](err)
	gaveUp, over := errors.AsType[*door.GaveUp](err)
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
		// Alone, and the adapter is gone all the same.
		for i := range result.Checks {
			result.Checks[i].Verdict = restarted.Cause.Verdict
			result.Checks[i].Stderr = restarted.Cause.Stderr
		}
	case err != nil:
		c.failure = errors.Join(c.failure, fmt.Errorf("case %s: %w", one.Name, err))
		return
	}
	c.failure = errors.Join(c.failure, c.write(result, time.Since(started), attempt))
}

func (c *conductor) begin(one suite.Case) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running = append(c.running, one.Name)
	c.tell()
}

// end is the end of a case. The lock is held.
func (c *conductor) end(one suite.Case) {
	c.running = slices.DeleteFunc(c.running, func(name string) bool { return name == one.Name })
	c.tell()
}

// tell tells how far the run has come. The lock is held.
func (c *conductor) tell() {
	if c.plan.Progress == nil {
		return
	}
	now := Progress{Done: c.done, Total: len(c.plan.Cases), Red: c.red}
	if len(c.running) > 0 {
		now.Case = c.running[0]
	}
	c.plan.Progress(now)
}

// write writes the events of one case, all at once: cases that run beside each
// other do not interleave.
func (c *conductor) write(result suite.Result, took time.Duration, attempt int) error {
	start := stream.CaseStartOf(result.Case, c.plan.File(result.Case))
	if err := c.plan.Events.Start(start); err != nil {
		return err
	}
	var all []verdict.Verdict
	for _, check := range result.Checks {
		event := c.event(result, check)
		all = append(all, event.Verdict)
		if event.Verdict.Red() && event.Level == suite.LevelRequirement {
			c.red++
		}
		if err := c.plan.Events.Check(event); err != nil {
			return err
		}
	}
	c.done++
	return c.plan.Events.End(stream.CaseEnd{
		Kind: stream.KindCaseEnd, Case: result.Case.Name, Verdict: verdict.Worst(all...),
		Milliseconds: stream.Milliseconds(took), Attempts: attempt,
	})
}

// event is a check with its evidence, after the known failures have been asked.
func (c *conductor) event(result suite.Result, check suite.Check) stream.Check {
	event := stream.CheckOf(check)
	message := ""
	if len(check.Mismatches) > 0 {
		message = check.Mismatches[0].String()
	}
	judged, entry := c.plan.Known.Judge(check.Check, check.Verdict, message)
	event.Verdict, event.Blame = judged, judged.Blame()
	if entry != nil {
		event.Expected = &stream.Expectation{
			Pattern: entry.Check, Verdict: entry.Verdict, Reason: entry.Reason, Issue: entry.Issue, Position: entry.Position,
		}
		if !entry.Until.IsZero() {
			event.Expected.Until = entry.Until.Format(time.DateOnly)
		}
	}
	if judged != verdict.Pass || c.plan.KeepEvidence {
		event.Evidence = stream.EvidenceOf(result.Records, check.Request, check.Answer, []byte(check.Stderr), result.Work)
	}
	if judged.Red() && c.plan.Repro != nil {
		event.Repro = c.plan.Repro(check.Check)
	}
	return event
}
