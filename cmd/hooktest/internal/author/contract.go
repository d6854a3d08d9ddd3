package author

import (
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// An agent is whose contract a command speaks of.
type agent struct{ *dialect.Contract }

// contract is that of the requirements, which the commands for authors speak of
// unless another agent is asked.
func contract() agent { return agent{dialect.LLxprt()} }

// required tells whether requirements say what the agent does, and schemas what its
// hooks read.
func (a agent) required() bool { return a.Reading == nil }

// row is what the contract says of an event; nothing of one that it has not.
func (a agent) row(event hook.Event) *dialect.Event {
	row, _ := a.Event(event)
	return row
}

// knows tells whether the contract has an event of this name.
func (a agent) knows(name string) bool {
	_, ok := a.Event(hook.Event(name))
	return ok
}

// eventsThat are the names of the events of which something holds.
func (a agent) eventsThat(holds func(*dialect.Event) bool) []string {
	var names []string
	for _, name := range a.EventNames() {
		if holds(a.row(name)) {
			names = append(names, string(name))
		}
	}
	return names
}

// called is the event that some agent calls name: the agent's own of that name or,
// where it has none, the one at the same moment. ok is false where there is neither.
func (a agent) called(name string) (event hook.Event, ok bool) {
	if a.knows(name) {
		return hook.Event(name), true
	}
	for _, other := range dialect.Contracts() {
		row, known := other.Event(hook.Event(name))
		if !known || row.Moment == "" {
			continue
		}
		if own, ok := a.At(row.Moment); ok {
			return own.Name, true
		}
	}
	return "", false
}

// tool is the tool that some agent calls name, with an input for the agent's own. The
// input of another agent's tool keeps what the tool works on.
func (a agent) tool(name string, input *jsonvalue.Object) (string, *jsonvalue.Object) {
	if a.Tools.Knows(name) {
		return name, input
	}
	for _, other := range dialect.Contracts() {
		theirs, known := other.Tools.Tool(name)
		if !known || theirs.Role == "" {
			continue
		}
		ours, ok := a.Tools.For(theirs.Role)
		if !ok {
			continue
		}
		if on, ok := input.GetString(theirs.Argument); ok && input.Len() == 1 {
			return a.Tools.Call(ours.Role, on)
		}
		return ours.Name, input
	}
	return name, input
}
