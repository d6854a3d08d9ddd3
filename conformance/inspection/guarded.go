package inspection

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// guards inspects what becomes of errors and panics inside the engine, and where
// warnings go.
func guards() []Inspection {
	const (
		fires = "engine/event.Handler.Fire*"
		plans = "engine/event.Planner.CreateExecutionPlan"
		// success is written by whatever makes a result.
		success = "engine/hook.AggregatedResult.Success"
	)
	caught := func(q *inquiry) {
		for _, f := range q.functions(fires) {
			q.guarded(f)
		}
	}
	// instead is what is given in place of a failed event: by a function that
	// recovers, and where planning has failed.
	instead := func(clause, shows, field string, want thing) Inspection {
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
	warned := func(q *inquiry) {
		caught(q)
		for _, kind := range []string{"engine/hook.AggregatedResult", "engine/hook.Plan"} {
			for _, f := range q.recovering(kind) {
				q.afterPanic(f, loggers...).warns()
			}
		}
		q.oneLog()
	}
	// debugged is a warning of the runner's about a hook that failed.
	debugged := func(clause string) Inspection {
		return inspect(clause, "supposed that a hook failed, the runner logs at level warn; whatever logs in the engine does it through the logger of the configuration, with the component's namespace", func(q *inquiry) {
			const failed = "engine/hook.ExecutionResult.Err"
			q.suppose(q.functions("engine/runner@HOOK-023"), supposition{failed: isThere}, loggers...).warns()
			q.oneLog()
		})
	}
	triggers := func(q *inquiry) []*ssa.Function {
		found := slices.DeleteFunc(q.functions("engine/trigger.*"), func(f *ssa.Function) bool {
			return !slices.ContainsFunc(f.Params, func(p *ssa.Parameter) bool { return typeSymbol(p.Type()) == "engine.Config" })
		})
		if len(found) < len(sixOthers)+len(answering) {
			q.fault(token.NoPos, "package engine/trigger has %d functions that take a configuration, fewer than there are triggers", len(found))
		}
		return found
	}
	return []Inspection{
		debugged("HOOK-023.7"), debugged("HOOK-031.7"), debugged("HOOK-042.6"), debugged("HOOK-052.3"), debugged("HOOK-060.3"),
		inspect("HOOK-111.3", "no panic leaves an exported function of package trigger that takes a configuration, nor what it starts beside itself", func(q *inquiry) {
			for _, f := range triggers(q) {
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
					q.fault(i.Pos(), "%s starts what can't be told", nameOf(i.Parent()))
				}
			}
		}),
		inspect("HOOK-113.1", "no panic leaves a function that fires an event", caught),
		inspect("HOOK-113.2", "every function of the event handler that recovers logs at level warn; whatever logs in the engine does it through the logger of the configuration", warned),
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
		inspect("HOOK-147.1", "every function of the event handler that recovers logs at level warn", warned),
		inspect("HOOK-147.4", "every method that fires an event does nothing that may panic but behind a deferred recovery", caught),
	}
}

// recovering gives the functions of package event that recover from a panic and give
// a value of a type.
func (q *inquiry) recovering(kind string) []*ssa.Function {
	return slices.DeleteFunc(q.inside("engine/event"), func(f *ssa.Function) bool {
		results := f.Signature.Results()
		return guardOf(f) == nil || results.Len() != 1 || typeSymbol(results.At(0).Type()) != kind
	})
}

// oneLog demands that the engine logs through the configuration's logger alone: only
// package debuglog makes loggers that write, only the configuration gives it the
// session's, and it adds the namespace.
func (q *inquiry) oneLog() {
	global := []string{"Default", "SetDefault", "Debug", "DebugContext", "Info", "InfoContext", "Warn", "WarnContext", "Error", "ErrorContext", "Log", "LogAttrs", "With", "NewTextHandler", "NewJSONHandler"}
	q.avoid(slices.DeleteFunc(q.all(), func(f *ssa.Function) bool { return within("engine/debuglog", f) }), func(name string) bool {
		plain, ok := strings.CutPrefix(name, "log/slog.")
		return ok && slices.Contains(global, plain) || below("log", name) || prints(name)
	})
	q.usedOnlyIn("engine.Options.Log", "engine.Config.Logger")
	named := "engine/debuglog.Named"
	q.suppose(q.functions("engine.Config.Logger"), nil, named).once(named)
	q.suppose(q.functions(named), nil, "log/slog.Logger.With").steps("log/slog.Logger.With", "with a namespace", func(args []thing) bool { return args[0].is != null })
}
