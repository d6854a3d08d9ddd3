package inspection

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// panics inspects what the engine does with errors and panics, and where it logs
// warnings.
func panics() [][]Inspection {
	const (
		fires = "engine/event.Handler.Fire*"
		plans = "engine/event.Planner.CreateExecutionPlan"
		// success is written by every function that makes a result.
		success = "engine/hook.AggregatedResult.Success"
	)
	caught := func(q *inquiry) {
		for _, f := range q.functions(fires) {
			q.guarded(f)
		}
	}
	// instead inspects the result for a failed event, both from a function that
	// recovers and after planning failed.
	instead := func(clause, shows, field string, want thing) []Inspection {
		field = "engine/hook.AggregatedResult." + field
		return inspect(clause, "what a function of the event handler gives after a panic, and what every event gives without a plan, has "+shows, func(q *inquiry) {
			caught(q)
			results, plan := q.recovering("engine/hook.AggregatedResult"), q.recovering("engine/hook.Plan")
			if len(results) == 0 || len(plan) == 0 {
				q.fault(token.NoPos, "package engine/event does not recover from a panic with a result and with a plan")
			}
			for _, f := range results {
				q.afterPanic(f, field, success).holds(field, want)
			}
			for _, f := range plan {
				q.afterPanic(f).gives("nil", equal(isNil))
			}
			q.suppose(q.functions(fires), supposition{plans: isNil}, field, success).holds(field, want)
		})
	}
	return [][]Inspection{
		inspect("HOOK-023.7 HOOK-031.7 HOOK-042.6 HOOK-052.3 HOOK-060.3", "supposed that a hook failed, the runner logs at level warn; all code of the engine that logs does it through the logger of the configuration, with the component's namespace", func(q *inquiry) {
			q.suppose(q.functions("engine/runner@HOOK-023"), supposition{"engine/hook.ExecutionResult.Err": isThere}, loggers...).warns()
			q.oneLog()
		}),
		inspect("HOOK-111.3", "no panic leaves an exported function of package trigger that takes a configuration, nor Fire, nor what gives their handler, nor what they start concurrently", func(q *inquiry) {
			triggers := slices.DeleteFunc(q.functions("engine/trigger.*"), func(f *ssa.Function) bool {
				return !slices.ContainsFunc(f.Params, func(p *ssa.Parameter) bool { return typeSymbol(p.Type()) == "engine.Config" })
			})
			// Fire is in answering, too, but belongs to package engine.
			if len(triggers) < len(sixOthers)+len(answering)-1 {
				q.fault(token.NoPos, "package engine/trigger has %d functions that take a configuration, fewer than there are triggers", len(triggers))
			}
			for _, f := range slices.Concat(triggers, q.functions("engine.Fire"), q.functions("engine.Config.Handler")) {
				q.guarded(f)
			}
			for _, i := range q.callsOf("engine.HookSystem.Go") {
				call, ok := i.(*ssa.Call)
				if !ok {
					continue
				}
				if f := functionOf(call.Call.Args[1]); f != nil {
					q.guarded(f)
				} else {
					q.fault(i.Pos(), "%s starts a function that the source does not name", nameOf(i.Parent()))
				}
			}
		}),
		inspect("HOOK-113.1 HOOK-147.4", "no panic leaves a function that fires an event", caught),
		inspect("HOOK-113.2 HOOK-147.1", "every function of the event handler that recovers logs at level warn; all code of the engine that logs does it through the logger of the configuration", func(q *inquiry) {
			caught(q)
			for _, f := range slices.Concat(q.recovering("engine/hook.AggregatedResult"), q.recovering("engine/hook.Plan")) {
				q.afterPanic(f, loggers...).warns()
			}
			q.oneLog()
		}),
		instead("HOOK-113.3", "success true", "Success", isTrue),
		instead("HOOK-113.4", "no final output", "FinalOutput", isNil),
		instead("HOOK-113.5", "no outputs", "AllOutputs", isNil),
		instead("HOOK-113.6", "no errors", "Errors", isNil),
		instead("HOOK-113.7", "a total duration of 0", "TotalDuration", is(0)),
		inspect("HOOK-115.1", "no panic leaves FireBeforeToolHook, which after one gives nil, as it does without a handler", func(q *inquiry) {
			for _, f := range q.functions("engine/trigger.FireBeforeToolHook") {
				q.guarded(f)
				q.afterPanic(f).gives("nil", equal(isNil))
				q.suppose(one(f), supposition{"engine.Config.HookSystem": isNil}).gives("nil", equal(isNil))
			}
		}),
		inspect("HOOK-116.1", "no panic leaves FireBeforeModelHook, and what it gives after one is not blocked", func(q *inquiry) {
			for _, f := range q.functions("engine/trigger.FireBeforeModelHook") {
				q.guarded(f)
				q.afterPanic(f).holds("engine/trigger.BeforeModelHookResult.Blocked", isFalse)
			}
		}),
	}
}
