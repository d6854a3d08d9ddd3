package script

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// noInterpreter finds a script whose first line does not name an interpreter.
func noInterpreter(s *source) []finding.Finding {
	if len(s.interpreter) > 0 || len(bytes.TrimSpace(s.text)) == 0 || s.command.by != "" {
		return nil
	}
	if bytes.HasPrefix(s.text, append(byteOrderMark[:3:3], "#!"...)) {
		return s.says(len(byteOrderMark), "a byte order mark stands in front of #!, so that the system does not see the name of the interpreter", "save the script as UTF-8 without a byte order mark")
	}
	fix := "begin it with #!/usr/bin/env bash"
	switch {
	case s.isShell() && s.shell != nil && (s.command.direct || len(s.shell.unportable()) > 0 && !s.shell.isPart()):
	case s.language == python && s.command.direct:
		fix = "begin it with #!/usr/bin/env python3"
	case s.language == javaScript && s.command.direct:
		fix = "begin it with #!/usr/bin/env node"
	default:
		return nil
	}
	return s.says(0, "the first line names no interpreter, so that the shell of the agent reads the script, if it is started by its name", fix)
}

// isPart reports whether other scripts source this one: it only defines functions, or returns
// outside of any.
func (sh *shell) isPart() bool {
	return sh.entry().idle || slices.ContainsFunc(sh.named("return"), func(c *call) bool { return c.in.function == "" })
}

// carriageReturns finds a script with Windows line endings.
func carriageReturns(s *source) []finding.Finding {
	first := bytes.Index(s.text, []byte("\r\n"))
	line := bytes.IndexByte(s.text, '\n')
	switch {
	case first < 0:
		return nil
	case len(s.interpreter) > 0 && first+1 == line && s.command.by == "" && (s.isShell() || s.command.direct):
		return s.says(first, fmt.Sprintf("the first line ends in a carriage return, so that the system looks for a program called %s\\r", filepath.Base(s.interpreter[len(s.interpreter)-1])),
			"save the script with LF line ends")
	case s.isShell() && bytes.Count(s.text, []byte("\r\n")) > len(s.lines)/2:
		return s.says(first, "lines end in carriage returns, which the shell takes for parts of the commands", "save the script with LF line ends")
	}
	return nil
}

// brokenSyntax finds a shell script that does not parse.
func brokenSyntax(s *source) []finding.Finding {
	if s.syntax == nil {
		return nil
	}
	return s.says(s.syntax.offset, "the shell can't read the script: "+s.syntax.message,
		"fix it, and see that sh -n or bash -n says nothing: a shell that can't read its script ends with code 2")
}

// interpreters are programs that parse the input for a shell script and that a machine may lack.
var interpreters = []string{"jq", "python3", "python", "node", "perl", "ruby", "yq"}

// uncheckedTools finds a guard that checks nothing if one of its programs is missing.
func uncheckedTools(s *source) []finding.Finding {
	if s.shell == nil || !s.refuses || s.command.closed {
		return nil
	}
	sh := s.shell
	if sh.includes || sh.traps() || sh.errexit && s.known.named && s.failureRefuses() {
		return nil
	}
	var found []finding.Finding
	for _, name := range interpreters {
		calls := sh.named(name)
		if len(calls) == 0 || sh.asksFor(name) {
			continue
		}
		open := slices.IndexFunc(calls, func(c *call) bool { return !sh.refusesAt(c.in.instead) && readsForGuard(sh, c) })
		if open < 0 {
			continue
		}
		found = append(found, s.says(calls[open].at, fmt.Sprintf("nothing here asks whether %s is installed: without it the script does not see its input", name),
			fmt.Sprintf("refuse without it: command -v %s >/dev/null || { echo '%s is missing' >&2; exit 2; }", name, name))...)
	}
	return found
}

// failureRefuses reports whether every agent of the script treats the exit code for a missing
// program as a refusal.
func (s *source) failureRefuses() bool {
	closed := true
	s.beforeTools(func(c *dialect.Contract, event hook.Event) { closed = closed && refused(c, event, 127) })
	return closed
}

// refusesAt reports whether a statement that runs after a failure may refuse.
func (sh *shell) refusesAt(instead *syntax.Stmt) bool {
	if instead == nil {
		return false
	}
	c := sh.callOf(instead)
	return c == nil || sh.functions[c.name] != nil || sh.endsWith(instead, "2")
}

// readsForGuard reports whether a program reads the script's input.
func readsForGuard(sh *shell, c *call) bool {
	if c.name == "jq" {
		if _, files, noInput := jqFilter(c); files > 0 || noInput {
			return false
		}
	}
	return sh.getsPayload(c.in) || c.name != "jq" && c.in.stdin == inherited && sh.mayRead(c)
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

// errexitOpens finds commands that end a guard under set -e before it has refused, although they
// only found nothing.
func errexitOpens(s *source) []finding.Finding {
	if s.shell == nil || !s.refuses || s.command.closed || s.shell.traps() {
		return nil
	}
	sh := s.shell
	if !sh.errexit && !slices.ContainsFunc(s.interpreter, func(flag string) bool { return strings.HasPrefix(flag, "-") && strings.Contains(flag, "e") }) {
		return nil
	}
	if slices.ContainsFunc(sh.named("set"), func(c *call) bool {
		return slices.ContainsFunc(c.args, func(a word) bool { return strings.HasPrefix(a.text, "+") })
	}) {
		// Where it is switched off again is unknown.
		return nil
	}
	for _, c := range sh.named("grep", "egrep", "fgrep") {
		if !sh.lastOfAssignment(c) {
			continue
		}
		// One finding is enough: the same fix applies to the others.
		return s.says(c.at, "under set -e the script ends here with code 1 where grep finds nothing, and what comes behind is not checked",
			"let it go on: put || true behind the grep, or ask with if grep -q")
	}
	if at := sh.codeTooLate(); at >= 0 {
		return s.says(at, "under set -e the script ends here where the command fails, with the command's code, and the check of $? behind it is never made",
			"ask in the same statement: if ! out=$(…); then … exit 2; fi")
	}
	return nil
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
			if c := sh.byExpr[expr]; outside || c != nil && in(c) && !deaf[c.name] && sh.functions[c.name] == nil {
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
