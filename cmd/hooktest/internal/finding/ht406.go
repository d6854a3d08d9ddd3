package finding

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/english"
)

// ht406 finds an answer that refuses only for other agents.
func ht406(r *run) []Finding {
	if r.answer == nil || !r.reads() || !passes(r.verdict) || len(r.refusals) == 0 {
		return nil
	}
	if passes(r.verdict) && !passes(r.answering(without(r.answer, r.answers.unknown(r.answer, "")))) {
		return nil
	}
	silent := func(result *hook.ExecutionResult) { result.Stdout = nil }
	var theirs []*run
	for _, other := range r.elsewhere() {
		// The tool refuses an input that does not fit it; that is not the answer's doing.
		unchanged := without(r.answer, []dialect.Path{other.answers.rewrite})
		if refuses(other.verdict) && passes(other.supposing(silent)) && refuses(other.answering(unchanged)) {
			theirs = append(theirs, other)
		}
	}
	if len(theirs) == 0 {
		return nil
	}
	return says(dialect.Stdout, fmt.Sprintf("the answer refuses in the form of %s, which refuses nothing here: %s", english.And(named(theirs)), r.going()),
		r.refuseByAnswer())
}
