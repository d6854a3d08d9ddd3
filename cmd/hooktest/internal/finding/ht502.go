package finding

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/english"
)

// ht502 finds an exit code that means something else elsewhere.
func ht502(r *run) []Finding {
	if r.Result.Ending != hook.Exited || r.Result.Code < 3 || !passes(r.verdict) && !refuses(r.verdict) {
		return nil
	}
	others := r.elsewhere()
	differs := slices.DeleteFunc(others, func(other *run) bool {
		return refuses(other.verdict) == refuses(r.verdict) || !passes(other.verdict) && !refuses(other.verdict)
	})
	if len(differs) == 0 || effect.ShellCouldNotStart(r.Result) {
		return nil
	}
	here, there := "is a failure", "refuses"
	if refuses(r.verdict) {
		here, there = there, here
	}
	return says(dialect.Nowhere, fmt.Sprintf("exit code %d %s here, and %s with %s", r.Result.Code, here, there, english.And(named(differs))),
		"end with 0 or 2, which mean the same nearly everywhere; "+r.refuse())
}
