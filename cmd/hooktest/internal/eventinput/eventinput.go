// Package eventinput converts an event input into one agent's terms: its event, its tool, and the
// fields that its hooks read. The input is given in general terms, such as a shell command or a
// file write, or by the names of any one agent.
//
// It produces the fields of an event. The caller that fires it adds the base fields.
package eventinput

import (
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
)

// An Input is an event of an agent with its own fields, which the owner may change.
type Input struct {
	Event  hook.Event
	Fields *jsonvalue.Object
}

// An Absence is the error for an agent that fires no such event.
type Absence struct{ text string }

func (a *Absence) Error() string { return a.text }

// A Mismatch is the error for an event of the agent that does not support the input.
type Mismatch struct {
	text string
	// Hint names the events that support it.
	Hint string
}

func (m *Mismatch) Error() string { return m.text }

// Without returns the Absence for something that an agent has no hooks for.
func Without(c *dialect.Contract, what string) error {
	return &Absence{fmt.Sprintf("%s has no hooks for %s", c.Product, what)}
}

// Event returns the agent's event with the name or, if it has none, the one at the same moment as
// another agent's event of that name. ok is false if there is neither.
func Event(c *dialect.Contract, name string) (event hook.Event, ok bool) {
	if _, own := c.Event(hook.Event(name)); own {
		return hook.Event(name), true
	}
	foreign, ok := c.ForeignEvent(name)
	return hook.Event(foreign.Here), ok
}

