package author

import (
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
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
