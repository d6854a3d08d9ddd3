package topic

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/engine/dialect"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/sheet"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

// factSource explains observed facts about agents. Requirements have their own source.
type factSource struct {
	// sheets are those of all contracts, by name; each is made on first use.
	sheets map[string]func() sheet.Sheet
}

func newFactSource(requirements *catalogue.Catalogue) factSource {
	s := factSource{map[string]func() sheet.Sheet{}}
	for _, name := range dialect.Names() {
		s.sheets[name] = sync.OnceValue(func() sheet.Sheet { return sheet.Of(dialect.Known(name), sheet.Titles(requirements)) })
	}
	return s
}

// facts yields the facts of all contracts. If the id names a contract, that one comes first,
// because reading a contract takes time.
func (s factSource) facts(id string) iter.Seq2[sheet.Sheet, sheet.Fact] {
	return func(yield func(sheet.Sheet, sheet.Fact) bool) {
		names := dialect.Names()
		if named := contractOf(id); named != "" {
			names = slices.Concat([]string{named}, slices.DeleteFunc(names, func(name string) bool { return name == named }))
		}
		for _, name := range names {
			one := s.sheets[name]()
			for _, fact := range one.Facts {
				if fact.Kind != sheet.Required && !yield(one, fact) {
					return
				}
			}
		}
	}
}

// contractOf returns the contract that an id names (claude for claude.exit-2), or "".
func contractOf(id string) string {
	name, _, _ := strings.Cut(strings.ToLower(id), ".")
	if !slices.Contains(dialect.Names(), name) {
		return ""
	}
	return name
}

func (s factSource) Canonical(id string) string {
	for _, fact := range s.facts(id) {
		if lettersOf(fact.ID) == lettersOf(id) {
			return fact.ID
		}
	}
	return id
}

func (s factSource) Find(id string) (Topic, bool) {
	for of, fact := range s.facts(id) {
		if fact.ID == id {
			return explainFact(of, fact), true
		}
	}
	return Topic{}, false
}

func (s factSource) Entries() []Entry {
	var all []Entry
	for _, fact := range s.facts("") {
		all = append(all, Entry{fact.ID, headline(fact.Text)})
	}
	return all
}

// Nearest searches the facts of the contract that an id names, if it names one.
func (s factSource) Nearest(id string) []string {
	var known []string
	contract := contractOf(id)
	for of, fact := range s.facts(id) {
		if contract == "" || of.Name == contract {
			known = append(known, fact.ID)
		}
	}
	return nearest(id, known)
}

// headline returns the first independent part of a text.
func headline(text string) string {
	for _, end := range []string{"; ", ". "} {
		text, _, _ = strings.Cut(text, end)
	}
	return text
}

type factData struct {
	ID       string      `json:"id"`
	Kind     string      `json:"kind"`
	Title    string      `json:"title"`
	Contract string      `json:"contract"`
	Fact     sheet.Fact  `json:"fact"`
	Uses     []sheet.Use `json:"uses"`
}

func explainFact(of sheet.Sheet, fact sheet.Fact) Topic {
	data := factData{ID: fact.ID, Kind: "fact", Title: headline(fact.Text), Contract: of.Name, Fact: fact, Uses: of.Uses(fact.ID)}
	return Topic{
		ID: fact.ID, Title: data.Title, Data: data,
		Kind: fmt.Sprintf("fact about %s, %s", of.Title(), fact.Known),
		Sections: []Section{
			{Text: []string{fact.Text + "."}},
			{Heading: "Known from", Text: []string{fmt.Sprintf("%s (%s).", fact.Source, fact.Date)}},
			{Heading: "Used in", Items: useItems(data.Uses)},
			{Heading: "See also", Items: []Item{{Label: "hooktest contract " + of.Name, Text: "the whole contract"}}},
		},
	}
}

// useItems returns the places that name a fact, grouped by event.
func useItems(uses []sheet.Use) []Item {
	var items []Item
	for _, use := range uses {
		label := cmp.Or(string(use.Event), "every event")
		text := use.Part + ": " + use.What
		if last := len(items) - 1; last >= 0 && items[last].Label == label {
			items[last].Text += "; " + text
			continue
		}
		items = append(items, Item{Label: label, Text: text})
	}
	return items
}

// Contract returns a whole contract as a topic.
func Contract(s sheet.Sheet) Topic {
	t := Topic{ID: s.Name, Title: s.Title(), Kind: contractKind(s), Data: s}
	for _, part := range s.Parts {
		t.Sections = append(t.Sections, Section{Heading: strings.ToUpper(part.Title[:1]) + part.Title[1:], Items: lineItems(part.Lines)})
	}
	for _, event := range s.Events {
		heading := string(event.Name)
		if event.Moment != "" {
			heading += fmt.Sprintf(" (%s)", event.Moment)
		}
		for _, part := range event.Parts {
			t.Sections = append(t.Sections, Section{Heading: heading + ": " + part.Title, Items: lineItems(part.Lines)})
		}
	}
	t.Sections = append(t.Sections, Facts(s).Sections...)
	return t
}

// Facts returns the facts that a contract is based on.
func Facts(s sheet.Sheet) Topic {
	section := Section{Heading: "Facts"}
	for _, fact := range s.Facts {
		detail := fact.Known
		if fact.Source != "" {
			detail += "; " + fact.Source
		}
		if fact.Date != "" {
			detail += ", " + fact.Date
		}
		section.Items = append(section.Items, Item{Label: fact.ID, Text: fact.Text, Detail: detail})
	}
	return Topic{ID: s.Name, Title: s.Title(), Kind: contractKind(s), Data: s.Facts, Sections: []Section{section}}
}

func contractKind(s sheet.Sheet) string {
	basis := "what was observed"
	if s.Required {
		basis = "what the requirements say"
	}
	if s.Extends != "" {
		basis = "what is different from " + s.Extends
	}
	return fmt.Sprintf("contract: %s, in %s on %s", basis, english.Count(len(s.Facts), "fact"), english.Count(len(s.Events), "event"))
}

func lineItems(lines []sheet.Line) []Item {
	return lists.Of(lines, func(l sheet.Line) Item { return Item{Label: l.What, Text: l.Sourced()} })
}
