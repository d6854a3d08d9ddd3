package finding

import (
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// ht516 finds a hook that refuses only on stderr, so that the agent continues.
func ht516(r *run) []Finding {
	if r.Result.Ending != hook.Exited || r.Result.Code != 0 || r.stdout != "" || !Objects(r.stderr) || !passes(r.verdict) || !r.guards() {
		return nil
	}
	return says(dialect.Stderr, "the hook objects on stderr and ends with exit code 0: "+r.going(), "to refuse, end with exit code 2: see that no pipeline, ( ) or || true is between it and the end of the hook")
}
