package inspection

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// compiles demands that a Go program outside of the engine compiles which has these
// declarations. It imports what they name.
func (q *inquiry) compiles(declarations string) {
	text := "package client\n"
	for _, path := range []string{"context", "errors"} {
		if strings.Contains(declarations, path+".") {
			text += fmt.Sprintf("import %q\n", path)
		}
	}
	for _, folder := range q.folders(engineTree) {
		if strings.Contains(declarations, folder[strings.LastIndex(folder, "/")+1:]+".") {
			text += fmt.Sprintf("import %q\n", module+"/"+folder)
		}
	}
	file, err := parser.ParseFile(q.set, "a client", text+declarations, parser.SkipObjectResolution)
	if err != nil {
		q.fault(token.NoPos, "%v", err)
		return
	}
	lines := strings.Split(text+declarations, "\n")
	refuse := func(err error) {
		fault := err.(types.Error)
		q.fault(token.NoPos, "a client does not compile: %s\n\t%s", fault.Msg, lines[q.set.Position(fault.Pos).Line-1])
	}
	_, _ = (&types.Config{Importer: q.Source, Error: refuse}).Check("client", q.set, []*ast.File{file}, nil)
}

// client makes an inspection of a program that has to compile.
func client(clause, shows, declarations string) Inspection {
	return Inspection{Clause: clause, Shows: shows, Check: func(s *Source) error {
		q := &inquiry{Source: s}
		q.compiles(declarations)
		return q.err()
	}}
}

// holds is a declaration that compiles where a condition of constants is true: a map
// has no key twice.
func holds(condition string) string {
	return "var _ = map[bool]int{false: 0, " + condition + ": 1}\n"
}

// parameters demands the names of a function's parameters, where their types do not
// tell them apart.
func (q *inquiry) parameters(name string, want ...string) {
	f, ok := q.object(name).(*types.Func)
	if !ok {
		return
	}
	var got []string
	for v := range f.Signature().Params().Variables() {
		got = append(got, v.Name())
	}
	if !slices.Equal(got, want) {
		q.fault(f.Pos(), "%s has the parameters %q, not %q", name, got, want)
	}
}

// apart demands that the errors package finds a type by itself alone.
func (q *inquiry) apart(name string) {
	object := q.object(name)
	if object == nil {
		return
	}
	for _, method := range []string{"Is", "As", "Unwrap"} {
		if found, _, _ := types.LookupFieldOrMethod(object.Type(), true, object.Pkg(), method); found != nil {
			q.fault(found.Pos(), "%s passes for other errors: it has a method %s", name, method)
		}
	}
}

// closed demands that a struct exports no field.
func (q *inquiry) closed(name string) {
	object := q.object(name)
	if object == nil {
		return
	}
	fields, ok := object.Type().Underlying().(*types.Struct)
	if !ok {
		q.fault(object.Pos(), "%s is no struct", name)
		return
	}
	for f := range fields.Fields() {
		if f.Exported() {
			q.fault(f.Pos(), "%s exports its field %s", name, f.Name())
		}
	}
}

// madeOf gives the types that a type is made of, itself first: by way of fields,
// elements, pointers, parameters and results.
func (q *inquiry) madeOf(name string) []*types.TypeName {
	object := q.object(name)
	if object == nil {
		return nil
	}
	return everyType(object.Type(), func(t *types.Named) []types.Type { return []types.Type{t.Underlying()} })
}

// exportedBy gives the types that can be had from one through exported fields and
// results of exported methods, however far.
func (q *inquiry) exportedBy(name string) []*types.TypeName {
	object := q.object(name)
	if object == nil {
		return nil
	}
	return everyType(object.Type(), func(t *types.Named) []types.Type {
		if t.Obj().Pkg() == nil || !strings.HasPrefix(t.Obj().Pkg().Path(), module) {
			return nil
		}
		var next []types.Type
		for method := range types.NewMethodSet(types.NewPointer(t)).Methods() {
			if method.Obj().Exported() {
				next = append(next, method.Obj().(*types.Func).Signature().Results())
			}
		}
		fields, ok := t.Underlying().(*types.Struct)
		if !ok {
			return append(next, t.Underlying())
		}
		for f := range fields.Fields() {
			if f.Exported() {
				next = append(next, f.Type())
			}
		}
		return next
	})
}

// everyType gives the named types that can be come to from one; next says where a
// named type leads.
func everyType(from types.Type, next func(*types.Named) []types.Type) []*types.TypeName {
	seen := map[types.Type]bool{}
	var found []*types.TypeName
	var visit func(types.Type)
	visit = func(t types.Type) {
		t = types.Unalias(t)
		if seen[t] {
			return
		}
		seen[t] = true
		switch t := t.(type) {
		case *types.Named:
			found = append(found, t.Obj())
			for _, n := range next(t) {
				visit(n)
			}
		case *types.Struct:
			for f := range t.Fields() {
				visit(f.Type())
			}
		case *types.Signature:
			visit(t.Params())
			visit(t.Results())
		case *types.Tuple:
			for v := range t.Variables() {
				visit(v.Type())
			}
		case *types.Map:
			visit(t.Key())
			visit(t.Elem())
		case interface{ Elem() types.Type }:
			visit(t.Elem())
		}
	}
	visit(from)
	return found
}

