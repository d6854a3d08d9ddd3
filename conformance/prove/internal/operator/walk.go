package operator

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/hooktest/hooktest/conformance/prove/internal/mutants"
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/internal/goscan"
	"github.com/hooktest/hooktest/internal/source"
)

// A walker makes the mutants of one function.
type walker struct {
	*declared
	in    *token.File
	info  *types.Info
	stack []ast.Node
	// words are the literals of the function that could be keys.
	words []string
	found []Mutant
	// seen has the digests of the function and of its mutants.
	seen map[string]bool
	// labels is the switch whose labels are edited; nil if there is none.
	labels *ast.SwitchStmt
}

// mutants returns all mutants of a function.
func (d *declared) mutants() []Mutant {
	w := &walker{declared: d, in: d.program.set.File(d.file.FileStart), info: d.pkg.TypesInfo, seen: map[string]bool{}}
	start, end := w.offsets(d.fn.Pos(), d.fn.End())
	w.seen[goscan.Digest(d.text[start:end])] = true
	w.words = w.keys()
	ast.Inspect(d.fn.Body, func(n ast.Node) bool {
		if n == nil {
			w.stack = w.stack[:len(w.stack)-1]
			return true
		}
		w.visit(n)
		w.stack = append(w.stack, n)
		return true
	})
	number(w.found)
	return w.found
}

func (w *walker) visit(n ast.Node) {
	switch n := n.(type) {
	case *ast.IfStmt:
		w.negate(n.Cond)
		w.earlyReturn(n)
	case *ast.ForStmt:
		if n.Cond != nil {
			w.negate(n.Cond)
		}
		w.firstOnly(n.Body)
	case *ast.RangeStmt:
		w.backward(n)
		w.firstOnly(n.Body)
	case *ast.SwitchStmt:
		w.cases(n)
	case *ast.BinaryExpr:
		w.binary(n)
	case *ast.BasicLit:
		w.literal(n)
	case *ast.Ident:
		w.constant(n, n)
	case *ast.SelectorExpr:
		w.constant(n, n.Sel)
	case *ast.CallExpr:
		w.call(n)
	case *ast.ReturnStmt:
		w.results(n)
	case *ast.AssignStmt:
		w.assignment(n)
	case *ast.ExprStmt:
		w.statement(n)
	case *ast.DeferStmt:
		if !w.locks(n.Call) {
			w.remove(n)
		}
	case *ast.IncDecStmt, *ast.BranchStmt:
		w.remove(n)
	case *ast.CompositeLit:
		w.elements(n)
	}
}

func (w *walker) offsets(from, to token.Pos) (start, end int) {
	return w.in.Offset(from), w.in.Offset(to)
}

// source returns the text of a node.
func (w *walker) source(n ast.Node) string {
	start, end := w.offsets(n.Pos(), n.End())
	return string(w.text[start:end])
}

// replace makes a mutant with another text instead of a node.
func (w *walker) replace(kind Kind, n ast.Node, by string) { w.edit(kind, n.Pos(), n.End(), by) }

// edit makes a mutant with another text between two positions, unless it changes
// nothing or equals another mutant.
func (w *walker) edit(kind Kind, from, to token.Pos, by string) {
	w.editWhere(kind, from, to, by, from, to)
}

// editWhere is edit for a mutant that has an effect if the code between runs and ran
// runs.
func (w *walker) editWhere(kind Kind, from, to token.Pos, by string, runs, ran token.Pos) {
	start, end := w.offsets(from, to)
	first, last := w.offsets(w.fn.Pos(), w.fn.End())
	old := string(w.text[start:end])
	digest := goscan.Digest([]byte(string(w.text[first:start]) + by + string(w.text[end:last])))
	if w.seen[digest] {
		return
	}
	w.seen[digest] = true
	m := Mutant{Kind: kind, Declaration: w.declared.name, Names: w.names}
	m.First, m.Last = w.reached(runs, ran)
	m.Mutant = proof.Mutant{
		Violates: change(old, by), Edits: []proof.Edit{{File: w.path, Old: old, New: by}}, Offsets: []int{start},
		Position: source.At(w.path, w.in.Line(from)),
	}
	w.found = append(w.found, m)
}

// change describes an edit in one line.
func change(old, by string) string {
	line := func(s string) string {
		s = strings.Join(strings.Fields(s), " ")
		if s == "" {
			return "nothing"
		}
		return s
	}
	by = strings.ReplaceAll(by, mutants.Helpers+".", "")
	return line(old) + " → " + line(by)
}

// reached returns the lines that must run for an edit to have an effect. The labels of
// a switch run with its head, which coverage counts with the statement before.
func (w *walker) reached(from, to token.Pos) (first, last int) {
	if w.labels != nil {
		return w.in.Line(w.labels.Pos()), w.in.Line(w.labels.Body.Lbrace)
	}
	for i := len(w.stack) - 1; i > 0; i-- {
		clause, ok := w.stack[i].(*ast.CaseClause)
		if !ok || from >= clause.Colon {
			continue
		}
		for ; i >= 0; i-- {
			if s, ok := w.stack[i].(*ast.SwitchStmt); ok {
				return w.in.Line(s.Pos()), w.in.Line(s.Body.Lbrace)
			}
		}
		break
	}
	return w.in.Line(from), w.in.Line(max(from, to-1))
}

// typeOf returns the type of an expression; nil if it has none.
func (w *walker) typeOf(x ast.Expr) types.Type { return w.info.TypeOf(x) }
