package finding

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// ht511 finds a hook whose interpreter failed.
func ht511(r *run) []Finding {
	said := r.complaint()
	if said == "" || r.Result.Ending != hook.Exited || r.Result.Code == 0 || r.exitsTwo() || Unstarted(r.verdict, r.Result) {
		return nil
	}
	return says(dialect.Stderr, fmt.Sprintf("the hook looks as if it had crashed (%s): %s", said, r.going()),
		"fix what it complains of, and refuse where the check itself fails")
}
