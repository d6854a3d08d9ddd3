// Package agents turns the names that a person gives into agents, each with its contract,
// and answers what commands ask about one. Which of them a hook is for, it does not know.
package agents

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/english"
)

// An Agent is whose contract a command speaks of.
type Agent struct{ *dialect.Contract }

// Default is that of the requirements, which the commands for authors speak of
// unless another agent is asked.
func Default() Agent { return Agent{dialect.LLxprt()} }

// Required tells whether requirements say what the agent does, and schemas what its
// hooks read.
func (a Agent) Required() bool { return a.Reading == nil }

// Row is what the contract says of an event; nothing of one that it has not.
func (a Agent) Row(event hook.Event) *dialect.Event {
	row, _ := a.Event(event)
	return row
}

// Knows tells whether the contract has an event of this name.
func (a Agent) Knows(name string) bool {
	_, ok := a.Event(hook.Event(name))
	return ok
}

// MomentOf is the moment of an event, which other agents may call otherwise; an event
// at a moment of its own stands for itself.
func (a Agent) MomentOf(event hook.Event) string {
	if moment := a.Row(event).Moment; moment != "" {
		return string(moment)
	}
	return string(event)
}

// Of is whose a firing is.
func Of(f engine.Firing) Agent { return Agent{f.Config.Contract()} }

// CheckEvent takes the agent's names of events, and knows those of others.
func (a Agent) CheckEvent(name string) error {
	if a.Knows(name) {
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

// Subjects are what matchers of an event are commonly tested against, the most
// common first, and in the end the subject that matches all (INT-20).
func (a Agent) Subjects(event hook.Event) []string {
	common := a.Row(event).Subject.Values
	if a.Row(event).Subject.Tool {
		common = slices.Concat(a.Tools.Common, a.Tools.Names())
	}
	return append(slices.Clone(common), "")
}

// SubjectDoubt warns of a tool, or another subject, that nobody documents: most
// likely a typing error, after which every matcher looks wrong. Of a subject without
// documented values, such as the name of a server, any may be right.
func (a Agent) SubjectDoubt(event hook.Event, subject string) (message, hint string) {
	matched := a.Row(event).Subject
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

// Fields are the names of what the agent's hooks read.
func (a Agent) Fields() []string {
	names := a.BaseNames()
	for _, event := range a.Events {
		for _, field := range event.Fields {
			names = append(names, field.Name)
		}
	}
	return names
}

// NamesEvents tells whether the agent's payloads name their event.
func (a Agent) NamesEvents() bool {
	return slices.ContainsFunc(a.Base, func(f dialect.BaseField) bool { return f.Is == dialect.EventName })
}

// VouchesFor tells whether a subject is one that is documented.
func (a Agent) VouchesFor(row *dialect.Event, subject string) bool {
	if row.Subject.Tool {
		return a.Tools.Knows(subject)
	}
	return slices.Contains(row.Subject.Values, subject)
}
