package runner

import (
	"context"
	"errors"
	"fmt"

	"github.com/hooktest/hooktest/engine/answer"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// execute runs one hook and reads its answer. All errors, including a panic, become the
// result's error.
//
//hooktest:impl HOOK-070 HOOK-110
func (r *Runner) execute(ctx context.Context, event hook.Event, entry hook.Entry, l launch) hook.ExecutionResult {
	if entry.Timeout <= 0 {
		entry.Timeout = r.contract.Handlers.Timeout.Default
	}
	result := hook.ExecutionResult{Entry: entry, Event: event, Unread: hook.UnreadUnknown}
	switch {
	case entry.Unreadable():
		result.Ending, result.Err = hook.Unasked, errors.New(entry.Uncertain.Why)
	case entry.Question != nil && r.asker != nil:
		r.asker.Ask(ctx, &result, l.stdin, l.env)
	default:
		r.run(ctx, &result, r.launchOf(l, entry))
	}
	for i := range result.Warnings {
		result.Warnings[i].Position = entry.Position
	}
	r.reportEnd(ctx, &result)
	return result
}

//hooktest:impl HOOK-111 HOOK-213 HOOK-068
func (r *Runner) run(ctx context.Context, result *hook.ExecutionResult, l launch) {
	defer func() {
		if p := recover(); p != nil {
			result.Success, result.Output = false, nil
			result.Err = fmt.Errorf("running the hook: %v", p)
		}
	}()
	if err := r.runnable(ctx, result.Entry, l); err != nil {
		result.Err = err
		return
	}
	select {
	case r.places <- struct{}{}:
		defer func() { <-r.places }()
	case <-ctx.Done():
		result.Err = notStarted(ctx)
		return
	}
	r.reportStart(ctx, result)
	c, err := r.start(l, result.Entry.Command)
	if err != nil {
		result.Err = fmt.Errorf("starting the hook: %w", err)
		return
	}
	result.Stdin = l.stdin
	c.await(ctx, result)
	r.read(ctx, result)
}

// runnable returns why an entry can't be started at all.
//
//hooktest:impl HOOK-195
func (r *Runner) runnable(ctx context.Context, entry hook.Entry, l launch) error {
	handler, known := r.contract.Handlers.Handler(entry.Type)
	switch {
	case !known:
		return fmt.Errorf("hooks of type %q can't be executed", entry.Type)
	case !handler.Starts:
		return fmt.Errorf("%s hooks can't be executed", entry.Type)
	case l.err != nil:
		return l.err
	case ctx.Err() != nil:
		return notStarted(ctx)
	}
	return nil
}

func notStarted(ctx context.Context) error {
	return fmt.Errorf("not started: %w", context.Cause(ctx))
}

// read completes the result of a process that has ended with its answer.
//
//hooktest:impl HOOK-119 HOOK-110.6 HOOK-203.8
func (r *Runner) read(ctx context.Context, result *hook.ExecutionResult) {
	switch {
	case result.Err != nil:
	case result.Ending == hook.TimedOut:
		result.Err = fmt.Errorf("hook timed out after %v", result.Entry.Timeout)
		if r.contract.Reading == nil {
			timedOut(result)
		}
	case result.Ending == hook.Cancelled:
		result.Err = fmt.Errorf("hook was cancelled: %w", context.Cause(ctx))
	case r.contract.Reading != nil:
		// The contract's table says what the code means.
		result.Success = result.Ending == hook.Exited && result.Code == 0
	default:
		readAnswer(r.contract.Answer, result)
	}
}

// timedOut warns about a hook that timed out. Its output is ignored. What other agents do
// after a timeout is in their contracts.
//
//hooktest:impl HOOK-119 HOOK-023.2 HOOK-031.2
func timedOut(result *hook.ExecutionResult) {
	result.Warnings = append(result.Warnings, hook.Warning{
		Rule: "HOOK-119",
		Text: fmt.Sprintf("hook ran longer than its timeout of %v and was ended: the operation goes on without its answer", result.Entry.Timeout),
	})
}

// readAnswer completes the result of a hook that ended by itself or by a signal. Only
// its exit code determines Success.
//
//hooktest:impl HOOK-070 HOOK-213 HOOK-160
func readAnswer(rules dialect.Answer, result *hook.ExecutionResult) {
	out, warnings, err := answer.Read(rules, answer.Process{
		Ending: result.Ending, Code: result.Code, Signal: result.Signal,
		Stdout: result.Stdout, Stderr: result.Stderr,
	})
	result.Output, result.Err = out, err
	result.Warnings = append(result.Warnings, warnings...)
	result.Success = result.Ending == hook.Exited && result.Code == rules.Answers
}
