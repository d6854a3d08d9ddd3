package builtin

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/engine/aggregator"
	"github.com/hooktest/hooktest/engine/genai"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/runner"
	"github.com/hooktest/hooktest/engine/translator"
)

// Translate calls the translator. Log notifications name the values of a hook
// that can't be used.
func (a *engineAdapter) Translate(ctx context.Context, p adapter.TranslateParams) (adapter.TranslateResult, error) {
	value, err := jsonvalue.Parse(p.Value)
	if err != nil {
		return adapter.TranslateResult{}, adapter.InvalidParams("value: %v", err)
	}
	base, err := object("base", p.Base)
	if err != nil {
		return adapter.TranslateResult{}, err
	}
	o, ok := value.(*jsonvalue.Object)
	if !ok {
		return adapter.TranslateResult{}, adapter.InvalidParams("value must be an object, not of type %s", jsonvalue.KindOf(value))
	}
	var result *jsonvalue.Object
	var warnings []string
	known := true
	err = guard(func() {
		switch p.Direction {
		case adapter.ToHookLLMRequest:
			result = translator.ToHookLLMRequest(genai.Request{Object: o}).Object
		case adapter.FromHookLLMRequest:
			var request genai.Request
			request, warnings = translator.FromHookLLMRequest(translator.LLMRequest{Object: o}, genai.Request{Object: base})
			result = request.Object
		case adapter.ToHookLLMResponse:
			result = translator.ToHookLLMResponse(genai.Response{Object: o}).Object
		case adapter.FromHookLLMResponse:
			var response genai.Response
			response, warnings = translator.FromHookLLMResponse(translator.LLMResponse{Object: o})
			result = response.Object
		case adapter.ToHookToolConfig:
			result = translator.ToHookToolConfig(genai.ToolConfig{Object: o}).Object
		case adapter.FromHookToolConfig:
			var config genai.ToolConfig
			config, warnings = translator.FromHookToolConfig(translator.HookToolConfig{Object: o}, genai.ToolConfig{Object: base})
			result = config.Object
		default:
			known = false
		}
	})
	if err != nil {
		return adapter.TranslateResult{}, err
	}
	if !known {
		return adapter.TranslateResult{}, adapter.InvalidParams("direction %q is unknown", p.Direction)
	}
	for _, w := range warnings {
		warn(ctx, w)
	}
	return adapter.TranslateResult{Value: text(result)}, nil
}

// Output makes an output and calls the methods of its class. It accepts a
// response to apply the output to and ignores it, because no class uses one.
func (a *engineAdapter) Output(ctx context.Context, p adapter.OutputParams) (adapter.Final, error) {
	data, err := object("data", p.Data)
	if err != nil {
		return adapter.Final{}, err
	}
	on, err := readOn(p.On)
	if err != nil {
		return adapter.Final{}, err
	}
	makeOutput, err := a.outputMaker(p)
	if err != nil {
		return adapter.Final{}, err
	}
	var result adapter.Final
	var warnings []hook.Warning
	err = guard(func() {
		var out *hook.Output
		out, warnings = hook.OutputFrom(data)
		final := makeOutput(out)
		warnings = append(warnings, final.Warnings()...)
		result = describeFinal(final, on)
	})
	if err != nil {
		return adapter.Final{}, err
	}
	for _, w := range warnings {
		warn(ctx, w.String())
	}
	return result, nil
}

// outputMaker returns the engine's function that makes the requested output.
func (a *engineAdapter) outputMaker(p adapter.OutputParams) (func(*hook.Output) hook.FinalOutput, error) {
	event, known := a.contract.Event(hook.Event(p.Event))
	switch p.Make {
	case adapter.MakeCreate, adapter.MakeSpecific:
		if !known {
			return nil, adapter.InvalidParams("event %q is none of the hook events", p.Event)
		}
		if p.Make == adapter.MakeCreate {
			return event.CreateHookOutput, nil
		}
		return event.CreateSpecificHookOutput, nil
	case adapter.MakeClass:
		return constructor(p.Class)
	}
	return nil, adapter.InvalidParams("make must be %s, %s or %s, not %q", adapter.MakeCreate, adapter.MakeSpecific, adapter.MakeClass, p.Make)
}

func constructor(class string) (func(*hook.Output) hook.FinalOutput, error) {
	switch class {
	case adapter.ClassDefault:
		return func(out *hook.Output) hook.FinalOutput { return hook.NewDefaultOutput(out) }, nil
	case adapter.ClassBeforeTool:
		return func(out *hook.Output) hook.FinalOutput { return hook.NewBeforeToolOutput(out) }, nil
	case adapter.ClassBeforeModel:
		return func(out *hook.Output) hook.FinalOutput {
			return hook.BeforeModelOutput{DefaultOutput: hook.NewDefaultOutput(out)}
		}, nil
	case adapter.ClassAfterModel:
		return func(out *hook.Output) hook.FinalOutput {
			return hook.AfterModelOutput{DefaultOutput: hook.NewDefaultOutput(out)}
		}, nil
	case adapter.ClassBeforeToolSelection:
		return func(out *hook.Output) hook.FinalOutput {
			return hook.BeforeToolSelectionOutput{DefaultOutput: hook.NewDefaultOutput(out)}
		}, nil
	}
	return nil, adapter.InvalidParams("class %q is none of the output classes", class)
}

