package hook

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/genai"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

func TestSyntheticResponse(t *testing.T) {
	tests := []struct {
		name, in, want string
		warnings       []string
		reason         string
	}{
		{"a response", `{"decision":"deny","hookSpecificOutput":{"llm_response":{"candidates":[{"content":{"role":"model","parts":["no"]},"finishReason":"STOP"}]}}}`,
			`{"candidates":[{"content":{"role":"model","parts":[{"text":"no"}]},"finishReason":"STOP"}]}`, nil, "HOOK-036, HOOK-194"},
		{"none", `{"decision":"deny","reason":"r"}`, ``, nil, "HOOK-194"},
		{"a stop makes none", `{"continue":false,"stopReason":"s"}`, ``, nil, "HOOK-194: unlike AfterModel"},
		{"a stop with a response", `{"continue":false,"hookSpecificOutput":{"llm_response":{"candidates":[]}}}`, `{"candidates":[]}`, nil, "HOOK-194"},
		{"a response that can't be used", `{"decision":"deny","hookSpecificOutput":{"llm_response":{"candidates":7}}}`, ``, []string{
			"hookSpecificOutput.llm_response.candidates must be an array but is a number: the field is ignored",
			"hookSpecificOutput.llm_response has neither a usable candidate nor a text: it is ignored",
		}, "INT-39"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out := answer(t, tt.in)
			final := BeforeModelClass.Of(out).(BeforeModelOutput)
			got, ok := final.SyntheticResponse()
			assert.Equal(t, tt.want != "", ok, tt.reason)
			assert.Equal(t, tt.want, compact(got.Object), tt.reason)
			assert.Equal(t, rules("INT-39", tt.warnings), final.Warnings(), tt.reason)
			assert.Equal(t, compact(answer(t, tt.in).Object()), compact(out.Object()), "the answer does not change")
		})
	}
}

func TestApplyLLMRequestModifications(t *testing.T) {
	const (
		target  = `{"model":"m","contents":[{"role":"user","parts":[{"text":"a"},{"inlineData":{}}]}],"config":{"temperature":1,"tools":[{}]}}`
		changed = `{"model":"m","contents":[{"role":"user","parts":[{"text":"b"},{"inlineData":{}}]},{"role":"user","parts":[{"text":"c"}]}],"config":{"temperature":0.5,"tools":[{}]}}`
	)
	tests := []struct {
		name, in, want string
		warnings       []string
		reason         string
	}{
		{"no request", `{"reason":"r"}`, target, nil, "HOOK-038"},
		{"a request at the top level", `{"llm_request":{"model":"n"}}`, target, nil, "HOOK-038: in hookSpecificOutput"},
		{"a changed request", `{"hookSpecificOutput":{"llm_request":{"messages":[{"role":"user","content":"b"},{"role":"user","content":"c"}],"config":{"temperature":0.5}}}}`, changed, nil,
			"HOOK-038, HOOK-039, HOOK-078"},
		{"a malformed request", `{"hookSpecificOutput":{"llm_request":{"model":1,"messages":"x"}}}`, target, []string{
			"hookSpecificOutput.llm_request.model must be a string but is a number: the field is ignored",
			"hookSpecificOutput.llm_request.messages must be an array but is a string: the field is ignored",
		}, "INT-39"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out := answer(t, tt.in)
			final := BeforeModelClass.Of(out).(BeforeModelOutput)
			before := genai.Request{Object: object(t, target)}
			got := final.ApplyLLMRequestModifications(before)
			assert.Equal(t, tt.want, compact(got.Object), tt.reason)
			assert.Equal(t, rules("INT-39", tt.warnings), final.Warnings(), tt.reason)
			assert.Equal(t, target, compact(before.Object), "the target does not change")
			assert.Equal(t, compact(answer(t, tt.in).Object()), compact(out.Object()), "the answer does not change")
		})
	}
}

func TestApplyToolConfigModifications(t *testing.T) {
	const (
		config = `{"functionCallingConfig":{"mode":"AUTO","allowedFunctionNames":["a"],"x":1},"retrievalConfig":{}}`
		tools  = `[{"functionDeclarations":[{"name":"a"},{"name":"b"}]}]`
	)
	tests := []struct {
		name, in, config, want string
		warnings               []string
		reason                 string
	}{
		{"none", `{"reason":"r"}`, config, config, nil, "HOOK-060"},
		{"names", `{"hookSpecificOutput":{"toolConfig":{"allowedFunctionNames":["b"]}}}`, config,
			`{"functionCallingConfig":{"mode":"AUTO","allowedFunctionNames":["b"],"x":1},"retrievalConfig":{}}`, nil, "HOOK-055, HOOK-168"},
		{"mode", `{"hookSpecificOutput":{"toolConfig":{"mode":"ANY"}}}`, config,
			`{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["a"],"x":1},"retrievalConfig":{}}`, nil, "HOOK-056"},
		{"no tools at all", `{"hookSpecificOutput":{"toolConfig":{"mode":"NONE"}}}`, config,
			`{"functionCallingConfig":{"mode":"NONE","allowedFunctionNames":[],"x":1},"retrievalConfig":{}}`, nil, "HOOK-057, HOOK-101"},
		{"a request without a tool configuration", `{"hookSpecificOutput":{"toolConfig":{"mode":"ANY","allowedFunctionNames":["b"]}}}`, ``,
			`{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["b"]}}`, nil, "HOOK-055"},
		{"neither", `{"hookSpecificOutput":{"toolConfig":{}}}`, ``, ``, nil, "HOOK-060"},
		{"faults", `{"hookSpecificOutput":{"toolConfig":{"mode":"none","allowedFunctionNames":["b",2]}}}`, config,
			`{"functionCallingConfig":{"mode":"AUTO","allowedFunctionNames":["b"],"x":1},"retrievalConfig":{}}`, []string{
				`hookSpecificOutput.toolConfig.mode "none" is not one of AUTO, ANY, NONE: the field is ignored`,
				"hookSpecificOutput.toolConfig.allowedFunctionNames[1] must be a string but is a number: the item is ignored",
			}, "INT-30"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			final := BeforeToolSelectionClass.Of(answer(t, tt.in)).(BeforeToolSelectionOutput)
			list, err := jsonvalue.Parse([]byte(tools))
			assert.NoError(t, err)
			target := genai.ToolSelection{ToolConfig: genai.ToolConfig{Object: object(t, tt.config)}, Tools: list}
			got := final.ApplyToolConfigModifications(target)
			assert.Equal(t, tt.want, compact(got.ToolConfig.Object), tt.reason)
			assert.Equal(t, tools, string(jsonvalue.Marshal(got.Tools)), "HOOK-167: tool definitions pass through")
			assert.Equal(t, tt.config, compact(target.ToolConfig.Object), "the target does not change")
			assert.Equal(t, rules("INT-30", tt.warnings), final.Warnings(), tt.reason)
		})
	}
	got := BeforeToolSelectionClass.Of(answer(t, `{"hookSpecificOutput":{"toolConfig":{"mode":"ANY"}}}`)).(BeforeToolSelectionOutput).
		ApplyToolConfigModifications(genai.ToolSelection{})
	assert.Nil(t, got.Tools, "HOOK-167: no tool definitions stay none")
}
