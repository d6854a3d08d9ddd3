package translator

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/genai"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// object reads an object; the empty text means nil.
func object(t require.TestingT, text string) *jsonvalue.Object {
	if text == "" {
		return nil
	}
	o, err := jsonvalue.ParseObject([]byte(text))
	require.NoError(t, err, text)
	return o
}

// compact writes an object; nil becomes the empty text.
func compact(o *jsonvalue.Object) string {
	if o == nil {
		return ""
	}
	return string(jsonvalue.Marshal(o))
}

func TestToHookLLMRequest(t *testing.T) {
	tests := []struct{ name, in, want, reason string }{
		{
			"everything the format has",
			`{"model":"m","contents":[{"role":"user","parts":[{"text":"hi"}]},{"role":"model","parts":[{"text":"yo"}]}],
			  "config":{"temperature":0.70,"maxOutputTokens":1,"topP":0.9,"topK":40,"stopSequences":["a"],"candidateCount":2,"presencePenalty":-0.1,"frequencyPenalty":1e-1,
			  "systemInstruction":"secret","safetySettings":[],"tools":[{}],"toolConfig":{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["b","a"],"x":1},"retrievalConfig":{}}}}`,
			`{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"model","content":"yo"}],` +
				`"config":{"temperature":0.70,"maxOutputTokens":1,"topP":0.9,"topK":40,"stopSequences":["a"],"candidateCount":2,"presencePenalty":-0.1,"frequencyPenalty":1e-1},` +
				`"toolConfig":{"mode":"ANY","allowedFunctionNames":["b","a"]}}`,
			"HOOK-072, INT-37: eight fields, tool configuration, every digit; system instruction and safety settings are not shown",
		},
		{"nothing", ``, `{"messages":[]}`, "HOOK-072: messages is always a list"},
		{"absent stays absent", `{"contents":"x","config":{"tools":[],"temperature":null}}`, `{"messages":[{"role":"user","content":"x"}]}`, "INT-37"},
		{"shapes that are none of the SDK's", `{"model":7,"contents":[null,1,true,[],{"role":"user","parts":"p"},["q"]],"config":"c"}`,
			`{"messages":[{"role":"user","content":"p"},{"role":"user","content":"q"}]}`, "INT-39: nothing throws"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := ToHookLLMRequest(genai.Request{Object: object(t, tt.in)})
			assert.Equal(t, tt.want, compact(got.Object), tt.reason)
		})
	}
}

func TestFromHookLLMRequestFields(t *testing.T) {
	const base = `{"model":"m","contents":"x","config":{"temperature":1.0,"topK":40,"systemInstruction":"s","safetySettings":[1],"tools":[{"functionDeclarations":[]}],"toolConfig":{"functionCallingConfig":{"mode":"AUTO","allowedFunctionNames":["a"],"x":1},"retrievalConfig":{"y":2}}},"unknown":{"z":3}}`
	tests := []struct {
		name, sent, base, want string
		warnings               []string
		reason                 string
	}{
		{"nothing sent", ``, base, base, nil, "INT-38"},
		{"empty", `{}`, base, base, nil, "INT-38"},
		{"nulls", `{"model":null,"messages":null,"config":null,"toolConfig":null}`, base, base, nil, "INT-38: fields the hook did not send"},
		{"one field of config", `{"config":{"temperature":0.25}}`, base,
			`{"model":"m","contents":"x","config":{"temperature":0.25,"topK":40,"systemInstruction":"s","safetySettings":[1],"tools":[{"functionDeclarations":[]}],"toolConfig":{"functionCallingConfig":{"mode":"AUTO","allowedFunctionNames":["a"],"x":1},"retrievalConfig":{"y":2}}},"unknown":{"z":3}}`,
			nil, "INT-38: also inside config; HOOK-078: tools, systemInstruction"},
		{"numbers that say the same keep the base's digits", `{"config":{"temperature":1,"topK":4e1}}`, base, base, nil, "INT-38: an echo changes nothing"},
		{"model", `{"model":"n"}`, `{"model":"m"}`, `{"model":"n"}`, nil, "HOOK-038"},
		{"mode alone", `{"toolConfig":{"mode":"ANY"}}`, `{"config":{"toolConfig":{"functionCallingConfig":{"mode":"AUTO","allowedFunctionNames":["a"],"x":1},"retrievalConfig":{"y":2}}}}`,
			`{"config":{"toolConfig":{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["a"],"x":1},"retrievalConfig":{"y":2}}}}`, nil, "INT-38: applied to the function-calling config"},
		{"names alone, in the hook's order", `{"toolConfig":{"allowedFunctionNames":["z","b"]}}`, `{"config":{"topK":1}}`,
			`{"config":{"topK":1,"toolConfig":{"functionCallingConfig":{"allowedFunctionNames":["z","b"]}}}}`, nil, "INT-38"},
		{"a base without anything", `{"model":"n","messages":[{"role":"user","content":"hi"}],"config":{"topP":0.10,"stopSequences":["s"]},"toolConfig":{"mode":"AUTO"}}`, ``,
			`{"model":"n","contents":[{"role":"user","parts":[{"text":"hi"}]}],"config":{"topP":0.10,"stopSequences":["s"],"toolConfig":{"functionCallingConfig":{"mode":"AUTO"}}}}`, nil, "the hook's request on its own"},
		{"a config that is none is replaced", `{"config":{"topK":2}}`, `{"config":7}`, `{"config":{"topK":2}}`, nil, "INT-39: nothing throws"},
		{"wrong types", `{"model":1,"messages":{},"config":[],"toolConfig":"x"}`, base, base, []string{
			"llm_request.model must be a string but is a number: the field is ignored",
			"llm_request.messages must be an array but is an object: the field is ignored",
			"llm_request.config must be an object but is an array: the field is ignored",
			"llm_request.toolConfig must be an object but is a string: the field is ignored",
		}, "INT-39"},
		{"one wrong field leaves the others", `{"config":{"temperature":"hot","topP":0.5,"stopSequences":["a",1],"topK":null}}`, `{"config":{"temperature":1}}`,
			`{"config":{"temperature":1,"topP":0.5}}`, []string{
				"llm_request.config.temperature must be a number but is a string: the field is ignored",
				"llm_request.config.stopSequences must be an array of strings but is an array: the field is ignored",
			}, "principle 3 of the interpretations"},
		{"empty model", `{"model":""}`, base, base, []string{"llm_request.model is empty: the field is ignored"}, "a request can't go out without a model"},
		{"fields of the SDK's shape", `{"contents":[],"config":{"tools":[]}}`, base, base, []string{
			"llm_request.config.tools is not a field of the hook format: it changes nothing",
			"llm_request.contents is not a field of the hook format: it changes nothing",
		}, "HOOK-072: the format has no such fields"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, warnings := FromHookLLMRequest(LLMRequest{object(t, tt.sent)}, genai.Request{Object: object(t, tt.base)})
			assert.Equal(t, compact(object(t, tt.want)), compact(got.Object), tt.reason)
			assert.Equal(t, tt.warnings, warnings, tt.reason)
		})
	}
}

