package inspection

import (
	"go/token"
	"slices"
	"strings"
)

// suppositions inspects what the engine does under an assumption.
func suppositions() [][]Inspection {
	const (
		handler   = "engine/event.Handler.Fire"
		plans     = "engine/event.Planner.CreateExecutionPlan"
		chained   = "engine/event.Runner.ExecuteHooksSequential"
		parallel  = "engine/event.Runner.ExecuteHooksParallel"
		merges    = "engine/event.Aggregator.AggregateResults"
		request   = "engine/translator.ToHookLLMRequest"
		response  = "engine/translator.ToHookLLMResponse"
		asked     = "engine/trigger.FireBeforeToolHook"
		wrapper   = "engine/trigger.ExecuteToolWithHooks"
		execute   = "engine/trigger.ExecuteFunc"
		weighs    = "engine/effect.Of"
		prevents  = "engine/effect.Effects.Prevented"
		setsField = "engine/jsonvalue.Object.Set"
	)
	planned := func(sequential thing) supposition {
		return supposition{plans: isThere, "engine/hook.Plan.Sequential": sequential}
	}
	return [][]Inspection{
		inspect("HOOK-002.2", "supposed that hooks are off, the accessor, whose only result is the hook system, gives nil", func(q *inquiry) {
			q.compiles("var _ func(*engine.Config) *engine.HookSystem = (*engine.Config).HookSystem\n")
			q.suppose(q.functions("engine.Config.HookSystem"), supposition{"engine.Options.EnableHooks": isFalse}).gives("nil", equal(isNil))
		}),
		inspect("HOOK-005.3", "all errors of the two accessors are of one exported type", func(q *inquiry) {
			const own = "engine.HookSystemNotInitializedError"
			q.compiles("var _ error = &" + own + "{}\n")
			for _, accessor := range []string{"engine.HookSystem.EventHandler", "engine.HookSystem.Registry"} {
				failing := 0
				q.suppose(q.functions(accessor), nil).gives("no error or a "+own, func(t thing) bool {
					if len(t.parts) == 2 && t.parts[1].kind == own {
						failing++
						return true
					}
					return len(t.parts) == 2 && t.parts[1].is == null
				})
				if failing == 0 {
					q.fault(token.NoPos, "%s gives no %s", accessor, own)
				}
			}
		}),
		inspect("HOOK-008.3", "every way to the event handler's accessor has been through Initialize, supposed that this fails there is none, and one function asks for the handler", func(q *inquiry) {
			const initialize, accessor = "engine.HookSystem.Initialize", "engine.HookSystem.EventHandler"
			q.usedOnlyIn(accessor, "engine.Config.Handler")
			for name := range q.uses("engine", accessor) {
				q.suppose(q.functions(name), nil, initialize, accessor).ordered(initialize, accessor)
				q.suppose(q.functions(name), supposition{initialize: isThere}, accessor).never(accessor)
			}
		}),
		inspect("HOOK-011.2", "on every way through an event the plan is asked for before anything of an input is built, and supposed that there is none, nothing is", func(q *inquiry) {
			const input = "engine/hook.NewInput"
			events := q.functions(handler + "*")
			q.suppose(events, nil, plans, input, request, response).ordered(plans, input, request, response).always(plans)
			q.suppose(events, supposition{plans: isNil}, input, request, response).never(input).never(request).never(response)
		}),
		inspect("HOOK-035.2", "on every way through the event the request is converted once, and package event looks into no request itself", func(q *inquiry) {
			q.suppose(q.functions(handler+"BeforeModelEvent"), planned(isFalse), request).once(request)
			q.convertsElsewhere()
		}),
		inspect("HOOK-045.2", "on every way through the event the response is converted once, and package event looks into no response itself", func(q *inquiry) {
			q.suppose(q.functions(handler+"AfterModelEvent"), planned(isFalse), response).once(response)
			q.convertsElsewhere()
		}),
		inspect("HOOK-205.3", "on every way through BeforeToolSelection and through BeforeModel the request is converted once, by one function, and package event looks into no request itself", func(q *inquiry) {
			for _, event := range []string{"BeforeToolSelectionEvent", "BeforeModelEvent"} {
				q.suppose(q.functions(handler+event), planned(isFalse), request).once(request)
			}
			q.convertsElsewhere()
		}),
		inspect("HOOK-115.2", "supposed that the trigger gives nil, and so no effect prevents anything, every way through the wrapper runs the tool", func(q *inquiry) {
			q.suppose(q.functions(wrapper), supposition{asked: isNil, prevents: told("", false)}, execute).once(execute)
		}),
		inspect("HOOK-116.2", "supposed that the record neither blocks nor stops, every way through the pipeline calls the model", func(q *inquiry) {
			q.suppose(q.functions("engine/agent.Pipeline.Generate"), supposition{
				"engine/genai.Request.HasTools": isFalse, "engine/trigger.BeforeModelHookResult.Blocked": isFalse,
			}, "engine/agent.Model.Stream").once("engine/agent.Model.Stream")
		}),
		inspect("HOOK-120.3", "supposed that an entry has no timeout, the runner gives it the contract's default, which is that of the plan, and it writes no other; no context of the runner has a deadline of its own", func(q *inquiry) {
			const timeout, planned = "engine/hook.Entry.Timeout", "engine/dialect.Timeout.Default"
			q.suppose(q.functions("engine/dialect@HOOK-120"), nil, planned).steps(planned, "60 seconds", func(args []thing) bool { return equal(is(60_000_000_000))(args[0]) })
			writers := q.writers(timeout)
			q.onlyIn("writes the timeout of an entry", writers, "engine/registry", "engine/runner")
			for _, f := range writers {
				if within("engine/runner", f) {
					q.suppose(one(f), supposition{timeout: is(0)}, timeout).steps(timeout, "the default", func(args []thing) bool { return args[0].from == planned })
					q.suppose(one(f), supposition{timeout: is(1)}, timeout).never(timeout)
				}
			}
			q.avoid(q.inside("engine/runner"), func(name string) bool {
				return strings.HasPrefix(name, "context.With") && (strings.Contains(name, "Timeout") || strings.Contains(name, "Deadline")) || strings.HasPrefix(name, "time.After")
			})
		}),
		inspect("HOOK-135.2", "supposed that the effects prevent the call, every way sets blocked and makes theirs the reason, and supposed that they do not, none sets one; supposed that the output refuses and stops, there are effects of both, and their reason is the effective one", func(q *inquiry) {
			const blocked, reason = "engine/trigger.BeforeModelHookResult.Blocked", "engine/trigger.BeforeModelHookResult.Reason"
			for _, f := range q.writers(reason) {
				q.suppose(one(f), supposition{prevents: told("why", true)}, blocked, reason).always(blocked).always(reason).
					steps(reason, "the effects' reason", func(args []thing) bool { return equal(is("why"))(args[0]) })
				q.suppose(one(f), supposition{prevents: told("", false)}, blocked, reason).never(blocked).never(reason)
			}
			q.effectiveReasons()
		}),
		inspect("HOOK-149.4", "the struct has the flag in addition to the other four, and its JSON form sets the member only where the flag is set", func(q *inquiry) {
			q.compiles("var _ = trigger.ToolResult{LLMContent: nil, ReturnDisplay: nil, Metadata: jsonvalue.New(), Error: jsonvalue.New(), SuppressDisplay: true}\n")
			const flag, json = "engine/trigger.ToolResult.SuppressDisplay", "engine/trigger.ToolResult.Object"
			for _, set := range []bool{false, true} {
				for _, one := range q.suppose(q.functions(json), supposition{flag: is(set)}, setsField).all {
					met := slices.ContainsFunc(one.steps, func(s step) bool { return equal(is("suppressDisplay"))(s.args[1]) })
					if met != set {
						q.fault(token.NoPos, "%s: the flag is %t, and on a way the member is set: %t", json, set, met)
					}
				}
			}
		}),
		inspect("HOOK-164.3", "supposed that the plan's flag is set, every way through an event runs its hooks one after another and none at once", func(q *inquiry) {
			q.suppose(q.functions(handler+"*"), planned(isTrue), chained, parallel).once(chained).never(parallel)
		}),
		inspect("HOOK-165.2", "supposed that the plan's flag is not set, every way through an event runs its hooks at once and none one after another", func(q *inquiry) {
			q.suppose(q.functions(handler+"*"), planned(isFalse), chained, parallel).once(parallel).never(chained)
		}),
		inspect("HOOK-166.3", "supposed that there is a plan, every way through an event calls the aggregator once, with what the runner gave and the plan's event", func(q *inquiry) {
			q.suppose(q.functions(handler+"*"), supposition{plans: isThere}, merges, chained, parallel).once(merges).
				steps(merges, "called with all results and the event", func(args []thing) bool {
					return (args[1].from == chained || args[1].from == parallel) && args[2].from == "engine/hook.Plan.Event"
				})
			q.usedOnlyIn(merges, "engine/event")
		}),
		inspect("HOOK-183.4", "every way of the wrapper to the execute function has weighed the BeforeTool output, supposed that its effects prevent the call there is none, and supposed that it blocks there is such an effect", func(q *inquiry) {
			q.suppose(q.functions(wrapper), supposition{asked: isThere}, weighs, execute).ordered(weighs, execute)
			q.suppose(q.functions(wrapper), supposition{asked: isThere, prevents: told("why", true)}, execute).never(execute)
			q.suppose(q.functions(wrapper), supposition{asked: isThere, prevents: told("", false)}, execute).once(execute)
			q.effectiveReasons()
		}),
		inspect("HOOK-195.6", "the contract has no plugin that starts; supposed that a handler does not, no way through the runner starts a process; nothing else in the engine starts one, and nothing loads a plugin of Go", func(q *inquiry) {
			const start, kind, starts = "engine/procgroup.Start", "engine/dialect.Handler.Type", "engine/dialect.Handler.Starts"
			for _, one := range q.suppose(q.functions("engine/dialect@HOOK-083"), nil, kind, starts).always(starts).all {
				var of thing
				for _, s := range one.steps {
					if s.symbol == kind {
						of = s.args[0]
					} else if equal(is("plugin"))(of) {
						q.fault(s.pos, "the contract has a plugin that starts")
					}
				}
			}
			q.suppose(q.functions("engine/runner.Runner.ExecuteHooks*"), supposition{starts: isFalse}, start).never(start)
			q.usedOnlyIn(start, "engine/runner")
			q.avoid(q.inside(engineTree), func(name string) bool { return below("plugin", name) })
		}),
		inspect("HOOK-196.2", "supposed that a signal ended the hook, its exit code is 0, and all code that writes success writes false", func(q *inquiry) {
			const ending, success = "engine/hook.ExecutionResult.Ending", "engine/hook.ExecutionResult.Success"
			killed := supposition{ending: q.constant("engine/hook.Killed")}
			q.suppose(q.functions("engine/hook.ExecutionResult.ExitCode"), killed).gives("0", func(t thing) bool { return equal(is(0))(t.parts[0]) && equal(isTrue)(t.parts[1]) })
			for _, f := range q.writers(success) {
				q.suppose(one(f), killed, success).steps(success, "false", func(args []thing) bool { return equal(isFalse)(args[0]) })
			}
		}),
		inspect("HOOK-203.9", "no way through the triggers of the six events comes to the event or waits for what goes on concurrently, and nothing in the engine waits for that either", func(q *inquiry) {
			for _, event := range sixOthers {
				fires := handler + event + "Event"
				q.foreground(q.functions("engine/trigger.Fire"+event+"Hook"), fires, "sync.WaitGroup.Wait", "engine.HookSystem.Drain").
					never(fires).never("sync.WaitGroup.Wait").never("engine.HookSystem.Drain")
				q.usedOnlyIn(fires, "engine/trigger")
			}
			q.usedOnlyIn("engine.HookSystem.Drain")
		}),
		inspect("HOOK-215.6", "an input's members are set when all base fields are there, and supposed that one has the name of a base field it is not set", func(q *inquiry) {
			const input, base, made = "engine/hook.NewInput", "engine/hook.BaseField", "engine/jsonvalue.New"
			q.suppose(q.functions(input), nil, made, setsField).ordered(made, setsField).always(made)
			q.suppose(q.functions(input), supposition{base: isTrue, made: isThere}, setsField).never(setsField)
			q.suppose(q.functions(input), supposition{base: isFalse, made: isThere}, setsField).steps(setsField, "called", func([]thing) bool { return true })
		}),
	}
}

// told is a result of a reason and whether there is one.
func told(reason string, there bool) thing { return thing{parts: []thing{is(reason), is(there)}} }

// effectiveReasons asserts that, if an output refuses and stops and its event allows
// both, every function that sets an effect's reason sets it to the effective reason.
func (q *inquiry) effectiveReasons() {
	const reason, why = "engine/effect.Effect.Reason", "engine/hook.FinalOutput.EffectiveReason"
	writers := q.writers(reason)
	if len(writers) != 2 {
		q.fault(token.NoPos, "%d functions give effects a reason, not one for refusals and one for stops", len(writers))
	}
	for _, f := range writers {
		q.suppose(one(f), supposition{
			"engine/hook.FinalOutput.IsBlockingDecision": isTrue, "engine/hook.FinalOutput.ShouldStopExecution": isTrue,
			"engine/dialect.Effects.Skip": is("rule"), "engine/dialect.Effects.EndTurn": is("rule"),
		}, reason, why).always(reason).steps(reason, "the effective reason", func(args []thing) bool { return args[0].from == why })
	}
}
