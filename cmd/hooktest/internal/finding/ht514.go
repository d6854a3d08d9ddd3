package finding

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// ht514 finds a hook that fails and allows.
func ht514(r *run) []Finding {
	said := r.complaint()
	if said == "" || r.Result.Ending != hook.Exited || r.Result.Code != 0 || !passes(r.verdict) || !r.guards() {
		return nil
	}
	return says(dialect.Stderr, fmt.Sprintf("a program in the hook failed (%s), and then the hook let it through", said),
		"end with exit code 2 where a check can't be made, such as: command -v jq >/dev/null || { echo 'jq is missing' >&2; exit 2; }")
}
