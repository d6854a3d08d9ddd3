package topic

import (
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/sheet"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

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
