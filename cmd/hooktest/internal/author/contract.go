package author

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/english"
)

// An agent is whose contract a command speaks of.
type agent struct{ *dialect.Contract }

// contract is that of the requirements, which the commands for authors speak of
// unless another agent is asked.
func contract() agent { return agent{dialect.LLxprt()} }

// required tells whether requirements say what the agent does, and schemas what its
// hooks read.
func (a agent) required() bool { return a.Reading == nil }

// row is what the contract says of an event; nothing of one that it has not.
func (a agent) row(event hook.Event) *dialect.Event {
	row, _ := a.Event(event)
	return row
}

// knows tells whether the contract has an event of this name.
func (a agent) knows(name string) bool {
	_, ok := a.Event(hook.Event(name))
	return ok
}

// placeOf is the moment of an event, which other agents may call otherwise; an event
// at a moment of its own stands for itself.
func (a agent) placeOf(event hook.Event) string {
	if moment := a.row(event).Moment; moment != "" {
		return string(moment)
	}
	return string(event)
}

// agentOf is whose a firing is.
func agentOf(f engine.Firing) agent { return agent{f.Config.Contract()} }

// checkEvent takes the agent's names of events, and knows those of others.
func (a agent) checkEvent(name string) error {
	if a.knows(name) {
		return nil
	}
	if foreign, ok := a.ForeignEvent(name); ok {
		return console.Usage(fmt.Sprintf("unknown event %q", name), fmt.Sprintf("%s's %s is %s here", foreign.Product, name, foreign.Here))
	}
	var names []string
	for _, event := range a.EventNames() {
		names = append(names, string(event))
	}
	return console.CheckChoice("event", name, names)
}

// subjects are what matchers of an event are commonly tested against, the most
// common first, and in the end the subject that matches all (INT-20).
func (a agent) subjects(event hook.Event) []string {
	common := a.row(event).Subject.Values
	if a.row(event).Subject.Tool {
		common = slices.Concat(a.Tools.Common, a.Tools.Names())
	}
	return append(slices.Clone(common), "")
}

// subjectDoubt warns of a tool, or another subject, that nobody documents: most
// likely a typing error, after which every matcher looks wrong. Of a subject without
// documented values, such as the name of a server, any may be right.
func (a agent) subjectDoubt(event hook.Event, subject string) (message, hint string) {
	matched := a.row(event).Subject
	what, known := matched.Field, matched.Values
	if matched.Tool {
		what, known = "tool", a.Tools.Names()
		if a.Tools.Knows(subject) {
			return "", ""
		}
	}
	if subject == "" || len(known) == 0 || slices.Contains(known, subject) {
		return "", ""
	}
	if near := console.Nearest(subject, known); near != "" {
		hint = fmt.Sprintf("did you mean %s?", near)
	} else if !matched.Tool {
		hint = fmt.Sprintf("%s is documented as %s", what, english.Or(known))
	}
	return fmt.Sprintf("%s knows no %s %q", a.Product, what, subject), hint
}

// names tells whether the agent's payloads name their event.
func (a agent) names() bool {
	return slices.ContainsFunc(a.Base, func(f dialect.BaseField) bool { return f.Is == dialect.EventName })
}

// vouchesFor tells whether a subject is one that is documented.
func (a agent) vouchesFor(row *dialect.Event, subject string) bool {
	if row.Subject.Tool {
		return a.Tools.Knows(subject)
	}
	return slices.Contains(row.Subject.Values, subject)
}
