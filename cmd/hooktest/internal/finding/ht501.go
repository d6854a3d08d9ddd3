package finding

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/dialect"
)

// ht501 finds an exit code that refuses nothing.
func ht501(r *run) []Finding {
	if !r.failing() || len(r.refusals) == 0 || r.complaint() != "" || !r.objects() {
		return nil
	}
	return says(dialect.Nowhere, fmt.Sprintf("the hook objects, but exit code %d refuses nothing: %s", r.Result.Code, r.going()), r.refuse())
}
