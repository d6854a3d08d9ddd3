// Package event implements the whole sequence of one firing: plan, build the input,
// run, merge, report. It turns an event with its payload into one aggregated result and
// never fails: an internal error becomes a warning and the empty result (HOOK-113,
// HOOK-147).
//
// It applies nothing: the trigger functions and the callers apply a result to a tool
// call or a model request.
package event

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

type member = jsonvalue.Member

// Config provides the base fields of every input (HOOK-144, 215).
type Config interface {
	Contract() *dialect.Contract
	SessionID() string
	WorkingDir() string
}

// A Planner chooses the hooks of one firing; nil means that none run. Matchers are
// tested against the subject.
type Planner interface {
	CreateExecutionPlan(event hook.Event, subject string) *hook.Plan
	// Narrow returns the plan for a complete input.
	Narrow(plan *hook.Plan, input *jsonvalue.Object) *hook.Plan
}

// A Runner runs the hooks of a plan.
type Runner interface {
	ExecuteHooksParallel(ctx context.Context, plan *hook.Plan, in hook.Input) []hook.ExecutionResult
	ExecuteHooksSequential(ctx context.Context, plan *hook.Plan, in hook.Input) []hook.ExecutionResult
}

// An Aggregator merges the results of an event's hooks.
type Aggregator interface {
	AggregateResults(results []hook.ExecutionResult, event hook.Event, chained bool) hook.AggregatedResult
}

// Parts are the dependencies of a handler. The hook system makes them and shares them
// among all events (HOOK-006).
type Parts struct {
	Config     Config
	Planner    Planner
	Runner     Runner
	Aggregator Aggregator
	Log        *slog.Logger
}

// A Handler fires events. It is safe for concurrent use.
//
//hooktest:impl HOOK-143
type Handler struct {
	parts Parts
	// whole is the input of a firing with a whole payload.
	whole *hook.Input
}

// NewHandler makes a handler of its parts.
func NewHandler(parts Parts) *Handler {
	if parts.Log == nil {
		parts.Log = slog.New(slog.DiscardHandler)
	}
	return &Handler{parts: parts}
}

// Fire fires any event with its own fields, in order; base fields among them are
// replaced (HOOK-215). It serves callers with a complete payload, such as the message
// bus.
//
//hooktest:impl HOOK-147.4
func (h *Handler) Fire(ctx context.Context, event hook.Event, fields *jsonvalue.Object) (result hook.AggregatedResult) {
	defer h.rescue(ctx, event, 0, &result)
	row, _ := h.parts.Config.Contract().Event(event)
	subject, _ := fields.GetString(row.Subject.Field)
	return h.fire(ctx, event, subject, func() []member {
		members := make([]member, 0, fields.Len())
		for key, value := range fields.All() {
			members = append(members, member{Key: key, Value: value})
		}
		return members
	})
}

// FireWhole fires an event with a payload that hooks read unchanged.
func (h *Handler) FireWhole(ctx context.Context, event hook.Event, in hook.Input) (result hook.AggregatedResult) {
	defer h.rescue(ctx, event, 0, &result)
	row, _ := h.parts.Config.Contract().Event(event)
	subject, _ := in.Object().GetString(row.Subject.Field)
	all := h.plan(ctx, event, subject)
	if all == nil {
		result = hook.Empty()
		return result
	}
	plan := h.parts.Planner.Narrow(all, in.Object())
	return (&Handler{parts: h.parts, whole: &in}).run(ctx, plan, func() []member { return nil })
}

// fire plans an event and runs the plan if there is one. fields returns the event's own
// fields and is called only then.
//
//hooktest:impl HOOK-011 HOOK-145 HOOK-143
func (h *Handler) fire(ctx context.Context, event hook.Event, subject string, fields func() []member) hook.AggregatedResult {
	plan := h.plan(ctx, event, subject)
	if plan == nil {
		return hook.Empty()
	}
	return h.run(ctx, plan, fields)
}

// plan returns the event's plan before anything is built for it, so that an event
// without a hook costs no allocation (HOOK-011, 012, 013). nil means that no hook runs
// and that the result is empty (HOOK-145).
//
//hooktest:impl HOOK-011 HOOK-145 HOOK-146.6
func (h *Handler) plan(ctx context.Context, event hook.Event, subject string) (plan *hook.Plan) {
	defer func() {
		if cause := recover(); cause != nil {
			plan = nil
			h.fail(ctx, "hook planning failed: the event goes on without hooks", event, 0, cause)
		}
	}()
	plan = h.parts.Planner.CreateExecutionPlan(event, subject)
	if plan == nil && h.parts.Log.Enabled(ctx, slog.LevelDebug) {
		h.telemetry(ctx, event, 0, hook.Empty())
	}
	return plan
}

