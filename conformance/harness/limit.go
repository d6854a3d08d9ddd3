package harness

import (
	"cmp"
	"fmt"
	"time"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/cases"
)

// allowance is added to the limit of every run: a case makes several requests, and in a
// short run each of them may wait long.
const allowance = 2 * time.Minute

// limit returns the limit of the whole run: as if all cases, including those that
// others need, ran one after the other and each waited once for the limit of a request.
// A normal adapter is many times faster. But an adapter that sends heartbeats and
// responds at the last moment would take hours without breaking the limit of a request.
func (r Run) limit() time.Duration {
	whole := allowance
	for _, c := range cases.WithJudges(r.Cases, r.Suite.Cases) {
		whole += cmp.Or(c.Budget, adapter.RequestLimit)
	}
	if r.TimeoutScale > 0 {
		whole = time.Duration(float64(whole) * r.TimeoutScale)
	}
	return whole
}

// overdue is the error of a run that reached its limit.
type overdue struct{ limit time.Duration }

func (e *overdue) Error() string {
	return fmt.Sprintf("the whole run has reached its limit of %v (--timeout-scale multiplies it)", e.limit)
}
