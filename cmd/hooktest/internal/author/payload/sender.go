package payload

import (
	"cmp"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/roster"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
)

// Named returns the event that a payload names, in any agent's field for it.
func (w *Whole) Named() (event string, ok bool) {
	node, ok := w.eventNode()
	if !ok {
		return "", false
	}
	return node.Text(), true
}

func (w *Whole) eventNode() (node *document.Node, ok bool) {
	for _, name := range w.object.Keys() {
		if node, ok := w.node.Field(name); ok && namesEvent(name) && node.Kind() == document.String {
			return node, true
		}
	}
	return nil, false
}

// namesEvent reports whether some agent has its event's name in this field.
func namesEvent(field string) bool {
	return slices.ContainsFunc(dialect.Summaries(), func(s dialect.Summary) bool { return slices.Contains(s.EventFields, field) })
}

// A Sender is an agent that may have sent a payload.
type Sender struct {
	roster.Agent
	// strange counts the fields that the agent never sends with the event. whole is set if all
	// fields that it always sends are present. based is set if at least one base field is.
	strange      int
	whole, based bool
}

// Senders returns all agents that have the event that a payload names or, if it names none, that
// it fits. If the payload matches agents that never name their events, Senders returns only
// these.
func Senders(w *Whole, name string) []Sender {
	var known, nameless []Sender
	for _, a := range roster.Where(func(roster.Agent) bool { return true }) {
		event, ok := w.eventFor(a, name)
		if !ok {
			continue
		}
		s := w.compared(a, event)
		if known = append(known, s); !a.NamesEvents() && s.strange == 0 && s.based {
			nameless = append(nameless, s)
		}
	}
	if len(nameless) > 0 {
		return nameless
	}
	return known
}

// Closest returns the senders that a payload differs least from. An agent known from documents
// only may send undocumented fields, so it is the closest only if the payload fits it better.
func Closest(known []Sender) []Sender {
	best := slices.MinFunc(known, func(a, b Sender) int {
		return cmp.Or(a.strange-b.strange, before(!a.OnlyNamed, !b.OnlyNamed), before(a.whole, b.whole))
	})
	return slices.DeleteFunc(slices.Clone(known), func(s Sender) bool {
		return s.strange != best.strange || s.OnlyNamed != best.OnlyNamed || s.whole != best.whole
	})
}

// Like reports whether two senders use the same name for the event before a tool, and the payload
// differs equally from what each sends.
func (s Sender) Like(other Sender) bool {
	row, ok := s.At(dialect.ToolBefore)
	theirs, has := other.At(dialect.ToolBefore)
	return s.Contract == other.Contract || ok && has && row.Name == theirs.Name && s.strange == other.strange && s.OnlyNamed == other.OnlyNamed
}

// before orders true before false.
func before(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// eventFor returns the agent's event for a payload: the one that it names or, if it names none,
// the one that it fits.
func (w *Whole) eventFor(a roster.Agent, name string) (hook.Event, bool) {
	switch {
	case name == "":
		return w.fits(a)
	case !a.NamesEvents():
		return "", false
	}
	return hook.Event(name), a.Knows(name)
}

// fits finds the event for a payload that names none: the one with the fewest unknown and the
// fewest missing fields. For an agent whose payloads never name their event, no field may be
// missing. Other agents always name it, so such a payload was written by hand: more fields may be
// missing, and it is most likely meant for the most common event, a tool that is about to run.
func (w *Whole) fits(a roster.Agent) (event hook.Event, ok bool) {
	var strange, missing int
	for _, row := range a.Events {
		own, lacks := 0, 0
		for _, field := range row.Fields {
			switch {
			case w.object.Has(field.Name):
				own++
			case !field.Optional:
				lacks++
			}
		}
		if own == 0 || lacks > 0 && !a.NamesEvents() {
			continue
		}
		if row.Moment == dialect.ToolBefore {
			lacks = 0
		}
		unknown := w.unknown(a, row.Name)
		if !ok || unknown < strange || unknown == strange && lacks < missing {
			event, strange, missing, ok = row.Name, unknown, lacks, true
		}
	}
	return event, ok
}

// unknown counts the fields of a payload that the agent doesn't send with an event. It skips any
// agent's field for the event's name.
func (w *Whole) unknown(a roster.Agent, event hook.Event) int {
	n := 0
	for _, name := range w.object.Keys() {
		_, own := a.Row(event).Field(name)
		if !own && !slices.Contains(a.BaseNames(), name) && !namesEvent(name) {
			n++
		}
	}
	return n
}

// compared compares a payload with what the agent sends with an event.
func (w *Whole) compared(a roster.Agent, event hook.Event) Sender {
	s := Sender{Agent: a, strange: w.unknown(a, event), whole: true}
	row := a.Row(event)
	if subject, ok := w.object.GetString(row.Subject.Field); ok && !a.VouchesFor(row, subject) {
		s.strange++
	}
	for _, base := range a.Base {
		if slices.Contains(base.Except, event) {
			continue
		}
		has := w.object.Has(base.Name)
		s.based, s.whole = s.based || has, s.whole && has
	}
	for _, field := range row.Fields {
		s.whole = s.whole && (field.Optional || w.object.Has(field.Name))
	}
	return s
}
