package finding

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/dialect"
)

func ht506() Rule {
	return Rule{
		ID: "HT506", Title: "exit code 2 can't refuse this event", Severity: Error,
		Why:  "The operation has already happened, or the event can't be refused.",
		find: codeNotHere,
	}
}

func codeNotHere(r *run) []Finding {
	if !r.exitsTwo() || len(r.refusals) > 0 || !passes(r.verdict) || r.stderr != "" && r.told(r.stderr) {
		return nil
	}
	return says(dialect.Nowhere, fmt.Sprintf("exit code 2 can't refuse %s: %s", r.row.Name, r.going()), r.guardElsewhere())
}
