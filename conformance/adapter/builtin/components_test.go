package builtin_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// The suite calls every component, but judges no warnings.
func TestComponents(t *testing.T) {
	tests := []struct {
		name, method, params, want string
		warnings                   int
		reason                     string
	}{
		{"malformed response", "component/translate", `{"direction":"fromHookLLMResponse","value":{"candidates":1}}`, `{"value":null}`, 2, "INT-39"},
		{"tool input", "component/output", `{"make":"class","class":"BeforeToolHookOutput","data":{"hookSpecificOutput":{"tool_input":{"a":1.0}}}}`,
			`{"hookSpecificOutput":{"tool_input":{"a":1.0}},"class":"BeforeToolHookOutput","blocking":false,"stopping":false,"effectiveReason":"No reason provided","additionalContext":null,"modifiedToolInput":{"a":1.0}}`, 0, "HOOK-019"},
		{"synthetic response", "component/output", `{"make":"specific","event":"BeforeModel","data":{"decision":"block","hookSpecificOutput":{"llm_response":{"text":"t"}}},"on":{"request":{"model":"m","contents":"q"}}}`,
			`{"decision":"block","hookSpecificOutput":{"llm_response":{"text":"t"}},"class":"BeforeModelHookOutput","blocking":true,"stopping":false,"effectiveReason":"No reason provided","additionalContext":null,"syntheticResponse":{"candidates":[{"content":{"role":"model","parts":[{"text":"t"}]},"finishReason":"STOP"}]},"appliedRequest":{"model":"m","contents":"q"}}`, 0, "HOOK-194, HOOK-036"},
		{"wrong types", "component/output", `{"make":"class","class":"DefaultHookOutput","data":{"decision":1,"continue":"false","reason":"r"}}`,
			`{"reason":"r","class":"DefaultHookOutput","blocking":false,"stopping":false,"effectiveReason":"r","additionalContext":null}`, 2, "INT-15"},
		{"exit code 2", "component/aggregate", `{"event":"BeforeModel","results":[{"success":false,"exitCode":2,"output":{"decision":"deny","reason":"r"},"duration":1},{"success":true,"output":{"decision":"allow"},"duration":0}]}`,
			`{"aggregated":{"success":false,"finalOutput":{"decision":"deny","reason":"r","class":"BeforeModelHookOutput","blocking":true,"stopping":false,"effectiveReason":"r","additionalContext":null},"allOutputs":[{"decision":"deny","reason":"r"},{"decision":"allow"}],"errors":[],"totalDuration":1}}`, 0, "INT-29: later answers do not override a refusal"},
		{"a year each", "component/aggregate", `{"event":"AfterTool","results":[{"success":true,"duration":31536000000},{"success":true,"duration":31536000000}]}`,
			`{"aggregated":{"success":true,"finalOutput":null,"allOutputs":[],"errors":[],"totalDuration":63072000000}}`, 0, "the longest duration that is taken, and the sum is right"},
		{"malformed output", "component/aggregate", `{"event":"AfterTool","results":[{"success":true,"output":"x","duration":1},{"success":true,"output":null,"duration":1}]}`,
			`{"aggregated":{"success":true,"finalOutput":null,"allOutputs":[],"errors":[],"totalDuration":2}}`, 1, "INT-34"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := started(t)
			assert.JSONEq(t, tt.want, string(c.call(tt.method, tt.params)), tt.reason)
			assert.Len(t, c.warned(), tt.warnings, tt.reason)
		})
	}
}
