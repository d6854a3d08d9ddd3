package script

import (
	"fmt"
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// ht326 finds a second reader of the input after the first has consumed it.
func ht326(s *source, sh *shell) {
	if sh.movesStreams() {
		return
	}
	first := -1
	for i, c := range sh.calls {
		if c.in.stdin != inherited || c.in.function != "" {
			continue
		}
		switch {
		case first < 0:
			if sh.drains(c) && slices.ContainsFunc(sh.file.Stmts, func(stmt *syntax.Stmt) bool { return sh.surely(stmt, c) }) {
				first = i
			}
		case c.name == "jq" && len(sh.jqReads(c)) > 0:
			s.report(c.at, fmt.Sprintf("the %s of line %d has read stdin to its end: nothing is left, and this finds no field", sh.calls[first].name, s.at(sh.calls[first].at).Position.Line),
				`read it once, input=$(cat), and give it to each: jq … <<<"$input"`)
			return
		}
	}
}

// drains reports whether a command reads all of its input.
func (sh *shell) drains(c *call) bool {
	return (c.name == "cat" || c.name == "jq") && sh.mayRead(c)
}

// surely reports whether a command of a statement runs whenever the statement does.
func (sh *shell) surely(stmt *syntax.Stmt, c *call) bool {
	if stmt == nil || stmt.Background {
		return false
	}
	switch cmd := stmt.Cmd.(type) {
	case *syntax.CallExpr:
		if sh.byExpr[cmd] == c {
			return true
		}
		for _, a := range cmd.Assigns {
			if sub, ok := only(a.Value).(*syntax.CmdSubst); ok && len(sub.Stmts) > 0 && sh.surely(sub.Stmts[0], c) {
				return true
			}
		}
	case *syntax.BinaryCmd:
		return sh.surely(cmd.X, c) || (cmd.Op == syntax.Pipe || cmd.Op == syntax.PipeAll) && sh.surely(cmd.Y, c)
	case *syntax.IfClause:
		return len(cmd.Cond) > 0 && sh.surely(cmd.Cond[0], c)
	}
	return false
}
