package topic

import (
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules"
	"github.com/hooktest/hooktest/internal/lazyregexp"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/website"
)

// findingSource explains the findings about hooks.
type findingSource struct{}

var looseFinding = lazyregexp.New(`(?i)^HT[-_ ]*(\d{3})$`)

func (findingSource) Canonical(id string) string {
	if m := looseFinding.FindStringSubmatch(id); m != nil {
		return "HT" + m[1]
	}
	return id
}

// Struck returns the planned finding that was not built, for any spelling of its id.
func Struck(id string) (rules.Struck, bool) {
	return rules.FindStruck(findingSource{}.Canonical(strings.TrimSpace(id)))
}

func (findingSource) Find(id string) (Topic, bool) {
	rule, ok := finding.Find(id)
	if !ok {
		return Topic{}, false
	}
	return explainFinding(rule), true
}

func (findingSource) Entries() []Entry {
	return lists.Of(finding.Rules(), func(rule finding.Rule) Entry { return Entry{rule.ID, rule.Title} })
}

func (findingSource) Nearest(id string) []string {
	if !strings.HasPrefix(strings.ToUpper(id), "HT") {
		return nil
	}
	known := lists.Of(finding.Rules(), func(rule finding.Rule) string { return rule.ID })
	return nearest(strings.ToUpper(id), known)
}

type findingData struct {
	ID       string      `json:"id"`
	Kind     string      `json:"kind"`
	Title    string      `json:"title"`
	Severity string      `json:"severity"`
	Agents   string      `json:"agents"`
	Why      string      `json:"why"`
	See      string      `json:"see"`
	Bad      exampleData `json:"bad"`
	Good     exampleData `json:"good"`
}

type exampleData struct {
	Agents              []string `json:"agents"`
	Event               string   `json:"event,omitempty"`
	Hook                string   `json:"hook,omitempty"`
	Bash                string   `json:"bash,omitempty"`
	File                string   `json:"file,omitempty"`
	Text                string   `json:"text,omitempty"`
	TimeoutMilliseconds int64    `json:"timeoutMilliseconds,omitempty"`
}

func dataOf(e finding.Example) exampleData {
	text := e.File.Text
	if e.Around {
		text = e.Text()
	}
	return exampleData{Agents: e.Agents, Event: string(e.Event), Hook: e.Hook, Bash: e.Bash, File: e.File.Path, Text: text, TimeoutMilliseconds: e.Timeout.Milliseconds()}
}

func explainFinding(rule finding.Rule) Topic {
	e := finding.ExamplesOf(rule.ID)
	return Topic{
		ID: rule.ID, Title: rule.Title,
		Kind: fmt.Sprintf("finding, %s, for %s", rule.Severity, rule.Holds()),
		Sections: []Section{
			{Text: []string{rule.Why}},
			{Heading: "Examples", Text: []string{e.Bad.Situation() + ":"}, Items: []Item{
				{Label: "bad", Text: e.Bad.Text(), Code: true},
				{Label: "good", Text: e.Good.Text(), Code: true},
			}},
		},
		See: website.Rule(rule.ID),
		Data: findingData{
			ID: rule.ID, Kind: "finding", Title: rule.Title, Severity: string(rule.Severity), Agents: rule.Holds(), Why: rule.Why, See: website.Rule(rule.ID),
			Bad: dataOf(e.Bad), Good: dataOf(e.Good),
		},
	}
}
