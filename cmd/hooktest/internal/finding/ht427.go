package finding

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/jstext"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

// ht427 finds an unknown field that invalidates the whole answer.
func ht427(r *run) []Finding {
	if r.answer == nil || r.Contract.Reading == nil || !r.Contract.Reading.Text.Strict || r.verdict.Kind != effect.Failed {
		return nil
	}
	unknown := r.answers.unknown(r.answer, "")
	if len(unknown) == 0 || r.answering(without(r.answer, unknown)).Kind == effect.Failed {
		return nil
	}
	if jsonvalue.Equal(r.answer, r.Input.Object()) {
		return says(dialect.Stdout, "the hook prints what it has read, which is not an answer here: "+r.going(), "print nothing to allow")
	}
	names := lists.Of(unknown, func(path dialect.Path) string { return jstext.Quote(string(path)) })
	if len(names) > namedFields {
		names = append(names[:namedFields], english.Count(len(unknown)-namedFields, "other"))
	}
	return r.about(unknown[0], fmt.Sprintf("%s %s known here, and an unknown field voids the whole answer: %s", english.And(names), either(names, "is not", "are not"), r.going()),
		"leave out what it does not know")
}
