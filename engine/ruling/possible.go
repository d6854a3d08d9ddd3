package ruling

import (
	"cmp"
	"maps"
	"slices"

	"github.com/hooktest/hooktest/engine/dialect"
)

// A Possibility is an effect that hooks of an event can request: what the agent does about it, and
// the facts.
type Possibility struct {
	// Reply always says what the agent does.
	dialect.Reply
	// Facts are the reply's fact or, if it has none, those of what requests the effect. Some may be
	// empty or equal.
	Facts []string
}

// Possible returns the effects that commands can request as hooks of an event, by the tables that
// decide about their results.
func Possible(contract *dialect.Contract, row *dialect.Event) map[dialect.Effect]Possibility {
	all := map[dialect.Effect]Possibility{}
	add := func(holds bool, fact string, effects ...dialect.Effect) {
		for _, what := range effects {
			if !holds || what == "" || what == dialect.Nothing {
				continue
			}
			one, seen := all[what]
			if !seen {
				if one.Reply = row.Rules.Reply(what); one.Agent == "" {
					one.Agent = Sentence(row.Moment, one.Outcome)
				}
			}
			one.Facts = append(one.Facts, cmp.Or(one.Fact, fact))
			all[what] = one
		}
	}
	add(true, "", dialect.NotStarted, dialect.TimesOut)
	text, rules, exits := contract.Reading.Text, row.Rules, contract.Exits(row)
	for _, exit := range exits {
		from := contract.Reading.Stream(exit)
		add(true, exit.Fact, exit.Effect)
		add(exit.Plain, cmp.Or(exit.Fact, text.Fact), plain(from, true), plain(from, false))
	}
	for _, exit := range exits {
		add(true, exit.Fact, exit.Empty)
	}
	_, ends := contract.Exit(row, dialect.Killed)
	_, apart := rules.Replies[dialect.SignalAfterAnswer]
	add(!ends, "", dialect.EndsBySignal)
	add(!ends && apart, "", dialect.SignalAfterAnswer)
	if !slices.ContainsFunc(exits, func(e dialect.Exit) bool { return e.JSON }) {
		return all
	}
	for _, what := range []dialect.Effect{text.Broken, text.NoObject, text.Several} {
		// Whether plain text counts depends on the exit code.
		add(what != dialect.Says, text.Fact, what)
	}
	add(text.Named != "" || text.Strict || text.Typed && len(rules.Fields) > 0, text.Fact, dialect.InvalidAnswer)
	for _, d := range rules.Decisions {
		add(true, d.Fact, append(slices.Collect(maps.Values(d.Words)), d.Other)...)
		add(d.Needs, d.Fact, dialect.InvalidAnswer)
	}
	for _, invalid := range rules.Invalid {
		add(true, invalid.Fact, invalid.Effect())
	}
	add(rules.CanStop, "", dialect.Stops)
	add(rules.Rewrite.At != "", rules.Rewrite.Fact, dialect.Rewrites)
	add(rules.Rewrite.Whole != "", rules.Rewrite.Whole, dialect.InvalidInput)
	add(len(rules.Contexts) > 0, "", dialect.Adds)
	add(len(rules.Messages) > 0, "", dialect.Tells)
	return all
}
