// Package runner turns a plan into execution results: it starts the hooks' processes,
// writes their input, captures their output, ends them on timeout, and passes a
// sequential hook's changes on to the next hook.
//
// It is the only package that starts hooks. It does not choose them (planner), does not
// merge their answers (aggregator), and depends on neither the terminal nor the
// engine's own streams.
package runner

import (
	"context"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/ruling"
	"github.com/hooktest/hooktest/internal/sandbox"
)

// DefaultCaptureLimit is how many bytes of each stream are kept. It is far more than an
// answer needs, and little enough for 64 hooks at once.
const DefaultCaptureLimit = 10 << 20

// mostAtOnce is how many hooks of one runner run at once; others wait. Each needs about
// six file descriptors, and a process has at least 1,024. A guard hook that could not
// be started for lack of descriptors would allow the operation.
const mostAtOnce = 128

// Options configure a runner. Only Contract is required.
type Options struct {
	// Contract says how hooks start, how they end, and how their output is read.
	Contract *dialect.Contract
	// Environ returns the environment that hooks inherit, as key=value, once per
	// firing; nil means os.Environ.
	Environ func() []string
	// Sandbox confines the hooks' processes; nil means no sandbox.
	Sandbox *sandbox.Policy
	// CaptureLimit is how many bytes of each stream are kept; the rest is read, counted
	// and dropped. Zero or less means DefaultCaptureLimit.
	CaptureLimit int64
	// Logger gets a failed hook and each warning at level warn, starts and ends
	// at level debug; nil discards them.
	Logger *slog.Logger
}

// An Asker has the results of hooks with a question.
type Asker interface {
	Ask(ctx context.Context, result *hook.ExecutionResult, payload []byte, environ []string)
}

// A Runner starts hooks. It is safe for concurrent use.
type Runner struct {
	contract *dialect.Contract
	environ  func() []string
	limit    int64
	log      *slog.Logger
	asker    Asker
	sandbox  *sandbox.Policy
	started  atomic.Int64
	// places has one element for each running hook.
	places chan struct{}
}

// New makes a runner. Its hooks inherit the environment of the options (HOOK-188).
func New(o Options) *Runner {
	r := &Runner{contract: o.Contract, environ: o.Environ, limit: o.CaptureLimit, log: o.Logger, sandbox: o.Sandbox, places: make(chan struct{}, mostAtOnce)}
	if r.environ == nil {
		r.environ = os.Environ
	}
	if r.limit <= 0 {
		r.limit = DefaultCaptureLimit
	}
	if r.log == nil {
		r.log = slog.New(slog.DiscardHandler)
	}
	return r
}

// AskWith sets the asker for hooks that are not commands, which can't run without one.
// It must be called before any hook runs.
func (r *Runner) AskWith(a Asker) { r.asker = a }

// Started returns the number of processes that the runner has started so far.
func (r *Runner) Started() int64 { return r.started.Load() }

// ExecuteHooksParallel runs all hooks of the plan at once, 128 at most, all
// with the same input, and waits for every one. A hook's timeout counts from its
// own start. There is one result for each entry, in plan
// order; entries that can't run have an error. Results share their Stdin.
//
// When ctx ends, running hooks are ended as by a timeout (ending Cancelled), but
// have 1 s instead of 5 s to end by themselves.
// Nothing panics, and no goroutine or process of a hook's group outlives the
// call.
//
//hooktest:impl HOOK-108 HOOK-165.1 HOOK-125.1
func (r *Runner) ExecuteHooksParallel(ctx context.Context, plan *hook.Plan, in hook.Input) []hook.ExecutionResult {
	if plan == nil {
		return nil
	}
	results := make([]hook.ExecutionResult, len(plan.Entries))
	l := r.prepare(in)
	l.encode(in)
	if len(results) == 1 {
		// The most common plan by far needs no additional goroutine.
		results[0] = r.execute(ctx, plan.Event, plan.Entries[0], l)
		return results
	}
	var all sync.WaitGroup
	for i, entry := range plan.Entries {
		all.Go(func() { results[i] = r.execute(ctx, plan.Event, entry, l) })
	}
	all.Wait()
	return results
}

// ExecuteHooksSequential runs the hooks of the plan one after another in plan
// order. The output of a hook that succeeded changes the input of those after
// it. After an explicit block, and after ctx has ended, no further hook runs:
// there are results only for the hooks that had their turn (INT-23).
//
// In all else it promises what ExecuteHooksParallel does.
//
//hooktest:impl HOOK-103 HOOK-104 HOOK-107
func (r *Runner) ExecuteHooksSequential(ctx context.Context, plan *hook.Plan, in hook.Input) []hook.ExecutionResult {
	if plan == nil {
		return nil
	}
	var results []hook.ExecutionResult
	l := r.prepare(in)
	row, _ := r.contract.Event(plan.Event)
	for _, entry := range plan.Entries {
		if ctx.Err() != nil {
			break
		}
		l.encode(in)
		result := r.execute(ctx, plan.Event, entry, l)
		results = append(results, result)
		if result.Output.ExplicitBlock() {
			break
		}
		if result.Success {
			in = ApplyOutputToInput(row.Chain, in, result.Output)
		}
		// Such a contract has a table for reading answers.
		if result.Success && r.contract.Reading != nil {
			specific, _ := ruling.Answer(r.contract, plan.Event, result).GetObject("hookSpecificOutput")
			in = ApplyOutputToInput(row.Chain, in, &hook.Output{Specific: specific})
		}
		if r.contract.Handlers.Sequence.Always {
			var refused bool
			if in, refused = ruling.Next(r.contract, result, in); refused {
				break
			}
		}
	}
	return results
}
