package script

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// ht313 finds commands that end a guard under set -e before it has refused, although they
// only found nothing.
func ht313(s *source, sh *shell) {
	if !s.refuses || s.command.closed || sh.traps() {
		return
	}
	if !sh.errexit && !slices.ContainsFunc(s.interpreter, func(flag string) bool { return strings.HasPrefix(flag, "-") && strings.Contains(flag, "e") }) {
		return
	}
	if slices.ContainsFunc(sh.named("set"), func(c *call) bool {
		return slices.ContainsFunc(c.args, func(a word) bool { return strings.HasPrefix(a.text, "+") })
	}) {
		// Where it is switched off again is unknown.
		return
	}
	for _, c := range sh.named("grep", "egrep", "fgrep") {
		if !sh.lastOfAssignment(c) {
			continue
		}
		// One finding is enough: the same fix applies to the others.
		s.report(c.at, "under set -e the script ends here with code 1 where grep finds nothing, and the rest is not checked",
			"let it continue: append || true to the grep, or ask with if grep -q")
		return
	}
	if at := sh.codeTooLate(); at >= 0 {
		s.report(at, "under set -e the script ends here where the command fails, with the command's code, and the following check of $? never runs",
			"ask in the same statement: if ! out=$(…); then … exit 2; fi")
		return
	}
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
			if c := sh.byExpr[expr]; outside || c != nil && in(c) && !leavesInput(c.name) && sh.functions[c.name] == nil {
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
