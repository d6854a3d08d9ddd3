package inspection

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/hooktest/hooktest/internal/goscan"
)

// answering are the triggers that give something back.
var answering = [...]string{
	"engine/trigger.FireBeforeToolHook", "engine/trigger.FireAfterToolHook", "engine/trigger.FireBeforeModelHook",
	"engine/trigger.FireAfterModelHook", "engine/trigger.FireBeforeToolSelectionHook",
	"engine/trigger.ExecuteToolWithHooks", "engine/trigger.Fire",
}

// bounds inspects what parts of the engine never touch, and what is done in one
// place alone.
func bounds() []Inspection {
	const (
		newSystem = "engine.HookSystem"
		planner   = "engine/planner.New"
	)
	refusals := func(q *inquiry) {
		// The merge and the verdict tell refusals apart; they make none.
		for in, pos := range q.uses("engine/answer", "engine/hook.FromRefusal") {
			for _, caller := range q.callersBut(q.functions(in), "engine/answer@HOOK-189") {
				q.fault(pos, "%s makes a refusal, and %s comes to it around the conversion of plain text", in, nameOf(caller))
			}
		}
		if len(q.uses("engine/answer", "engine/hook.FromRefusal")) == 0 {
			q.fault(token.NoPos, "package engine/answer makes no refusal")
		}
	}
	check := func(q *inquiry) []*ssa.Function {
		without := q.suppose(q.functions("engine/event.Handler.Fire*"), supposition{"engine/event.Planner.CreateExecutionPlan": isNil})
		return append(q.reached("engine.Config.HookSystem", "engine.HookSystem.EventHandler", "engine/planner.Planner.CreateExecutionPlan"), without.entered...)
	}
	dropped := func(q *inquiry) {
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
	}
	buffered := func(q *inquiry) {
		q.avoid(slices.DeleteFunc(q.reached("engine/agent.Scheduler.Run"), func(f *ssa.Function) bool { return !within("engine/agent", f) }), func(name string) bool {
			return slices.Contains([]string{"engine/trigger.ToolExecution.Blocked", "engine/trigger.ToolExecution.AgentStopped", "engine/trigger.ToolExecution.Executed"}, name)
		})
		q.usedOnlyIn("engine/trigger.ExecuteToolWithHooks", "engine/agent")
	}
	return []Inspection{
		inspect("HOOK-001.4", "Config.HookSystem reaches what makes a HookSystem, and NewConfig does not", func(q *inquiry) {
			makers := q.makers(newSystem)
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
			for _, constructor := range []string{planner, "engine/runner.New", "engine/aggregator.New", "engine/event.NewHandler"} {
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
		inspect("HOOK-007.2", "package trigger refers to no part of the hook system and makes no event handler; those it has come from the hook system", func(q *inquiry) {
			q.avoid(q.inside("engine/trigger"), func(name string) bool {
				return name == "engine/event.NewHandler" || below("engine/registry", name) || below("engine/planner", name) ||
					below("engine/runner", name) || below("engine/aggregator", name)
			})
			q.usedOnlyIn("engine.HookSystem.EventHandler", "engine/trigger")
			q.onlyIn("makes a hook system", q.makers(newSystem), "engine")
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
		inspect("HOOK-016a.4", "within package answer, every way to what makes a refusal leads through the conversion of plain text", refusals),
		inspect("HOOK-067a.3", "within package answer, every way to what makes a refusal leads through the conversion of plain text", refusals),
		inspect("HOOK-029.3", "whatever reads the display of a tool result, in the engine or in the command line, asks for the flag in the same function; the result's own JSON forms do not display", func(q *inquiry) {
			const display, flag = "engine/trigger.ToolResult.ReturnDisplay", "engine/trigger.ToolResult.SuppressDisplay"
			shows := 0
			for _, tree := range []string{engineTree, "cmd/..."} {
				asks := q.uses(tree, flag)
				for in, pos := range q.uses(tree, display) {
					if below("engine/trigger", in) {
						continue
					}
					shows++
					if _, ok := asks[in]; !ok {
						q.fault(pos, "%s displays a tool result without a look at SuppressDisplay", in)
					}
				}
			}
			if shows == 0 {
				q.fault(token.NoPos, "nothing displays a tool result: there is nothing to inspect")
			}
		}),
		inspect("HOOK-077.5", "the translator has no type for ratings and never names the field", func(q *inquiry) {
			q.noTypeNamed("engine/translator", `(?i)rating`)
			q.onlyIn("speaks of probability", q.naming("engine/translator", "probability"), "engine/translator")
			for _, f := range q.naming("engine/translator", "blocked") {
				q.fault(f.Pos(), "%s names blocked", nameOf(f))
			}
		}),
		inspect("HOOK-081.9", "the triggers of the six events give no result, and what the event handler gives them is dropped on the spot", dropped),
		inspect("HOOK-203.10", "the triggers of the six events give no result, and what the event handler gives them is dropped on the spot", dropped),
		inspect("HOOK-083.8", "no type of the engine has plugin in its name; plugins are entries with another type", func(q *inquiry) {
			q.noTypeNamed(engineTree, `(?i)plugin`)
			q.compiles(holds(`hook.TypePlugin == "plugin"`) + "var _ = hook.Entry{Type: hook.TypePlugin}\n")
		}),
		inspect("HOOK-084.5", "one value with all hooks objects goes into the hook system, through one call, and nothing behind it reads settings", func(q *inquiry) {
			q.compiles("var _ func(*dialect.Contract, settings.Paths) (*settings.Document, error) = settings.Load\n" + "var _ func() (engine.Hooks, error) = engine.Options{}.Hooks\n")
			q.onlyIn("asks for the hooks", q.callers("engine.Options.Hooks"), "engine")
			if n := len(q.callsOf("engine/registry.Registry.Initialize")); n != 1 {
				q.fault(token.NoPos, "the registry is initialized in %d places, not in one", n)
			}
			q.avoid(q.inside("engine", "engine/registry", "engine/planner", "engine/runner", "engine/event", "engine/trigger"), func(name string) bool { return below("engine/settings", name) })
		}),
		inspect("HOOK-091.4", "the engine makes one text that begins with command:, which is that and an entry's command, and looks duplicates up by it", func(q *inquiry) {
			q.key("command:", "engine/hook.Entry.Command")
		}),
		inspect("HOOK-129.4", "nothing that the scheduler does with an outcome depends on whether it is a refusal: all go one way into the buffer", buffered),
		inspect("HOOK-204.2", "nothing that the scheduler does with an outcome depends on whether it is a refusal: all go one way into the buffer", buffered),
		inspect("HOOK-134.11", "every place in the engine that names a trigger which gives something calls it there, outside of go and defer statements, and puts what it gives to use", func(q *inquiry) {
			for _, name := range answering {
				calls := q.callsOf(name)
				if len(calls) == 0 {
					q.fault(token.NoPos, "nothing in the engine calls %s", name)
				}
				for _, i := range calls {
					if call, ok := i.(*ssa.Call); !ok {
						q.fault(i.Pos(), "%s runs %s in the background, or takes it as a value", nameOf(i.Parent()), name)
					} else if len(*call.Referrers()) == 0 {
						q.fault(i.Pos(), "%s drops what %s gives", nameOf(i.Parent()), name)
					}
				}
			}
		}),
		inspect("HOOK-141.4", "package agent, which holds the callers, package trigger and the message bus refer to nothing of the translator", func(q *inquiry) {
			q.avoid(q.inside("engine/agent", "engine/bus", "engine/trigger"), func(name string) bool { return below("engine/translator", name) })
		}),
		inspect("HOOK-187.4", "the constants of type Source are these four, and the registry sorts entries by them, the lower number first, those of one source in their order", func(q *inquiry) {
			q.compiles(holds("hook.SourceProject == 1") + holds("hook.SourceUser == 2") + holds("hook.SourceSystem == 3") + holds("hook.SourceExtensions == 4"))
			q.sorted("engine/registry", "engine/hook.Entry.Source")
		}),
		inspect("HOOK-200.7", "the BeforeTool class is made by package hook alone, only the aggregator and the verdict on a single hook, which applies nothing, ask for one, and only the aggregator writes final outputs", func(q *inquiry) {
			q.onlyIn("makes a BeforeTool output", q.makers("engine/hook.BeforeToolOutput"), "engine/hook")
			q.usedOnlyIn("engine/hook.Class.Of", "engine/dialect")
			q.usedOnlyIn("engine/dialect.Event.CreateSpecificHookOutput", "engine/aggregator", "engine/verdict")
			q.usedOnlyIn("engine/dialect.Event.CreateHookOutput")
			q.usedOnlyIn("engine/hook.NewBeforeToolOutput")
			q.onlyIn("writes a final output", q.writers("engine/hook.AggregatedResult.FinalOutput"), "engine/aggregator")
		}),
		inspect("HOOK-206.5", "nothing that NewConfig and Config.HookSystem reach reads a file or asks for the hook definitions", func(q *inquiry) {
			r := q.reached("engine.NewConfig", "engine.Config.HookSystem")
			q.avoid(r, readsFiles)
			q.avoid(r, func(name string) bool {
				return name == "engine.Options.Hooks" || name == "engine/registry.Registry.Initialize" || below("engine/settings", name)
			})
		}),
		inspect("HOOK-125.4", "no file of the engine, whatever system it is for, imports a terminal library, names a terminal or a stream of the process, or asks a file for its kind of device", func(q *inquiry) {
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
					if of := holderOf(call.Call.Args[0]); below("engine/genai", of) {
						q.fault(i.Pos(), "%s changes a %s in place", nameOf(f), of)
					}
				}
			}
		}),
		inspect("HOOK-217.14", "no package of the hook system refers to the callers, to which the display belongs, or prints", func(q *inquiry) {
			q.belowCallers()
			q.avoid(q.hookSystem(), prints)
		}),
	}
}

// readsFiles tells whether a symbol opens files or folders.
func readsFiles(name string) bool {
	for _, p := range []string{"io/fs", "io/ioutil", "os/exec", "net/...", "syscall", "path/filepath"} {
		if below(p, name) {
			return true
		}
	}
	plain, ok := strings.CutPrefix(name, "os.")
	return ok && slices.Contains([]string{
		"ReadFile", "Open", "OpenFile", "OpenRoot", "OpenInRoot", "ReadDir", "DirFS", "Create", "WriteFile", "Stat", "Lstat", "Readlink", "NewFile", "CopyFS", "Stdin",
	}, plain) || strings.HasPrefix(name, "os.Root.") || strings.HasPrefix(name, "os.File.")
}

// prints tells whether a symbol writes to the streams of the process.
func prints(name string) bool {
	return slices.Contains([]string{"os.Stdout", "os.Stderr", "fmt.Print", "fmt.Printf", "fmt.Println", "print", "println"}, name)
}

// changes tells whether a symbol changes an object.
func changes(name string) bool {
	return name == "engine/jsonvalue.Object.Set" || name == "engine/jsonvalue.Object.Delete"
}

// holderOf names the struct that a value was read out of.
func holderOf(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Field:
		return typeSymbol(v.X.Type())
	case *ssa.UnOp:
		if field, ok := v.X.(*ssa.FieldAddr); ok {
			return typeSymbol(field.X.Type())
		}
	}
	return ""
}

// callsOf gives the instructions of the engine that refer to a function.
func (q *inquiry) callsOf(name string) []ssa.Instruction {
	q.object(name)
	var found []ssa.Instruction
	for _, f := range q.all() {
		for _, i := range instructions(f) {
			if slices.Contains(mentions(i), name) {
				found = append(found, i)
			}
		}
	}
	return found
}

func (q *inquiry) callers(name string) []*ssa.Function {
	var found []*ssa.Function
	for _, i := range q.callsOf(name) {
		found = append(found, i.Parent())
	}
	return found
}

// callersBut gives the exported functions from which calls lead to some, around the
// functions that a gate names.
func (q *inquiry) callersBut(to []*ssa.Function, gate string) []*ssa.Function {
	seen := map[*ssa.Function]bool{}
	for _, g := range q.functions(gate) {
		seen[g] = true
	}
	var found []*ssa.Function
	var visit func(*ssa.Function)
	visit = func(f *ssa.Function) {
		if seen[f] {
			return
		}
		seen[f] = true
		if f.Object() != nil && f.Object().Exported() {
			found = append(found, f)
			return
		}
		for _, edge := range q.graph.Nodes[f].In {
			visit(edge.Caller.Func)
		}
	}
	for _, f := range to {
		visit(f)
	}
	return found
}

// without demands that functions have no instruction that fits.
func (q *inquiry) without(functions []*ssa.Function, what string, fits func(ssa.Instruction) bool) {
	for _, f := range functions {
		for _, i := range instructions(f) {
			if fits(i) {
				q.fault(max(i.Pos(), f.Pos()), "%s %s", nameOf(f), what)
			}
		}
	}
}

// naming gives the functions of a package that have a text of their own.
func (q *inquiry) naming(folder, text string) []*ssa.Function {
	return slices.DeleteFunc(q.inside(folder), func(f *ssa.Function) bool {
		return !slices.ContainsFunc(instructions(f), func(i ssa.Instruction) bool {
			return slices.ContainsFunc(i.Operands(nil), func(v *ssa.Value) bool { return isText(*v, text) })
		})
	})
}

func isText(v ssa.Value, text string) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.String && constant.StringVal(c.Value) == text
}

// key demands that a text of the engine stands before a field and nothing else, and
// that every such sum is what a map is asked or told by.
func (q *inquiry) key(text, field string) {
	keys := 0
	for _, f := range q.all() {
		for _, i := range instructions(f) {
			sum, ok := i.(*ssa.BinOp)
			if !ok || !isText(sum.X, text) {
				continue
			}
			keys++
			read, ok := sum.Y.(*ssa.UnOp)
			if !ok || !slices.Contains(mentionsOfOperand(read.X), field) {
				q.fault(i.Pos(), "%s adds something else than %s to %s", nameOf(f), field, text)
			}
			for _, use := range *sum.Referrers() {
				switch use := use.(type) {
				case *ssa.Lookup, *ssa.DebugRef:
				case *ssa.MapUpdate:
					if use.Key != sum {
						q.fault(use.Pos(), "%s keeps the key", nameOf(f))
					}
				default:
					q.fault(max(use.Pos(), i.Pos()), "%s does more with the key than look it up", nameOf(f))
				}
			}
		}
	}
	if keys == 0 {
		q.fault(token.NoPos, "nothing in the engine makes a key of %s", text)
	}
}

func mentionsOfOperand(v ssa.Value) []string {
	if i, ok := v.(ssa.Instruction); ok {
		return mentions(i)
	}
	return nil
}

// sorted demands that a package sorts by a field, stably and upwards: what compares
// two gives the first one's minus the second one's.
func (q *inquiry) sorted(folder, field string) {
	sorts := 0
	for _, f := range q.inside(folder) {
		for _, i := range instructions(f) {
			call, ok := i.(*ssa.Call)
			if !ok || calleeOf(&call.Call) != "slices.SortStableFunc" {
				continue
			}
			less := functionOf(call.Call.Args[1])
			if less == nil {
				continue
			}
			sorts++
			w := &walk{watched: []string{"cmp.Compare"}}
			if err := w.from(less, thing{cell: "first"}, thing{cell: "second"}); err != nil {
				q.fault(less.Pos(), "%v", err)
			}
			first, second := "first"+field[strings.LastIndex(field, "."):], "second"+field[strings.LastIndex(field, "."):]
			for _, one := range w.ways {
				subtracts := one.result.from == first+" - "+second
				compares := one.result.from == "cmp.Compare" && len(one.steps) == 1 && one.steps[0].args[0].cell == first && one.steps[0].args[1].cell == second
				if !subtracts && !compares {
					q.fault(less.Pos(), "%s does not sort by %s, the lower one first", nameOf(f), field)
				}
			}
		}
	}
	if sorts == 0 {
		q.fault(token.NoPos, "package %s sorts nothing stably", folder)
	}
}

func functionOf(v ssa.Value) *ssa.Function {
	switch v := v.(type) {
	case *ssa.Function:
		return v
	case *ssa.MakeClosure:
		return v.Fn.(*ssa.Function)
	case *ssa.ChangeType:
		return functionOf(v.X)
	}
	return nil
}

// noTypeNamed demands that no type in a tree has a name that matches.
func (q *inquiry) noTypeNamed(tree, expression string) {
	pattern := regexp.MustCompile(expression)
	for _, folder := range q.folders(tree) {
		for id, object := range q.checked[folder].info.Defs {
			if t, ok := object.(*types.TypeName); ok && pattern.MatchString(t.Name()) {
				q.fault(id.Pos(), "there is a type %s", symbol(t))
			}
		}
	}
}

// hookSystem are the functions of all packages that take no part in a caller's work.
func (q *inquiry) hookSystem() []*ssa.Function {
	return slices.DeleteFunc(q.inside(engineTree), func(f *ssa.Function) bool {
		return within("engine/trigger", f) || within("engine/agent", f) || within("engine/bus", f)
	})
}

// belowCallers demands that the hook system knows none of its callers.
func (q *inquiry) belowCallers() {
	for _, folder := range q.folders(engineTree) {
		if slices.Contains([]string{"engine/trigger", "engine/agent", "engine/bus"}, folder) {
			continue
		}
		for _, i := range q.checked[folder].types.Imports() {
			if path := relative(i.Path()); slices.Contains([]string{"engine/trigger", "engine/agent", "engine/bus"}, path) || covers("cmd/...", path) {
				q.fault(token.NoPos, "package %s imports %s", folder, path)
			}
		}
	}
}

// noTerminal demands that a file has nothing to do with terminals.
func (q *inquiry) noTerminal(file string) {
	parsed, err := parser.ParseFile(q.set, file, q.texts[file], parser.SkipObjectResolution)
	if err != nil {
		q.fault(token.NoPos, "%v", err)
		return
	}
	for _, i := range parsed.Imports {
		path, err := strconv.Unquote(i.Path.Value)
		if err == nil && slices.Contains([]string{"golang.org/x/term", "github.com/mattn/go-isatty", "github.com/creack/pty"}, path) {
			q.fault(i.Pos(), "%s is imported", path)
		}
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		literal, ok := n.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			return true
		}
		for _, name := range []string{"/dev/tty", "/dev/pts", "/dev/console", "CONIN$", "CONOUT$"} {
			if strings.Contains(literal.Value, name) {
				q.fault(literal.Pos(), "%s is named", name)
			}
		}
		return true
	})
	uses, err := goscan.UsesOf(file, []byte(q.texts[file]))
	if err != nil {
		q.fault(token.NoPos, "%v", err)
	}
	for _, u := range uses {
		switch u.Symbol {
		case "os.Stdin", "os.Stdout", "os.Stderr", "os.ModeCharDevice", "fs.ModeCharDevice", "unix.IoctlGetTermios", "unix.IoctlGetWinsize",
			"windows.GetConsoleMode", "windows.GetStdHandle", "syscall.GetStdHandle", "syscall.GetConsoleMode", "syscall.Stdin", "syscall.Stdout", "syscall.Stderr":
			q.fault(token.NoPos, "%s: %s uses %s", file, u.In, u.Symbol)
		}
	}
}
