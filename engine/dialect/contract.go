// Package dialect holds the contracts of agents as data: where settings are, how a hook
// starts and ends, what it reads on each event, what its answer does, and which rule
// says so. Every stage of the engine reads the contract that it was given and has no
// code for one agent.
//
// Behaviour that is the same for all agents is code in a stage. Behaviour that differs
// is a value here. The few exceptions are named functions next to the values. A new
// agent is one more file of values.
//
// The lists of tools and subjects contain what is documented, so a name outside them
// may be a typo. They never decide whether a hook runs. This package reads no files and
// starts no processes. Contracts are shared: do not change one, nor a slice of one.
package dialect

import (
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// A Contract describes what one agent does with hooks.
//
// A Rule field holds the id of the requirement or interpretation for the values next to
// it. A Fact field holds the id of an observation, which Facts explains.
type Contract struct {
	// Name is the short name that commands and case files use, such as llxprt.
	Name string
	// Product is the agent's own name.
	Product string
	// Versions are the agent versions that the contract was observed on; empty for a
	// specification.
	Versions string
	// Programs are the executables that start the agent; empty if they are not known.
	Programs []string
	// Skills is where the agent looks for the skills of a project.
	Skills Skills
	// Extends is the contract that this one is based on; empty for built-in contracts.
	Extends string
	// Order is the contract's position among the built-in contracts.
	Order int
	// OnlyNamed means that the contract describes documentation only, or one of two forms.
	// It is used only if a caller names it, or if no other contract fits.
	OnlyNamed bool
	Settings  Settings
	Handlers  Handlers
	Launch    Launch
	Ending    Ending
	// Base are the fields that every hook reads before those of the event.
	Base []BaseField
	// Events has one row for each event. The events whose effects the agent applies
	// come first.
	Events  []Event
	Matcher Matcher
	Answer  Answer
	// Reading describes how the agent understands answers. It is nil if requirements
	// define that, which the engine implements itself.
	Reading *Reading
	Tools   Tools
	// Modes say what differs in a mode; the agent was not seen in any other. Mode is the
	// mode that In has applied; empty for none.
	Modes map[Mode]ModeRules
	Mode  Mode
	// Facts are observations of the agent that no requirement covers.
	Facts []Fact
}

// Skills describes the skills of a project, in the format of SKILL.md files; zero if it is
// not known whether the agent reads any.
type Skills struct {
	// Folder contains one folder for each skill, relative to the project.
	Folder, Fact string
}

// Requirement returns the id of a requirement or interpretation if those define what the
// agent does, and "" for other agents.
func (c *Contract) Requirement(id string) string {
	if c.Reading != nil {
		return ""
	}
	return id
}

// BaseNames returns the names of the base fields.
func (c *Contract) BaseNames() []string {
	names := make([]string, len(c.Base))
	for i, field := range c.Base {
		names[i] = field.Name
	}
	return names
}

// Event returns the row of an event. If the agent has no such event, ok is false and
// the row has only the name.
func (c *Contract) Event(name hook.Event) (row *Event, ok bool) {
	for i := range c.Events {
		if c.Events[i].Name == name {
			return &c.Events[i], true
		}
	}
	return &Event{Name: name}, false
}

// EventNames returns the names of all events in row order.
func (c *Contract) EventNames() []hook.Event {
	names := make([]hook.Event, len(c.Events))
	for i := range c.Events {
		names[i] = c.Events[i].Name
	}
	return names
}

// At returns the event row for a moment, which other agents name differently; ok is
// false if the agent has no event at that moment.
func (c *Contract) At(moment Moment) (row *Event, ok bool) {
	for i := range c.Events {
		if moment != "" && c.Events[i].Moment == moment {
			return &c.Events[i], true
		}
	}
	return nil, false
}

// Sample returns a plausible payload of an event, with subject as the text that
// matchers are tested against and with input for a tool of that name. If subject is
// empty, the contract chooses one. The caller may change the payload.
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

// A Fact is an observation of an agent.
type Fact struct {
	// ID is the name that values refer to it by.
	ID   string
	Text string
	// Source is where the fact was found, Date when (2006-01 or 2006-01-02).
	Source, Date string
	Kind         Kind
	// Seen are the agent versions on which it was observed.
	Seen []string
	// Differs are the agent versions that were observed to do something else.
	Differs []string
	// Needs is what it takes to observe the fact, beyond a headless run of the agent and commands as
	// hooks; empty if nothing.
	Needs string
}

// A Kind says how reliable a fact is.
type Kind string

const (
	// Run: the agent was observed doing it.
	Run Kind = "run"
	// Types: its published type declarations say so.
	Types Kind = "types"
	// Source: its source text says so.
	Source Kind = "src"
	// Documented: its makers' documentation says so.
	Documented Kind = "doc"
	// ThirdParty: a third party measured it.
	ThirdParty Kind = "third"
	// Stated: the author of a contract file states it.
	Stated Kind = "own"
	// Guess: it is not known.
	Guess Kind = "guess"
)
