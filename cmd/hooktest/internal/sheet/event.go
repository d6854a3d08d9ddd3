package sheet

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/ruling"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

func (b builder) event(row *dialect.Event) Event {
	rules := []Line{line("matchers", subject(row.Subject), row.Subject.Rule)}
	if row.Merge.How != "" {
		rules = append(rules, line("several hooks", merges(row.Merge.How), row.Merge.Rule))
	}
	if row.Chain.How != "" {
		changes := "merges hookSpecificOutput.%s into %s for the next hook"
		if row.Chain.How == dialect.Appends {
			changes = "appends hookSpecificOutput.%s to %s for the next hook"
		}
		rules = append(rules, line("one after another", fmt.Sprintf("each "+changes, row.Chain.Answer, row.Chain.Field)))
	}
	if r := row.Repeats; r.Fact != "" {
		rules = append(rules, line("refuses every time", clauses(
			where(r.Endless, "the agent continues without end"),
			where(r.Runs > 0, "asked %d times, then the agent ends all the same", r.Runs),
			where(r.Variable != "", "%s has another number", r.Variable),
			fmt.Sprintf("hooks read %s: true", r.Field),
		), r.Fact))
	}
	if o := row.Often; o.Fact != "" {
		rules = append(rules, line("how often", clauses(
			where(o.Runs > 0, "each hook runs %d times", o.Runs),
			where(o.Results, "each hook runs again whenever results of tools go to the model"),
		), o.Fact))
	}
	for _, exit := range exitLines(row.Rules.Exits) {
		exit.What = "exit code " + exit.What
		rules = append(rules, exit)
	}
	reads := lists.Of(row.Fields, func(f dialect.Field) Line {
		return line(f.Name, clauses(f.Kind, where(f.Optional, "may be missing")), f.Rule)
	})
	parts := []Part{{Rules, rules}}
	if b.c.Reading == nil {
		parts = append(parts, Part{Effects, requiredEffects(row)}, Part{Reads, reads})
	} else {
		parts = append(parts, Part{Effects, b.effects(row)}, Part{Reads, reads}, Part{Answers, answerLines(row.Rules)})
	}
	return Event{Name: row.Name, Moment: row.Moment, Parts: filled(parts)}
}

// A column is an effect with a text about what requests it.
type column struct {
	What  dialect.Effect
	Words string
}

// order lists the effects in display order. Those with a text are columns in the moments' tables. The
// others concern few hooks, and are on the agents' sheets.
func order() []column {
	return []column{
		{dialect.Refuses, "the exit code refuses"},
		{dialect.Denies, "the answer refuses"},
		{dialect.Asks, "the answer requires that the user is asked"},
		{dialect.Allows, "the answer permits"},
		{dialect.Defers, "the answer defers the decision"},
		{dialect.Stops, "the agent is told to end its work"},
		{dialect.Rewrites, "the input, or the result, is replaced"},
		{dialect.InvalidInput, ""},
		{dialect.Adds, "a text for the model"},
		{dialect.Says, "a text that is not an answer is printed"},
		{dialect.Tells, ""},
		{dialect.InvalidAnswer, "the answer breaks the agent's rules"},
		{dialect.DiscardsAnswers, ""},
		{dialect.Fails, "the exit code is that of a failure"},
		{dialect.NotStarted, ""},
		{dialect.EndsBySignal, ""},
		{dialect.SignalAfterAnswer, ""},
		{dialect.TimesOut, "the hook takes longer than its timeout"},
		{dialect.UnknownEffect, ""},
	}
}

// effects returns what hooks of an event can request, with the agent's reaction.
func (b builder) effects(row *dialect.Event) []Line {
	possible := ruling.Possible(b.c, row)
	var lines []Line
	for _, d := range order() {
		if p, ok := possible[d.What]; ok {
			l := line(string(d.What), p.Agent, p.Facts...)
			l.Outcome, l.Model, l.User = p.Outcome, p.Model, p.User
			lines = append(lines, l)
		}
	}
	return lines
}

