package harness

import (
	"cmp"
	"fmt"
	"time"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/cases"
)

// allowance is what every run may take beside what its cases may: a case makes
// several requests, and a few cases alone have nobody to make up for one that
// waits each time.
const allowance = 2 * time.Minute

// limit is how long the whole run may take: as if each of the cases, its own and
// those that these may need, one after the other, waited once for as long as a request may. An adapter that answers
// is many times faster; one that keeps every request alive with heartbeats and
// answers at the last moment would take hours for the suite and break no limit
// of a request.
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

// overdue ends a run that has reached its limit.
type overdue struct{ limit time.Duration }

func (e *overdue) Error() string {
	return fmt.Sprintf("the whole run has reached its limit of %v (--timeout-scale multiplies it)", e.limit)
}
