package inspection

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/callgraph"
	"golang.org/x/tools/go/callgraph/cha"
	"golang.org/x/tools/go/ssa"

	"github.com/hooktest/hooktest/internal/goscan"
)

// engineTree covers every package of the engine.
const engineTree = "engine/..."

// A program is the engine in SSA form, with its call graph. A call of an interface
// method leads to that method of every type of the engine that implements the
// interface. A call of a function value leads to every function of its type that is
// used as a value. Functions of other modules have no bodies here.
type program struct {
	ssa   *ssa.Program
	graph *callgraph.Graph
	// bearers are the functions with a //hooktest:impl directive, by the ids that it
	// names.
	bearers map[string][]*ssa.Function
	// mentioned and closures cache the results of mentions and closure.
	mentioned map[*ssa.Function][]mention
	closures  map[*ssa.Function][]*ssa.Function
}

// program compiles the engine, once.
func (s *Source) program() (*program, error) {
	if s.compiled != nil {
		return s.compiled, nil
	}
	// Load all packages first: a package of another module is complete only when all
	// its importers are loaded.
	for _, folder := range s.folders(engineTree) {
		if _, err := s.pkg(folder); err != nil {
			return nil, err
		}
	}
	p := &program{
		ssa: ssa.NewProgram(s.set, ssa.InstantiateGenerics), bearers: map[string][]*ssa.Function{},
		mentioned: map[*ssa.Function][]mention{}, closures: map[*ssa.Function][]*ssa.Function{},
	}
	seen := map[*types.Package]bool{}
	var create func(*types.Package)
	create = func(t *types.Package) {
		if seen[t] {
			return
		}
		seen[t] = true
		for _, i := range t.Imports() {
			create(i)
		}
		if own, ok := s.checked[relative(t.Path())]; ok {
			p.ssa.CreatePackage(t, own.files, own.info, true)
		} else {
			p.ssa.CreatePackage(t, nil, nil, true)
		}
	}
	for _, folder := range s.folders(engineTree) {
		create(s.checked[folder].types)
	}
	p.ssa.Build()
	for _, folder := range s.folders(engineTree) {
		p.note(s.checked[folder])
	}
	p.graph = cha.CallGraph(p.ssa)
	s.compiled = p
	return p, nil
}

// note stores the directives of a package's functions.
func (p *program) note(of *pkg) {
	for _, file := range of.files {
		for _, d := range file.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			for _, id := range goscan.NamedBy(decl.Doc) {
				p.bearers[id] = append(p.bearers[id], p.ssa.FuncValue(of.info.Defs[decl.Name].(*types.Func)))
			}
		}
	}
}

// all returns every function of the engine that has a body, including function
// literals.
func (p *program) all() []*ssa.Function {
	var found []*ssa.Function
	for f := range p.graph.Nodes {
		if f != nil && f.Blocks != nil && within(engineTree, f) {
			found = append(found, f)
		}
	}
	slices.SortFunc(found, func(a, b *ssa.Function) int { return int(a.Pos()) - int(b.Pos()) })
	return found
}

// within reports whether a function is in a package or, with /..., in a tree of
// packages. A function literal is in the package of its function, an instance in that
// of its generic function.
func within(pattern string, f *ssa.Function) bool {
	return covers(pattern, folderOf(f))
}

func folderOf(f *ssa.Function) string {
	f = outermost(f)
	if f.Pkg == nil {
		return ""
	}
	return relative(f.Pkg.Pkg.Path())
}

// outermost returns the declared function that a function belongs to.
func outermost(f *ssa.Function) *ssa.Function {
	for f.Parent() != nil {
		f = f.Parent()
	}
	if f.Origin() != nil {
		f = f.Origin()
	}
	return f
}

// nameOf returns the name of a function as symbol does; for a literal, the name of the
// function around it.
func nameOf(f *ssa.Function) string {
	if object := outermost(f).Object(); object != nil {
		return symbol(object)
	}
	return f.String()
}

// reach returns the functions that may run after others: those that they call or refer
// to, at any depth.
func (p *program) reach(from ...*ssa.Function) []*ssa.Function {
	seen := map[*ssa.Function]bool{}
	var found []*ssa.Function
	var visit func(*ssa.Function)
	visit = func(f *ssa.Function) {
		if seen[f] || f.Blocks == nil {
			return
		}
		seen[f] = true
		found = append(found, f)
		if node := p.graph.Nodes[f]; node != nil {
			for _, edge := range node.Out {
				visit(edge.Callee.Func)
			}
		}
		for _, i := range instructions(f) {
			for _, operand := range i.Operands(nil) {
				if value, ok := (*operand).(*ssa.Function); ok {
					visit(value)
				}
			}
		}
	}
	for _, f := range from {
		visit(f)
	}
	return found
}

