package inspection

// signatures inspects the shape of the exported functions. Go's context goes
// first everywhere.
func signatures() []Inspection {
	has := func(clause, requirement, name, want, shows string) Inspection {
		return inspect(clause, shows, func(q *inquiry) {
			q.exported(name)
			q.function(name).linked(requirement).signature(want)
		})
	}
	const (
		tool      = "(context.Context, *engine.Config, string, *jsonvalue.Object) hook.FinalOutput"
		after     = "(context.Context, *engine.Config, string, *jsonvalue.Object, *jsonvalue.Object) hook.FinalOutput"
		model     = "(context.Context, *engine.Config, genai.Request) trigger.BeforeModelHookResult"
		answered  = "(context.Context, *engine.Config, genai.Request, genai.Response) trigger.AfterModelHookResult"
		selection = "(context.Context, *engine.Config, genai.Request) trigger.BeforeToolSelectionHookResult"
		wrapper   = "(context.Context, *engine.Config, string, *jsonvalue.Object, trigger.ExecuteFunc) trigger.ToolExecution"
	)
	nilable := func(clause, requirement, name, want string) Inspection {
		return inspect(clause, "the trigger's only result is an interface, of which nil stands for none, and its first way out returns nil", func(q *inquiry) {
			q.function(name).linked(requirement).signature(want).holds("if <*event.Handler> == nil { return nil }")
			q.isInterface("engine/hook.FinalOutput")
		})
	}
	return []Inspection{
		nilable("HOOK-127.3", "HOOK-127", "engine/trigger.FireBeforeToolHook", tool),
		nilable("HOOK-128.3", "HOOK-128", "engine/trigger.FireAfterToolHook", after),
		inspect("HOOK-133.5", "the types and names of the wrapper's parameters stand in this order, and its result holds a tool result", func(q *inquiry) {
			q.exported("engine/trigger.ExecuteToolWithHooks")
			q.function("engine/trigger.ExecuteToolWithHooks").linked("HOOK-133").signature(wrapper).
				parameters("ctx", "config", "toolName", "toolInput", "execute")
			q.structure("engine/trigger.ToolExecution").has("Result", "trigger.ToolResult")
		}),
		inspect("HOOK-143.6", "the exported type Handler has an exported method for each of the five events that gives an aggregated result", func(q *inquiry) {
			q.exported("engine/event.Handler")
			q.structure("engine/event.Handler").linked("HOOK-143")
			for name, want := range map[string]string{
				"FireBeforeToolEvent":          "(context.Context, string, *jsonvalue.Object) hook.AggregatedResult",
				"FireAfterToolEvent":           "(context.Context, string, *jsonvalue.Object, *jsonvalue.Object) hook.AggregatedResult",
				"FireBeforeModelEvent":         "(context.Context, genai.Request) hook.AggregatedResult",
				"FireAfterModelEvent":          "(context.Context, genai.Request, genai.Response) hook.AggregatedResult",
				"FireBeforeToolSelectionEvent": "(context.Context, genai.Request) hook.AggregatedResult",
			} {
				q.function("engine/event.Handler." + name).signature(want)
			}
		}),
		inspect("HOOK-150.4", "the types and names of FireBeforeToolHook's parameters stand in this order", func(q *inquiry) {
			q.function("engine/trigger.FireBeforeToolHook").linked("HOOK-150").signature(tool).parameters("ctx", "config", "toolName", "toolInput")
		}),
		inspect("HOOK-151.5", "the types and names of FireAfterToolHook's parameters stand in this order", func(q *inquiry) {
			q.function("engine/trigger.FireAfterToolHook").linked("HOOK-151").signature(after).parameters("ctx", "config", "toolName", "toolInput", "toolResponse")
		}),
		has("HOOK-152.3", "HOOK-152", "engine/trigger.FireBeforeModelHook", model, "the types of FireBeforeModelHook's parameters stand in this order"),
		has("HOOK-153.4", "HOOK-153", "engine/trigger.FireAfterModelHook", answered, "the types of FireAfterModelHook's parameters stand in this order"),
		has("HOOK-154.3", "HOOK-154", "engine/trigger.FireBeforeToolSelectionHook", selection, "the types of FireBeforeToolSelectionHook's parameters stand in this order"),
	}
}

