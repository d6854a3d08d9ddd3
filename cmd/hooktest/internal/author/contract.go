package author

import (
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// contract is what the agent does that the commands for authors speak of.
func contract() *dialect.Contract { return dialect.LLxprt() }

// row is what the contract says of an event; nothing of one that it has not.
func row(event hook.Event) *dialect.Event {
	row, _ := contract().Event(event)
	return row
}

// known tells whether the contract has an event of this name.
func known(name string) bool {
	_, ok := contract().Event(hook.Event(name))
	return ok
}

// eventsThat are the names of the events of which something holds.
func eventsThat(holds func(*dialect.Event) bool) []string {
	var names []string
	for _, name := range contract().EventNames() {
		if holds(row(name)) {
			names = append(names, string(name))
		}
	}
	return names
}
