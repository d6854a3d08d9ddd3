package script

import (
	"fmt"
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// ht337 finds a condition that decides the exit code of the last command and so of the
// script. If the condition is false, the code is 1, which some agents treat as a refusal.
func ht337(s *source, sh *shell) {
	if !s.known.certain() || s.use.Background || s.command.swallowed != "" || sh.traps() {
		return
	}
	last := sh.conditional(sh.file.Stmts)
	if last == nil {
		return
	}
	for _, a := range slices.Backward(s.starts()) {
		if a.refuses(1) || s.command.closed && a.refuses(2) {
			s.report(int(last.Pos().Offset()), fmt.Sprintf("where this does not hold the script ends with code 1, for which %s refuses on %s", a.Product, a.event),
				"write if … then … fi, whose code is 0 where the condition does not hold")
			return
		}
	}
}

// conditional returns the last of some statements if it is a condition with && and a command, or
// calls a function that ends like that. It returns nil for anything else, and for a statement that
// may be meant to decide.
func (sh *shell) conditional(stmts []*syntax.Stmt) *syntax.Stmt {
	if len(stmts) == 0 {
		return nil
	}
	last := stmts[len(stmts)-1]
	if c := sh.callOf(last); c != nil {
		if decl := sh.functions[c.name]; decl != nil && c.in.function == "" {
			if block, ok := decl.Body.Cmd.(*syntax.Block); ok {
				return sh.conditional(block.Stmts)
			}
		}
		return nil
	}
	binary, ok := last.Cmd.(*syntax.BinaryCmd)
	if !ok || binary.Op != syntax.AndStmt || last.Negated || last.Background || !sh.asks(binary.X) || sh.asks(binary.Y) || sh.decides(binary.Y) {
		return nil
	}
	return last
}

// asks reports whether a statement consists only of conditions.
func (sh *shell) asks(stmt *syntax.Stmt) bool {
	switch cmd := stmt.Cmd.(type) {
	case *syntax.TestClause:
		return true
	case *syntax.BinaryCmd:
		return cmd.Op == syntax.AndStmt && sh.asks(cmd.X) && sh.asks(cmd.Y)
	}
	c := sh.callOf(stmt)
	return c != nil && (c.name == "[" || c.name == "test")
}

// decides reports whether a statement ends the script, fails, answers, looks something up, or calls
// what may do so.
func (sh *shell) decides(stmt *syntax.Stmt) bool {
	decides := false
	syntax.Walk(stmt, func(n syntax.Node) bool {
		expr, ok := n.(*syntax.CallExpr)
		if c := sh.byExpr[expr]; ok && c != nil {
			answers := slices.Contains([]string{"echo", "printf", "jq", "cat"}, c.name) && sh.onStdout(c, 0)
			ends := slices.Contains([]string{"exit", "return", "false", "exec", "source", ".", "eval"}, c.name)
			looks := slices.Contains([]string{"grep", "egrep", "fgrep", "cmp", "diff"}, c.name)
			decides = decides || answers || ends || looks || c.name == "" || sh.functions[c.name] != nil
		}
		return !decides
	})
	return decides
}
