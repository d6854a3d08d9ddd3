package inspection

import (
	"go/token"
	"go/types"
	"slices"
	"strings"
)

const notInitialized = "&engine.HookSystemNotInitializedError"

// lifecycle inspects how the hook system comes to be and who owns its parts.
func lifecycle() []Inspection {
	return []Inspection{
		inspect("HOOK-001.4", "Config.HookSystem alone makes a HookSystem; nothing that NewConfig reaches does", func(q *inquiry) {
			q.function("engine.Config.HookSystem").linked("HOOK-001").signature("() *engine.HookSystem")
			q.usedOnlyIn("engine.newHookSystem", "engine.Config.HookSystem")
			q.madeOnlyIn("engine.HookSystem", "engine.newHookSystem")
			q.reach("engine.NewConfig").avoids(func(p place) bool { return p.symbol == "engine.newHookSystem" })
		}),
		inspect("HOOK-002.2", "Config.HookSystem has one result, and with EnableHooks off its first statement returns nil", func(q *inquiry) {
			q.function("engine.Config.HookSystem").linked("HOOK-002").signature("() *engine.HookSystem").
				begins("if !engine.Options.EnableHooks { return nil }; ")
		}),
		inspect("HOOK-005.3", "both accessors return an exported error type of their own before initialization", func(q *inquiry) {
			q.exported("engine.HookSystemNotInitializedError")
			q.isError("engine.HookSystemNotInitializedError")
			q.function("engine.HookSystem.EventHandler").linked("HOOK-005").signature("() (*event.Handler, error)").
				begins("if !atomic.Bool.Load() { return nil, " + notInitialized + `{Accessor: "EventHandler"} }; `)
			q.function("engine.HookSystem.Registry").linked("HOOK-005").signature("() (*registry.Registry, error)").
				begins("if !atomic.Bool.Load() { return nil, " + notInitialized + `{Accessor: "Registry"} }; `)
		}),
		inspect("HOOK-006.9", "the constructor of the hook system alone calls the constructors of planner, runner and aggregator and hands what they give to the event handler's", func(q *inquiry) {
			q.structure("engine.HookSystem").linked("HOOK-006")
			for _, constructor := range []string{"engine/planner.New", "engine/runner.New", "engine/aggregator.New", "engine/event.NewHandler"} {
				q.usedOnlyIn(constructor, "engine.newHookSystem")
			}
			q.function("engine.newHookSystem").holds(
				"<*planner.Planner> := engine.counted(&engine.construction.planner, planner.New(",
				"<*runner.Runner> := engine.counted(&engine.construction.runner, runner.New(",
				"event.NewHandler(event.Parts{Config: <*engine.Config>, Planner: <*planner.Planner>, Runner: <*runner.Runner>, "+
					"Aggregator: engine.counted(&engine.construction.aggregator, aggregator.New(engine.Config.Contract())), ",
			)
		}),
		inspect("HOOK-006.10", "no exported field or result of a HookSystem, and none of what those give in turn, is a planner, runner or aggregator", func(q *inquiry) {
			q.exportsNone("engine.HookSystem", func(t *types.TypeName) bool {
				return slices.Contains([]string{"engine/event.Planner", "engine/event.Runner", "engine/event.Aggregator"}, symbol(t)) ||
					below("engine/planner", symbol(t)) || below("engine/runner", symbol(t)) || below("engine/aggregator", symbol(t))
			})
		}),
		inspect("HOOK-007.2", "package trigger refers to no part of the hook system, gets every handler from Handler, and Handler asks the hook system of its config", func(q *inquiry) {
			q.untouched("engine/trigger", func(p place) bool {
				return p.symbol == "engine/event.NewHandler" || below("engine/registry", p.symbol) || below("engine/planner", p.symbol) ||
					below("engine/runner", p.symbol) || below("engine/aggregator", p.symbol)
			})
			handler := q.function("engine/trigger.Handler").linked("HOOK-007")
			handler.holds("<*engine.HookSystem> := engine.Config.HookSystem()", "<*event.Handler>, <error> := engine.HookSystem.EventHandler()")
			q.onlyIn(q.uses("engine/trigger", "engine.HookSystem.EventHandler"), "EventHandler", "engine/trigger.Handler")
			for _, f := range q.triggers() {
				if f.name != "engine/trigger.Handler" && !strings.Contains(f.body(f.decl.Body.List), "trigger.Handler(<context.Context>, <*engine.Config>)") {
					f.handsOn()
				}
			}
		}),
		inspect("HOOK-008.3", "Handler returns before it asks for the event handler unless Initialize succeeded, and nothing else in the engine asks for one", func(q *inquiry) {
			f := q.function("engine/trigger.Handler").linked("HOOK-008")
			f.holds("if <error> := engine.HookSystem.Initialize(<context.Context>); <error> != nil { ", "return nil }; <*event.Handler>, <error> := engine.HookSystem.EventHandler(); ")
			q.usedOnlyIn("engine.HookSystem.EventHandler", "engine/trigger.Handler")
		}),
		inspect("HOOK-009.4", "the struct Status has the fields Initialized, a bool, and TotalHooks, an int, and no others", func(q *inquiry) {
			q.structure("engine.Status").linked("HOOK-009").exactly("Initialized bool", "TotalHooks int")
			q.function("engine.HookSystem.Status").linked("HOOK-009").signature("() engine.Status")
		}),
		inspect("HOOK-084.5", "one value with all hooks objects goes into the hook system, through one call, and nothing behind it reads settings", func(q *inquiry) {
			q.structure("engine.Options").has("Hooks", "func() (engine.Hooks, error)")
			q.function("engine/settings.Load").linked("HOOK-084").signature("(*dialect.Contract, settings.Paths) (*settings.Document, error)").
				holds("<*settings.Document> := settings.merge(dialect.Contract.Settings, settings.loader.roots)")
			q.function("engine.HookSystem.initialize").holds("<engine.Hooks>, <error> = engine.Options.Hooks()", "registry.Registry.Initialize(engine.Hooks.Config, engine.Hooks.Extensions)")
			q.usedOnlyIn("engine.Options.Hooks", "engine.HookSystem.initialize")
			q.usedOnlyIn("engine/registry.Registry.Initialize", "engine.HookSystem.initialize")
			for _, part := range []string{"engine", "engine/registry", "engine/planner", "engine/runner", "engine/event", "engine/trigger"} {
				q.untouched(part, func(p place) bool { return below("engine/settings", p.symbol) })
			}
		}),
		inspect("HOOK-142.6", "HookSystem is an exported struct whose fields are all unexported and hold registry, planner, runner and event handler, which holds the aggregator", func(q *inquiry) {
			q.exported("engine.HookSystem")
			q.structure("engine.HookSystem").linked("HOOK-142").closed().has("parts", "engine.parts")
			q.structure("engine.parts").closed().has("registry", "*registry.Registry").has("runner", "*runner.Runner").
				has("planner", "*planner.Planner").has("handler", "*event.Handler")
			q.structure("engine/event.Handler").closed().has("parts", "event.Parts")
			q.structure("engine/event.Parts").has("Aggregator", "event.Aggregator")
		}),
		inspect("HOOK-148.2", "both errors are types of their own that the errors package finds by type, and neither passes for the other", func(q *inquiry) {
			q.structure("engine.HookSystemNotInitializedError").linked("HOOK-148")
			for _, name := range []string{"engine.HookSystemNotInitializedError", "engine/registry.NotInitializedError"} {
				q.exported(name)
				q.isError(name)
			}
		}),
		inspect("HOOK-175.1", "HookSystem is exported from a package that others can import, and an exported method gives one", func(q *inquiry) {
			q.exported("engine.HookSystem")
			q.exported("engine.NewConfig")
			q.function("engine.Config.HookSystem").signature("() *engine.HookSystem")
		}),
		inspect("HOOK-175.2", "Handler is exported from a package that others can import, and an exported method of the hook system gives one", func(q *inquiry) {
			q.exported("engine/event.Handler")
			q.function("engine.HookSystem.EventHandler").signature("() (*event.Handler, error)")
		}),
		inspect("HOOK-206.5", "nothing that NewConfig and Config.HookSystem reach reads a file or asks for the hook definitions", func(q *inquiry) {
			q.function("engine.NewConfig").linked("HOOK-206")
			r := q.reach("engine.NewConfig", "engine.Config.HookSystem")
			r.avoids(readsFiles)
			r.avoids(func(p place) bool {
				return p.symbol == "engine.Options.Hooks" || p.symbol == "engine/registry.Registry.Initialize" || below("engine/settings", p.symbol)
			})
		}),
	}
}