func readOn(on *adapter.On) (subjects, error) {
	if on == nil {
		return subjects{}, nil
	}
	request, err := object("on.request", on.Request)
	if err != nil {
		return subjects{}, err
	}
	s := subjects{request: genai.Request{Object: request}}
	if len(on.ToolConfig) == 0 && len(on.Tools) == 0 {
		s.selection = s.request.ToolSelection()
		return s, nil
	}
	config, err := object("on.toolConfig", on.ToolConfig)
	if err != nil {
		return subjects{}, err
	}
	s.selection, s.selectionGiven = genai.ToolSelection{ToolConfig: genai.ToolConfig{Object: config}}, true
	if len(on.Tools) > 0 {
		if s.selection.Tools, err = jsonvalue.Parse(on.Tools); err != nil {
			return subjects{}, adapter.InvalidParams("on.tools: %v", err)
		}
	}
	return s, nil
}

// Aggregate merges results as if they came from hooks that ran at once.
func (a *engineAdapter) Aggregate(ctx context.Context, p adapter.AggregateParams) (adapter.AggregateResult, error) {
	event := hook.Event(p.Event)
	if _, known := a.contract.Event(event); !known {
		return adapter.AggregateResult{}, adapter.InvalidParams("event %q is none of the hook events", p.Event)
	}
	results := make([]hook.ExecutionResult, len(p.Results))
	for i, r := range p.Results {
		var err error
		if results[i], err = executionResult(event, i, r); err != nil {
			return adapter.AggregateResult{}, err
		}
	}
	var result adapter.AggregateResult
	err := guard(func() {
		aggregated := aggregator.New(a.contract).AggregateResults(results, event, false)
		warnings := aggregated.Warnings
		for _, r := range results {
			warnings = append(warnings, r.Warnings...)
		}
		for _, w := range warnings {
			warn(ctx, w.String())
		}
		result.Aggregated = describe(aggregated, subjects{})
	})
	return result, err
}

// mostMilliseconds bounds a duration to a year, so that the sum of many still
// fits a time.Duration.
const mostMilliseconds = 365 * 24 * 60 * 60 * 1000

// executionResult decodes the result of one hook. The stream of its output
// follows from how the hook ended: exit code 2 blocks, every other failure only
// warns. An output that is not an object is dropped with a warning, and the
// other results stay (INT-34).
func executionResult(event hook.Event, i int, r adapter.ExecutionResult) (hook.ExecutionResult, error) {
	milliseconds, err := r.Duration.Float64()
	if err != nil || milliseconds < 0 || milliseconds > mostMilliseconds {
		return hook.ExecutionResult{}, adapter.InvalidParams("results[%d].duration must be a number of milliseconds from 0 to %d, not %s", i, mostMilliseconds, r.Duration)
	}
	result := hook.ExecutionResult{
		Event:    event,
		Success:  r.Success,
		Duration: time.Duration(milliseconds * float64(time.Millisecond)),
	}
	if r.ExitCode != nil {
		result.Ending, result.Code = hook.Exited, *r.ExitCode
	}
	if r.Error != nil {
		result.Err = errors.New(*r.Error)
	}
	if len(r.Output) == 0 {
		return result, nil
	}
	value, err := jsonvalue.Parse(r.Output)
	if err != nil {
		return hook.ExecutionResult{}, adapter.InvalidParams("results[%d].output: %v", i, err)
	}
	o, ok := value.(*jsonvalue.Object)
	if !ok {
		if value != nil {
			result.Warnings = []hook.Warning{{
				Rule: "INT-34",
				Text: fmt.Sprintf("results[%d].output must be an object but is of type %s: dropped", i, jsonvalue.KindOf(value)),
			}}
		}
		return result, nil
	}
	err = guard(func() { result.Output, result.Warnings = hook.OutputFrom(o) })
	if err != nil {
		return hook.ExecutionResult{}, err
	}
	switch {
	case r.Success:
		result.Output.Origin = hook.FromJSON
	case r.ExitCode != nil && *r.ExitCode == 2:
		result.Output.Origin = hook.FromRefusal
	default:
		result.Output.Origin = hook.FromFailure
	}
	return result, nil
}

// Chain applies a hook's output to the input of the next.
func (a *engineAdapter) Chain(ctx context.Context, p adapter.ChainParams) (adapter.ChainResult, error) {
	event, known := a.contract.Event(hook.Event(p.Event))
	if !known {
		return adapter.ChainResult{}, adapter.InvalidParams("event %q is none of the hook events", p.Event)
	}
	input, err := object("input", p.Input)
	if err != nil {
		return adapter.ChainResult{}, err
	}
	data, err := object("output", p.Output)
	if err != nil {
		return adapter.ChainResult{}, err
	}
	var result adapter.ChainResult
	var warnings []hook.Warning
	err = guard(func() {
		var out *hook.Output
		out, warnings = hook.OutputFrom(data)
		result.Input = text(runner.ApplyOutputToInput(event.Chain, hook.InputFrom(input), out).Object())
	})
	for _, w := range warnings {
		warn(ctx, w.String())
	}
	return result, err
}

func warn(ctx context.Context, text string) {
	adapter.SendLog(ctx, adapter.Log{Level: "warn", Text: text})
}
