package operator

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// word matches a string that names a field, an event or another thing that programs
// compare.
var word = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// keys returns the string literals of a function that are words, each once.
func (w *walker) keys() (all []string) {
	ast.Inspect(w.fn.Body, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil && word.MatchString(text) && !slices.Contains(all, lit.Value) {
				all = append(all, lit.Value)
			}
		}
		return true
	})
	return all
}

// literal changes a number or a string.
func (w *walker) literal(x *ast.BasicLit) {
	if w.wording() {
		return
	}
	switch x.Kind {
	case token.INT:
		if n, err := strconv.ParseInt(x.Value, 0, 64); err == nil {
			w.replace(Constant, x, strconv.FormatInt(n+1, 10))
			if n == 1 {
				w.replace(Constant, x, "0")
			}
		}
	case token.CHAR:
		if r, _, _, err := strconv.UnquoteChar(x.Value[1:], '\''); err == nil {
			w.replace(Constant, x, strconv.QuoteRune(r+1))
		}
	case token.STRING:
		w.phrase(x)
	}
}

func (w *walker) phrase(x *ast.BasicLit) {
	text, err := strconv.Unquote(x.Value)
	switch {
	case err != nil:
	case text == "":
		w.replace(Constant, x, `"mutated"`)
	case word.MatchString(text):
		w.replace(Key, x, w.neighbour(x.Value))
	default:
		w.replace(Constant, x, `""`)
	}
}

// neighbour returns the next word of the function, or a new word if it has only this
// one.
func (w *walker) neighbour(literal string) string {
	i := slices.Index(w.words, literal)
	if other := w.words[(i+1)%len(w.words)]; other != literal {
		return other
	}
	return strconv.Quote(strings.Trim(literal, "\"`") + "_")
}

// constant changes a boolean, or the use of one of the engine's constants. whole is the
// name, with its package if it has one.
func (w *walker) constant(whole ast.Expr, id *ast.Ident) {
	c, ok := w.info.Uses[id].(*types.Const)
	if !ok || w.wording() {
		return
	}
	if s, ok := w.above(len(w.stack)).(*ast.SelectorExpr); ok && s.Sel == id {
		return
	}
	switch {
	case c.Pkg() == nil && c.Val().Kind() == constant.Bool:
		w.replace(Constant, whole, strconv.FormatBool(!constant.BoolVal(c.Val())))
		return
	case c.Pkg() == nil || !w.engine(c.Pkg()):
		return
	}
	text := w.source(whole)
	if other := sibling(c); other != "" {
		kind := Sibling
		if named, ok := types.Unalias(c.Type()).(*types.Named); ok && named.Obj().Name() == "Event" {
			kind = Event
		}
		w.replace(kind, whole, strings.TrimSuffix(text, c.Name())+other)
		return
	}
	switch c.Val().Kind() {
	case constant.String:
		w.replace(Constant, whole, fmt.Sprintf("(%s + \"x\")", text))
	case constant.Int:
		// A doubled duration has an effect, while one more nanosecond has none.
		if constant.Sign(c.Val()) == 0 {
			w.replace(Constant, whole, fmt.Sprintf("(1 + %s)", text))
			return
		}
		w.replace(Constant, whole, fmt.Sprintf("(2 * %s)", text))
	}
}

func (w *walker) engine(p *types.Package) bool {
	path, ok := strings.CutPrefix(p.Path(), w.program.module+"/")
	return ok && (path == proof.Engine || strings.HasPrefix(path, proof.Engine+"/"))
}

// sibling returns the next constant of the same named type in the same package, by
// position; "" if there is none.
func sibling(c *types.Const) string {
	if _, ok := types.Unalias(c.Type()).(*types.Named); !ok {
		return ""
	}
	var all []*types.Const
	scope := c.Pkg().Scope()
	for _, name := range scope.Names() {
		if other, ok := scope.Lookup(name).(*types.Const); ok && types.Identical(other.Type(), c.Type()) && name != "_" {
			all = append(all, other)
		}
	}
	slices.SortFunc(all, func(a, b *types.Const) int { return int(a.Pos() - b.Pos()) })
	i := slices.Index(all, c)
	if i < 0 || len(all) < 2 {
		return ""
	}
	return all[(i+1)%len(all)].Name()
}

// wording reports whether the current node is part of the text of an error, a warning
// or a log line.
func (w *walker) wording() bool {
	for i := len(w.stack) - 1; i >= 0; i-- {
		switch n := w.stack[i].(type) {
		case *ast.CallExpr:
			if w.isMessage(n) {
				return true
			}
		case *ast.KeyValueExpr:
			if lit, ok := w.above(i).(*ast.CompositeLit); ok && w.warning(lit) {
				return true
			}
		case ast.Stmt:
			return false
		}
	}
	return false
}

// above returns the node above the one with this index in the stack.
func (w *walker) above(i int) ast.Node {
	if i == 0 {
		return nil
	}
	return w.stack[i-1]
}

// isMessage reports whether a call makes an error, a log line or a warning.
func (w *walker) isMessage(call *ast.CallExpr) bool {
	var id *ast.Ident
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id = f.Sel
	default:
		return false
	}
	used := w.info.Uses[id]
	if used == nil || used.Pkg() == nil {
		return id.Name == "panic"
	}
	switch used.Pkg().Path() {
	case "errors", "log/slog":
		return true
	case "fmt":
		return id.Name == "Errorf"
	}
	return w.engine(used.Pkg()) && formats(used)
}

// formats reports whether a function takes a format with its arguments and returns
// nothing. Such a function makes a warning.
func formats(f types.Object) bool {
	s, ok := f.Type().(*types.Signature)
	if !ok || !s.Variadic() || s.Results().Len() > 0 || s.Params().Len() < 2 {
		return false
	}
	format, args := s.Params().At(s.Params().Len()-2), s.Params().At(s.Params().Len()-1)
	text, ok := format.Type().(*types.Basic)
	return ok && text.Kind() == types.String && types.Identical(args.Type(), types.NewSlice(types.Universe.Lookup("any").Type()))
}

// warning reports whether a literal is a warning or the reason why a hook is skipped.
func (w *walker) warning(lit *ast.CompositeLit) bool {
	named, ok := types.Unalias(w.typeOf(lit)).(*types.Named)
	return ok && (named.Obj().Name() == "Warning" || named.Obj().Name() == "Skipped")
}