// triggers are the exported functions of package trigger that take a config.
func (q *inquiry) triggers() []*function {
	found := q.functions("engine/trigger", func(f *types.Func) bool {
		return f.Exported() && strings.Contains(signatureOf(f.Signature()), "*engine.Config")
	})
	if len(found) < 5 {
		q.fault(token.NoPos, "package engine/trigger has %d functions that take a config, fewer than there are events with callers", len(found))
	}
	return found
}

// handsOn demands that a function hands its own config to another function of
// its package.
func (f *function) handsOn() {
	for _, p := range f.refs() {
		call := p.call()
		if p.in != f.decl || call == nil || !below("engine/trigger", p.symbol) || p.symbol == "engine/trigger.report" {
			continue
		}
		if strings.Contains(f.shapes(call.Args), "<*engine.Config>") {
			return
		}
	}
	f.fault("neither asks Handler for its config's handler nor hands its config to another trigger function")
}

// isError demands that the pointer to a type is an error which is told apart by
// its type alone.
func (q *inquiry) isError(name string) {
	_, object := q.lookup(name)
	if object == nil {
		return
	}
	pointer := types.NewPointer(object.Type())
	if !types.Implements(pointer, types.Universe.Lookup("error").Type().Underlying().(*types.Interface)) {
		q.fault(object.Pos(), "*%s is no error", name)
	}
	for _, method := range []string{"Is", "As", "Unwrap"} {
		if found, _, _ := types.LookupFieldOrMethod(pointer, true, object.Pkg(), method); found != nil {
			q.fault(found.Pos(), "%s passes for other errors: it has a method %s", name, method)
		}
	}
}

