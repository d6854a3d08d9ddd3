package script

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

// ht337 finds a condition that decides the exit code of the last command and so of the
// script. If the condition is false, the code is 1, which some agents treat as a refusal.
func ht337(s *source) []finding.Finding {
	if s.shell == nil || !s.known.certain() || s.use.Background || s.command.swallowed != "" || s.shell.traps() {
		return nil
	}
	last := s.shell.conditional(s.shell.file.Stmts)
	if last == nil {
		return nil
	}
	for _, a := range slices.Backward(s.starts()) {
		if a.refuses(1) || s.command.closed && a.refuses(2) {
			return s.says(int(last.Pos().Offset()), fmt.Sprintf("where this does not hold the script ends with code 1, for which %s refuses on %s", a.Product, a.event),
				"write if … then … fi, whose code is 0 where the condition does not hold")
		}
	}
	return nil
}
