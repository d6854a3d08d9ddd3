package inspection

import (
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strings"
)

// sixOthers are the events that no caller waits for.
var sixOthers = [...]string{"BeforeAgent", "AfterAgent", "SessionStart", "SessionEnd", "PreCompress", "Notification"}

// vocabulary inspects names, constants and types.
func vocabulary() []Inspection {
	sources := map[string]string{"SourceProject": "1", "SourceUser": "2", "SourceSystem": "3", "SourceExtensions": "4"}
	return []Inspection{
		inspect("HOOK-071.3", "no type of the translator's hook side is made of one of package genai", func(q *inquiry) {
			for _, name := range []string{"LLMRequest", "LLMResponse", "HookToolConfig"} {
				s := q.structure("engine/translator." + name).linked("HOOK-071")
				if s == nil {
					continue
				}
				if t, found := holdsType(s.object.Type(), func(t *types.TypeName) bool { return below("engine/genai", symbol(t)) }); found {
					s.fault("is made of %s", symbol(t))
				}
			}
		}),
		inspect("HOOK-077.5", "the translator copies category and probability of a rating and nothing else, has no type for ratings and never names the field", func(q *inquiry) {
			q.function("engine/translator.ToHookLLMResponse").linked("HOOK-077")
			q.function("engine/translator.plainRatings").holds(`[2]string{"category", "probability"}`)
			q.literalOnlyIn("engine/translator", "category", "engine/translator.plainRatings")
			q.literalOnlyIn("engine/translator", "blocked")
			q.noTypeNamed("engine/translator", `(?i)rating`)
		}),
		inspect("HOOK-081.10", "the constants of type Event are the eleven events, and Events gives all of them", func(q *inquiry) {
			events := map[string]string{}
			for _, name := range append([]string{"BeforeTool", "AfterTool", "BeforeModel", "AfterModel", "BeforeToolSelection"}, sixOthers[:]...) {
				events[name] = name
			}
			q.constants("engine/hook.Event", events)
			q.function("engine/hook.Events").is("return []hook.Event{hook.BeforeTool, hook.AfterTool, hook.BeforeModel, hook.AfterModel, hook.BeforeToolSelection, " +
				"hook.BeforeAgent, hook.AfterAgent, hook.SessionStart, hook.SessionEnd, hook.PreCompress, hook.Notification}")
		}),
		inspect("HOOK-083.8", "no type of the engine has plugin in its name; plugins are entries with another type", func(q *inquiry) {
			q.noTypeNamed(engineTree, `(?i)plugin`)
			q.structure("engine/hook.Entry").has("Type", "string")
			q.constant("engine/hook.TypePlugin", "plugin")
			q.function("engine/registry.reader.entry").linked("HOOK-083")
		}),
		inspect("HOOK-086.3", "the constants of type Source are these four with these values", func(q *inquiry) {
			q.constants("engine/hook.Source", sources)
			q.typeLinked("engine/hook.Source", "HOOK-086")
		}),
		inspect("HOOK-091.4", "the planner looks duplicates up by the text command: and the command, and by nothing else", func(q *inquiry) {
			f := q.function("engine/planner.candidates.choose").linked("HOOK-091")
			f.holds(`<string> := "command:" + hook.Entry.Command; `, `:= <map[string]int>[<string>]; `, "<map[string]int>[<string>] = len(hook.Plan.Entries)")
		}),
		inspect("HOOK-182.4", "ask is an exported constant beside the other decisions", func(q *inquiry) {
			q.exported("engine/hook.Ask")
			for name, value := range map[string]string{"Ask": "ask", "Block": "block", "Deny": "deny", "Allow": "allow", "Approve": "approve"} {
				q.constant("engine/hook."+name, value)
			}
			q.function("engine/hook.Blocking").linked("HOOK-182").is("return <string> == hook.Block || <string> == hook.Deny")
		}),
		inspect("HOOK-187.4", "the constants of type Source are these four, and entries are sorted by them, the lower number first", func(q *inquiry) {
			q.constants("engine/hook.Source", sources)
			q.typeLinked("engine/hook.Source", "HOOK-187")
			q.function("engine/registry.bySource").sorts("hook.Entry.Source")
			q.usedOnlyIn("engine/registry.bySource", "engine/registry.reader.state")
		}),
	}
}

// noTypeNamed demands that no type in a tree has a name that matches.
func (q *inquiry) noTypeNamed(tree, expression string) {
	pattern := regexp.MustCompile(expression)
	for _, p := range q.packages(tree) {
		for id, object := range p.info.Defs {
			if t, ok := object.(*types.TypeName); ok && pattern.MatchString(t.Name()) {
				q.fault(id.Pos(), "there is a type %s", symbol(t))
			}
		}
	}
}

// literalOnlyIn demands that a text stands in each of the functions and in no
// other place of a tree.
func (q *inquiry) literalOnlyIn(tree, text string, functions ...string) {
	met := map[string]bool{}
	for _, p := range q.packages(tree) {
		for _, file := range p.files {
			for _, d := range file.Decls {
				in := p.path + " outside of functions"
				if f, ok := d.(*ast.FuncDecl); ok {
					in = symbol(p.info.Defs[f.Name])
				}
				ast.Inspect(d, func(n ast.Node) bool {
					if literal, ok := n.(*ast.BasicLit); ok && strings.Trim(literal.Value, "\"`") == text {
						met[in] = true
						if !slices.Contains(functions, in) {
							q.fault(literal.Pos(), "%q stands in %s", text, in)
						}
					}
					return true
				})
			}
		}
	}
	for _, f := range functions {
		if !met[f] {
			_, object := q.lookup(f)
			if object != nil {
				q.fault(object.Pos(), "%s does not name %q", f, text)
			}
		}
	}
}

// sorts demands that a function is a stable sort by one field, upwards: the
// first parameter's minus the second's.
func (f *function) sorts(field string) {
	if f == nil {
		return
	}
	f.is("slices.SortStableFunc(<[]hook.Entry>, func { return int(" + field + ") - int(" + field + ") })")
	ast.Inspect(f.decl, func(n ast.Node) bool {
		literal, ok := n.(*ast.FuncLit)
		if !ok {
			return true
		}
		var order []string
		for _, p := range f.refs() {
			if v, ok := p.object.(*types.Var); ok && p.within(literal) && !v.IsField() {
				order = append(order, v.Name())
			}
		}
		var parameters []string
		for _, field := range literal.Type.Params.List {
			for _, name := range field.Names {
				parameters = append(parameters, name.Name)
			}
		}
		if !slices.Equal(order, parameters) {
			f.q.fault(literal.Pos(), "%s compares %q where its parameters are %q", f.name, order, parameters)
		}
		return false
	})
}