// exportsNone demands that no type that fits can be had from a value of a type
// through exported fields and results, however far.
func (q *inquiry) exportsNone(name string, fits func(*types.TypeName) bool) {
	_, object := q.lookup(name)
	if object == nil {
		return
	}
	seen := map[types.Type]bool{}
	var visit func(t types.Type, way string)
	visit = func(t types.Type, way string) {
		t = deref(t)
		if seen[t] {
			return
		}
		seen[t] = true
		switch t := t.(type) {
		case *types.Named:
			if fits(t.Obj()) {
				q.fault(object.Pos(), "%s gives a %s", way, symbol(t.Obj()))
				return
			}
			if t.Obj().Pkg() == nil || !strings.HasPrefix(t.Obj().Pkg().Path(), module) {
				return
			}
			for method := range types.NewMethodSet(types.NewPointer(t)).Methods() {
				if method.Obj().Exported() {
					for v := range method.Obj().(*types.Func).Signature().Results().Variables() {
						visit(v.Type(), way+"."+method.Obj().Name())
					}
				}
			}
			visit(t.Underlying(), way)
		case *types.Struct:
			for f := range t.Fields() {
				if f.Exported() {
					visit(f.Type(), way+"."+f.Name())
				}
			}
		case *types.Map:
			visit(t.Elem(), way)
		case interface{ Elem() types.Type }:
			visit(t.Elem(), way)
		}
	}
	visit(object.Type(), name)
}
