package inspection

import (
	"go/ast"
	"slices"
	"strings"
)

// guards inspects what becomes of errors and panics inside the engine.
func guards() []Inspection {
	const (
		handler = "engine/event.Handler."
		rescue  = "if <interface{}> := recover(); <interface{}> != nil { *<*hook.AggregatedResult> = hook.Empty(); " +
			"event.Handler.fail(<context.Context>, \"hook system failed: the event goes on without hooks\", <hook.Event>, <int>, <interface{}>) }"
		planned = "defer func { if <interface{}> := recover(); <interface{}> != nil { <*hook.Plan> = nil; " +
			"event.Handler.fail(<context.Context>, \"hook planning failed: the event goes on without hooks\", <hook.Event>, 0, <interface{}>) } }(); "
	)
	caught := func(q *inquiry) {
		q.function(handler + "run").linked("HOOK-113").begins("defer event.Handler.rescue(<context.Context>, hook.Plan.Event, len(hook.Plan.Entries), &<hook.AggregatedResult>); ")
		q.function(handler + "rescue").linked("HOOK-113").is(rescue)
		q.function(handler + "plan").begins(planned)
	}
	empty := func(clause, field, kind string) Inspection {
		return inspect(clause, "what is returned in place of a failed event is made in one place, which leaves "+field+" at its zero value", func(q *inquiry) {
			caught(q)
			q.structure("engine/hook.AggregatedResult").has(field, kind)
			q.function("engine/hook.Empty").linked("HOOK-113").is("return hook.AggregatedResult{Success: true}")
		})
	}
	warns := func(q *inquiry) {
		q.function(handler + "fail").linked("HOOK-113").
			begins("defer func { _ = recover() }(); slog.Logger.WarnContext(<context.Context>, <string>, \"event\", <hook.Event>, \"error\", fmt.Sprint(<any>)); ")
		q.usedOnlyIn(handler+"fail", handler+"plan", handler+"rescue")
		q.loggedBy("events")
	}
	return []Inspection{
		inspect("HOOK-111.3", "every exported function of package trigger that takes a config defers the recovery before it does anything that may panic, and so does what it starts", func(q *inquiry) {
			q.function("engine/trigger.report").linked("HOOK-111").begins("if <interface{}> := recover(); <interface{}> != nil { defer func { _ = recover() }(); slog.Logger.WarnContext(")
			for _, f := range q.triggers() {
				f.reports()
			}
			q.function("engine/trigger.background").reports().holds("engine.HookSystem.Go(func { defer trigger.report(<context.Context>, <*engine.Config>, <hook.Event>); ")
		}),
		inspect("HOOK-113.1", "the functions that plan and run an event defer a recovery as their first statement", caught),
		inspect("HOOK-113.2", "both recoveries lead to one function that logs at level warn through the logger of the event handler's component", func(q *inquiry) {
			caught(q)
			warns(q)
		}),
		inspect("HOOK-113.3", "what is returned in place of a failed event is made in one place, with success true", func(q *inquiry) {
			caught(q)
			q.structure("engine/hook.AggregatedResult").has("Success", "bool")
			q.function("engine/hook.Empty").linked("HOOK-113").is("return hook.AggregatedResult{Success: true}")
		}),
		empty("HOOK-113.4", "FinalOutput", "hook.FinalOutput"),
		empty("HOOK-113.5", "AllOutputs", "[]*hook.Output"),
		empty("HOOK-113.6", "Errors", "[]error"),
		empty("HOOK-113.7", "TotalDuration", "time.Duration"),
		inspect("HOOK-115.1", "FireBeforeToolHook defers the recovery first, has an unnamed result, which a recovered panic leaves nil, and gives nil where there is no handler", func(q *inquiry) {
			f := q.function("engine/trigger.FireBeforeToolHook").linked("HOOK-115").reports().unnamedResult()
			f.holds("if <*event.Handler> == nil { return nil }; ").returns(2)
			q.isInterface("engine/hook.FinalOutput")
			q.function("engine/trigger.report").begins("if <interface{}> := recover(); ")
		}),
		inspect("HOOK-115.2", "the wrapper returns early only where it refuses, which it never does for nil, and runs the tool otherwise", func(q *inquiry) {
			q.function("engine/trigger.ToolExecution.refuse").begins("if <hook.FinalOutput> == nil { return false }; ")
			f := q.function("engine/trigger.ExecuteToolWithHooks")
			f.holds("if trigger.ToolExecution.refuse(<hook.FinalOutput>) { return <trigger.ToolExecution> }; ", "trigger.ToolExecution.Result = trigger.carryOut(")
			f.returns(2)
		}),
		inspect("HOOK-116.1", "FireBeforeModelHook defers the recovery first and has an unnamed result, which a recovered panic leaves zero and so not blocked", func(q *inquiry) {
			q.function("engine/trigger.FireBeforeModelHook").linked("HOOK-116").reports().unnamedResult()
			q.structure("engine/trigger.BeforeModelHookResult").has("Blocked", "bool")
			q.function("engine/trigger.report").begins("if <interface{}> := recover(); ")
		}),
		inspect("HOOK-116.2", "the pipeline gives up a model call in one place, where the result is blocked", func(q *inquiry) {
			f := q.function("engine/agent.Pipeline.before")
			f.holds("if trigger.BeforeModelHookResult.Blocked { ", "return <genai.Request>, false }", "return <genai.Request>, true")
			f.returns(3)
		}),
		inspect("HOOK-147.1", "every recovery of the event handler leads to one function that logs at level warn", func(q *inquiry) {
			q.function(handler + "run").linked("HOOK-147")
			caught(q)
			warns(q)
		}),
		inspect("HOOK-147.4", "every method that fires an event does nothing but call guarded functions with values that are at hand, and the guards are deferred first and recover", func(q *inquiry) {
			q.function(handler + "run").linked("HOOK-147")
			caught(q)
			q.usedOnlyIn(handler+"plan", handler+"fire")
			for _, f := range append(q.fireMethods(), q.function(handler+"fireWithRequest")) {
				f.guardedThroughout()
			}
		}),
	}
}

