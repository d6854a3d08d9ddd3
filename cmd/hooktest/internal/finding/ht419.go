package finding

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/hook"
)

func ht419() Rule {
	return Rule{
		ID: "HT419", Title: "ask with an agent that can't ask", Severity: Error, Agents: "agents that never ask the user",
		Why:  "Some agents accept ask and continue, others treat it as a failed hook and continue as well.",
		find: asksNobody,
	}
}

func asksNobody(r *run) []Finding {
	if r.answer == nil || !r.reads() || !passes(r.verdict) {
		return nil
	}
	for _, d := range r.answers.decisions {
		if value, _ := d.At.In(r.answer); value == hook.Ask {
			return []Finding{{Text: fmt.Sprintf("%s is ask, and nobody is asked here: %s", d.At, r.going()), Fix: r.refuse(), Place: r.at(d.At)}}
		}
	}
	return nil
}
