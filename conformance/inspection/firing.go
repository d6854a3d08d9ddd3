package inspection

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// fireMethods are the exported methods of the event handler that fire events.
func (q *inquiry) fireMethods() []*function {
	found := q.functions("engine/event", func(f *types.Func) bool {
		return f.Exported() && strings.HasPrefix(symbol(f), "engine/event.Handler.Fire")
	})
	if len(found) != len(sixOthers)+6 {
		_, object := q.lookup("engine/event.Handler")
		if object != nil {
			q.fault(object.Pos(), "the event handler has %d methods that fire, not one for each of the eleven events and Fire", len(found))
		}
	}
	return found
}

// firing inspects what the event handler does, step by step.
func firing() []Inspection {
	const (
		handler = "engine/event.Handler."
		picks   = "if hook.Plan.Sequential { return event.Runner.ExecuteHooksSequential(<context.Context>, <*hook.Plan>, <hook.Input>) }; " +
			"return event.Runner.ExecuteHooksParallel(<context.Context>, <*hook.Plan>, <hook.Input>)"
	)
	return []Inspection{
		inspect("HOOK-164.3", "the runner's sequential execution is called in one place, where the plan's flag is set and on no other condition", func(q *inquiry) {
			q.function(handler + "execute").linked("HOOK-164").is(picks)
			q.usedOnlyIn("engine/event.Runner.ExecuteHooksSequential", handler+"execute")
			q.usedNowhere("engine/runner.Runner.ExecuteHooksSequential")
		}),
		inspect("HOOK-165.2", "the runner's parallel execution is called in one place, where the plan's flag is not set and on no other condition", func(q *inquiry) {
			q.function(handler + "execute").linked("HOOK-165").is(picks)
			q.usedOnlyIn("engine/event.Runner.ExecuteHooksParallel", handler+"execute")
			q.usedNowhere("engine/runner.Runner.ExecuteHooksParallel")
		}),
		inspect("HOOK-166.3", "the aggregator is called in one place outside of loops and branches, with what the runner gave and the plan's event", func(q *inquiry) {
			q.function(handler + "run").linked("HOOK-166").holds(
				"<[]hook.ExecutionResult> := event.Handler.execute(<context.Context>, <*hook.Plan>, <hook.Input>); " +
					"<hook.AggregatedResult> = event.Aggregator.AggregateResults(<[]hook.ExecutionResult>, hook.Plan.Event, hook.Plan.Sequential)")
			q.usedOnlyIn("engine/event.Aggregator.AggregateResults", handler+"run")
			q.usedNowhere("engine/aggregator.Aggregator.AggregateResults")
			q.usedOnlyIn(handler+"run", handler+"fire")
			for _, p := range q.uses(engineTree, "engine/event.Aggregator.AggregateResults") {
				if slices.ContainsFunc(p.stack, repeats) {
					q.fault(p.pos, "the aggregator is called in a loop, a branch or a function literal")
				}
			}
		}),
		inspect("HOOK-196.2", "for a killed hook the exit code is 0, and success asks for a hook that exited", func(q *inquiry) {
			q.function("engine/hook.ExecutionResult.ExitCode").linked("HOOK-196").holds("case hook.Killed: return 0, true")
			q.function("engine/runner.readAnswer").holds("hook.ExecutionResult.Success = hook.ExecutionResult.Ending == hook.Exited && hook.ExecutionResult.Code == dialect.Answer.Answers")
			q.function("engine/runner.child.await").holds("hook.ExecutionResult.Ending, hook.ExecutionResult.Signal = hook.Killed, ")
			q.writtenOnlyIn("engine/hook.ExecutionResult.Success", "engine/runner.readAnswer", "engine/runner.Runner.run")
			q.function("engine/runner.Runner.run").holds("hook.ExecutionResult.Success, hook.ExecutionResult.Output = false, nil")
		}),
		inspect("HOOK-215.6", "an input is made of the base fields, and only then the event's fields are set, of which none may replace a base field", func(q *inquiry) {
			q.function(handler + "base").linked("HOOK-215").begins("return hook.Base{SessionID: ")
			q.function(handler + "input").holds("hook.NewInput(event.Handler.base(<hook.Event>), <[]event.member>...)")
			q.function("engine/hook.NewInput").begins("<*jsonvalue.Object> := jsonvalue.New(jsonvalue.Member{Key: \"session_id\", ").
				holds("; for range <[]jsonvalue.Member> { if !hook.BaseField(jsonvalue.Member.Key) { jsonvalue.Object.Set(jsonvalue.Member.Key, jsonvalue.Member.Value) } }; return hook.Input{<*jsonvalue.Object>}")
		}),
		inspect("HOOK-120.3", "a hook's time runs by its entry's timeout alone, and the only value that the runner puts in place of one that is missing is the planned default", func(q *inquiry) {
			q.function("engine/dialect.llxprtHandlers").linked("HOOK-120").holds("Default: 60_000 * time.Millisecond")
			q.function("engine/registry.reader.timeout").linked("HOOK-120")
			q.function("engine/runner.child.await").begins("hook.ExecutionResult.Ending = runner.child.untilExit(<context.Context>, hook.Entry.Timeout); ")
			q.usedOnlyIn("engine/runner.child.untilExit", "engine/runner.child.await")
			q.function("engine/runner.child.untilExit").begins("<*time.Timer> := time.NewTimer(<time.Duration>); ")
			q.function("engine/runner.Runner.execute").begins("if hook.Entry.Timeout <= 0 { hook.Entry.Timeout = dialect.Timeout.Default }; ")
			q.onlyIn(slices.DeleteFunc(q.uses("engine/runner", "engine/hook.Entry.Timeout"), func(p place) bool { return !p.written() }),
				"a write of the timeout", "engine/runner.Runner.execute")
			q.untouched("engine/runner", func(p place) bool {
				return slices.Contains([]string{"context.WithTimeout", "context.WithDeadline", "context.WithTimeoutCause", "context.WithDeadlineCause", "time.After", "time.AfterFunc"}, p.symbol)
			})
			q.onlyIn(q.uses("engine/runner", "time.NewTimer"), "time.NewTimer", "engine/runner.child.untilExit", "engine/runner.child.drain")
		}),
		inspect("HOOK-195.6", "the runner starts a process only for an entry that it found runnable, which no plugin is", func(q *inquiry) {
			q.function("engine/dialect.llxprtHandlers").holds("dialect.Handler{Type: hook.TypePlugin, Rule: \"HOOK-195\"}")
			q.function("engine/runner.Runner.runnable").linked("HOOK-195").
				begins("<dialect.Handler>, <bool> := dialect.Handlers.Handler(hook.Entry.Type); switch { case !<bool>: return fmt.Errorf(").
				holds("case !dialect.Handler.Starts: return fmt.Errorf(")
			q.function("engine/runner.Runner.run").holds(
				"if <error> := runner.Runner.runnable(<context.Context>, hook.ExecutionResult.Entry, <runner.launch>); <error> != nil { hook.ExecutionResult.Err = <error>; return }; ",
				"runner.Runner.start(<runner.launch>, hook.Entry.Command)")
			q.usedOnlyIn("engine/runner.Runner.start", "engine/runner.Runner.run")
			q.usedOnlyIn("engine/procgroup.Start", "engine/runner.Runner.start")
			q.untouched(engineTree, func(p place) bool { return below("plugin", p.symbol) })
		}),
	}
}

// repeats tells whether a node may run what is in it more than once, or not at
// all.
func repeats(n ast.Node) bool {
	switch n.(type) {
	case *ast.ForStmt, *ast.RangeStmt, *ast.IfStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt, *ast.FuncLit:
		return true
	}
	return false
}

// usedNowhere demands that nothing in the engine names a symbol.
func (q *inquiry) usedNowhere(name string) {
	q.lookup(name)
	q.usedOnlyIn(name)
}