// interfaces inspects what programs see that use the engine.
func interfaces() []Inspection {
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
	return []Inspection{
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
		inspect("HOOK-071.3", "no type of the translator's hook side is made of one of package genai", func(q *inquiry) {
			for _, name := range []string{"LLMRequest", "LLMResponse", "HookToolConfig"} {
				for _, t := range q.madeOf("engine/translator." + name) {
					if below("engine/genai", symbol(t)) {
						q.fault(t.Pos(), "%s is made of %s", name, symbol(t))
					}
				}
			}
		}),
		client("HOOK-081.10", "each of the eleven events is an exported constant", events),
		client("HOOK-086.3", "the constants of the four sources have these values", sources),
		client("HOOK-127.3", "the trigger's only result is of a type that can be nil", beforeTool+"var _ hook.FinalOutput = nil\n"),
		client("HOOK-128.3", "the trigger's only result is of a type that can be nil", afterTool+"var _ hook.FinalOutput = nil\n"),
		client("HOOK-133.5", "the wrapper's parameters have these types in this order, and its result has a tool result",
			"var _ func(context.Context, *engine.Config, string, *jsonvalue.Object, trigger.ExecuteFunc) trigger.ToolExecution = trigger.ExecuteToolWithHooks\n"+
				"var _ trigger.ToolResult = trigger.ToolExecution{}.Result\n"),
		client("HOOK-135.5", "the record has blocked, reason, synthetic response and modified request, and is the trigger's only result", beforeModel+
			"var _ = trigger.BeforeModelHookResult{Blocked: true, Reason: \"\", SyntheticResponse: genai.Response{}, ModifiedRequest: genai.Request{}}\n"),
		client("HOOK-136.3", "the record has the response in SDK form and is the trigger's only result",
			afterModel+"var _ genai.Response = trigger.AfterModelHookResult{}.Response\n"),
		inspect("HOOK-137.4", "the record has a tool configuration whose zero value stands for none and tools that may be nil, and is the trigger's only result", func(q *inquiry) {
			q.compiles(toolSelection + "var _ = trigger.BeforeToolSelectionHookResult{Tools: nil}\n" +
				"var _ genai.ToolConfig = trigger.BeforeToolSelectionHookResult{}.ToolConfig\n")
			q.suppose(q.functions("engine/genai.ToolConfig.IsZero"), supposition{"engine/genai.ToolConfig.Object": isNil}).gives("true", equal(isTrue))
			q.suppose(q.functions("engine/genai.ToolConfig.IsZero"), supposition{"engine/genai.ToolConfig.Object": isThere}).gives("false", equal(isFalse))
		}),
		inspect("HOOK-142.6", "HookSystem is an exported struct that exports no field, and what it is made of holds registry, planner, runner, event handler and aggregator", func(q *inquiry) {
			q.compiles(hookSystem)
			q.closed("engine.HookSystem")
			parts := q.madeOf("engine.HookSystem")
			for _, part := range []string{"engine/registry.Registry", "engine/planner.Planner", "engine/runner.Runner", "engine/event.Handler", "engine/event.Aggregator"} {
				if !slices.ContainsFunc(parts, func(t *types.TypeName) bool { return symbol(t) == part }) {
					q.fault(token.NoPos, "a HookSystem holds no %s", part)
				}
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
		client("HOOK-150.4", "the parameters of FireBeforeToolHook have these types in this order", beforeTool),
		inspect("HOOK-151.5", "the types and names of FireAfterToolHook's parameters stand in this order", func(q *inquiry) {
			q.compiles(afterTool)
			q.parameters("engine/trigger.FireAfterToolHook", "ctx", "config", "toolName", "toolInput", "toolResponse")
		}),
		client("HOOK-152.3", "the parameters of FireBeforeModelHook have these types in this order", beforeModel),
		client("HOOK-153.4", "the parameters of FireAfterModelHook have these types in this order", afterModel),
		client("HOOK-154.3", "the parameters of FireBeforeToolSelectionHook have these types in this order", toolSelection),
		client("HOOK-175.1", "a client names the type and gets one from a configuration", hookSystem+"var _ func(engine.Options) *engine.Config = engine.NewConfig\n"),
		client("HOOK-175.2", "a client names the type and gets one from a hook system", eventHandler),
		client("HOOK-176.1", "a client names the record in the trigger's package", beforeModel),
		client("HOOK-176.2", "a client names the record in the trigger's package", afterModel),
		client("HOOK-176.3", "a client names the record in the trigger's package", toolSelection),
		client("HOOK-182.4", "ask is an exported constant beside the other decisions", holds(`hook.Ask == "ask"`)+
			holds(`hook.Block == "block"`)+holds(`hook.Deny == "deny"`)+holds(`hook.Allow == "allow"`)+holds(`hook.Approve == "approve"`)),
	}
}
