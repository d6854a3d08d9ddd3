package inspection

import (
	"fmt"
	"slices"
)

// interfaces inspects what programs see that use the engine.
func interfaces() [][]Inspection {
	const (
		beforeTool    = "var _ func(context.Context, *engine.Config, string, *jsonvalue.Object) hook.FinalOutput = trigger.FireBeforeToolHook\n"
		afterTool     = "var _ func(context.Context, *engine.Config, string, *jsonvalue.Object, *jsonvalue.Object) hook.FinalOutput = trigger.FireAfterToolHook\n"
		beforeModel   = "var _ func(context.Context, *engine.Config, genai.Request) trigger.BeforeModelHookResult = trigger.FireBeforeModelHook\n"
		afterModel    = "var _ func(context.Context, *engine.Config, genai.Request, genai.Response) trigger.AfterModelHookResult = trigger.FireAfterModelHook\n"
		toolSelection = "var _ func(context.Context, *engine.Config, genai.Request) trigger.BeforeToolSelectionHookResult = trigger.FireBeforeToolSelectionHook\n"
		hookSystem    = "var _ func(*engine.Config) *engine.HookSystem = (*engine.Config).HookSystem\n"
		eventHandler  = "var _ func(*engine.HookSystem) (*event.Handler, error) = (*engine.HookSystem).EventHandler\n"
	)
	sources := holds("hook.SourceProject == 1") + holds("hook.SourceUser == 2") + holds("hook.SourceSystem == 3") + holds("hook.SourceExtensions == 4") +
		"var _ = [...]hook.Source{hook.SourceProject, hook.SourceUser, hook.SourceSystem, hook.SourceExtensions}\n"
	var events string
	for _, e := range append([]string{"BeforeTool", "AfterTool", "BeforeModel", "AfterModel", "BeforeToolSelection"}, sixOthers[:]...) {
		events += holds(fmt.Sprintf("hook.%s == hook.Event(%q)", e, e))
	}
	return [][]Inspection{
		inspect("HOOK-006.10", "no exported field or result of a HookSystem, and none of what those give in turn, is a planner, runner or aggregator", func(q *inquiry) {
			for _, t := range q.exportedBy("engine.HookSystem") {
				name := symbol(t)
				if below("engine/planner", name) || below("engine/runner", name) || below("engine/aggregator", name) ||
					slices.Contains([]string{"engine/event.Planner", "engine/event.Runner", "engine/event.Aggregator"}, name) {
					q.fault(t.Pos(), "a HookSystem gives a %s", name)
				}
			}
		}),
		client("HOOK-009.4", "a Status converts to a struct of the two fields, and so has no others",
			"var _ = struct{ Initialized bool; TotalHooks int }(engine.Status{})\n"+"var _ func(*engine.HookSystem) engine.Status = (*engine.HookSystem).Status\n"),
		client("HOOK-071.3", "the types of the hook side convert to structs that hold an object of any JSON and nothing else",
			"var _ = struct{ *jsonvalue.Object }(translator.LLMRequest{})\n"+"var _ = struct{ *jsonvalue.Object }(translator.LLMResponse{})\n"+
				"var _ = struct{ *jsonvalue.Object }(translator.HookToolConfig{})\n"),
		client("HOOK-081.10", "each of the eleven events is an exported constant", events),
		client("HOOK-086.3", "the constants of the four sources have these values", sources),
		client("HOOK-127.3 HOOK-150.4", "the trigger takes these types in this order, and its only result is of a type that can be nil", beforeTool+"var _ hook.FinalOutput = nil\n"),
		client("HOOK-128.3", "the trigger's only result is of a type that can be nil", afterTool+"var _ hook.FinalOutput = nil\n"),
		client("HOOK-133.5", "the wrapper's parameters have these types in this order, and its result has a tool result",
			"var _ func(context.Context, *engine.Config, string, *jsonvalue.Object, trigger.ExecuteFunc) trigger.ToolExecution = trigger.ExecuteToolWithHooks\n"+
				"var _ trigger.ToolResult = trigger.ToolExecution{}.Result\n"),
		client("HOOK-135.5", "the record has blocked, reason, synthetic response and modified request, and is the trigger's only result", beforeModel+
			"var _ = trigger.BeforeModelHookResult{Blocked: true, Reason: \"\", SyntheticResponse: genai.Response{}, ModifiedRequest: genai.Request{}}\n"),
		client("HOOK-136.3", "the record has the response in SDK form and is the trigger's only result",
			afterModel+"var _ genai.Response = trigger.AfterModelHookResult{}.Response\n"),
		inspect("HOOK-137.4", "the record has a tool configuration whose zero value means that there is none and tools that may be nil, and is the trigger's only result", func(q *inquiry) {
			q.compiles(toolSelection + "var _ = trigger.BeforeToolSelectionHookResult{Tools: nil}\n" +
				"var _ genai.ToolConfig = trigger.BeforeToolSelectionHookResult{}.ToolConfig\n")
			q.suppose(q.functions("engine/genai.ToolConfig.IsZero"), supposition{"engine/genai.ToolConfig.Object": isNil}).gives("true", equal(isTrue))
			q.suppose(q.functions("engine/genai.ToolConfig.IsZero"), supposition{"engine/genai.ToolConfig.Object": isThere}).gives("false", equal(isFalse))
		}),
		inspect("HOOK-142.6", "HookSystem is an exported struct that exports no field, and its accessors give what fields inside its package hold", func(q *inquiry) {
			q.compiles(hookSystem)
			q.closed("engine.HookSystem")
			for _, accessor := range []string{"engine.HookSystem.Registry", "engine.HookSystem.EventHandler"} {
				q.suppose(q.functions(accessor), nil).gives("a field of its package", func(t thing) bool { return t.parts[0].is == null || below("engine", t.parts[0].from) })
			}
		}),
		client("HOOK-143.6", "the exported type Handler has an exported method for each of the five events that gives an aggregated result",
			"var _ func(*event.Handler, context.Context, string, *jsonvalue.Object) hook.AggregatedResult = (*event.Handler).FireBeforeToolEvent\n"+
				"var _ func(*event.Handler, context.Context, string, *jsonvalue.Object, *jsonvalue.Object) hook.AggregatedResult = (*event.Handler).FireAfterToolEvent\n"+
				"var _ func(*event.Handler, context.Context, genai.Request) hook.AggregatedResult = (*event.Handler).FireBeforeModelEvent\n"+
				"var _ func(*event.Handler, context.Context, genai.Request, genai.Response) hook.AggregatedResult = (*event.Handler).FireAfterModelEvent\n"+
				"var _ func(*event.Handler, context.Context, genai.Request) hook.AggregatedResult = (*event.Handler).FireBeforeToolSelectionEvent\n"),
		inspect("HOOK-148.2", "both errors are types of their own that the errors package finds by type, and neither passes for the other", func(q *inquiry) {
			q.compiles("func _(err error) (a *engine.HookSystemNotInitializedError, b *registry.NotInitializedError) {\n" +
				"_, _ = errors.As(err, &a), errors.As(err, &b)\nvar _, _ error = a, b\nreturn\n}\n")
			q.apart("engine.HookSystemNotInitializedError")
			q.apart("engine/registry.NotInitializedError")
		}),
		inspect("HOOK-151.5", "the types and names of FireAfterToolHook's parameters stand in this order", func(q *inquiry) {
			q.compiles(afterTool)
			q.parameters("engine/trigger.FireAfterToolHook", "ctx", "config", "toolName", "toolInput", "toolResponse")
		}),
		client("HOOK-152.3 HOOK-176.1", "FireBeforeModelHook takes these types in this order and gives an exported record of its own package", beforeModel),
		client("HOOK-153.4 HOOK-176.2", "FireAfterModelHook takes these types in this order and gives an exported record of its own package", afterModel),
		client("HOOK-154.3 HOOK-176.3", "FireBeforeToolSelectionHook takes these types in this order and gives an exported record of its own package", toolSelection),
		client("HOOK-175.1", "a client names the type and gets one from a configuration", hookSystem+"var _ func(engine.Options) *engine.Config = engine.NewConfig\n"),
		client("HOOK-175.2", "a client names the type and gets one from a hook system", eventHandler),
		client("HOOK-182.4", "ask is an exported constant like the other decisions", holds(`hook.Ask == "ask"`)+
			holds(`hook.Block == "block"`)+holds(`hook.Deny == "deny"`)+holds(`hook.Allow == "allow"`)+holds(`hook.Approve == "approve"`)),
	}
}
