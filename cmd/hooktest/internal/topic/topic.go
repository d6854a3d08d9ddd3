// Package topic turns an id into an explanation: a requirement, one of its
// clauses, an interpretation, an event or a fact about an agent. It writes
// explanations, and whole contracts, as text for a terminal, as Markdown and as
// JSON.
//
// Most callers need Load, Library.Find and the writers. What a Source gives is
// complete: whoever adds a further kind of id writes a Source and adds it to
// Load, and the writers, the list and the suggestions follow.
//
// The package decides nothing and runs nothing.
package topic

import (
	"strings"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/engine/dialect"
)

// A Topic is the explanation of one id.
type Topic struct {
	ID, Title string
	// Kind says what the id is, with what a reader should know first:
	// "requirement, event-driven".
	Kind     string
	Sections []Section
	// Data is the whole explanation for programs. It has the fields id, kind and
	// title, whatever the kind.
	Data any
}

// A Section is one part of an explanation. Text and items may both be empty,
// but not at once.
type Section struct {
	// Heading is empty for the part right below the title.
	Heading string
	// Text holds paragraphs.
	Text []string
	// Items are a list below the text.
	Items []Item
}

// An Item is one line of a list.
type Item struct {
	// Label is an id or the name of a field.
	Label string
	Text  string
	// Code tells that the text is that of a program or file, whose lines stay lines.
	Code bool
	// Detail is what matters less, or empty.
	Detail string
}

// An Entry names one id in a list.
type Entry struct{ ID, Title string }

// A Source explains one kind of ids.
type Source interface {
	// Find gives the explanation of exactly this id.
	Find(id string) (Topic, bool)
	// Entries lists the ids in their order.
	Entries() []Entry
	// Canonical gives the spelling of an id for one that differs in case,
	// separators or leading zeros alone, or is not one of this source. It does
	// not have to exist.
	Canonical(id string) string
	// Nearest gives the ids that someone who wrote id may have meant, best
	// first, or none.
	Nearest(id string) []string
}

// A Library explains the ids of several sources.
type Library struct{ sources []Source }

// Load reads everything there is to explain.
func Load() (*Library, error) {
	cat, err := catalogue.Load()
	if err != nil {
		return nil, err
	}
	return &Library{sources: []Source{eventSource{cat, dialect.LLxprt()}, requirementSource{cat}, findingSource{}, factSource{cat}, agentEventSource{}}}, nil
}

// Find gives the explanation of an id, also where it is spelled with other
// case, separators or leading zeros.
func (l *Library) Find(id string) (Topic, bool) {
	id = strings.TrimSpace(id)
	for _, source := range l.sources {
		if t, ok := source.Find(source.Canonical(id)); ok {
			return t, true
		}
	}
	return Topic{}, false
}

// Entries lists all ids: events, requirements, interpretations, findings, facts.
func (l *Library) Entries() []Entry {
	var all []Entry
	for _, source := range l.sources {
		all = append(all, source.Entries()...)
	}
	return all
}

// Nearest gives the ids that someone who wrote id may have meant; none where
// nothing comes near.
func (l *Library) Nearest(id string) []string {
	for _, source := range l.sources {
		if near := source.Nearest(id); len(near) > 0 {
			return near
		}
	}
	return nil
}
