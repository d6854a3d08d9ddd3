package finding

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/english"
)

// ht420 finds a new input in another agent's field.
func ht420(r *run) []Finding {
	if r.answer == nil || !r.reads() || !passes(r.verdict) {
		return nil
	}
	for _, own := range append(slices.Clone(r.row.Rules.Rewrite.Also), r.answers.rewrite) {
		if _, has := own.In(r.answer); has {
			return nil
		}
	}
	var theirs []*run
	var path dialect.Path
	for _, other := range r.elsewhere() {
		if value, ok := other.answers.rewrite.In(r.answer); ok && value != nil && !r.answers.knows(other.answers.rewrite) && (path == "" || path == other.answers.rewrite) {
			path = other.answers.rewrite
			theirs = append(theirs, other)
		}
	}
	if len(theirs) == 0 {
		return nil
	}
	fix := "nothing that a hook of " + string(r.row.Name) + " answers changes it"
	if r.answers.rewrite != "" {
		fix = "write " + string(r.answers.rewrite) + " instead"
	}
	return r.about(path, fmt.Sprintf("%s changes the value for %s, and nothing here: %s", path, english.And(named(theirs)), r.going()), fix)
}
