package hook

import (
	"github.com/hooktest/hooktest/engine/genai"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/translator"
)

// BeforeModelOutput is the class of a BeforeModel answer.
type BeforeModelOutput struct{ DefaultOutput }

func (b BeforeModelOutput) Class() string { return "BeforeModelHookOutput" }

// SyntheticResponse returns the response that replaces the model's if the answer also
// refuses the call (INT-41). It exists only if a hook gave a usable llm_response; a
// stop alone creates none.
//
//hooktest:impl HOOK-036 HOOK-194
func (b BeforeModelOutput) SyntheticResponse() (genai.Response, bool) {
	response, _ := hookResponse(b.Output())
	return response, !response.IsZero()
}

// ApplyLLMRequestModifications returns the request with the hooks' llm_request applied,
// as translator.FromHookLLMRequest does it. The target does not change. Without an
// llm_request the target is the result.
//
//hooktest:impl HOOK-038 HOOK-039
func (b BeforeModelOutput) ApplyLLMRequestModifications(target genai.Request) genai.Request {
	sent, ok := b.Output().Specific.GetObject("llm_request")
	if !ok {
		return target
	}
	request, _ := translator.FromHookLLMRequest(translator.LLMRequest{Object: sent}, target)
	return request
}

// Warnings names the unusable parts of llm_request and llm_response (INT-39).
func (b BeforeModelOutput) Warnings() []Warning {
	var texts []string
	if sent, ok := b.Output().Specific.GetObject("llm_request"); ok {
		_, texts = translator.FromHookLLMRequest(translator.LLMRequest{Object: sent}, genai.Request{})
	}
	_, more := hookResponse(b.Output())
	return malformed(append(texts, more...))
}

// AfterModelOutput is the class of an AfterModel answer.
type AfterModelOutput struct{ DefaultOutput }

func (a AfterModelOutput) Class() string { return "AfterModelHookOutput" }

// ModifiedResponse returns the response that replaces the model's. A stop always
// creates one: a single candidate of role model that finished with STOP and has the
// stop reason as its text (INT-43). Otherwise it exists only if a hook gave a usable
// llm_response.
//
//hooktest:impl HOOK-046 HOOK-047 HOOK-194.4
func (a AfterModelOutput) ModifiedResponse() (genai.Response, bool) {
	if a.ShouldStopExecution() {
		return stopResponse(a.Output()), true
	}
	response, _ := hookResponse(a.Output())
	return response, !response.IsZero()
}

// stopResponse looks for the stop reason first, even if the answer also refuses.
// EffectiveReason does not: AfterModel has no refusals (HOOK-180).
//
//hooktest:impl HOOK-048 HOOK-194
func stopResponse(out *Output) genai.Response {
	text := jsonvalue.Member{Key: "text", Value: StopReason(out)}
	response, _ := translator.FromHookLLMResponse(translator.LLMResponse{Object: jsonvalue.New(text)})
	return response
}

// Warnings names the unusable parts of llm_response (INT-39).
func (a AfterModelOutput) Warnings() []Warning {
	_, texts := hookResponse(a.Output())
	return malformed(texts)
}

// BeforeToolSelectionOutput is the class of a BeforeToolSelection answer.
type BeforeToolSelectionOutput struct{ DefaultOutput }

func (b BeforeToolSelectionOutput) Class() string { return "BeforeToolSelectionHookOutput" }

// ApplyToolConfigModifications returns the selection with the hooks' mode and
// allowedFunctionNames in its function-calling config, as translator.FromHookToolConfig
// does it. The rest of the tool configuration and the tool definitions are unchanged.
// The target does not change.
//
//hooktest:impl HOOK-055 HOOK-167 HOOK-168
func (b BeforeToolSelectionOutput) ApplyToolConfigModifications(target genai.ToolSelection) genai.ToolSelection {
	sent, ok := b.Output().Specific.GetObject("toolConfig")
	if !ok {
		return target
	}
	config, _ := translator.FromHookToolConfig(translator.HookToolConfig{Object: sent}, target.ToolConfig)
	return genai.ToolSelection{ToolConfig: config, Tools: jsonvalue.Clone(target.Tools)}
}

// Warnings names the unusable parts of toolConfig (INT-30).
func (b BeforeToolSelectionOutput) Warnings() []Warning {
	sent, ok := b.Output().Specific.GetObject("toolConfig")
	if !ok {
		return nil
	}
	_, texts := translator.FromHookToolConfig(translator.HookToolConfig{Object: sent}, genai.ToolConfig{})
	return warn("INT-30", texts)
}

// hookResponse returns the answer's llm_response in the SDK's shape, or zero if there
// is not a usable one.
func hookResponse(out *Output) (genai.Response, []string) {
	sent, ok := out.Specific.GetObject("llm_response")
	if !ok {
		return genai.Response{}, nil
	}
	return translator.FromHookLLMResponse(translator.LLMResponse{Object: sent})
}

func malformed(texts []string) []Warning { return warn("INT-39", texts) }

// warn makes warnings about parts of hookSpecificOutput.
func warn(rule string, texts []string) []Warning {
	var warnings []Warning
	for _, text := range texts {
		warnings = append(warnings, Warning{Rule: rule, Text: "hookSpecificOutput." + text})
	}
	return warnings
}
