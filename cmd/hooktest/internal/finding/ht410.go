package finding

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// ht410 finds a refusal without a reason.
func ht410(r *run) []Finding {
	if r.answer == nil || !r.reads() || r.Result.Code != 0 {
		return nil
	}
	d, _, ok := r.answers.said(r.answer, dialect.Denies)
	if !ok || len(d.Reason) == 0 {
		return nil
	}
	for _, path := range slices.Concat(d.Reasons(dialect.Denies), []dialect.Path{"stopReason"}) {
		if value, _ := path.In(r.answer); value != nil && value != "" {
			return nil
		}
	}
	text := "the answer refuses without a reason: the model does not learn what to do instead"
	reasoned := *r
	reasoned.Result.Stdout = jsonvalue.Marshal(with(r.answer, d.Reason[0], because))
	verdict, words := engine.Judge(r.Contract, r.Event, reasoned.Result, r.Input)
	if reasoned.words = words; refuses(r.verdict) && !reasoned.told(because) {
		// A response that the answer has takes the place of the reason.
		return nil
	}
	if !refuses(r.verdict) {
		if !refuses(verdict) {
			return nil
		}
		text = "the answer refuses without a reason, and that fails here: " + r.going()
	}
	return r.about(d.At, text, fmt.Sprintf("give the reason in %s", d.Reason[0]))
}