// reports demands that the recovery of package trigger is deferred before
// anything else but assignments of what is at hand.
func (f *function) reports() *function {
	if f == nil {
		return f
	}
	for _, statement := range f.decl.Body.List {
		switch statement := statement.(type) {
		case *ast.DeferStmt:
			if strings.HasPrefix(f.shape(statement), "defer trigger.report(<context.Context>, <*engine.Config>, ") {
				return f
			}
		case *ast.AssignStmt:
			if !slices.ContainsFunc(statement.Rhs, func(e ast.Expr) bool { return f.shape(e) != "hook.Empty()" && calls(e) }) {
				continue
			}
		case *ast.ExprStmt:
			if strings.HasPrefix(f.shape(statement), "trigger.background(") && len(f.decl.Body.List) == 1 {
				return f
			}
		}
		break
	}
	f.fault("does not defer the recovery first")
	return f
}

// calls tells whether an expression calls anything, function literals left out.
func calls(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.CallExpr:
			found = true
		case *ast.FuncLit:
			return false
		}
		return !found
	})
	return found
}

// unnamedResult demands that a recovered panic leaves the zero value.
func (f *function) unnamedResult() *function {
	if f != nil && (len(f.decl.Type.Results.List) != 1 || f.decl.Type.Results.List[0].Names != nil) {
		f.fault("has a named result, or more than one")
	}
	return f
}

// returns demands a number of return statements, those of function literals
// left out.
func (f *function) returns(want int) {
	if f == nil {
		return
	}
	got := 0
	ast.Inspect(f.decl.Body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ReturnStmt:
			got++
		case *ast.FuncLit:
			return false
		}
		return true
	})
	if got != want {
		f.fault("returns in %d places, not %d", got, want)
	}
}

// guardedThroughout demands that a fire method is one call of the guarded fire
// or of another fire method with arguments that call nothing, or that its own
// first statement defers the rescue.
func (f *function) guardedThroughout() {
	if f == nil {
		return
	}
	body := f.body(f.decl.Body.List)
	if strings.HasPrefix(body, "defer event.Handler.rescue(<context.Context>, <hook.Event>, 0, &<hook.AggregatedResult>); ") {
		return
	}
	if one, ok := f.decl.Body.List[0].(*ast.ReturnStmt); ok && len(f.decl.Body.List) == 1 && strings.HasPrefix(body, "return event.Handler.fire") {
		call, ok := one.Results[0].(*ast.CallExpr)
		if ok && !slices.ContainsFunc(call.Args, calls) {
			return
		}
	}
	f.fault("does something outside of the guards")
}
