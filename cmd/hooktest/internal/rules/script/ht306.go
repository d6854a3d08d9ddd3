package script

import (
	"fmt"
	"path/filepath"
	"slices"

	"mvdan.cc/sh/v3/syntax"
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
		if len(calls) == 0 || sh.asksFor(name) {
			continue
		}
		open := slices.IndexFunc(calls, func(c *call) bool { return !sh.refusesAt(c.in.instead) && readsForGuard(sh, c) })
		if open < 0 {
			continue
		}
		s.report(calls[open].at, fmt.Sprintf("nothing here asks whether %s is installed: without it the script does not see its input", name),
			fmt.Sprintf("refuse without it: command -v %s >/dev/null || { echo '%s is missing' >&2; exit 2; }", name, name))
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
		return sh.functions[c.name] != nil && c.has(name)
	})
}
