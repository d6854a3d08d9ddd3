package inspection

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// callers are the packages that call the hook system.
var callers = [...]string{"engine/trigger", "engine/agent", "engine/bus"}

// answering are the triggers that return something.
var answering = [...]string{
	"engine/trigger.FireBeforeToolHook", "engine/trigger.FireAfterToolHook", "engine/trigger.FireBeforeModelHook",
	"engine/trigger.FireAfterModelHook", "engine/trigger.FireBeforeToolSelectionHook",
	"engine/trigger.ExecuteToolWithHooks", "engine.Fire",
}

// bounds inspects what parts of the engine never use, and what happens in one place
// only.
func bounds() [][]Inspection {
	const system = "engine.HookSystem"
	check := func(q *inquiry) []*ssa.Function {
		without := q.suppose(q.functions("engine/event.Handler.Fire*"), supposition{"engine/event.Planner.CreateExecutionPlan": isNil})
		return append(q.reached("engine.Config.HookSystem", "engine.HookSystem.EventHandler", "engine/planner.Planner.CreateExecutionPlan"), without.entered...)
	}
	return [][]Inspection{
		inspect("HOOK-001.4", "Config.HookSystem reaches what makes a HookSystem, and NewConfig does not", func(q *inquiry) {
			makers := q.makers(system)
			reaches := func(from string) bool {
				return slices.ContainsFunc(q.reached(from), func(f *ssa.Function) bool { return slices.Contains(makers, f) })
			}
			if !reaches("engine.Config.HookSystem") {
				q.fault(token.NoPos, "engine.Config.HookSystem makes no hook system")
			}
			if reaches("engine.NewConfig") {
				q.fault(token.NoPos, "engine.NewConfig makes a hook system")
			}
		}),
		inspect("HOOK-006.9", "package engine alone calls the constructors of planner, runner and aggregator, and those give what it hands to the event handler's", func(q *inquiry) {
			for _, constructor := range []string{"engine/planner.New", "engine/runner.New", "engine/aggregator.New", "engine/event.NewHandler"} {
				q.usedOnlyIn(constructor, "engine")
				if n := len(q.callsOf(constructor)); n != 1 {
					q.fault(token.NoPos, "%s is called in %d places, not in one", constructor, n)
				}
			}
			for part, kind := range map[string]string{"Planner": "engine/planner.Planner", "Runner": "engine/runner.Runner", "Aggregator": "engine/aggregator.Aggregator"} {
				field := "engine/event.Parts." + part
				for _, f := range q.writers(field) {
					q.suppose(one(f), nil, field).steps(field, "a "+kind, func(args []thing) bool { return args[0].is == present && args[0].kind == kind })
				}
			}
		}),
		inspect("HOOK-007.2", "package trigger refers to no part of the hook system and makes no event handler; those it has come from the configuration, and so from its hook system", func(q *inquiry) {
			q.avoid(q.inside("engine/trigger"), func(name string) bool {
				return name == "engine/event.NewHandler" || name == "engine.HookSystem.EventHandler" || below("engine/registry", name) || below("engine/planner", name) ||
					below("engine/runner", name) || below("engine/aggregator", name)
			})
			q.usedOnlyIn("engine.HookSystem.EventHandler", "engine.Config.Handler")
			q.onlyIn("makes a hook system", q.makers(system), "engine")
		}),
		inspect("HOOK-013.2", "nothing that the check for hooks reaches in the engine opens or looks at a file", func(q *inquiry) { q.avoid(check(q), readsFiles) }),
		inspect("HOOK-013.3", "nothing that the check for hooks reaches in the engine uses a channel, sleeps or waits for a goroutine", func(q *inquiry) {
			q.avoid(check(q), func(name string) bool {
				return slices.Contains([]string{"time.Sleep", "time.After", "time.Tick", "time.NewTimer", "time.NewTicker", "sync.WaitGroup.Wait", "sync.Cond.Wait"}, name) ||
					below("os/exec", name) || below("net/...", name)
			})
			q.without(check(q), "waits", func(i ssa.Instruction) bool {
				switch i := i.(type) {
				case *ssa.Send, *ssa.Select:
					return true
				case *ssa.UnOp:
					return i.Op == token.ARROW
				}
				return false
			})
		}),
		inspect("HOOK-013.4", "nothing that the check for hooks reaches in the engine starts a goroutine; the clock that bounds a matcher's time belongs to the regular expression library, is one for the whole process and is left out", func(q *inquiry) {
			q.avoid(check(q), func(name string) bool {
				return slices.Contains([]string{"sync.WaitGroup.Go", "time.AfterFunc", "context.AfterFunc"}, name)
			})
			q.without(check(q), "starts a goroutine", func(i ssa.Instruction) bool { _, ok := i.(*ssa.Go); return ok })
		}),
		inspect("HOOK-016a.4 HOOK-067a.3", "within package answer, every way to what makes a refusal leads through the conversion of plain text", func(q *inquiry) {
			// The merge and the verdict distinguish refusals, but make none.
			for in, pos := range q.uses("engine/answer", "engine/hook.FromRefusal") {
				for _, caller := range q.callersBut(q.functions(in), "engine/answer@HOOK-189") {
					q.fault(pos, "%s makes a refusal, and %s comes to it around the conversion of plain text", in, nameOf(caller))
				}
			}
			if len(q.uses("engine/answer", "engine/hook.FromRefusal")) == 0 {
				q.fault(token.NoPos, "package engine/answer makes no refusal")
			}
		}),
		inspect("HOOK-029.3", "all code that reads the display of a tool result, in the engine or in the command line, asks for the flag in the same function; the result's own JSON forms do not display", func(q *inquiry) {
			const display, flag = "engine/trigger.ToolResult.ReturnDisplay", "engine/trigger.ToolResult.SuppressDisplay"
			for _, tree := range []string{engineTree, "cmd/..."} {
				asks := q.uses(tree, flag)
				for in, pos := range q.uses(tree, display) {
					if below("engine/trigger", in) {
						continue
					}
					if _, ok := asks[in]; !ok {
						q.fault(pos, "%s displays a tool result without a look at SuppressDisplay", in)
					}
				}
			}
		}),
		inspect("HOOK-077.5", "the translator has no type for ratings and never names the field", func(q *inquiry) {
			q.noTypeNamed("engine/translator", `(?i)rating`)
			q.onlyIn("speaks of probability", q.naming("engine/translator", "probability"), "engine/translator")
			for _, f := range q.naming("engine/translator", "blocked") {
				q.fault(f.Pos(), "%s names blocked", nameOf(f))
			}
		}),
		inspect("HOOK-081.9 HOOK-203.10", "the triggers of the six events give no result, and what the event handler gives them is dropped on the spot", func(q *inquiry) {
			for _, event := range sixOthers {
				for _, i := range q.callsOf("engine/event.Handler.Fire" + event + "Event") {
					if value, ok := i.(*ssa.Call); ok && len(*value.Referrers()) > 0 {
						q.fault(i.Pos(), "%s makes use of what %s gives", nameOf(i.Parent()), event)
					}
				}
				if f, ok := q.object("engine/trigger.Fire" + event + "Hook").(*types.Func); ok && f.Signature().Results().Len() > 0 {
					q.fault(f.Pos(), "%s gives something", f.Name())
				}
			}
		}),
		inspect("HOOK-083.8", "no type of the engine has plugin in its name; plugins are entries with another type", func(q *inquiry) {
			q.noTypeNamed(engineTree, `(?i)plugin`)
			q.compiles(holds(`hook.TypePlugin == "plugin"`) + "var _ = hook.Entry{Type: hook.TypePlugin}\n")
		}),
		inspect("HOOK-084.5", "one value with all hooks objects goes into the hook system, through one call, and nothing after it reads settings", func(q *inquiry) {
			q.compiles("var _ func(*dialect.Contract, settings.Paths) (*settings.Document, error) = settings.Load\n" + "var _ func() (engine.Hooks, error) = engine.Options{}.Hooks\n")
			q.usedOnlyIn("engine.Options.Hooks", "engine")
			if n := len(q.callsOf("engine/registry.Registry.Initialize")); n != 1 {
				q.fault(token.NoPos, "the registry is initialized in %d places, not in one", n)
			}
			q.avoid(q.inside("engine", "engine/registry", "engine/planner", "engine/runner", "engine/event", "engine/trigger"), func(name string) bool { return below("engine/settings", name) })
		}),
		inspect("HOOK-091.4", "the engine makes one text that begins with command:, which is that and an entry's command, and looks duplicates up by it", func(q *inquiry) {
			q.key("command:", "engine/hook.Entry.Command")
		}),
		inspect("HOOK-129.4 HOOK-204.2", "nothing that the scheduler does with an outcome depends on whether it is a refusal: all go one way into the buffer", func(q *inquiry) {
			q.avoid(slices.DeleteFunc(q.reached("engine/agent.Scheduler.Run"), func(f *ssa.Function) bool { return !within("engine/agent", f) }), func(name string) bool {
				return slices.Contains([]string{"engine/trigger.ToolExecution.Blocked", "engine/trigger.ToolExecution.AgentStopped", "engine/trigger.ToolExecution.Executed"}, name)
			})
			q.usedOnlyIn("engine/trigger.ExecuteToolWithHooks", "engine/agent")
		}),
		inspect("HOOK-134.11", "every place in the engine that names a trigger which gives something calls it there, outside of go and defer statements, and puts what it gives to use", func(q *inquiry) {
			for _, name := range answering {
				calls := q.callsOf(name)
				if len(calls) == 0 {
					q.fault(token.NoPos, "nothing in the engine calls %s", name)
				}
				for _, i := range calls {
					if call, ok := i.(*ssa.Call); !ok || calleeOf(&call.Call) != name {
						q.fault(i.Pos(), "%s runs %s in the background, or takes it as a value", nameOf(i.Parent()), name)
					} else if len(*call.Referrers()) == 0 {
						q.fault(i.Pos(), "%s drops what %s gives", nameOf(i.Parent()), name)
					}
				}
			}
		}),
		inspect("HOOK-141.4", "package agent, which holds the callers, package trigger and the message bus refer to nothing of the translator", func(q *inquiry) {
			q.avoid(q.inside(callers[:]...), func(name string) bool { return below("engine/translator", name) })
		}),
		inspect("HOOK-187.4", "the constants of type Source are these four, and the registry sorts entries by them, the lower number first, those of one source in their order", func(q *inquiry) {
			q.compiles(holds("hook.SourceProject == 1") + holds("hook.SourceUser == 2") + holds("hook.SourceSystem == 3") + holds("hook.SourceExtensions == 4"))
			q.sorted("engine/registry", "engine/hook.Entry.Source")
		}),
		inspect("HOOK-200.7", "the BeforeTool class is made by package hook alone, only the aggregator and verdicts on a single hook, which apply nothing, ask for one, and only the aggregator writes final outputs", func(q *inquiry) {
			q.onlyIn("makes a BeforeTool output", q.makers("engine/hook.BeforeToolOutput"), "engine/hook")
			q.usedOnlyIn("engine/hook.Class.Of", "engine/dialect")
			q.usedOnlyIn("engine/dialect.Event.CreateSpecificHookOutput", "engine/aggregator", "engine/effect", "engine.Judge")
			q.usedOnlyIn("engine/dialect.Event.CreateHookOutput")
			q.usedOnlyIn("engine/hook.NewBeforeToolOutput")
			q.onlyIn("writes a final output", q.writers("engine/hook.AggregatedResult.FinalOutput"), "engine/aggregator")
		}),
		inspect("HOOK-206.5", "nothing that NewConfig and Config.HookSystem reach reads a file or asks for the hook definitions", func(q *inquiry) {
			r := q.reached("engine.NewConfig", "engine.Config.HookSystem")
			q.avoid(r, readsFiles)
			// References within package settings do not count: only its errors are
			// reached, as every error is.
			outside := slices.DeleteFunc(r, func(f *ssa.Function) bool { return within("engine/settings", f) })
			q.avoid(outside, func(name string) bool {
				return name == "engine.Options.Hooks" || name == "engine/registry.Registry.Initialize" || below("engine/settings", name)
			})
		}),
		inspect("HOOK-125.4", "no file of the engine, for any system, imports a terminal library, names a terminal or a stream of the process, or asks a file for its kind of device", func(q *inquiry) {
			for _, file := range q.files("engine") {
				q.noTerminal(file)
			}
		}),
		inspect("HOOK-217.12", "no package of the hook system refers to the tool result's type or to its callers, and the event handler changes no object that it is given", func(q *inquiry) {
			q.belowCallers()
			q.avoid(q.inside("engine/event"), changes)
		}),
		inspect("HOOK-217.13", "no package of the hook system refers to the callers, which hold the conversation, and nothing in the engine changes a request or response in place", func(q *inquiry) {
			q.belowCallers()
			for _, f := range q.all() {
				for _, i := range instructions(f) {
					call, ok := i.(*ssa.Call)
					if !ok || !changes(calleeOf(&call.Call)) {
						continue
					}
					if of := readOf(call.Call.Args[0]); below("engine/genai", of) {
						q.fault(i.Pos(), "%s changes %s in place", nameOf(f), of)
					}
				}
			}
		}),
		inspect("HOOK-217.14", "no package of the hook system refers to the callers, to which the display belongs, or prints", func(q *inquiry) {
			q.belowCallers()
			q.avoid(slices.DeleteFunc(q.all(), func(f *ssa.Function) bool { return slices.Contains(callers[:], folderOf(f)) }), prints)
		}),
	}
}
