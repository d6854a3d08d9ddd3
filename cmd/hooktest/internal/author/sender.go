package author

import (
	"cmp"
	"slices"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
)

// named is the event that a payload names, under whatever name some agent has for that.
func (w *whole) named() (event string, ok bool) {
	node, ok := w.eventNode()
	if !ok {
		return "", false
	}
	return node.Text(), true
}

func (w *whole) eventNode() (node *document.Node, ok bool) {
	for _, name := range w.object.Keys() {
		if node, ok := w.node.Field(name); ok && namesEvent(name) && node.Kind() == document.String {
			return node, true
		}
	}
	return nil, false
}

// namesEvent tells whether some agent names its events in a field called so.
func namesEvent(field string) bool {
	return slices.ContainsFunc(dialect.Contracts(), func(c *dialect.Contract) bool {
		return slices.ContainsFunc(c.Base, func(f dialect.BaseField) bool { return f.Name == field && f.Is == dialect.EventName })
	})
}

// A sender is an agent that may have sent a payload.
type sender struct {
	agent
	// strange counts what the agent never sends with the event. Whole tells that
	// nothing is missing that it always does, based that some base field is there.
	strange      int
	whole, based bool
}

// senders are the agents that may have sent a payload. Where they have events of the
// same name, LLxprt Code is asked alone, unless the payload looks more like another's.
func (o *runOptions) senders(w *whole, name string) []agent {
	known := sendersOf(w, name)
	if len(known) == 0 {
		return o.because(nil, "")
	}
	closest := closestOf(known)
	asked := func(among []sender, why string) []agent {
		return o.because(meant(func(a agent) bool {
			return slices.ContainsFunc(among, func(s sender) bool { return s.Contract == a.Contract })
		}), why)
	}
	ours := func(s sender) bool { return s.required() }
	regular := func(s sender) bool { return !s.Aside }
	switch {
	case slices.ContainsFunc(closest, ours):
		return []agent{contract()}
	case name == "" || slices.ContainsFunc(known, ours):
		return asked(closest, "whose payload looks like this")
	case slices.ContainsFunc(closest, regular):
		return asked(known, "whose event "+name+" is")
	}
	return asked(closest, "whose event "+name+" is")
}

// sendersOf are all agents that have the event that a payload names or, where it names
// none, looks like. An agent that never names its events goes before those that always
// do.
func sendersOf(w *whole, name string) []sender {
	var known, nameless []sender
	for _, a := range agentsOf(func(agent) bool { return true }) {
		event, ok := a.eventIn(w, name)
		if !ok {
			continue
		}
		s := a.compared(w, event)
		if known = append(known, s); !a.names() && s.strange == 0 && s.based {
			nameless = append(nameless, s)
		}
	}
	if len(nameless) > 0 {
		return nameless
	}
	return known
}

// closestOf are those that a payload differs least from. Of agents that only documents
// tell of, which may send more than that, a payload has to differ less than of others.
func closestOf(known []sender) []sender {
	best := slices.MinFunc(known, func(a, b sender) int {
		return cmp.Or(a.strange-b.strange, before(!a.Aside, !b.Aside), before(a.whole, b.whole))
	})
	return slices.DeleteFunc(slices.Clone(known), func(s sender) bool {
		return s.strange != best.strange || s.Aside != best.Aside || s.whole != best.whole
	})
}

// before orders what holds before what does not.
func before(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// eventIn is the event that the agent would send a payload for: the one that it names
// or, where it names none, the one that it looks like.
func (a agent) eventIn(w *whole, name string) (hook.Event, bool) {
	switch {
	case name == "":
		return a.fits(w)
	case !a.names():
		return "", false
	}
	return hook.Event(name), a.knows(name)
}

// names tells whether the agent's payloads name their event.
func (a agent) names() bool {
	return slices.ContainsFunc(a.Base, func(f dialect.BaseField) bool { return f.Is == dialect.EventName })
}

// fits finds the event that a payload looks like which names none: the one of which
// the payload has the fewest strange fields and lacks the fewest. Of an agent whose
// payloads never name their event nothing may be missing. Others always do, so that
// somebody wrote the payload, who may have left out more, and most likely for what is
// tried most: a tool that is about to run.
func (a agent) fits(w *whole) (event hook.Event, ok bool) {
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
		if own == 0 || lacks > 0 && !a.names() {
			continue
		}
		if row.Moment == dialect.ToolBefore {
			lacks = 0
		}
		unknown := a.unknown(w, row.Name)
		if !ok || unknown < strange || unknown == strange && lacks < missing {
			event, strange, missing, ok = row.Name, unknown, lacks, true
		}
	}
	return event, ok
}

// vouchesFor tells whether a subject is one that is documented.
func (a agent) vouchesFor(row *dialect.Event, subject string) bool {
	if row.Subject.Tool {
		return a.Tools.Knows(subject)
	}
	return slices.Contains(row.Subject.Values, subject)
}

// unknown counts the fields of a payload that the agent does not send with an event,
// whatever the one is called that names the event.
func (a agent) unknown(w *whole, event hook.Event) int {
	n := 0
	for _, name := range w.object.Keys() {
		_, own := a.row(event).Field(name)
		if !own && !slices.Contains(a.BaseNames(), name) && !namesEvent(name) {
			n++
		}
	}
	return n
}

// compared compares a payload with what the agent sends with an event.
func (a agent) compared(w *whole, event hook.Event) sender {
	s := sender{agent: a, strange: a.unknown(w, event), whole: true}
	row := a.row(event)
	if subject, ok := w.object.GetString(row.Subject.Field); ok && !a.vouchesFor(row, subject) {
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
