package finding

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
)

// ht601 finds a hook that timed out.
func ht601(r *run) []Finding {
	if r.Result.Ending != hook.TimedOut || r.verdict.Kind != effect.Timeout {
		return nil
	}
	f := says(dialect.Nowhere, fmt.Sprintf("the hook was ended after its timeout of %v: %s without its decision", r.Result.Entry.Timeout, r.going()),
		"make it answer sooner, give it a longer timeout, and refuse before slow work")
	f[0].Told = r.warningOf("HOOK-119", "")
	return f
}
