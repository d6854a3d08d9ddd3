package topic

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/sheet"
	"github.com/hooktest/hooktest/internal/spelling"
)

// factSource explains what was observed of agents. What requirements say is not
// among it: it has explanations of its own.
type factSource struct{ sheets []sheet.Sheet }

// facts goes through all facts until yield wants no more.
func (s factSource) facts(yield func(sheet.Sheet, sheet.Fact) bool) {
	for _, one := range s.sheets {
		for _, fact := range one.Facts {
			if fact.Kind != sheet.Required && !yield(one, fact) {
				return
			}
		}
	}
}

func (s factSource) Canonical(id string) string {
	for _, fact := range s.facts {
		if lettersOf(fact.ID) == lettersOf(id) {
			return fact.ID
		}
	}
	return id
}

func (s factSource) Find(id string) (Topic, bool) {
	for of, fact := range s.facts {
		if fact.ID == id {
			return explainFact(of, fact), true
		}
	}
	return Topic{}, false
}

func (s factSource) Entries() []Entry {
	var all []Entry
	for _, fact := range s.facts {
		all = append(all, Entry{fact.ID, headline(fact.Text)})
	}
	return all
}

// Nearest looks among the facts of the contract that an id names, if it names one.
func (s factSource) Nearest(id string) []string {
	var known []string
	contract, _, _ := strings.Cut(strings.ToLower(id), ".")
	named := slices.ContainsFunc(s.sheets, func(one sheet.Sheet) bool { return one.Name == contract })
	for of, fact := range s.facts {
		if !named || of.Name == contract {
			known = append(known, fact.ID)
		}
	}
	near, ok := spelling.Nearest(id, known)
	if !ok {
		return nil
	}
	return []string{near}
}

// headline is the first part of a text that can stand alone.
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

// useItems are the places that name a fact, those of one event together.
func useItems(uses []sheet.Use) []Item {
	var items []Item
	for _, use := range uses {
		label := string(use.Event)
		if label == "" {
			label = "every event"
		}
		text := use.Part + ": " + use.What
		if last := len(items) - 1; last >= 0 && items[last].Label == label {
			items[last].Text += "; " + text
			continue
		}
		items = append(items, Item{Label: label, Text: text})
	}
	return items
}
