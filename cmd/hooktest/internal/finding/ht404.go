package finding

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/jstext"
)

// ht404 finds an answer that does not name its event.
func ht404(r *run) []Finding {
	if r.answer == nil || r.verdict.Kind != effect.Failed {
		return nil
	}
	if specific, ok := r.answer.GetObject("hookSpecificOutput"); !ok || specific.Len() == 0 {
		return nil
	}
	if r.answering(with(r.answer, namesEvent, string(r.row.Name))).Kind == effect.Failed {
		return nil
	}
	text := "hookSpecificOutput does not name the event"
	if value, ok := namesEvent.In(r.answer); ok {
		text = fmt.Sprintf("hookEventName is %s and not %s", jsonvalue.Marshal(value), jstext.Quote(string(r.row.Name)))
	}
	return r.about("hookSpecificOutput", text+", so the answer fails: "+r.going(),
		fmt.Sprintf(`put "hookEventName": %s into hookSpecificOutput`, jstext.Quote(string(r.row.Name))))
}
