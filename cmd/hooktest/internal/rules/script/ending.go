package script

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

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
