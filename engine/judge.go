package engine

import (
	"github.com/hooktest/hooktest/engine/answer"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/ruling"
)

// Judge returns an agent's verdict on one hook's result, as if it were the only hook of
// the event. It reads the result's ending, code, signal, both streams and entry, so a
// caller may also judge a constructed result. In is the hook's input.
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
