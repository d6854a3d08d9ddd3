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
		rules = append(rules, line("one occasion", clauses(
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

// order lists the effects in display order, with a description for each.
func order() []struct {
	What  dialect.Effect
	Words string
} {
	return []struct {
		What  dialect.Effect
		Words string
	}{
		{dialect.Refuses, "the exit code refuses"},
		{dialect.Denies, "the answer refuses"},
		{dialect.Asks, "the answer requires that the user is asked"},
		{dialect.Allows, "the answer permits"},
		{dialect.Defers, "the answer defers the decision"},
		{dialect.Stops, "the agent is told to end its work"},
		{dialect.Rewrites, "the input, or the result, is replaced"},
		{dialect.InvalidInput, "the new input does not fit the tool"},
		{dialect.Adds, "a text for the model"},
		{dialect.Says, "a text that is not an answer is printed"},
		{dialect.Tells, "a text for the user"},
		{dialect.InvalidAnswer, "the answer breaks the agent's rules"},
		{dialect.DiscardsAnswers, "the agent fails on the answer"},
		{dialect.Fails, "the exit code is that of a failure"},
		{dialect.NotStarted, "the hook can't be started"},
		{dialect.EndsBySignal, "a signal ends the hook"},
		{dialect.SignalAfterAnswer, "a signal ends the hook after it has answered"},
		{dialect.TimesOut, "the hook takes longer than its timeout"},
		{dialect.UnknownEffect, "it is not known what the agent does with it"},
	}
}

// effects returns what hooks of an event can request, with the agent's reaction.
func (b builder) effects(row *dialect.Event) []Line {
	arising := b.arising(row)
	var lines []Line
	for _, d := range order() {
		facts, ok := arising[d.What]
		if !ok {
			continue
		}
		reply := row.Rules.Reply(d.What)
		if reply.Fact != "" {
			facts = []string{reply.Fact}
		}
		l := line(string(d.What), cmp.Or(reply.Agent, ruling.Sentence(row.Moment, reply.Outcome)), facts...)
		l.Outcome, l.Model, l.User = reply.Outcome, reply.Model, reply.User
		lines = append(lines, l)
	}
	return lines
}

// arising returns the effects that hooks of an event can request, with the facts about what causes
// them.
func (b builder) arising(row *dialect.Event) map[dialect.Effect][]string {
	all := map[dialect.Effect][]string{}
	arises := func(what dialect.Effect, fact string) {
		if what != "" && what != dialect.Nothing {
			all[what] = append(all[what], fact)
		}
	}
	text, rules := b.c.Reading.Text, row.Rules
	arises(dialect.NotStarted, "")
	arises(dialect.TimesOut, "")
	answered, killed := false, false
	exits := effective(rules.Exits, b.c.Reading.Exits)
	for _, exit := range exits {
		killed = killed || slices.Contains(exit.Codes, dialect.Killed)
		arises(exit.Effect, exit.Fact)
		if exit.Plain {
			from := cmp.Or(exit.Answer, text.From)
			if from != dialect.Stderr {
				arises(dialect.Says, cmp.Or(exit.Fact, text.Fact))
			}
			if from == dialect.Stderr || from == dialect.Either {
				arises(dialect.Tells, cmp.Or(exit.Fact, text.Fact))
			}
		}
		answered = answered || exit.JSON
	}
	for _, exit := range exits {
		arises(exit.Empty, exit.Fact)
	}
	if !killed {
		arises(dialect.EndsBySignal, "")
		if _, apart := rules.Replies[dialect.SignalAfterAnswer]; apart {
			arises(dialect.SignalAfterAnswer, "")
		}
	}
	if !answered {
		return all
	}
	for _, what := range []dialect.Effect{text.Broken, text.NoObject, text.Several} {
		if what != dialect.Says {
			arises(what, text.Fact)
		}
	}
	if text.Named != "" || text.Strict || text.Typed && len(rules.Fields) > 0 {
		arises(dialect.InvalidAnswer, text.Fact)
	}
	for _, d := range rules.Decisions {
		for _, word := range slices.Sorted(maps.Keys(d.Words)) {
			arises(d.Words[word], d.Fact)
		}
		arises(d.Other, d.Fact)
		if d.Needs {
			arises(dialect.InvalidAnswer, d.Fact)
		}
	}
	for _, s := range rules.Invalid {
		if s.DiscardsAll {
			arises(dialect.DiscardsAnswers, s.Fact)
		} else {
			arises(dialect.InvalidAnswer, s.Fact)
		}
	}
	if rules.CanStop {
		arises(dialect.Stops, "")
	}
	if rules.Rewrite.At != "" {
		arises(dialect.Rewrites, rules.Rewrite.Fact)
	}
	if rules.Rewrite.Whole != "" {
		arises(dialect.InvalidInput, rules.Rewrite.Whole)
	}
	if len(rules.Contexts) > 0 {
		arises(dialect.Adds, "")
	}
	if len(rules.Messages) > 0 {
		arises(dialect.Tells, "")
	}
	return all
}

// effective returns the exit codes of an event: its own rules, and the general ones for all other
// codes.
func effective(own, all []dialect.Exit) []dialect.Exit {
	var out []dialect.Exit
	var seen []int
	rest := false
	for _, exit := range slices.Concat(own, all) {
		left := slices.DeleteFunc(slices.Clone(exit.Codes), func(code int) bool {
			return slices.Contains(seen, code) || rest && code != dialect.Killed
		})
		if len(left) > 0 || len(exit.Codes) == 0 && !rest {
			out = append(out, exit)
		}
		seen = append(seen, exit.Codes...)
		rest = rest || len(exit.Codes) == 0
	}
	return out
}

// requiredEffects returns the effects of LLxprt Code's events. They have no table, because the
// requirements define what hooks of the event can do.
func requiredEffects(row *dialect.Event) []Line {
	can := row.Effects
	with := func(what dialect.Effect, outcome dialect.Outcome, says string, facts ...string) Line {
		l := line(string(what), cmp.Or(says, ruling.Sentence(row.Moment, outcome)), facts...)
		l.Outcome = outcome
		return l
	}
	var lines []Line
	refused, stopped := dialect.Prevented, dialect.Ends
	if can.Before {
		stopped = dialect.Abandoned
	}
	refuses, stops := can.Skip, can.EndTurn
	if refuses == "" {
		refused, refuses = dialect.Proceeds, can.Ignored
	}
	if stops == "" {
		stopped, stops = dialect.Proceeds, can.Ignored
	}
	lines = append(lines, with(dialect.Refuses, refused, "", refuses, "HOOK-066"), with(dialect.Denies, refused, "", refuses), with(dialect.Stops, stopped, "", stops))
	if can.Rewrite != "" {
		lines = append(lines, with(dialect.Rewrites, dialect.Proceeds, "continues with the changed "+can.Changes, can.Rewrite))
	}
	if can.Context != "" {
		lines = append(lines, with(dialect.Adds, dialect.Proceeds, "gives the model the text with the result", can.Context))
	}
	if can.Message != "" {
		lines = append(lines, with(dialect.Says, dialect.Proceeds, "gives the model the text as a system message", can.Message))
	}
	for _, what := range []dialect.Effect{dialect.Fails, dialect.NotStarted, dialect.EndsBySignal, dialect.TimesOut} {
		lines = append(lines, with(what, dialect.Proceeds, "", can.Failed))
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
	what := dialect.InvalidAnswer
	if s.DiscardsAll {
		what = dialect.DiscardsAnswers
	}
	return sentence(value, "requests", string(what), where(s.With != "", "together with %s", s.With), where(s.Unless != "", "without %s", s.Unless))
}
