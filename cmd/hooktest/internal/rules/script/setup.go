package script

import (
	"path/filepath"
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// isPart reports whether other scripts source this one: it only defines functions, or returns
// outside of any.
func (sh *shell) isPart() bool {
	return sh.entry().idle || slices.ContainsFunc(sh.named("return"), func(c *call) bool { return c.in.function == "" })
}

// failureRefuses reports whether every agent of the script treats the exit code for a missing
// program as a refusal.
func (s *source) failureRefuses() bool {
	return !slices.ContainsFunc(s.starts(), func(a start) bool { return !a.refuses(127) })
}

// refusesAt reports whether a statement that runs after a failure may refuse.
func (sh *shell) refusesAt(instead *syntax.Stmt) bool {
	if instead == nil {
		return false
	}
	c := sh.callOf(instead)
	return c == nil || sh.functions[c.name] != nil || sh.endsWith(instead, "2")
}

// traps reports whether the script has a trap for its exit or for errors.
func (sh *shell) traps() bool {
	return slices.ContainsFunc(sh.named("trap"), func(c *call) bool {
		return slices.ContainsFunc(c.args, func(a word) bool { return a.text == "EXIT" || a.text == "0" || a.text == "ERR" })
	})
}

// asksFor reports whether the script checks that a program exists.
func (sh *shell) asksFor(name string) bool {
	for _, c := range sh.named("command", "which", "type", "hash", "[", "test") {
		tests := c.name == "[" || c.name == "test"
		if c.name == "command" && !c.flag('v') && !c.flag('V') {
			continue
		}
		// A name in a variable may be that of any program.
		if slices.ContainsFunc(c.args, func(a word) bool { return filepath.Base(a.text) == name || !a.static && !tests }) {
			return true
		}
	}
	return slices.ContainsFunc(sh.calls, func(c *call) bool {
		// The script's own function may check the program that it is called with.
		return sh.functions[c.name] != nil && slices.ContainsFunc(c.args, func(a word) bool { return a.text == name })
	})
}

// codeTooLate returns where a command may end the script under set -e although the next statement
// checks its code, or -1.
func (sh *shell) codeTooLate() int {
	at := -1
	sh.sequences(func(stmts []*syntax.Stmt) {
		for i, stmt := range stmts[:max(0, len(stmts)-1)] {
			expr, ok := stmt.Cmd.(*syntax.CallExpr)
			if at >= 0 || !ok || stmt.Negated || stmt.Background || !sh.asksForCode(stmts[i+1]) {
				continue
			}
			in := func(c *call) bool { return c.expr == expr && !c.in.tested && c.in.function == "" }
			outside := slices.ContainsFunc(sh.plain, func(c *call) bool {
				return in(c) && slices.ContainsFunc(expr.Assigns, func(a *syntax.Assign) bool { _, ok := only(a.Value).(*syntax.CmdSubst); return ok })
			})
			if c := sh.byExpr[expr]; outside || c != nil && in(c) && !leavesInput[c.name] && sh.functions[c.name] == nil {
				at = int(stmt.Pos().Offset())
			}
		}
	})
	return at
}

// lastOfAssignment reports whether a command's exit code becomes that of an assignment that nothing
// tests.
func (sh *shell) lastOfAssignment(c *call) bool {
	sub := c.in.substituted
	if sub == nil || len(sub.Stmts) != 1 {
		return false
	}
	stmt := sub.Stmts[0]
	for stmt != c.stmt {
		binary, ok := stmt.Cmd.(*syntax.BinaryCmd)
		if !ok || binary.Op != syntax.Pipe {
			return false
		}
		if binary.Y != c.stmt && sh.pipefail {
			stmt = binary.X
		} else {
			stmt = binary.Y
		}
		if stmt == nil {
			return false
		}
	}
	assigned, open := sh.assignments()[sub]
	return assigned && open
}

// assignments returns the substitutions that are the whole value of a variable; true if nothing
// tests their exit code.
func (sh *shell) assignments() map[*syntax.CmdSubst]bool {
	found := map[*syntax.CmdSubst]bool{}
	for _, p := range sh.plain {
		for _, a := range p.expr.Assigns {
			if sub, ok := only(a.Value).(*syntax.CmdSubst); ok {
				found[sub] = !p.in.tested && p.in.instead == nil
			}
		}
	}
	return found
}
