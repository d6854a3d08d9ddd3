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

// readsFiles reports whether a symbol opens files or folders.
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

// prints reports whether a symbol writes to the process's streams.
func prints(name string) bool {
	return slices.Contains([]string{"os.Stdout", "os.Stderr", "fmt.Print", "fmt.Printf", "fmt.Println", "print", "println"}, name)
}

// changes reports whether a symbol changes an object.
func changes(name string) bool {
	return name == "engine/jsonvalue.Object.Set" || name == "engine/jsonvalue.Object.Delete"
}

// readOf returns the name of the field that a value was read from; "" if it was read
// from none.
func readOf(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Field:
		return fieldOf(v.X.Type(), v.Field)
	case *ssa.UnOp:
		if field, ok := v.X.(*ssa.FieldAddr); ok {
			return fieldOf(field.X.Type(), field.Field)
		}
	}
	return ""
}

// callsOf returns the instructions of the engine that refer to a function.
func (q *inquiry) callsOf(name string) []ssa.Instruction {
	q.object(name)
	var found []ssa.Instruction
	for _, f := range q.all() {
		for _, m := range q.mentions(f) {
			if m.symbol == name {
				found = append(found, m.at)
			}
		}
	}
	return found
}

// callersBut returns the exported functions from which calls lead to the given ones
// without passing the functions that gate names.
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

// without asserts that functions have no matching instruction.
func (q *inquiry) without(functions []*ssa.Function, what string, fits func(ssa.Instruction) bool) {
	for _, f := range functions {
		for _, i := range instructions(f) {
			if fits(i) {
				q.fault(max(i.Pos(), f.Pos()), "%s %s", nameOf(f), what)
			}
		}
	}
}

// naming returns the functions of a package that contain a string constant.
func (q *inquiry) naming(folder, text string) []*ssa.Function {
	return having(q.inside(folder), func(i ssa.Instruction) bool {
		return slices.ContainsFunc(i.Operands(nil), func(v *ssa.Value) bool { return isText(*v, text) })
	})
}

func isText(v ssa.Value, text string) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.String && constant.StringVal(c.Value) == text
}

// key asserts that the engine appends only this field to a text, and uses every such
// sum only as the key of a map.
func (q *inquiry) key(text, field string) {
	keys := 0
	for _, f := range q.all() {
		for _, i := range instructions(f) {
			sum, ok := i.(*ssa.BinOp)
			if !ok || !isText(sum.X, text) {
				continue
			}
			keys++
			if readOf(sum.Y) != field {
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

// sorted asserts that a package sorts by a field, stably and ascending.
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
			w := &walk{program: q.program, watched: []string{"cmp.Compare"}}
			a, b := thing{cell: "first"}, thing{cell: "second"}
			if err := w.from(less, a, b); err != nil {
				q.fault(less.Pos(), "%v", err)
			}
			first, second := a.inside(field), b.inside(field)
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

// noTypeNamed asserts that no type in a tree has a matching name.
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

// belowCallers asserts that the hook system imports none of its callers.
func (q *inquiry) belowCallers() {
	for _, folder := range q.folders(engineTree) {
		if slices.Contains(callers[:], folder) {
			continue
		}
		for _, i := range q.checked[folder].types.Imports() {
			if path := relative(i.Path()); slices.Contains(callers[:], path) || covers("cmd/...", path) {
				q.fault(token.NoPos, "package %s imports %s", folder, path)
			}
		}
	}
}

// noTerminal asserts that a file does not use terminals.
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

// sixOthers are the events that no caller waits for.
var sixOthers = [...]string{"BeforeAgent", "AfterAgent", "SessionStart", "SessionEnd", "PreCompress", "Notification"}

// convertsElsewhere asserts that package event never reads the content of a request or
// response.
func (q *inquiry) convertsElsewhere() {
	q.avoid(q.inside("engine/event"), func(name string) bool {
		return name == "engine/genai.Request.Object" || name == "engine/genai.Response.Object"
	})
}

// constant returns the value of an exported constant.
func (q *inquiry) constant(name string) thing {
	c, ok := q.object(name).(*types.Const)
	if !ok {
		q.fault(token.NoPos, "%s is not a constant", name)
		return thing{}
	}
	return thing{is: fixed, fixed: c.Val()}
}

func one(f *ssa.Function) []*ssa.Function { return []*ssa.Function{f} }

// recovering returns the functions of package event that recover from a panic and
// return a value of this type.
func (q *inquiry) recovering(kind string) []*ssa.Function {
	return slices.DeleteFunc(q.inside("engine/event"), func(f *ssa.Function) bool {
		results := f.Signature.Results()
		return guardOf(f) == nil || results.Len() != 1 || typeSymbol(results.At(0).Type()) != kind
	})
}

// oneLog asserts that the engine logs only through the configuration's logger: only
// package debuglog makes loggers that write, only the configuration passes the
// session's log to it, and it adds the namespace.
func (q *inquiry) oneLog() {
	global := []string{"Default", "SetDefault", "Debug", "DebugContext", "Info", "InfoContext", "Warn", "WarnContext", "Error", "ErrorContext", "Log", "LogAttrs", "With", "NewTextHandler", "NewJSONHandler"}
	q.avoid(slices.DeleteFunc(q.all(), func(f *ssa.Function) bool { return within("engine/debuglog", f) }), func(name string) bool {
		plain, ok := strings.CutPrefix(name, "log/slog.")
		return ok && slices.Contains(global, plain) || below("log", name) || prints(name)
	})
	q.usedOnlyIn("engine.Options.Log", "engine.Config.Logger")
	named := "engine/debuglog.Named"
	q.suppose(q.functions("engine.Config.Logger"), nil, named).once(named)
	q.suppose(q.functions(named), nil, "log/slog.Logger.With").steps("log/slog.Logger.With", "with a namespace", func(args []thing) bool { return args[0].is != null })
}