// called returns the agent's tool for a tool name of any agent, with a converted input. The input
// of another agent's tool is kept if both tools name their main argument alike. If it has only the
// main argument, it is converted.
func called(c *dialect.Contract, name string, input *jsonvalue.Object) (string, *jsonvalue.Object, error) {
	if c.Tools.Knows(name) {
		return name, input, nil
	}
	for _, other := range dialect.Summaries() {
		if other.Tools[name] == "" {
			continue
		}
		theirs, _ := dialect.Known(other.Name).Tools.Tool(name)
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

// uncalled returns the error for a tool without known arguments.
func uncalled(c *dialect.Contract, tool dialect.Tool) error {
	return &Absence{fmt.Sprintf("the input of the tool %s of %s is not known", tool.Name, c.Product)}
}

// Of returns a sample of an event. Its matchers are tested against subject; "" leaves the choice to
// the contract.
func Of(c *dialect.Contract, event, subject string) (Input, error) {
	name, ok := Event(c, event)
	if !ok {
		return Input{}, Without(c, event)
	}
	return Input{name, c.Sample(name, subject)}, nil
}

// Call returns a plausible call of the agent's tool of a role. on is its main argument. The empty
// event is the one before a tool runs. An event about the role that names no tool has only the main
// argument.
func Call(c *dialect.Contract, event string, role dialect.Role, on string) (Input, error) {
	if row, ok := working(c, event, role); ok {
		return worked(c, row, role, on), nil
	}
	tool, ok := c.Tools.For(role)
	switch {
	case !ok:
		if row, err := row(c, event, dialect.ToolBefore, ""); err == nil && len(row.Works) > 0 {
			return Input{}, mismatch(c, row, event, "is not about that", "that goes with ", func(e *dialect.Event) bool {
				_, does := e.Work(role)
				return does
			})
		}
		return Input{}, Without(c, "a tool of that kind")
	case tool.Argument == "":
		return Input{}, uncalled(c, tool)
	}
	name, input := c.Tools.Call(role, on)
	return Use(c, event, name, input)
}

// Use returns a call of a tool, by any agent's name, at an event about tools; the empty event is
// the one before a tool runs. A nil input means a sample. Events about the tool's work without its
// name are about tools, too.
func Use(c *dialect.Contract, event, tool string, input *jsonvalue.Object) (Input, error) {
	if renamed, ok := c.Tools.Renamed(tool); ok {
		// Hooks read the tool's own name, even if the model calls it by another.
		tool = renamed.Name
	}
	if of, ok, err := workOf(c, event, tool, input); ok || err != nil {
		return of, err
	}
	if input == nil {
		input = jsonvalue.New()
		if c.Tools.Knows(tool) {
			input = c.Tools.Input(tool)
		}
	}
	tool, input, err := called(c, tool, input)
	if err != nil {
		return Input{}, err
	}
	row, err := row(c, event, dialect.ToolBefore, "an event before a tool")
	if err != nil {
		return Input{}, err
	}
	if row.Subject.Input == "" {
		return Input{}, mismatch(c, row, event, "speaks of no tool", "tools go with ", callsTools)
	}
	fields := c.Sample(row.Name, tool)
	fields.Set(row.Subject.Input, input)
	if field, _ := row.Field(row.Subject.Input); field.Kind == "string" {
		fields.Set(row.Subject.Input, string(jsonvalue.Marshal(input)))
	}
	return Input{row.Name, fields}, nil
}

func callsTools(e *dialect.Event) bool { return e.Subject.Tool }

// working returns the event about work of a role that names no tool: the named one or, if the agent
// has no such event itself, one at the same moment.
func working(c *dialect.Contract, event string, role dialect.Role) (*dialect.Event, bool) {
	row, err := row(c, event, dialect.ToolBefore, "")
	if err != nil {
		return nil, false
	}
	if _, ok := row.Work(role); ok {
		return row, true
	}
	if row.Subject.Tool || event == string(row.Name) {
		return nil, false
	}
	for i := range c.Events {
		other := &c.Events[i]
		if _, ok := other.Work(role); ok && other.Moment == row.Moment {
			return other, true
		}
	}
	return nil, false
}

// worked returns a sample of the event with on in its field.
func worked(c *dialect.Contract, row *dialect.Event, role dialect.Role, on string) Input {
	work, _ := row.Work(role)
	fields := c.Sample(row.Name, "")
	Set(fields, string(work.At), on)
	return Input{row.Name, fields}
}

// workOf returns a call of a tool, by any agent's name, at an event about the work that names no
// tool. It uses only the input's main argument; an input with more does not fit such an event.
func workOf(c *dialect.Contract, event, name string, input *jsonvalue.Object) (of Input, ok bool, err error) {
	for _, other := range dialect.Summaries() {
		role := other.Tools[name]
		if role == "" {
			continue
		}
		row, found := working(c, event, role)
		if !found {
			continue
		}
		if input == nil || input.Len() == 0 {
			return Input{row.Name, c.Sample(row.Name, "")}, true, nil
		}
		tool, _ := dialect.Known(other.Name).Tools.Tool(name)
		if on, named := input.GetString(tool.Argument); named && input.Len() == 1 {
			return worked(c, row, role, on), true, nil
		}
		return Input{}, false, mismatch(c, row, event, "names no tool, and has no place for all of the input", "tools go with ", callsTools)
	}
	return Input{}, false, nil
}

// Matched returns the agent's event for any agent's event name, and the value that its matchers are
// tested against: the agent's tool for that name, or the subject itself. The value is empty if the
// subject is, or if the event has no known subject.
func Matched(c *dialect.Contract, event, subject string) (name hook.Event, matched string, err error) {
	row, err := row(c, event, "", "")
	switch {
	case err != nil:
		return "", "", err
	case subject == "":
		return row.Name, "", nil
	case row.Subject.Tool || len(row.Works) > 0:
		of, err := Use(c, event, subject, nil)
		if err != nil {
			return "", "", err
		}
		row, _ = c.Event(of.Event)
		matched, _ = of.Fields.GetString(row.Subject.Field)
		return of.Event, matched, nil
	case row.Subject.Field == "":
		return row.Name, "", nil
	}
	return row.Name, subject, nil
}

// Prompt returns a user's prompt at an event that has it; the empty event is the one before a turn.
func Prompt(c *dialect.Contract, event, prompt string) (Input, error) {
	row, err := row(c, event, dialect.TurnBefore, "a prompt")
	if err != nil {
		return Input{}, err
	}
	fields, ok := row.Prompted(prompt)
	if !ok {
		return Input{}, mismatch(c, row, event, "knows no prompt", "prompts go with ", (*dialect.Event).HasPrompt)
	}
	return Input{row.Name, fields}, nil
}

// row returns the row of an event or, without a name, of a moment.
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

// mismatch returns a Mismatch if the event is the agent's own name. If another agent's name led there,
// it returns an Absence.
func mismatch(c *dialect.Contract, row *dialect.Event, named, text, hint string, would func(*dialect.Event) bool) error {
	if named != string(row.Name) {
		return &Absence{fmt.Sprintf("%s of %s %s", row.Name, c.Product, text)}
	}
	var names []string
	for i := range c.Events {
		if would(&c.Events[i]) {
			names = append(names, string(c.Events[i].Name))
		}
	}
	return &Mismatch{fmt.Sprintf("%s %s", row.Name, text), hint + english.And(names)}
}

// Set changes a field by its dotted name, and adds missing objects on the path.
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