func instructions(f *ssa.Function) []ssa.Instruction {
	var all []ssa.Instruction
	for _, b := range f.Blocks {
		all = append(all, b.Instrs...)
	}
	return all
}

// A mention is a reference of an instruction to a symbol: a function, an interface's
// method, a package variable, a field, or the type of a called function value.
type mention struct {
	symbol string
	at     ssa.Instruction
}

// mentions returns the mentions in a function, in their order.
func (p *program) mentions(f *ssa.Function) []mention {
	found, known := p.mentioned[f]
	if known {
		return found
	}
	for _, i := range instructions(f) {
		for _, name := range symbolsOf(i) {
			found = append(found, mention{name, i})
		}
	}
	p.mentioned[f] = found
	return found
}

func symbolsOf(i ssa.Instruction) []string {
	var found []string
	for _, operand := range i.Operands(nil) {
		switch v := (*operand).(type) {
		case *ssa.Function:
			if v.Parent() == nil {
				found = append(found, nameOf(v))
			}
		case *ssa.Global:
			if v.Object() != nil {
				found = append(found, symbol(v.Object()))
			}
		}
	}
	switch i := i.(type) {
	case ssa.CallInstruction:
		if i.Common().StaticCallee() == nil {
			found = append(found, calleeOf(i.Common()))
		}
	case *ssa.FieldAddr:
		found = append(found, fieldOf(i.X.Type(), i.Field))
	case *ssa.Field:
		found = append(found, fieldOf(i.X.Type(), i.Field))
	}
	return found
}

// closure returns a function with all functions that it refers to, at any depth.
func (p *program) closure(f *ssa.Function) []*ssa.Function {
	if found, known := p.closures[f]; known {
		return found
	}
	found, seen := []*ssa.Function{f}, map[*ssa.Function]bool{f: true}
	for n := 0; n < len(found); n++ {
		for _, i := range instructions(found[n]) {
			for _, operand := range i.Operands(nil) {
				if g, ok := (*operand).(*ssa.Function); ok && g.Blocks != nil && !seen[g] {
					found, seen[g] = append(found, g), true
				}
			}
		}
	}
	p.closures[f] = found
	return found
}

// fieldOf returns the name of a field with its struct.
func fieldOf(holder types.Type, index int) string {
	structure, ok := deref(holder).Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	return typeSymbol(holder) + "." + structure.Field(index).Name()
}

// calleeOf returns the name of the called function or interface method, or of the type
// of a function value.
func calleeOf(call *ssa.CallCommon) string {
	if call.IsInvoke() {
		return symbol(call.Method)
	}
	switch f := call.Value.(type) {
	case *ssa.Builtin:
		return f.Name()
	case *ssa.Function:
		return nameOf(f)
	case *ssa.MakeClosure:
		return ""
	}
	return typeSymbol(call.Value.Type())
}

// covers reports whether a pattern matches a path: the path itself or, if the pattern
// ends in /..., also any path in it.
func covers(pattern, path string) bool {
	root, tree := strings.CutSuffix(pattern, "/...")
	return path == root || tree && strings.HasPrefix(path, root+"/")
}

// below reports whether a symbol belongs to a package or a tree of packages.
func below(pattern, symbol string) bool {
	path, _, ok := split(symbol)
	return ok && covers(pattern, path)
}

// split splits engine.Config.HookSystem into the package and the names in it.
func split(symbol string) (path string, names []string, ok bool) {
	slash := strings.LastIndex(symbol, "/")
	path, rest, ok := strings.Cut(symbol[slash+1:], ".")
	return symbol[:slash+1] + path, strings.Split(rest, "."), ok
}

func deref(t types.Type) types.Type {
	if pointer, ok := types.Unalias(t).(*types.Pointer); ok {
		return pointer.Elem()
	}
	return t
}

// symbol returns the name of an object: its package's path, its receiver if it is a
// method, and its own name. Builtins and locals have their name only.
func symbol(object types.Object) string {
	name := object.Name()
	if f, ok := object.(*types.Func); ok {
		f = f.Origin()
		if receiver := f.Signature().Recv(); receiver != nil {
			return typeSymbol(receiver.Type()) + "." + name
		}
	}
	if object.Pkg() == nil || object.Parent() != object.Pkg().Scope() {
		return name
	}
	return relative(object.Pkg().Path()) + "." + name
}

// typeSymbol returns the name of a type without its pointer.
func typeSymbol(t types.Type) string {
	if named, ok := types.Unalias(deref(t)).(*types.Named); ok && named.Obj().Pkg() != nil {
		return relative(named.Obj().Pkg().Path()) + "." + named.Obj().Name()
	}
	return types.TypeString(deref(t), func(p *types.Package) string { return p.Name() })
}

// at formats a position for errors.
func (s *Source) at(pos token.Pos) string {
	if !pos.IsValid() {
		return "the engine"
	}
	p := s.set.Position(pos)
	return p.String()[:strings.LastIndex(p.String(), ":")]
}
