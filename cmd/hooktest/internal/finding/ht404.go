package finding

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/jstext"
)

func ht404() Rule {
	return Rule{
		ID: "HT404", Title: "hookSpecificOutput without hookEventName", Severity: Error, Agents: "agents that check hookEventName",
		Why:  "Some agents treat the answer as a failed hook if hookSpecificOutput does not name its event.",
		find: eventNotNamed,
	}
}

func eventNotNamed(r *run) []Finding {
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
	return []Finding{{Text: text + ", so the answer fails: " + r.going(), Place: r.at("hookSpecificOutput"),
		Fix: fmt.Sprintf(`put "hookEventName": %s into hookSpecificOutput`, jstext.Quote(string(r.row.Name)))}}
}
