package script

import (
	"slices"
	"strings"
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
