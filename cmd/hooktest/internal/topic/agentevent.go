package topic

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

// agentEventSource explains the events of agents that LLxprt Code doesn't have, from the
// contracts.
type agentEventSource struct{}

// events returns the names of these events, each once. A name that differs from LLxprt Code's
// only in case is left out.
func (agentEventSource) events() []hook.Event {
	ours := lists.Of(dialect.LLxprt().EventNames(), func(e hook.Event) string { return lettersOf(string(e)) })
	var all []hook.Event
	for _, c := range dialect.Contracts() {
		for _, name := range c.EventNames() {
			if !slices.Contains(ours, lettersOf(string(name))) && !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return all
}

func (s agentEventSource) Canonical(id string) string {
	events := s.events()
	// Some agents' names differ only in case.
	if slices.Contains(events, hook.Event(id)) {
		return id
	}
	for _, name := range events {
		if lettersOf(string(name)) == lettersOf(id) {
			return string(name)
		}
	}
	return id
}

type agentEventData struct {
	ID     string           `json:"id"`
	Kind   string           `json:"kind"`
	Title  string           `json:"title"`
	Agents []agentEventRead `json:"agents"`
}

type agentEventRead struct {
	Agent   string   `json:"agent"`
	Moment  string   `json:"moment,omitempty"`
	Matcher string   `json:"matcher,omitempty"`
	Reads   []string `json:"reads"`
}

func (s agentEventSource) Find(id string) (Topic, bool) {
	if !slices.Contains(s.events(), hook.Event(id)) {
		return Topic{}, false
	}
	return explained(hook.Event(id)), true
}

// explained returns the explanation of one of these events.
func explained(event hook.Event) Topic {
	id := string(event)
	data := agentEventData{ID: id, Kind: "event"}
	var names []string
	var reads, see []Item
	for _, c := range dialect.Contracts() {
		row, ok := c.Event(event)
		if !ok {
			continue
		}
		one := agentEventRead{Agent: c.Name, Moment: string(row.Moment), Matcher: row.Subject.Field, Reads: c.BaseNames()}
		for _, field := range row.Fields {
			one.Reads = append(one.Reads, field.Name)
		}
		names, data.Agents = append(names, c.Name), append(data.Agents, one)
		text := "matchers are not tested against anything; "
		if one.Matcher != "" {
			text = "matchers are tested against " + one.Matcher + "; "
		}
		reads = append(reads, Item{Label: c.Name, Text: text + "hooks read " + english.And(one.Reads)})
		see = append(see, Item{Label: "hooktest contract " + c.Name, Text: "what each answer does there"})
	}
	data.Title = "an event of " + english.And(names)
	sections := []Section{{Text: []string{fmt.Sprintf("%s is %s.", id, data.Title)}, Items: reads}}
	return Topic{ID: id, Title: data.Title, Kind: "event", Data: data, Sections: append(sections, Section{Heading: "See also", Items: see})}
}

func (s agentEventSource) Entries() []Entry {
	var all []Entry
	for _, name := range s.events() {
		t := explained(name)
		all = append(all, Entry{t.ID, t.Title})
	}
	return all
}

func (s agentEventSource) Nearest(id string) []string {
	return nearest(id, s.events())
}
