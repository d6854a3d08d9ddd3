package script

import (
	"fmt"
	"slices"
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
