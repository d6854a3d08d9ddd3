package script

import (
	"fmt"
	"path/filepath"
	"slices"

	"mvdan.cc/sh/v3/syntax"

	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

// ht306 finds a guard that checks nothing if one of its programs is missing.
func ht306(s *source, sh *shell) {
	if !s.refuses || s.command.closed {
		return
	}
	if sh.includes || sh.traps() || sh.errexit && s.known.named && s.failureRefuses() {
		return
	}
	for _, name := range interpreters {
		calls := sh.named(name)
		if !slices.ContainsFunc(calls, func(c *call) bool { return readsForGuard(sh, c) }) {
			continue
		}
		fix := fmt.Sprintf("refuse without it: command -v %s >/dev/null || { echo '%s is missing' >&2; exit 2; }", name, name)
		if sh.asksFor(name) {
			if check := sh.failsWithout(name); check != nil && s.codeOneFails() {
				s.report(check.at, fmt.Sprintf("without %s the script ends with code 1, which means that it failed: %s", name, s.continuing()), fix)
			}
			continue
		}
		open := slices.IndexFunc(calls, func(c *call) bool { return !sh.refusesAt(c.in.instead) && readsForGuard(sh, c) })
		if open < 0 {
			continue
		}
		s.report(calls[open].at, fmt.Sprintf("nothing here asks whether %s is installed: without it the script does not see its input", name),
			fix)
	}
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

// interpreters are programs that parse the input for a shell script and that a machine may lack.
var interpreters = []string{"jq", "python3", "python", "node", "perl", "ruby", "yq"}

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

// continuing names the agents that code 2 stops and code 1 does not.
func (s *source) continuing() string {
	if !s.known.certain() {
		return "most agents continue"
	}
	failing := lists.Where(s.starts(), func(a start) bool { return a.refuses(2) && !a.refuses(1) })
	products := lists.Once(lists.Of(failing, func(a start) string { return a.Product }))
	if len(products) == 1 {
		return products[0] + " continues"
	}
	return english.And(products) + " continue"
}

// failsWithout returns the check for a program after which the script ends with code 1 if the program
// is missing; nil if there is none.
func (sh *shell) failsWithout(name string) *call {
	fails := func(stmt *syntax.Stmt) bool { return sh.endsWith(stmt, "1") && !sh.endsWith(stmt, "2") }
	checks := sh.checksFor(name)
	for _, c := range checks {
		if c.in.instead != nil && fails(c.in.instead) {
			return c
		}
	}
	var found *call
	syntax.Walk(sh.file, func(n syntax.Node) bool {
		clause, ok := n.(*syntax.IfClause)
		if ok && len(clause.Cond) == 1 && clause.Cond[0].Negated && slices.ContainsFunc(clause.Then, fails) {
			i := slices.IndexFunc(checks, func(c *call) bool { return c == sh.callOf(clause.Cond[0]) })
			if i >= 0 {
				found = checks[i]
			}
		}
		return found == nil
	})
	return found
}

// asksFor reports whether the script checks that a program exists.
func (sh *shell) asksFor(name string) bool {
	return len(sh.checksFor(name)) > 0 || slices.ContainsFunc(sh.calls, func(c *call) bool {
		// The script's own function may check the program that it is called with.
		return sh.functions[c.name] != nil && c.has(name)
	})
}

// checksFor returns the commands that check that a program exists.
func (sh *shell) checksFor(name string) []*call {
	var checks []*call
	for _, c := range sh.named("command", "which", "type", "hash", "[", "test") {
		tests := c.name == "[" || c.name == "test"
		if c.name == "command" && !c.flag('v') && !c.flag('V') {
			continue
		}
		// A name in a variable may be that of any program.
		if slices.ContainsFunc(c.args, func(a word) bool { return filepath.Base(a.text) == name || !a.static && !tests }) {
			checks = append(checks, c)
		}
	}
	return checks
}
