// Package dialect holds the contracts of agents as data: where settings are, how
// a hook is started and ended, what it reads on each event, what its answer
// does, and which rule makes it so. Every stage of the engine reads the contract
// it was given and knows no agent by itself.
//
// A contract that is the same for all agents is an algorithm of a stage, one
// that differs is a value here, and the few things that are neither are named
// functions beside the values. Another agent is one more file of values.
//
// The lists of tools and subjects say what is documented, so that a name outside
// them may be a typing error; they never decide whether a hook runs. Nothing
// here reads a file or starts a process. Contracts are shared: nobody may change
// one, nor a slice of one.
package dialect

import (
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// A Contract is what one agent does with hooks.
//
// A field that is called Rule has the id of the requirement or interpretation
// behind the values beside it; one that is called Fact has that of an
// observation, which Facts explains.
type Contract struct {
	// Name is the short name that commands and case files use, such as llxprt.
	Name string
	// Product is the agent's own name.
	Product string
	// Versions are those that the contract was seen to hold for; empty for a
	// specification.
	Versions string
	// Programs are what the agent is started by, any of them; none where nobody tells.
	Programs []string
	// Extends is the contract that this one was made of by naming the differences; empty
	// for those that hooktest has.
	Extends string
	// Order is where the contract stands among those of hooktest.
	Order int
	// Aside tells that the contract stands for documents, or for one of two forms: it is
	// asked where somebody names it, and where no other contract can be meant.
	Aside    bool
	Settings Settings
	Handlers Handlers
	Launch   Launch
	Ending   Ending
	// Base are the fields that every hook reads before those of the event.
	Base []BaseField
	// Events has one row for each event: those first whose effects the agent
	// applies.
	Events  []Event
	Matcher Matcher
	Answer  Answer
	// Reading is how the agent understands answers, by the rules of each event; nil
	// where requirements say it, which the engine carries out by itself.
	Reading *Reading
	Tools   Tools
	// Facts are what was observed of the agent and stands in no requirement.
	Facts []Fact
}

// BaseNames are the names of the base fields.
func (c *Contract) BaseNames() []string {
	names := make([]string, len(c.Base))
	for i, field := range c.Base {
		names[i] = field.Name
	}
	return names
}

// Event gives the row of an event. If the agent has no event of this name, ok
// is false and the row has nothing but the name.
func (c *Contract) Event(name hook.Event) (row *Event, ok bool) {
	for i := range c.Events {
		if c.Events[i].Name == name {
			return &c.Events[i], true
		}
	}
	return &Event{Name: name}, false
}

// EventNames gives the names of all events in the order of the rows.
func (c *Contract) EventNames() []hook.Event {
	names := make([]hook.Event, len(c.Events))
	for i := range c.Events {
		names[i] = c.Events[i].Name
	}
	return names
}

// At gives the row of a moment, whose event other agents call by other names; ok is
// false if the agent has no event at that moment.
func (c *Contract) At(moment Moment) (row *Event, ok bool) {
	for i := range c.Events {
		if moment != "" && c.Events[i].Moment == moment {
			return &c.Events[i], true
		}
	}
	return nil, false
}

// Sample is a plausible payload of an event whose matchers are tested against
// subject, with an input for a tool of that name; the empty subject leaves the
// choice to the contract. The caller may change it.
func (c *Contract) Sample(name hook.Event, subject string) *jsonvalue.Object {
	row, _ := c.Event(name)
	fields := row.Sample()
	if subject == "" || row.Subject.Field == "" {
		return fields
	}
	fields.Set(row.Subject.Field, subject)
	if row.Subject.Tool {
		fields.Set(row.Subject.Input, c.Tools.Input(subject))
	}
	return fields
}

// A Fact is what somebody observed of an agent.
type Fact struct {
	// ID is what values name it by.
	ID   string
	Text string
	// Source is where it is from, Date when it was looked at (2006-01, or to the
	// day).
	Source, Date string
	Kind         Kind
	// Seen are the agent's versions that it was seen on.
	Seen []string
}

// A Kind says how sure a fact is.
type Kind string

const (
	// Run: the agent was seen doing it.
	Run Kind = "run"
	// Types: its published type declarations say so.
	Types Kind = "types"
	// Source: its source text says so.
	Source Kind = "src"
	// Documented: its makers' documentation says so.
	Documented Kind = "doc"
	// ThirdParty: somebody else measured it.
	ThirdParty Kind = "third"
	// Stated: whoever wrote the contract says so, in a file of their own.
	Stated Kind = "own"
	// Guess: nobody knows.
	Guess Kind = "guess"
)
