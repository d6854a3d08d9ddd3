package script

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// A literal is an answer that the script contains as a whole. Texts may be inserted into it, but
// they do not affect the verdict.
type literal struct {
	object *jsonvalue.Object
	at     int
	// function is the enclosing shell function.
	function string
	// front is the plain text that a program certainly prints to stdout before it; empty if there is
	// none.
	front printedText
}

// They replace parts of a literal that are known only at run time: someText any text, thisEvent the
// event's name where it is required.
const (
	someText  = "text"
	thisEvent = "\x00event"
)

// printedAt returns the places from which an answer reaches the script's stdout: its own and, for a
// function, its calls, also those in other functions.
func (sh *shell) printedAt(l literal) []int {
	return append(sh.callsOf(l.function, 0), l.at)
}

func (sh *shell) callsOf(function string, depth int) []int {
	if function == "" || depth > 3 {
		return nil
	}
	var found []int
	for _, c := range sh.named(function) {
		if sh.onStdout(c, 0) {
			found = append(append(found, c.at), sh.callsOf(c.in.function, depth+1)...)
		}
	}
	return found
}

// words returns where a statement writes plain text to the script's stdout, itself or by a function
// that does so first, and what to call it; -1 if it does not.
func (sh *shell) words(stmt *syntax.Stmt) (at int, by string) {
	c := sh.callOf(stmt)
	if c == nil || !sh.onStdout(c, 0) {
		return -1, ""
	}
	if c.name == "cat" && sh.isCat(stmt) {
		return c.at, "the payload, which cat prints,"
	}
	if text, prints := sh.printed(stmt); prints {
		if isWords(text) {
			return c.at, "this"
		}
		return -1, ""
	}
	decl := sh.functions[c.name]
	if decl == nil || decl.Body == nil {
		return -1, ""
	}
	body, ok := decl.Body.Cmd.(*syntax.Block)
	if !ok {
		return -1, ""
	}
	var given strings.Builder
	for _, a := range c.args {
		given.WriteString(a.text + " ")
	}
	for _, inner := range body.Stmts {
		if decl, ok := inner.Cmd.(*syntax.DeclClause); ok && decl.Variant.Value == "local" {
			continue
		}
		text, prints := sh.printed(inner)
		written := sh.callOf(inner)
		if !prints || !sh.onStdout(written, 0) {
			return -1, ""
		}
		// The given text may be all that is printed.
		if bare := strings.Trim(text, "\x00 \n"); bare == "" {
			text = given.String()
		}
		if isWords(text) {
			return c.at, "what " + c.name + " writes"
		}
	}
	return -1, ""
}

// isWords reports whether a printed text can't be part of an answer.
func isWords(text string) bool {
	text = strings.TrimSpace(strings.TrimLeft(text, "\x00"))
	return strings.Trim(text, "\x00 ") != "" && !strings.HasPrefix(text, "{")
}

// denies reports whether the answer has a field of some agent with the word that refuses.
func (l literal) denies() bool { return l.says(denials()) }

// says reports whether the answer has one of some words in its field.
func (l literal) says(words []saying) bool { return saysIn(l.object, words) }

func saysIn(object *jsonvalue.Object, words []saying) bool {
	for name, value := range object.All() {
		switch value := value.(type) {
		case string:
			if slices.Contains(words, saying{name, value}) {
				return true
			}
		case *jsonvalue.Object:
			if saysIn(value, words) {
				return true
			}
		}
	}
	return false
}

// heard reports whether some agent treats the answer as a refusal, even with a text before it.
func (s *source) heard(l literal, before string) bool {
	return slices.ContainsFunc(s.refusable(), func(a start) bool {
		verdict, _ := a.answered(before, l)
		return verdict.Kind != effect.Allow && verdict.Kind != effect.Failed
	})
}

// answered returns the agent's verdict on an answer with a text before it.
func (a start) answered(before string, l literal) (effect.Verdict, effect.Words) {
	return a.judge(0, before+strings.ReplaceAll(string(jsonvalue.Marshal(l.object)), `\u0000event`, string(a.event))+"\n", "")
}

// unheard says that no agent of the script treats the answer as a refusal. It is empty if one does,
// or may do so by the exit code.
func (s *source) unheard(l literal) (text, fix string) {
	a, ok := s.passing(l)
	if !ok {
		return "", ""
	}
	text = fmt.Sprintf("this answer refuses nothing on %s: %s reads it differently and continues", a.event, a.Product)
	for _, d := range a.row.Rules.Decisions {
		// In this order, deny is before block, which few agents still document.
		for _, word := range slices.Backward(slices.Sorted(maps.Keys(d.Words))) {
			if d.Words[word] != dialect.Denies {
				continue
			}
			fix = fmt.Sprintf("write %q as %s", word, d.At)
			if within, _, ok := strings.Cut(string(d.At), "."); ok {
				if _, named := l.object.GetObject(within); within == "hookSpecificOutput" && (!named || !strings.Contains(string(jsonvalue.Marshal(l.object)), "hookEventName")) {
					fix += fmt.Sprintf(", with %s.hookEventName: %q next to it", within, a.event)
				}
			}
			return text, fix
		}
	}
	return text, "end with code 2, and write the reason to stderr"
}

// passing returns a start that continues despite the answer and the exit code, if all of the script
// do; ok is false if one does not.
func (s *source) passing(l literal) (first start, ok bool) {
	all := s.refusable()
	if len(all) == 0 || s.heard(l, "") || slices.ContainsFunc(all, func(a start) bool {
		return !s.endsWell && a.refuses(1) && (s.shell == nil || !s.shell.endsWellAfter(l))
	}) {
		return start{}, false
	}
	return all[0], true
}

// endsWellAfter reports whether the script exits with code 0 after it has printed an answer: only
// an exit with that code may follow.
func (sh *shell) endsWellAfter(l literal) bool {
	if sh.traps() {
		return false
	}
	if l.function == "" {
		return sh.lastAt(sh.file.Stmts, uint(l.at))
	}
	// What runs after the function's call is unknown, unless the function ends the script.
	body, ok := sh.functions[l.function].Body.Cmd.(*syntax.Block)
	if !ok || len(body.Stmts) == 0 {
		return false
	}
	last := sh.callOf(body.Stmts[len(body.Stmts)-1])
	return last != nil && last.name == "exit" && sh.endsWell(last.stmt) && sh.lastAt(body.Stmts, uint(l.at))
}

// lastAt reports whether the statement at an offset is the last to run on every path through some
// statements.
func (sh *shell) lastAt(stmts []*syntax.Stmt, offset uint) bool {
	i := slices.IndexFunc(stmts, func(stmt *syntax.Stmt) bool { return stmt.Pos().Offset() <= offset && offset < stmt.End().Offset() })
	if i < 0 || i+1 < len(stmts) && !sh.endsWell(stmts[i+1]) {
		return false
	}
	switch cmd := stmts[i].Cmd.(type) {
	case *syntax.CallExpr:
		return true
	case *syntax.Block:
		return sh.lastAt(cmd.Stmts, offset)
	case *syntax.IfClause:
		for clause := cmd; clause != nil; clause = clause.Else {
			if sh.lastAt(clause.Then, offset) {
				return true
			}
		}
	case *syntax.CaseClause:
		return slices.ContainsFunc(cmd.Items, func(item *syntax.CaseItem) bool { return sh.lastAt(item.Stmts, offset) })
	case *syntax.BinaryCmd:
		return (cmd.Op == syntax.AndStmt || cmd.Op == syntax.OrStmt) && sh.lastAt([]*syntax.Stmt{cmd.Y}, offset)
	}
	return false
}
