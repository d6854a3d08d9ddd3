// Package occasion puts what happens into the words of one agent: which of its
// events that is, which of its tools, and what hooks read of it. What happens is
// said in words that all agents share, such as a shell command or a file that is
// written, or in the words of any one of them.
//
// It makes the fields of an event. The base fields belong to whoever fires it.
package occasion

import (
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
)

// An Occasion is an event of an agent with its own fields, which the owner may
// change.
type Occasion struct {
	Event  hook.Event
	Fields *jsonvalue.Object
}

// An Absence is why an agent fires nothing.
type Absence struct{ text string }

func (a *Absence) Error() string { return a.text }

// A Misfit is an event of the agent's own with which what happens does not go.
type Misfit struct {
	text string
	// Hint names the events that would do.
	Hint string
}

func (m *Misfit) Error() string { return m.text }

// Without is the absence of something that an agent has no hooks for.
func Without(c *dialect.Contract, what string) error {
	return &Absence{fmt.Sprintf("%s has no hooks for %s", c.Product, what)}
}

// Event is the event that some agent calls name: the agent's own of that name or,
// where it has none, the one at the same moment. ok is false where there is neither.
func Event(c *dialect.Contract, name string) (event hook.Event, ok bool) {
	if _, own := c.Event(hook.Event(name)); own {
		return hook.Event(name), true
	}
	foreign, ok := c.ForeignEvent(name)
	return hook.Event(foreign.Here), ok
}

// called is the tool that some agent calls name, with an input for the agent's own. An
// input for another agent's tool is kept where both call what they work on the same,
// and is one of the agent's own where it says nothing more.
func called(c *dialect.Contract, name string, input *jsonvalue.Object) (string, *jsonvalue.Object, error) {
	if c.Tools.Knows(name) {
		return name, input, nil
	}
	for _, other := range dialect.Contracts() {
		theirs, known := other.Tools.Tool(name)
		if !known || theirs.Role == "" {
			continue
		}
		ours, ok := c.Tools.For(theirs.Role)
		on, single := input.GetString(theirs.Argument)
		switch {
		case !ok:
			continue
		case input.Len() == 0:
			return ours.Name, c.Tools.Input(ours.Name), nil
		case ours.Argument == "":
			return "", nil, uncalled(c, ours)
		case single && input.Len() == 1:
			name, input = c.Tools.Call(theirs.Role, on)
			return name, input, nil
		case ours.Argument != theirs.Argument || ours.Forms[theirs.Role] != "":
			return "", nil, &Absence{fmt.Sprintf("%s calls its tool %s otherwise than %s does %s", c.Product, ours.Name, other.Product, name)}
		}
		return ours.Name, input, nil
	}
	return name, input, nil
}

// uncalled is the absence of a tool of which only the name is known.
func uncalled(c *dialect.Contract, tool dialect.Tool) error {
	return &Absence{fmt.Sprintf("nobody has said what %s calls its tool %s with", c.Product, tool.Name)}
}

// Of is a sample of an event, whose matchers are tested against subject; the empty
// subject leaves the choice to the contract.
func Of(c *dialect.Contract, event, subject string) (Occasion, error) {
	name, ok := Event(c, event)
	if !ok {
		return Occasion{}, Without(c, event)
	}
	return Occasion{name, c.Sample(name, subject)}, nil
}

// Call is a plausible call of the agent's tool of a role on something, at an event
// about tools; the empty event is the one before a tool runs.
func Call(c *dialect.Contract, event string, role dialect.Role, on string) (Occasion, error) {
	tool, ok := c.Tools.For(role)
	switch {
	case !ok:
		return Occasion{}, Without(c, "a tool of that kind")
	case tool.Argument == "":
		return Occasion{}, uncalled(c, tool)
	}
	name, input := c.Tools.Call(role, on)
	return Use(c, event, name, input)
}

// Use is a call of a tool, which some agent calls so, with an input, at an event about
// tools; the empty event is the one before a tool runs. A nil input is a sample.
func Use(c *dialect.Contract, event, tool string, input *jsonvalue.Object) (Occasion, error) {
	if input == nil {
		input = jsonvalue.New()
		if c.Tools.Knows(tool) {
			input = c.Tools.Input(tool)
		}
	}
	tool, input, err := called(c, tool, input)
	if err != nil {
		return Occasion{}, err
	}
	row, err := row(c, event, dialect.ToolBefore, "an event before a tool")
	if err != nil {
		return Occasion{}, err
	}
	if !row.Subject.Tool {
		return Occasion{}, misfit(c, row, event, "speaks of no tool", "tools go with ", func(e *dialect.Event) bool { return e.Subject.Tool })
	}
	fields := c.Sample(row.Name, tool)
	fields.Set(row.Subject.Input, input)
	return Occasion{row.Name, fields}, nil
}

// Prompt is what the user asks for, at an event that knows it; the empty event is
// the one before a turn.
func Prompt(c *dialect.Contract, event, prompt string) (Occasion, error) {
	row, err := row(c, event, dialect.TurnBefore, "a prompt")
	if err != nil {
		return Occasion{}, err
	}
	fields, ok := row.Prompted(prompt)
	if !ok {
		return Occasion{}, misfit(c, row, event, "knows no prompt", "prompts go with ", (*dialect.Event).HasPrompt)
	}
	return Occasion{row.Name, fields}, nil
}

// row is that of an event or, where none is named, of a moment.
func row(c *dialect.Contract, event string, moment dialect.Moment, what string) (*dialect.Event, error) {
	if event == "" {
		if row, ok := c.At(moment); ok {
			return row, nil
		}
		return nil, Without(c, what)
	}
	name, ok := Event(c, event)
	if !ok {
		return nil, Without(c, event)
	}
	row, _ := c.Event(name)
	return row, nil
}

// misfit blames the event if the agent calls it so itself. Where another agent's
// name led there, the agent has nothing of the kind.
func misfit(c *dialect.Contract, row *dialect.Event, named, text, hint string, would func(*dialect.Event) bool) error {
	if named != string(row.Name) {
		return &Absence{fmt.Sprintf("%s of %s %s", row.Name, c.Product, text)}
	}
	var names []string
	for i := range c.Events {
		if would(&c.Events[i]) {
			names = append(names, string(c.Events[i].Name))
		}
	}
	return &Misfit{fmt.Sprintf("%s %s", row.Name, text), hint + english.And(names)}
}

// Set changes a field, given as names with dots between them; objects on the way
// there are made where they are missing.
func Set(fields *jsonvalue.Object, name string, value any) {
	path := strings.Split(name, ".")
	for _, parent := range path[:len(path)-1] {
		inner, ok := fields.GetObject(parent)
		if !ok {
			inner = jsonvalue.New()
			fields.Set(parent, inner)
		}
		fields = inner
	}
	fields.Set(path[len(path)-1], value)
}
