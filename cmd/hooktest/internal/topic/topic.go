// Package topic turns an id into an explanation. The id is that of a requirement, a clause, an
// interpretation, an event, a finding or a fact about an agent. The package writes explanations,
// and whole contracts, as text for a terminal, as Markdown and as JSON.
//
// Most callers need Load, Library.Find and the writers. To add a kind of id, write a Source and
// add it to Load. The writers, the list and the suggestions need no change.
//
// The package decides nothing and runs nothing.
package topic

import (
	"strings"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/spelling"
)

// A Topic is the explanation of one id.
type Topic struct {
	ID, Title string
	// Kind is the kind of the id, with its most important property: "requirement, event-driven".
	Kind     string
	Sections []Section
	// See is the address of a page about it, or empty.
	See string
	// Data is the whole explanation for programs. It always has the fields id, kind and title.
	Data any
}

// A Section is one part of an explanation. It has text, items, or both.
type Section struct {
	// Heading is empty for the part directly below the title.
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
	// Code is set for the text of a program or file. Its lines are not joined.
	Code bool
	// Detail is less important text, or empty.
	Detail string
}

// An Entry names one id in a list.
type Entry struct{ ID, Title string }

// A Source explains one kind of ids.
type Source interface {
	// Find returns the explanation of exactly this id.
	Find(id string) (Topic, bool)
	// Entries lists the ids in their order.
	Entries() []Entry
	// Canonical returns the standard spelling of an id that differs in case, separators or
	// leading zeros. It returns an id of another source unchanged. The result may be an unknown
	// id.
	Canonical(id string) string
	// Nearest returns similar ids, best first, or none.
	Nearest(id string) []string
}

// A Library explains the ids of several sources.
type Library struct{ sources []Source }

// Load reads everything that can be explained.
func Load() (*Library, error) {
	cat, err := catalogue.Load()
	if err != nil {
		return nil, err
	}
	return &Library{sources: []Source{eventSource{cat, dialect.LLxprt()}, requirementSource{cat}, findingSource{}, newFactSource(cat), agentEventSource{}}}, nil
}

// Find returns the explanation of an id. It ignores case, separators and leading zeros.
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

// Nearest returns similar ids, or none.
func (l *Library) Nearest(id string) []string {
	for _, source := range l.sources {
		if near := source.Nearest(id); len(near) > 0 {
			return near
		}
	}
	return nil
}

// nearest returns the one name that is spelled most like an id, or none.
func nearest[T ~string](id string, known []T) []string {
	near, ok := spelling.Nearest(T(id), known)
	if !ok {
		return nil
	}
	return []string{string(near)}
}
