package inspection

import (
	"go/ast"
	"slices"
	"strings"
)

// theCheck is how the engine finds out whether an event has hooks to run.
func (q *inquiry) theCheck() *reach {
	q.function("engine/event.Handler.plan").linked("HOOK-011")
	return q.reach("engine.Config.HookSystem", "engine.HookSystem.EventHandler", "engine/event.Handler.plan")
}

// readsFiles tells whether a place opens files or folders.
func readsFiles(p place) bool {
	if below("io/fs", p.symbol) || below("io/ioutil", p.symbol) || below("os/exec", p.symbol) || below("net/...", p.symbol) || below("syscall", p.symbol) {
		return true
	}
	name, ok := strings.CutPrefix(p.symbol, "os.")
	return ok && slices.Contains([]string{
		"ReadFile", "Open", "OpenFile", "OpenRoot", "OpenInRoot", "ReadDir", "DirFS", "Create", "WriteFile", "Stat", "Lstat",
		"Readlink", "NewFile", "Root", "File", "CopyFS", "Stdin",
	}, name) || below("path/filepath", p.symbol)
}

// overhead inspects what an event costs for which no hook runs.
func overhead() []Inspection {
	return []Inspection{
		inspect("HOOK-011.2", "inputs are built in one place, behind a plan that is not nil, and each event's fields are built in a function that is called there", func(q *inquiry) {
			q.function("engine/event.Handler.plan").linked("HOOK-011")
			q.function("engine/event.Handler.fire").linked("HOOK-011").is(
				"<*hook.Plan> := event.Handler.plan(<context.Context>, <hook.Event>, <string>); if <*hook.Plan> == nil { return hook.Empty() }; " +
					"return event.Handler.run(<context.Context>, <*hook.Plan>, <func() []event.member>)")
			q.usedOnlyIn("engine/event.Handler.run", "engine/event.Handler.fire")
			q.usedOnlyIn("engine/event.Handler.input", "engine/event.Handler.run")
			q.onlyIn(q.uses("engine/event", "engine/hook.NewInput"), "engine/hook.NewInput", "engine/event.Handler.input")
			for _, f := range q.fireMethods() {
				f.buildsLate()
			}
		}),
		inspect("HOOK-013.2", "nothing that the check for hooks reaches in the engine opens or looks at a file", func(q *inquiry) {
			q.theCheck().avoids(readsFiles)
		}),
		inspect("HOOK-013.3", "nothing that the check for hooks reaches in the engine uses a channel, sleeps or waits for a goroutine", func(q *inquiry) {
			q.theCheck().waitsNever()
		}),
		inspect("HOOK-013.4", "nothing that the check for hooks reaches in the engine starts a goroutine; the clock that bounds a matcher's time belongs to the regular expression library, is one for the whole process and is left out", func(q *inquiry) {
			q.theCheck().startsNothing()
			q.function("engine/trigger.Handler").begins("defer trigger.report(<context.Context>, <*engine.Config>, \"\"); " +
				"<*engine.HookSystem> := engine.Config.HookSystem(); if <*engine.HookSystem> == nil { return nil }; ")
		}),
	}
}

// buildsLate demands that a fire method builds nothing but in the function that
// it passes on.
func (f *function) buildsLate() {
	for _, p := range f.refs() {
		call := p.call()
		if p.in != f.decl || call == nil {
			continue
		}
		late := slices.ContainsFunc(p.stack, func(n ast.Node) bool { _, literal := n.(*ast.FuncLit); return literal })
		if late || slices.Contains([]string{
			"engine/event.Handler.fire", "engine/event.Handler.fireWithRequest", "engine/event.Handler.rescue",
			"engine/event.Config.Contract", "engine/dialect.Contract.Event", "engine/jsonvalue.Object.GetString",
		}, p.symbol) {
			continue
		}
		f.q.fault(p.pos, "%s calls %s before it is known that a hook runs", f.name, p.symbol)
	}
}
