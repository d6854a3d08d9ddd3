package finding

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/engine/dialect"
)

func ht410() Rule {
	return Rule{
		ID: "HT410", Title: "refusal without a reason", Severity: Warning,
		Why:  "The model reads the reason and adapts to it. Without a reason it tries again, and some agents ignore the refusal.",
		find: withoutReason,
	}
}

func withoutReason(r *run) []Finding {
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
	if !refuses(r.verdict) {
		if !refuses(r.answering(with(r.answer, d.Reason[0], because))) {
			return nil
		}
		text = "the answer refuses without a reason, and that fails here: " + r.going()
	}
	return []Finding{{Text: text, Fix: fmt.Sprintf("give the reason in %s", d.Reason[0]), Place: r.at(d.At)}}
}
