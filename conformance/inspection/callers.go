package inspection

import (
	"go/ast"
	"slices"
	"strings"
)

// answering are the triggers that give something back.
var answering = [...]string{
	"engine/trigger.FireBeforeToolHook", "engine/trigger.FireAfterToolHook", "engine/trigger.FireBeforeModelHook",
	"engine/trigger.FireAfterModelHook", "engine/trigger.FireBeforeToolSelectionHook",
	"engine/trigger.ExecuteToolWithHooks", "engine/trigger.Fire",
}

// toolCallers inspects the wrapper of tools and the scheduler.
func toolCallers() []Inspection {
	buffered := func(q *inquiry) {
		q.usedOnlyIn("engine/agent.Scheduler.carryOut", "engine/agent.Scheduler.Run")
		q.function("engine/agent.Scheduler.Run").holds("agent.buffer.store(<int>, agent.Scheduler.carryOut(<context.Context>, <agent.ToolCall>))")
		q.function("engine/agent.buffer.store").holds("agent.buffer.outcomes[<int>] = &<agent.ToolOutcome>")
		q.function("engine/agent.Scheduler.carryOut").
			holds("agent.ToolOutcome.ToolExecution = trigger.ExecuteToolWithHooks(", "return <agent.ToolOutcome>").returns(1)
		q.function("engine/trigger.ToolExecution.refuse").holds("trigger.ToolExecution.Result = trigger.refusedResult(hook.FinalOutput.EffectiveReason())")
	}
	return []Inspection{
		inspect("HOOK-029.3", "whatever reads the display of a tool result, in the engine or in the command line, asks for the flag in the same function; the result's own two JSON forms do not display", func(q *inquiry) {
			const display, flag = "engine/trigger.ToolResult.ReturnDisplay", "engine/trigger.ToolResult.SuppressDisplay"
			q.function("engine/trigger.ToolExecution.suppress").linked("HOOK-029").holds("{ trigger.ToolResult.SuppressDisplay = true }")
			shows := 0
			for _, tree := range []string{engineTree, "cmd/..."} {
				for _, p := range q.uses(tree, display) {
					if p.written() || below("engine/trigger", p.function()) && strings.HasPrefix(p.function(), "engine/trigger.ToolResult.") {
						continue
					}
					shows++
					asks := slices.ContainsFunc(p.pkg.refs(), func(other place) bool {
						return other.symbol == flag && other.in == p.in && !other.written()
					})
					if !asks {
						q.fault(p.pos, "%s displays a tool result without a look at SuppressDisplay", p.function())
					}
				}
			}
			if shows == 0 {
				q.fault(0, "nothing displays a tool result: there is nothing to inspect")
			}
		}),
		inspect("HOOK-129.4", "the outcome of every call, of which a refusal is one, is stored in the scheduler's buffer", func(q *inquiry) {
			q.function("engine/agent.Scheduler.carryOut").linked("HOOK-129")
			buffered(q)
		}),
		inspect("HOOK-204.2", "the outcome of every call, of which a refusal is one, is stored in the scheduler's buffer", func(q *inquiry) {
			q.function("engine/agent.buffer.store").linked("HOOK-204")
			buffered(q)
		}),
		inspect("HOOK-134.11", "every place in the engine that names a trigger which gives something calls it there, outside of go and defer statements, and puts what it gives to use", func(q *inquiry) {
			q.function("engine/agent.Pipeline.Generate").linked("HOOK-134")
			for _, name := range answering {
				q.function(name)
				met := false
				for _, p := range q.uses(engineTree, name) {
					met = true
					q.used(p)
				}
				if !met {
					q.fault(0, "nothing in the engine calls %s", name)
				}
			}
		}),
		inspect("HOOK-183.4", "the wrapper asks the BeforeTool output before it carries the tool out, returns where that refuses, and calls the execute function nowhere else", func(q *inquiry) {
			q.function("engine/trigger.ToolExecution.refuse").linked("HOOK-183").holds("trigger.ToolExecution.Blocked = hook.FinalOutput.IsBlockingDecision(); ",
				"if !trigger.ToolExecution.Blocked && !trigger.ToolExecution.AgentStopped { return false }", "return true")
			q.function("engine/trigger.ExecuteToolWithHooks").holds("<hook.FinalOutput> := trigger.FireBeforeToolHook(",
				"if trigger.ToolExecution.refuse(<hook.FinalOutput>) { return <trigger.ToolExecution> }; ", "trigger.carryOut(<context.Context>, <trigger.ExecuteFunc>, ")
			q.usedOnlyIn("engine/trigger.carryOut", "engine/trigger.ExecuteToolWithHooks")
			q.function("engine/trigger.carryOut").holds("<trigger.ExecuteFunc>(<context.Context>, <*jsonvalue.Object>)")
			for _, p := range q.places("engine/trigger") {
				if call := p.call(); call != nil && p.pkg.shape(call.Fun) == "<trigger.ExecuteFunc>" && p.function() != "engine/trigger.carryOut" {
					q.fault(p.pos, "%s calls the execute function", p.function())
				}
			}
		}),
	}
}

// used demands that a place is a call whose result goes somewhere.
func (q *inquiry) used(p place) {
	call := p.call()
	if call == nil {
		q.fault(p.pos, "%s takes %s as a value, so that nobody can tell who drops its result", p.function(), p.symbol)
		return
	}
	i := slices.Index(p.stack, ast.Node(call))
	switch around := p.stack[i-1].(type) {
	case *ast.ExprStmt:
		q.fault(p.pos, "%s drops what %s gives", p.function(), p.symbol)
	case *ast.AssignStmt:
		if slices.ContainsFunc(around.Lhs, func(e ast.Expr) bool { id, ok := e.(*ast.Ident); return ok && id.Name == "_" }) {
			q.fault(p.pos, "%s drops what %s gives", p.function(), p.symbol)
		}
	}
	for _, around := range p.stack {
		switch around.(type) {
		case *ast.GoStmt, *ast.DeferStmt:
			q.fault(p.pos, "%s runs %s in the background", p.function(), p.symbol)
		}
	}
}

// modelCallers inspects the model pipeline and the agent's loop.
func modelCallers() []Inspection {
	return []Inspection{
		inspect("HOOK-141.4", "package agent, which holds the callers, and the message bus refer to nothing of the translator and to no output class", func(q *inquiry) {
			q.function("engine/trigger.BeforeModelHookResult.change").linked("HOOK-141")
			for _, callers := range []string{"engine/agent", "engine/bus"} {
				q.untouched(callers, func(p place) bool { return below("engine/translator", p.symbol) })
			}
			q.untouched("engine/trigger", func(p place) bool { return below("engine/translator", p.symbol) })
		}),
	}
}
