package author

import (
	"errors"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/contractfile"
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

// agentNamed finds the agent that a flag or an argument names: a contract of hooktest,
// or one in a file. what says what the name is of.
func agentNamed(what, name string) (agent, error) {
	if !contractfile.Is(name) {
		if err := console.CheckChoice(what, name, agentNames()); err != nil {
			return agent{}, err
		}
		c, _ := dialect.Named(name)
		return agent{c}, nil
	}
	c, err := contractfile.Load(name)
	if broken, ok := errors.AsType[*contractfile.Error](err); ok {
		if len(broken.Faults) == 1 {
			return agent{}, console.Usage(broken.Error(), broken.Faults[0].Hint)
		}
		var lines []string
		for _, f := range broken.Faults {
			line := f.String()
			if f.Hint != "" {
				line += " (" + f.Hint + ")"
			}
			lines = append(lines, line)
		}
		return agent{}, console.Usage(strings.Join(lines, "\n"), "the keys and words of a contract: hooktest schema contract")
	}
	if err != nil {
		return agent{}, console.Unreadable(name, err)
	}
	return agent{c}, nil
}