// records inspects the values that the triggers give and the tool result.
func records() []Inspection {
	const (
		before    = "engine/trigger.BeforeModelHookResult"
		after     = "engine/trigger.AfterModelHookResult"
		selection = "engine/trigger.BeforeToolSelectionHookResult"
	)
	exported := func(clause, record, trigger string) Inspection {
		return inspect(clause, "the record is an exported type of the trigger's own package, and the trigger gives it", func(q *inquiry) {
			q.exported(record)
			q.structure(record).linked("HOOK-176")
			q.exported(trigger)
			q.function(trigger).gives(record)
		})
	}
	return []Inspection{
		inspect("HOOK-135.2", "Blocked and Reason are set together, where the output refuses or stops, and Reason is the effective reason", func(q *inquiry) {
			q.function("engine/trigger.BeforeModelHookResult.refuse").holds("if hook.DefaultOutput.IsBlockingDecision() || hook.DefaultOutput.ShouldStopExecution() " +
				"{ trigger.BeforeModelHookResult.Blocked = true; trigger.BeforeModelHookResult.Reason = hook.DefaultOutput.EffectiveReason() }")
			q.writtenOnlyIn(before+".Reason", before+".refuse")
			q.writtenOnlyIn(before+".Blocked", before+".refuse")
		}),
		inspect("HOOK-135.5", "the record has blocked, reason, synthetic response and modified request, and is the trigger's only result", func(q *inquiry) {
			q.structure(before).linked("HOOK-135").has("Blocked", "bool").has("Reason", "string").
				has("SyntheticResponse", "genai.Response").has("ModifiedRequest", "genai.Request")
			q.function("engine/trigger.FireBeforeModelHook").gives(before)
		}),
		inspect("HOOK-136.3", "the record has the response in SDK form and is the trigger's only result", func(q *inquiry) {
			q.structure(after).linked("HOOK-136").has("Response", "genai.Response")
			q.function("engine/trigger.FireAfterModelHook").gives(after)
		}),
		inspect("HOOK-137.4", "the record has a tool configuration whose zero value stands for none and tools that may be nil, and is the trigger's only result", func(q *inquiry) {
			q.structure(selection).linked("HOOK-137").has("ToolConfig", "genai.ToolConfig").has("Tools", "any")
			q.function("engine/genai.ToolConfig.IsZero").is("return genai.ToolConfig.Object == nil")
			q.function("engine/trigger.FireBeforeToolSelectionHook").gives(selection)
		}),
		inspect("HOOK-149.4", "the struct has the flag beside the other four, and its JSON form sets the member only where the flag is set", func(q *inquiry) {
			q.structure("engine/trigger.ToolResult").linked("HOOK-149").has("LLMContent", "any").has("ReturnDisplay", "any").
				has("Metadata", "*jsonvalue.Object").has("Error", "*jsonvalue.Object").has("SuppressDisplay", "bool")
			q.function("engine/trigger.ToolResult.Object").holds(`if trigger.ToolResult.SuppressDisplay { jsonvalue.Object.Set("suppressDisplay", true) }`)
			q.literalOnlyIn("engine/trigger", "suppressDisplay", "engine/trigger.ToolResult.Object", "engine/trigger.ToolResultFrom")
		}),
		exported("HOOK-176.1", before, "engine/trigger.FireBeforeModelHook"),
		exported("HOOK-176.2", after, "engine/trigger.FireAfterModelHook"),
		exported("HOOK-176.3", selection, "engine/trigger.FireBeforeToolSelectionHook"),
	}
}
