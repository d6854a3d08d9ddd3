package finding

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/jstext"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/spelling"
)

func unknownDecision(r *run) []Finding {
	if r.answer == nil || !r.reads() || !passes(r.verdict) {
		return nil
	}
	var found []Finding
	for _, d := range r.answers.decisions {
		value, _ := d.At.In(r.answer)
		text, isText := value.(string)
		if _, known := d.Words[text]; !isText || known || text == hook.Ask {
			continue
		}
		var words []string
		for _, each := range []dialect.Demand{dialect.Denies, dialect.Asks, dialect.Allows} {
			for word, demand := range d.Words {
				if demand == each {
					words = append(words, word)
				}
			}
		}
		slices.Sort(words)
		fix := "the words are " + english.And(words)
		if near := spelled(strings.ToLower(text), words); near != "" {
			fix = "did you mean " + near + "? " + fix
		}
		found = append(found, Finding{
			Text: fmt.Sprintf("%s %s is no word that is known here: %s", d.At, jstext.Quote(text), r.going()),
			Fix:  fix, Place: r.at(d.At), Told: r.warningOf("INT-16", string(d.At)+" "),
		})
	}
	return found
}

func spelled(word string, words []string) string {
	near, _ := spelling.Nearest(word, words)
	return near
}

// warningOf returns the engine's warning by a rule whose text has the prefix begins.
func (r *run) warningOf(rule, begins string) hook.Warning {
	for _, w := range r.Result.Warnings {
		if w.Rule == rule && strings.HasPrefix(w.Text, begins) {
			return w
		}
	}
	return hook.Warning{}
}

// foreignRefusal finds an answer that refuses only for other agents.
func foreignRefusal(r *run) []Finding {
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
	return []Finding{{
		Text:  fmt.Sprintf("the answer refuses in the form of %s, which refuses nothing here: %s", english.And(named(theirs)), r.going()),
		Fix:   r.refuseByAnswer(),
		Place: Place{Stream: dialect.Stdout},
	}}
}

// notHere finds parts of an answer that the agent reads on other events but not on this one.
func notHere(r *run) []Finding {
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

// anywhere finds the decision in an answer whose word has this effect on any event of the agent.
func anywhere(r *run, demand dialect.Demand) (dialect.Decision, string, bool) {
	for i := range r.Contract.Events {
		if d, text, ok := languageOf(r.Contract, &r.Contract.Events[i]).said(r.answer, demand); ok {
			return d, text, true
		}
	}
	return dialect.Decision{}, "", false
}

// toldAny reports whether the model or the user reads the reason that the answer gives for an
// effect.
func (r *run) toldAny(demand dialect.Demand) bool {
	d, _, _ := anywhere(r, demand)
	for _, path := range d.Reason {
		value, _ := path.In(r.answer)
		if text, ok := value.(string); ok && text != "" && r.told(text) {
			return true
		}
	}
	return false
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

// guardElsewhere names the event before the tool, which a hook can refuse.
func (r *run) guardElsewhere() string {
	if row, ok := r.Contract.At(dialect.ToolBefore); ok && row.Name != r.row.Name {
		return fmt.Sprintf("refuse on %s, before the tool runs", row.Name)
	}
	return r.refuse()
}

func withoutReason(r *run) []Finding {
	if r.answer == nil || !r.reads() || r.Result.Code != 0 {
		return nil
	}
	d, _, ok := r.answers.said(r.answer, dialect.Denies)
	if !ok || len(d.Reason) == 0 {
		return nil
	}
	for _, path := range slices.Concat(d.Reason, []dialect.Path{"stopReason"}) {
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

func stopsTooLate(r *run) []Finding {
	if r.answer == nil || r.row.Moment != dialect.ToolBefore || r.Contract.Reading == nil || r.verdict.Kind != effect.Stop {
		return nil
	}
	if r.row.Rules.Reply(dialect.Stops).Outcome != dialect.Ends {
		return nil
	}
	return []Finding{{Text: "continue: false does not keep this tool from running: " + r.going(), Fix: r.refuseByAnswer(), Place: r.at("continue")}}
}

func voided(r *run) []Finding {
	if r.answer == nil || r.Contract.Reading == nil || !r.Contract.Reading.Text.Strict || r.verdict.Kind != effect.Failed {
		return nil
	}
	unknown := r.answers.unknown(r.answer, "")
	if len(unknown) == 0 || r.answering(without(r.answer, unknown)).Kind == effect.Failed {
		return nil
	}
	if jsonvalue.Equal(r.answer, r.Input.Object()) {
		return says(dialect.Stdout, "the hook prints what it has read, which is no answer here: "+r.going(), "print nothing to let through")
	}
	names := make([]string, len(unknown))
	for i, path := range unknown {
		names[i] = jstext.Quote(string(path))
	}
	if len(names) > namedFields {
		names = append(names[:namedFields], english.Count(len(unknown)-namedFields, "other"))
	}
	return []Finding{{
		Text:  fmt.Sprintf("%s %s known here, and an unknown field voids the whole answer: %s", english.And(names), either(names, "is not", "are not"), r.going()),
		Fix:   "leave out what it does not know",
		Place: r.at(unknown[0]),
	}}
}
