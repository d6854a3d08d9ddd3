package finding

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/hook"
)

// ht419 finds a question that the agent does not ask.
func ht419(r *run) []Finding {
	if r.answer == nil || !r.reads() || !passes(r.verdict) {
		return nil
	}
	for _, d := range r.answers.decisions {
		if value, _ := d.At.In(r.answer); value == hook.Ask {
			return r.about(d.At, fmt.Sprintf("%s is ask, and the user is not asked here: %s", d.At, r.going()), r.refuse())
		}
	}
	return nil
}