// requiredEffects returns the effects of LLxprt Code's events. They have no table, because the
// requirements define what hooks of the event can do.
func requiredEffects(row *dialect.Event) []Line {
	can := row.Effects
	refused, stopped := dialect.Prevented, dialect.Ends
	if can.Skip == "" {
		refused = dialect.Proceeds
	}
	switch {
	case can.EndTurn == "":
		stopped = dialect.Proceeds
	case can.Before:
		stopped = dialect.Abandoned
	}
	var lines []Line
	add := func(what dialect.Effect, outcome dialect.Outcome, says string, rules ...string) {
		if rules[0] != "" {
			l := line(string(what), cmp.Or(says, ruling.Sentence(row.Moment, outcome)), rules...)
			l.Outcome = outcome
			lines = append(lines, l)
		}
	}
	refuses := cmp.Or(can.Skip, can.Ignored)
	add(dialect.Refuses, refused, "", refuses, "HOOK-066")
	add(dialect.Denies, refused, "", refuses)
	add(dialect.Stops, stopped, "", cmp.Or(can.EndTurn, can.Ignored))
	add(dialect.Rewrites, dialect.Proceeds, "continues with the changed "+can.Changes, can.Rewrite)
	add(dialect.Adds, dialect.Proceeds, "gives the model the text with the result", can.Context)
	add(dialect.Says, dialect.Proceeds, "gives the model the text as a system message", can.Message)
	for _, what := range []dialect.Effect{dialect.Fails, dialect.NotStarted, dialect.EndsBySignal, dialect.TimesOut} {
		add(what, dialect.Proceeds, "", can.Failed)
	}
	return lines
}

// answerLines returns the fields of a hook's output, one line each, in the order in which the
// rules first mention them.
func answerLines(rules dialect.Rules) []Line {
	var lines []Line
	about := func(at dialect.Path, fact, format string, args ...any) {
		says := fmt.Sprintf(format, args...)
		i := slices.IndexFunc(lines, func(l Line) bool { return l.What == string(at) })
		if i < 0 {
			lines = append(lines, line(string(at), says, fact))
			return
		}
		old := lines[i]
		lines[i] = line(old.What, clauses(old.Says, says), append(old.Facts, fact)...)
	}
	for _, f := range rules.Fields {
		says := cmp.Or(f.Kind, "anything")
		if len(f.Values) > 0 {
			says += ", " + english.Or(f.Values)
		}
		if f.Null {
			says += ", or null"
		}
		about(f.At, "", "%s", says)
	}
	for _, d := range rules.Decisions {
		about(d.At, d.Fact, "%s", decides(d))
	}
	if rules.CanStop {
		about("continue", "", "false requests stop%s", where(rules.StopWins, ", which outweighs a refusal"))
	}
	if r := rules.Rewrite; r.At != "" {
		about(r.At, r.Fact, "%s", rewrites(r))
		if r.Whole != "" {
			about(r.At, r.Whole, "has to have every argument that the tool needs")
		}
	}
	for _, at := range rules.Contexts {
		about(at, "", "requests context")
	}
	for _, at := range rules.Messages {
		about(at, "", "%s", clauses("requests message", where(rules.MessageFirst, "comes before the context where the model reads both"), where(rules.Between != "", "an empty line between them")))
	}
	for _, s := range rules.Invalid {
		about(s.At, s.Fact, "%s", invalid(s))
	}
	return lines
}

func decides(d dialect.Decision) string {
	words := lists.Of(slices.Sorted(maps.Keys(d.Words)), func(word string) string {
		return word + " requests " + string(d.Words[word])
	})
	return clauses(
		strings.Join(words, ", "),
		where(d.Other != "" && d.Other != dialect.Nothing, "any other word requests %s", d.Other),
		where(len(d.Reason) > 0, "with the reason from %s", english.Or(lists.Texts(d.Reason))),
		where(len(d.DenialReason) > 0, "a denial's also from %s", english.Or(lists.Texts(d.DenialReason))),
		where(d.Needs, "a refusal needs one"),
		where(d.Default != "", "or else %s", quoted(d.Default)),
		where(d.Unless != "", "not read together with %s", d.Unless),
	)
}

func rewrites(r dialect.Rewriting) string {
	does := "takes the place of "
	if r.Overlays {
		does = "is laid over "
	}
	return clauses(does+r.Of, where(r.Kind != "", "counts where it is of the kind %s", r.Kind), where(r.Needs != "", "counts only together with %s", r.Needs))
}

func invalid(s dialect.InvalidValue) string {
	value := cmp.Or(s.Value, english.Or(s.Kinds), "any value")
	return sentence(value, "requests", string(s.Effect()), where(s.With != "", "together with %s", s.With), where(s.Unless != "", "without %s", s.Unless))
}
