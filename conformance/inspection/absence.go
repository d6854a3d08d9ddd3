package inspection

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/internal/goscan"
)

// bystanders inspects the six events that no caller waits for.
func bystanders() []Inspection {
	silent := func(q *inquiry) {
		for _, event := range sixOthers {
			f := q.function("engine/trigger.Fire" + event + "Hook")
			if f == nil {
				continue
			}
			f.linked("HOOK-203")
			if f.decl.Type.Results != nil {
				f.fault("gives a result")
			}
			name := "engine/event.Handler.Fire" + event + "Event"
			q.usedOnlyIn(name, f.name)
			for _, p := range q.uses(engineTree, name) {
				call := p.call()
				if call == nil {
					q.fault(p.pos, "%s takes %s as a value", p.function(), name)
					continue
				}
				if _, dropped := p.stack[slices.Index(p.stack, ast.Node(call))-1].(*ast.ExprStmt); !dropped {
					q.fault(p.pos, "%s makes use of what %s gives", p.function(), name)
				}
			}
		}
	}
	return []Inspection{
		inspect("HOOK-081.9", "the triggers of the six events give no result, and what the event handler gives them is dropped on the spot", func(q *inquiry) {
			silent(q)
			q.function("engine/registry.reader.read").linked("HOOK-081")
		}),
		inspect("HOOK-203.9", "the triggers of the six events hand their work to the hook system's background, for which nothing in the engine waits", func(q *inquiry) {
			for _, event := range sixOthers {
				f := q.function("engine/trigger.Fire" + event + "Hook").linked("HOOK-203")
				f.begins("trigger.background(<context.Context>, <*engine.Config>, hook." + event + ", func { event.Handler.Fire" + event + "Event(")
			}
			q.function("engine/trigger.background").holds("engine.HookSystem.Go(func { ")
			q.function("engine.HookSystem.Go").is("sync.WaitGroup.Go(<func()>)")
			q.usedNowhere("engine.HookSystem.Drain")
		}),
		inspect("HOOK-203.10", "the triggers of the six events give no result, and what the event handler gives them is dropped on the spot", silent),
	}
}

// hookSystem are the packages that make up the hook system itself: all that
// takes no part in a caller's work.
func (q *inquiry) hookSystem() []string {
	return slices.DeleteFunc(q.folders(engineTree), func(folder string) bool {
		return slices.Contains([]string{"engine/trigger", "engine/agent", "engine/bus"}, folder)
	})
}

// separation inspects what the engine keeps away from.
func separation() []Inspection {
	return []Inspection{
		inspect("HOOK-125.4", "no file of the engine, whatever system it is for, imports a terminal library, names a terminal or a stream of the process, or asks a file for its kind of device", func(q *inquiry) {
			for _, file := range q.files("engine") {
				q.noTerminal(file)
			}
		}),
		inspect("HOOK-217.12", "no package of the hook system refers to the tool result's type or to its callers, and the event handler changes no object that it is given", func(q *inquiry) {
			q.belowCallers()
			q.untouched("engine/event", func(p place) bool {
				return p.symbol == "engine/jsonvalue.Object.Set" || p.symbol == "engine/jsonvalue.Object.Delete"
			})
		}),
		inspect("HOOK-217.13", "no package of the hook system refers to the callers, which hold the conversation, and nothing in the engine changes a request or response in place", func(q *inquiry) {
			q.belowCallers()
			for _, p := range q.uses(engineTree, "engine/jsonvalue.Object.Set", "engine/jsonvalue.Object.Delete") {
				selector, ok := p.node.(*ast.SelectorExpr)
				if !ok {
					continue
				}
				if of := typeSymbol(p.pkg.info.TypeOf(selector.X)); below("engine/genai", of) {
					q.fault(p.pos, "%s changes a %s in place", p.function(), of)
				}
			}
		}),
		inspect("HOOK-217.14", "no package of the hook system refers to the callers, to which the display belongs, or prints", func(q *inquiry) {
			q.belowCallers()
			for _, folder := range q.hookSystem() {
				q.untouched(folder, prints)
			}
		}),
	}
}

// belowCallers demands that the hook system knows none of its callers.
func (q *inquiry) belowCallers() {
	q.structure("engine/trigger.ToolResult")
	q.structure("engine/agent.Conversation")
	for _, folder := range q.hookSystem() {
		q.untouched(folder, func(p place) bool {
			return below("engine/trigger", p.symbol) || below("engine/agent", p.symbol) || below("engine/bus", p.symbol) || below("cmd/...", p.symbol)
		})
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
