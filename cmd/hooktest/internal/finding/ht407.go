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
		found = says(dialect.Stdout, fmt.Sprintf("the answer refuses, and %s can't be refused: %s", r.row.Name, r.going()), r.guardElsewhere())
	}
	if goes, ok := r.answer.GetBool("continue"); ok && !goes && !r.answers.stops && r.verdict.Kind == effect.Allow {
		found = append(found, r.about("continue", fmt.Sprintf("continue: false is not honoured on %s: %s", r.row.Name, r.going()), r.refuse())...)
	}
	const context dialect.Path = "hookSpecificOutput.additionalContext"
	if value, ok := context.In(r.answer); ok && value != "" && value != nil && len(r.answers.contexts) == 0 {
		if on := eventsThat(r.Contract, func(l language) bool { return slices.Contains(l.contexts, context) }); len(on) > 0 {
			found = append(found, r.about(context, fmt.Sprintf("additionalContext is not honoured on %s: the model does not read it", r.row.Name),
				"give the context on "+english.Or(on))...)
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