// run runs a plan with the event's own fields. The fields are built under its
// protection, too: any panic is an infrastructure error, which is logged and gives the
// empty result. The firing is logged (HOOK-146).
//
//hooktest:impl HOOK-113 HOOK-147 HOOK-166
func (h *Handler) run(ctx context.Context, plan *hook.Plan, fields func() []member) (result hook.AggregatedResult) {
	defer h.rescue(ctx, plan.Event, len(plan.Entries), &result)
	in := h.input(plan.Event, fields())
	results := h.execute(ctx, plan, in)
	result = h.parts.Aggregator.AggregateResults(results, plan.Event, plan.Sequential)
	result.Input = in
	own := ownWarnings(result)
	result.Warnings = slices.Concat(plan.Warnings, own)
	for _, r := range result.Results {
		result.Warnings = append(result.Warnings, r.Warnings...)
	}
	result.Warnings = hook.Foremost(result.Warnings)
	h.tell(ctx, plan, own, result)
	return result
}

// tell logs a firing with its warnings (INT-30, INT-39). A log handler that panics must
// not change the result: a refusal of the hooks stays.
//
//hooktest:impl HOOK-146
func (h *Handler) tell(ctx context.Context, plan *hook.Plan, own []hook.Warning, result hook.AggregatedResult) {
	defer func() {
		if cause := recover(); cause != nil {
			// The panic may come from the log.
			defer func() { _ = recover() }()
			h.parts.Log.WarnContext(ctx, "hook event could not be reported: its result still counts", "event", plan.Event, "error", fmt.Sprint(cause))
		}
	}()
	for _, w := range own {
		h.parts.Log.WarnContext(ctx, w.String(), "event", plan.Event, "rule", w.Rule)
	}
	h.telemetry(ctx, plan.Event, len(plan.Entries), result)
}

// rescue is deferred: a panic of its caller becomes a warning and the empty
// result.
//
//hooktest:impl HOOK-113 HOOK-147
func (h *Handler) rescue(ctx context.Context, event hook.Event, hooks int, result *hook.AggregatedResult) {
	if cause := recover(); cause != nil {
		*result = hook.Empty()
		h.fail(ctx, "hook system failed: the event goes on without hooks", event, hooks, cause)
	}
}

// fail reports a firing that failed inside. The failure may be in the log itself.
//
//hooktest:impl HOOK-113.2 HOOK-147.1
func (h *Handler) fail(ctx context.Context, message string, event hook.Event, hooks int, cause any) {
	defer func() { _ = recover() }()
	h.parts.Log.WarnContext(ctx, message, "event", event, "error", fmt.Sprint(cause))
	h.telemetry(ctx, event, hooks, hook.Empty())
}

// base returns the base fields of an event: one timestamp for all of its hooks
// (INT-11), and no transcript until the agent has a path for it (HOOK-161).
//
//hooktest:impl HOOK-144 HOOK-161 HOOK-215
func (h *Handler) base(event hook.Event) hook.Base {
	return hook.Base{
		SessionID:      h.parts.Config.SessionID(),
		TranscriptPath: "",
		CWD:            h.parts.Config.WorkingDir(),
		Event:          event,
		Time:           time.Now(),
	}
}

// input builds the input of an event's hooks.
//
//hooktest:impl HOOK-015 HOOK-026 HOOK-034
func (h *Handler) input(event hook.Event, members []member) hook.Input {
	if h.whole != nil {
		return *h.whole
	}
	return hook.NewInput(h.base(event), members...)
}

// execute runs the plan in its mode.
//
//hooktest:impl HOOK-164 HOOK-165 HOOK-109
func (h *Handler) execute(ctx context.Context, plan *hook.Plan, in hook.Input) []hook.ExecutionResult {
	if plan.Sequential {
		return h.parts.Runner.ExecuteHooksSequential(ctx, plan, in)
	}
	return h.parts.Runner.ExecuteHooksParallel(ctx, plan, in)
}

// ownWarnings returns the warnings that neither the planner nor the runner has logged:
// the merge's (INT-30) and the final output's (INT-39).
func ownWarnings(result hook.AggregatedResult) []hook.Warning {
	own := result.Warnings
	if result.FinalOutput != nil {
		own = slices.Concat(own, result.FinalOutput.Warnings())
	}
	return hook.Foremost(own)
}

// telemetry logs one line for every fired event.
//
//hooktest:impl HOOK-146
func (h *Handler) telemetry(ctx context.Context, event hook.Event, hooks int, result hook.AggregatedResult) {
	h.parts.Log.LogAttrs(ctx, slog.LevelDebug, "hook event fired",
		slog.String("event", string(event)),
		slog.Int("hooks", hooks),
		slog.Duration("totalDuration", result.TotalDuration),
		slog.Bool("success", result.Success))
}
