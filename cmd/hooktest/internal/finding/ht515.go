package finding

import (
	"slices"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/english"
)

// ht515 finds exit code 1 where it refuses.
func ht515(r *run) []Finding {
	if r.Result.Ending != hook.Exited || r.Result.Code != 1 || !refuses(r.verdict) {
		return nil
	}
	passing := slices.DeleteFunc(r.elsewhere(), func(other *run) bool { return !passes(other.verdict) })
	if len(passing) == 0 {
		return nil
	}
	return says(dialect.Nowhere, "exit code 1 refuses here, and lets through with "+english.And(named(passing)), r.refuse()+", which others understand too")
}
