package builtin_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestComponents(t *testing.T) {
	tests := []struct {
		name, method, params, want string
		warnings                   int
		reason                     string
	}{
		{"response to hooks", "component/translate",
			`{"direction":"toHookLLMResponse","value":{"candidates":[{"content":{"role":"model","parts":[{"text":"a"},{"functionCall":{}}]},"finishReason":"STOP","index":0,"safetyRatings":[{"category":"c","probability":"p","blocked":true}]}]}}`,
			`{"value":{"text":"a","candidates":[{"content":{"role":"model","parts":["a"]},"finishReason":"STOP","index":0,"safetyRatings":[{"category":"c","probability":"p"}]}]}}`,
			0, "HOOK-077"},
		{"malformed response", "component/translate", `{"direction":"fromHookLLMResponse","value":{"candidates":1}}`, `{"value":null}`, 2, "INT-39"},
		{"tool config to hooks", "component/translate",
			`{"direction":"toHookToolConfig","value":{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["a"]}}}`,
			`{"value":{"mode":"ANY","allowedFunctionNames":["a"]}}`, 0, "HOOK-074"},
		{"no tool config", "component/translate", `{"direction":"toHookToolConfig","value":{}}`, `{"value":null}`, 0, "INT-37"},
		{"tool config from hooks", "component/translate",
			`{"direction":"fromHookToolConfig","value":{"mode":"NONE"},"base":{"retrievalConfig":{"x":1}}}`,
			`{"value":{"retrievalConfig":{"x":1},"functionCallingConfig":{"mode":"NONE","allowedFunctionNames":[]}}}`, 0, "HOOK-057"},
		{"tool input", "component/output", `{"make":"class","class":"BeforeToolHookOutput","data":{"hookSpecificOutput":{"tool_input":{"a":1.0}}}}`,
			`{"hookSpecificOutput":{"tool_input":{"a":1.0}},"class":"BeforeToolHookOutput","blocking":false,"stopping":false,"effectiveReason":"No reason provided","additionalContext":null,"modifiedToolInput":{"a":1.0}}`, 0, "HOOK-019"},
		{"stopped without a response", "component/output", `{"make":"class","class":"BeforeModelHookOutput","data":{"continue":false,"stopReason":"s"}}`,
			`{"continue":false,"stopReason":"s","class":"BeforeModelHookOutput","blocking":false,"stopping":true,"effectiveReason":"s","additionalContext":null}`, 0, "HOOK-194"},
		{"stopped after the model", "component/output", `{"make":"create","event":"AfterModel","data":{"continue":false,"stopReason":"s"},"on":{"response":{"candidates":[]}}}`,
			`{"continue":false,"stopReason":"s","class":"AfterModelHookOutput","blocking":false,"stopping":true,"effectiveReason":"s","additionalContext":null,"modifiedResponse":{"candidates":[{"content":{"role":"model","parts":[{"text":"s"}]},"finishReason":"STOP"}]}}`, 0, "HOOK-048, INT-43"},
		{"synthetic response", "component/output", `{"make":"specific","event":"BeforeModel","data":{"decision":"block","hookSpecificOutput":{"llm_response":{"text":"t"}}},"on":{"request":{"model":"m","contents":"q"}}}`,
			`{"decision":"block","hookSpecificOutput":{"llm_response":{"text":"t"}},"class":"BeforeModelHookOutput","blocking":true,"stopping":false,"effectiveReason":"No reason provided","additionalContext":null,"syntheticResponse":{"candidates":[{"content":{"role":"model","parts":[{"text":"t"}]},"finishReason":"STOP"}]},"appliedRequest":{"model":"m","contents":"q"}}`, 0, "HOOK-194, HOOK-036"},
		{"tool selection", "component/output", `{"make":"class","class":"BeforeToolSelectionHookOutput","data":{"hookSpecificOutput":{"toolConfig":{"mode":"AUTO"}}},"on":{"toolConfig":{"functionCallingConfig":{"allowedFunctionNames":["a"]}},"tools":[{"x":1}]}}`,
			`{"hookSpecificOutput":{"toolConfig":{"mode":"AUTO"}},"class":"BeforeToolSelectionHookOutput","blocking":false,"stopping":false,"effectiveReason":"No reason provided","additionalContext":null,"appliedToolConfig":{"toolConfig":{"functionCallingConfig":{"allowedFunctionNames":["a"],"mode":"AUTO"}},"tools":[{"x":1}]}}`, 0, "HOOK-167"},
		{"wrong types", "component/output", `{"make":"class","class":"DefaultHookOutput","data":{"decision":1,"continue":"false","reason":"r"}}`,
			`{"reason":"r","class":"DefaultHookOutput","blocking":false,"stopping":false,"effectiveReason":"r","additionalContext":null}`, 2, "INT-15"},
		{"exit code 2", "component/aggregate", `{"event":"BeforeModel","results":[{"success":false,"exitCode":2,"output":{"decision":"deny","reason":"r"},"duration":1},{"success":true,"output":{"decision":"allow"},"duration":0}]}`,
			`{"aggregated":{"success":false,"finalOutput":{"decision":"deny","reason":"r","class":"BeforeModelHookOutput","blocking":true,"stopping":false,"effectiveReason":"r","additionalContext":null},"allOutputs":[{"decision":"deny","reason":"r"},{"decision":"allow"}],"errors":[],"totalDuration":1}}`, 0, "INT-29: later answers do not override a refusal"},
		{"nothing", "component/aggregate", `{"event":"AfterTool","results":[]}`, `{"aggregated":{"success":true,"finalOutput":null,"allOutputs":[],"errors":[],"totalDuration":0}}`, 0, "INT-01"},
		{"a year each", "component/aggregate", `{"event":"AfterTool","results":[{"success":true,"duration":31536000000},{"success":true,"duration":31536000000}]}`,
			`{"aggregated":{"success":true,"finalOutput":null,"allOutputs":[],"errors":[],"totalDuration":63072000000}}`, 0, "the longest duration that is taken, and the sum is right"},
		{"malformed output", "component/aggregate", `{"event":"AfterTool","results":[{"success":true,"output":"x","duration":1},{"success":true,"output":null,"duration":1}]}`,
			`{"aggregated":{"success":true,"finalOutput":null,"allOutputs":[],"errors":[],"totalDuration":2}}`, 1, "INT-34"},
		{"chain of prompts", "component/chain", `{"event":"BeforeAgent","input":{"session_id":"s","cwd":"/","prompt":"p","extra":1e2},"output":{"hookSpecificOutput":{"additionalContext":"c"}}}`,
			`{"input":{"session_id":"s","cwd":"/","prompt":"p\n\nc","extra":1e2}}`, 0, "HOOK-211"},
		{"no chain", "component/chain", `{"event":"AfterTool","input":{"tool_input":{"a":1}},"output":{"hookSpecificOutput":{"tool_input":{"a":2}}}}`,
			`{"input":{"tool_input":{"a":1}}}`, 0, "HOOK-211"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := started(t)
			matches(t, []byte(tt.want), c.call(tt.method, tt.params), tt.reason)
			assert.Len(t, c.warned(), tt.warnings, tt.reason)
		})
	}
}