func TestFromHookToolConfig(t *testing.T) {
	const base = `{"functionCallingConfig":{"mode":"AUTO","allowedFunctionNames":["a"],"x":1},"retrievalConfig":{"y":2}}`
	tests := []struct {
		name, sent, base, want string
		warnings               []string
		reason                 string
	}{
		{"from nothing", `{"mode":"ANY","allowedFunctionNames":["b"]}`, ``, `{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["b"]}}`, nil, "HOOK-055, HOOK-056"},
		{"the rest of the base stays", `{"mode":"ANY","allowedFunctionNames":["b"]}`, base,
			`{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["b"],"x":1},"retrievalConfig":{"y":2}}`, nil, "HOOK-167"},
		{"NONE leaves nothing to call", `{"mode":"NONE"}`, base, `{"functionCallingConfig":{"mode":"NONE","allowedFunctionNames":[],"x":1},"retrievalConfig":{"y":2}}`, nil, "HOOK-057, HOOK-101"},
		{"NONE with names", `{"mode":"NONE","allowedFunctionNames":["b"]}`, ``, `{"functionCallingConfig":{"mode":"NONE","allowedFunctionNames":[]}}`, nil, "HOOK-057"},
		{"an explicit empty list", `{"allowedFunctionNames":[]}`, base, `{"functionCallingConfig":{"mode":"AUTO","allowedFunctionNames":[],"x":1},"retrievalConfig":{"y":2}}`, nil, "INT-30"},
		{"an echo", `{"mode":"NONE","allowedFunctionNames":["a"]}`, `{"functionCallingConfig":{"mode":"NONE","allowedFunctionNames":["a"]}}`, `{"functionCallingConfig":{"mode":"NONE","allowedFunctionNames":["a"]}}`, nil, "INT-38"},
		{"nothing to apply", `{}`, base, base, nil, "HOOK-060"},
		{"neither side", ``, ``, ``, nil, "nothing is made of nothing"},
		{"faults", `{"mode":"none","allowedFunctionNames":["b",1,null],"tools":[]}`, base, `{"functionCallingConfig":{"mode":"AUTO","allowedFunctionNames":["b"],"x":1},"retrievalConfig":{"y":2}}`, []string{
			`toolConfig.mode "none" is not one of AUTO, ANY, NONE: the field is ignored`,
			"toolConfig.allowedFunctionNames[1] must be a string but is a number: the item is ignored",
			"toolConfig.allowedFunctionNames[2] must be a string but is null: the item is ignored",
			"toolConfig.tools is not a field of the hook format: it changes nothing",
		}, "INT-30"},
		{"a list that is not an array", `{"mode":1,"allowedFunctionNames":"b"}`, base, base, []string{
			"toolConfig.mode must be a string but is a number: the field is ignored",
			"toolConfig.allowedFunctionNames must be an array but is a string: the field is ignored",
		}, "INT-30"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, warnings := FromHookToolConfig(HookToolConfig{object(t, tt.sent)}, genai.ToolConfig{Object: object(t, tt.base)})
			assert.Equal(t, tt.want, compact(got.Object), tt.reason)
			assert.Equal(t, tt.warnings, warnings, tt.reason)
		})
	}
}
