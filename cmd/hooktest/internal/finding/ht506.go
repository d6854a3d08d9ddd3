package finding

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/dialect"
)

// ht506 finds exit code 2 on an event where it refuses nothing.
func ht506(r *run) []Finding {
	if !r.exitsTwo() || len(r.refusals) > 0 || !passes(r.verdict) || r.stderr != "" && r.told(r.stderr) {
		return nil
	}
	return says(dialect.Nowhere, fmt.Sprintf("exit code 2 can't refuse %s: %s", r.row.Name, r.going()), r.guardElsewhere())
}
