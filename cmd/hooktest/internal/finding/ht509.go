package finding

import (
	"cmp"

	"github.com/hooktest/hooktest/engine/dialect"
)

// ht509 finds a hook that could not be started.
func ht509(r *run) []Finding {
	if !Unstarted(r.verdict, r.Result) {
		return nil
	}
	return says(dialect.Nowhere, "the hook could not be started: "+r.going(), cmp.Or(r.Start, "run its command in a shell and see what that says"))
}
