package ruling

import (
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// A Requested is an effect that a hook requests, and what the agent does about it.
type Requested struct {
	What dialect.Effect
	dialect.Reply
}

// Requests returns the effects that one hook requests, except those whose reply its own answer defines.
func Requests(contract *dialect.Contract, result hook.ExecutionResult, input *jsonvalue.Object) []Requested {
	row, known := contract.Event(result.Event)
	e := evaluator{contract: contract, row: row, known: known, input: input}
	var all []Requested
	for _, d := range e.read(result).requests {
		if d.what != dialect.Nothing && d.reply == nil {
			all = append(all, Requested{d.what, e.reply(d)})
		}
	}
	return all
}
