package engine

import (
	"github.com/hooktest/hooktest/engine/answer"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/ruling"
)

// Judge is what an agent makes of what a hook left behind, as if it had been the only
// one of the event. Of the result the ending, the code, the signal, both streams and
// the entry count, so that a caller may ask what would come of others. In is what the
// hook has read.
func Judge(contract *dialect.Contract, event hook.Event, result hook.ExecutionResult, in hook.Input) (effect.Verdict, effect.Words) {
	if contract.Reading != nil {
		_, each := ruling.Of(contract, event, []hook.ExecutionResult{result}, in.Object())
		return each[0].Verdict, each[0].Words
	}
	result.Output, _, _ = answer.Read(contract.Answer, answer.Process{
		Ending: result.Ending, Code: result.Code, Signal: result.Signal, Stdout: result.Stdout, Stderr: result.Stderr,
	})
	var final hook.FinalOutput
	if result.Output != nil && result.Output.Origin != hook.FromFailure {
		row, _ := contract.Event(event)
		final = row.CreateSpecificHookOutput(result.Output)
	}
	return effect.Judge(contract, result), effect.Describe(contract, event, effect.Of(contract, event, final), in)
}
