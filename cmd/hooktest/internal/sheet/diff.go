package sheet

import (
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/lists"
)

// A Difference is a line that differs between two sheets.
type Difference struct {
	// Event is the first sheet's name for the event, or the second's if the first has none. It is
	// empty for what holds on every event.
	Event  hook.Event     `json:"event,omitempty"`
	Moment dialect.Moment `json:"moment,omitempty"`
	Part   string         `json:"part"`
	What   string         `json:"what"`
	// First and Second are the lines, or nil if a sheet has none.
	First  *Line `json:"first"`
	Second *Line `json:"second"`
}

// Place names the list that the lines are from.
func (d Difference) Place() string {
	switch {
	case d.Event == "":
		return d.Part
	case d.Part == Events:
		return string(d.Event)
	}
	return string(d.Event) + ": " + d.Part
}

// Events is the part of differences that are whole events.
const Events = "events"

// Diff returns the differences between two sheets: first those on every event, then event by
// event in the order of the first sheet. It pairs events with the same name, or else at the same
// moment. It compares the text of lines, not their facts.
func Diff(a, b Sheet) []Difference {
	all := compare(Difference{}, a.Parts, b.Parts)
	paired := map[hook.Event]bool{}
	for _, e := range a.Events {
		other, ok := b.same(e, a, paired)
		if !ok {
			l := e.named()
			all = append(all, Difference{Event: e.Name, Moment: e.Moment, Part: Events, What: string(e.Name), First: &l})
			continue
		}
		paired[other.Name] = true
		place := Difference{Event: e.Name, Moment: e.Moment}
		if e.Name != other.Name {
			mine, theirs := e.named(), other.named()
			place.Part, place.What, place.First, place.Second = Events, "name", &mine, &theirs
			all = append(all, place)
		}
		all = append(all, compare(place, e.Parts, other.Parts)...)
	}
	for _, e := range b.Events {
		if !paired[e.Name] {
			l := e.named()
			all = append(all, Difference{Event: e.Name, Moment: e.Moment, Part: Events, What: string(e.Name), Second: &l})
		}
	}
	return all
}

// same returns the counterpart of another sheet's event: the event of the same name, or else the
// first unpaired one at the same moment whose name the other sheet does not have.
func (s Sheet) same(e Event, of Sheet, paired map[hook.Event]bool) (Event, bool) {
	if own, ok := s.event(e.Name); ok {
		return own, true
	}
	for _, own := range s.At(e.Moment) {
		if _, theirs := of.event(own.Name); !theirs && !paired[own.Name] {
			return own, true
		}
	}
	return Event{}, false
}

func (s Sheet) event(name hook.Event) (Event, bool) {
	return lists.First(s.Events, func(e Event) bool { return e.Name == name })
}

// named returns the event itself as a line.
func (e Event) named() Line {
	return line("name", strings.TrimSpace(string(e.Name)+" "+where(e.Moment != "", "(%s)", e.Moment)))
}

// compare returns the lines of parts that differ, in the order of the first parts.
func compare(place Difference, a, b []Part) []Difference {
	var all []Difference
	add := func(part, what string, first, second *Line) {
		place.Part, place.What, place.First, place.Second = part, what, first, second
		all = append(all, place)
	}
	for _, title := range lists.Once(lists.Of(slices.Concat(a, b), func(p Part) string { return p.Title })) {
		mine, theirs := linesOf(a, title), linesOf(b, title)
		for _, l := range mine {
			other, ok := Find(theirs, l.What)
			switch {
			case !ok:
				add(title, l.What, &l, nil)
			case l.Words() != other.Words():
				add(title, l.What, &l, &other)
			}
		}
		for _, l := range theirs {
			if _, ok := Find(mine, l.What); !ok {
				add(title, l.What, nil, &l)
			}
		}
	}
	return all
}
