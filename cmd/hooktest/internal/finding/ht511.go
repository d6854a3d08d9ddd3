package finding

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

func ht511() Rule {
	return Rule{
		ID: "HT511", Title: "hook appears to have crashed", Severity: Error,
		Why:  "stderr contains the error of a failed program, and the exit code is that of a failure: the check did not run.",
		find: crashed,
	}
}

func crashed(r *run) []Finding {
	said := r.complaint()
	if said == "" || r.Result.Ending != hook.Exited || r.Result.Code == 0 || r.exitsTwo() || r.unstarted() {
		return nil
	}
	return says(dialect.Stderr, fmt.Sprintf("the hook looks as if it had crashed (%s): %s", said, r.going()),
		"fix what it complains of, and refuse where the check itself fails")
}
