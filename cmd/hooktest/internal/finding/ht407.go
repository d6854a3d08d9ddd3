package finding

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/internal/english"
)

// ht407 finds parts of an answer that the agent reads on other events but not on this one.
func ht407(r *run) []Finding {
	if r.answer == nil || !r.reads() || !passes(r.verdict) {
		return nil
	}
	var found []Finding
	_, _, denies := anywhere(r, dialect.Denies)
	if denies && len(r.refusals) == 0 && !r.toldAny(dialect.Denies) {
		found = append(found, Finding{Text: fmt.Sprintf("the answer refuses, and %s can't be refused: %s", r.row.Name, r.going()),
			Fix: r.guardElsewhere(), Place: Place{Stream: dialect.Stdout}})
	}
	if goes, ok := r.answer.GetBool("continue"); ok && !goes && !r.answers.stops && r.verdict.Kind == effect.Allow {
		found = append(found, Finding{Text: fmt.Sprintf("continue: false is not honoured on %s: %s", r.row.Name, r.going()),
			Fix: r.refuse(), Place: r.at("continue")})
	}
	const context dialect.Path = "hookSpecificOutput.additionalContext"
	if value, ok := context.In(r.answer); ok && value != "" && value != nil && len(r.answers.contexts) == 0 {
		if on := eventsThat(r.Contract, func(l language) bool { return slices.Contains(l.contexts, context) }); len(on) > 0 {
			found = append(found, Finding{Text: fmt.Sprintf("additionalContext is not honoured on %s: the model does not read it", r.row.Name),
				Fix: "give the context on " + english.Or(on), Place: r.at(context)})
		}
	}
	return found
}

func eventsThat(c *dialect.Contract, holds func(language) bool) []string {
	var names []string
	for i := range c.Events {
		if holds(languageOf(c, &c.Events[i])) {
			names = append(names, string(c.Events[i].Name))
		}
	}
	return names
}
