package script

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht337() rule {
	return rule{Rule: finding.Rule{
		ID: "HT337", Title: "condition decides the exit code", Severity: finding.Error, Agents: "agents where exit code 1 refuses",
		Why: "A script exits with the code of its last command. A condition that is false yields code 1, and where code 1 refuses, every other call is refused as well.",
	}, find: accidentalCodes}
}

// accidentalCodes finds a condition that decides the exit code of the last command and so of the
// script. If the condition is false, the code is 1, which some agents treat as a refusal.
func accidentalCodes(s *source) []finding.Finding {
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
