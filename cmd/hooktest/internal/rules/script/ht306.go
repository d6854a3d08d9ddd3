package script

import (
	"fmt"
	"slices"
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
