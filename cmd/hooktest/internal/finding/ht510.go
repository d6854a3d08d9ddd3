package finding

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

func ht510() Rule {
	return Rule{
		ID: "HT510", Title: "hook was killed by a signal", Severity: Error,
		Why:  "A hook that a signal ends has decided nothing.",
		find: killed,
	}
}

func killed(r *run) []Finding {
	if r.Result.Ending != hook.Killed || !passes(r.verdict) {
		return nil
	}
	return says(dialect.Nowhere, fmt.Sprintf("a signal (%s) ended the hook: %s", r.Result.Signal, r.going()), "find out who sends it: a crash, a limit on memory, or the hook's own kill")
}
