package trigger_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/genai"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/trigger"
)

const (
	sdkRequest = `{"model":"m","contents":[{"role":"user","parts":[{"text":"hi"},{"inlineData":{"data":"AA"}}]}],` +
		`"config":{"temperature":0.5,"systemInstruction":"be kind","tools":[{"functionDeclarations":[{"name":"f"},{"name":"g"}]}],"toolConfig":{"functionCallingConfig":{"mode":"AUTO"},"other":1}}}`
	sdkResponse = `{"candidates":[{"content":{"role":"model","parts":[{"text":"hello"},{"functionCall":{"name":"f"}}]}}]}`
)

// text returns an object as a caller sees it; nil becomes the empty text.
func text(o *jsonvalue.Object) string {
	if o == nil {
		return ""
	}
	return string(jsonvalue.Marshal(o))
}

// effects is what a model caller is told, with the SDK's objects as texts.
type effects struct {
	Blocked                     bool
	Reason                      string
	Synthetic, Request          string
	Response, ToolConfig, Tools string
	Suppress, Stopped           bool
	StopReason, SystemMessage   string
}

func TestFireBeforeModelHook(t *testing.T) {
	const synthetic = `{"candidates":[{"content":{"role":"model","parts":[{"text":"mine"}]},"finishReason":"STOP","index":0}]}`
	tests := []struct {
		name   string
		in     string
		want   effects
		reason string
	}{
		{"allow", `{"decision":"allow"}`, effects{}, "HOOK-135"},
		{"message", `{"systemMessage":"mind"}`, effects{SystemMessage: "mind"}, "HOOK-159"},
		{"refused", `{"decision":"deny","reason":"no"}`, effects{Blocked: true, Reason: "no"}, "HOOK-037, HOOK-202"},
		{"refused without words", `{"decision":"block"}`, effects{Blocked: true, Reason: "No reason provided"}, "INT-33"},
		{"stopped", `{"continue":false,"stopReason":"enough"}`, effects{Blocked: true, Reason: "enough", Stopped: true, StopReason: "enough"}, "HOOK-184, HOOK-194: no response is made up"},
		{"refused and stopped", `{"decision":"deny","reason":"no","continue":false,"stopReason":"enough"}`,
			effects{Blocked: true, Reason: "no", Stopped: true, StopReason: "enough"}, "HOOK-184, INT-33"},
		{"synthetic", `{"decision":"deny","reason":"no","hookSpecificOutput":{"llm_response":{"candidates":[{"content":{"role":"model","parts":["mine"]},"finishReason":"STOP","index":0}]}}}`,
			effects{Blocked: true, Reason: "no", Synthetic: synthetic}, "HOOK-036, HOOK-194"},
		{"synthetic without a refusal", `{"hookSpecificOutput":{"llm_response":{"text":"mine"}}}`, effects{}, "INT-41"},
		{"synthetic with a stop", `{"continue":false,"hookSpecificOutput":{"llm_response":{"text":"mine"}}}`,
			effects{Blocked: true, Reason: "No reason provided", Stopped: true, StopReason: "No reason provided"}, "INT-41"},
		{"malformed response", `{"decision":"deny","hookSpecificOutput":{"llm_response":"mine"}}`, effects{Blocked: true, Reason: "No reason provided"}, "INT-39"},
		{"changed", `{"hookSpecificOutput":{"llm_request":{"config":{"temperature":0.9}}}}`, effects{
			Request: `{"model":"m","contents":[{"role":"user","parts":[{"text":"hi"},{"inlineData":{"data":"AA"}}]}],` +
				`"config":{"temperature":0.9,"systemInstruction":"be kind","tools":[{"functionDeclarations":[{"name":"f"},{"name":"g"}]}],"toolConfig":{"functionCallingConfig":{"mode":"AUTO"},"other":1}}}`,
		}, "HOOK-038, INT-38"},
		{"added message", `{"hookSpecificOutput":{"llm_request":{"messages":[{"role":"user","content":"hi"},{"role":"user","content":"and bye"}]}}}`, effects{
			Request: `{"model":"m","contents":[{"role":"user","parts":[{"text":"hi"},{"inlineData":{"data":"AA"}}]},{"role":"user","parts":[{"text":"and bye"}]}],` +
				`"config":{"temperature":0.5,"systemInstruction":"be kind","tools":[{"functionDeclarations":[{"name":"f"},{"name":"g"}]}],"toolConfig":{"functionCallingConfig":{"mode":"AUTO"},"other":1}}}`,
		}, "HOOK-039"},
		{"malformed request", `{"hookSpecificOutput":{"llm_request":[1]}}`, effects{}, "INT-39"},
		{"changed and refused", `{"decision":"deny","reason":"no","hookSpecificOutput":{"llm_request":{"model":"other"}}}`, effects{Blocked: true, Reason: "no"}, "HOOK-037"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			request := genai.Request{Object: object(t, sdkRequest)}
			r := trigger.FireBeforeModelHook(t.Context(), configOf(t, hooks(hook.BeforeModel, says(tt.in))), request)
			assert.Equal(t, tt.want, effects{
				Blocked: r.Blocked, Reason: r.Reason, Synthetic: text(r.SyntheticResponse.Object), Request: text(r.ModifiedRequest.Object),
				Stopped: r.Stopped, StopReason: r.StopReason, SystemMessage: r.SystemMessage,
			}, tt.reason)
			assert.Equal(t, object(t, sdkRequest), request.Object, "HOOK-217: the caller's request is its own")
		})
	}
}

func TestBeforeModelExit2(t *testing.T) {
	c := configOf(t, hooks(hook.BeforeModel, "echo no >&2; exit 2", says(`{"decision":"allow","hookSpecificOutput":{"llm_request":{"model":"x"}}}`)))
	r := trigger.FireBeforeModelHook(t.Context(), c, genai.Request{Object: object(t, sdkRequest)})
	assert.Equal(t, trigger.BeforeModelHookResult{Blocked: true, Reason: "no"}, r, "INT-29: exit code 2 overrides every later answer")
}

func TestFireAfterModelHook(t *testing.T) {
	tests := []struct {
		name   string
		in     string
		want   effects
		reason string
	}{
		{"allow", says(`{"decision":"allow"}`), effects{Response: sdkResponse}, "HOOK-136"},
		{"replaced", says(`{"hookSpecificOutput":{"llm_response":{"candidates":[{"content":{"role":"model","parts":["mine"]},"finishReason":"STOP"}]}}}`),
			effects{Response: `{"candidates":[{"content":{"role":"model","parts":[{"text":"mine"}]},"finishReason":"STOP"}]}`}, "HOOK-046, HOOK-047, HOOK-079"},
		{"stopped", says(`{"continue":false,"stopReason":"enough"}`), effects{
			Response: `{"candidates":[{"content":{"role":"model","parts":[{"text":"enough"}]},"finishReason":"STOP"}]}`,
			Stopped:  true, StopReason: "enough"}, "HOOK-048, INT-43"},
		{"hidden", says(`{"suppressOutput":true}`), effects{Response: sdkResponse, Suppress: true}, "HOOK-049"},
		{"message", says(`{"systemMessage":"mind"}`), effects{Response: sdkResponse, SystemMessage: "mind"}, "HOOK-217"},
		{"refused", says(`{"decision":"deny","reason":"no"}`), effects{Response: sdkResponse}, "HOOK-180, INT-32"},
		{"refused, exit 2", "echo no >&2; exit 2", effects{Response: sdkResponse}, "HOOK-180, INT-32"},
		{"malformed", says(`{"hookSpecificOutput":{"llm_response":7}}`), effects{Response: sdkResponse}, "INT-39"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			request, response := genai.Request{Object: object(t, sdkRequest)}, genai.Response{Object: object(t, sdkResponse)}
			r := trigger.FireAfterModelHook(t.Context(), configOf(t, hooks(hook.AfterModel, tt.in)), request, response)
			assert.Equal(t, tt.want, effects{
				Response: text(r.Response.Object), Suppress: r.SuppressOutput,
				Stopped: r.Stopped, StopReason: r.StopReason, SystemMessage: r.SystemMessage,
			}, tt.reason)
			assert.Equal(t, object(t, sdkRequest), request.Object, "HOOK-217")
			assert.Equal(t, object(t, sdkResponse), response.Object, "HOOK-217")
		})
	}
}

func TestFireBeforeToolSelectionHook(t *testing.T) {
	const tools = `[{"functionDeclarations":[{"name":"f"},{"name":"g"}]}]`
	tests := []struct {
		name   string
		in     []string
		want   effects
		reason string
	}{
		{"allow", []string{says(`{"decision":"allow"}`)}, effects{}, "HOOK-137"},
		{"restricted", []string{says(`{"hookSpecificOutput":{"toolConfig":{"mode":"ANY","allowedFunctionNames":["g"]}}}`)},
			effects{ToolConfig: `{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["g"]},"other":1}`, Tools: tools}, "HOOK-055, HOOK-056, HOOK-167, HOOK-168"},
		{"none", []string{says(`{"hookSpecificOutput":{"toolConfig":{"mode":"NONE"}}}`), says(`{"hookSpecificOutput":{"toolConfig":{"mode":"ANY","allowedFunctionNames":["f"]}}}`)},
			effects{ToolConfig: `{"functionCallingConfig":{"mode":"NONE","allowedFunctionNames":[]},"other":1}`, Tools: tools}, "HOOK-057, HOOK-101"},
		{"united", []string{says(`{"hookSpecificOutput":{"toolConfig":{"allowedFunctionNames":["g"]}}}`), says(`{"hookSpecificOutput":{"toolConfig":{"allowedFunctionNames":["f"]}}}`)},
			effects{ToolConfig: `{"functionCallingConfig":{"mode":"AUTO","allowedFunctionNames":["f","g"]},"other":1}`, Tools: tools}, "HOOK-099, HOOK-102"},
		{"stopped", []string{says(`{"continue":false,"stopReason":"enough"}`)}, effects{Stopped: true, StopReason: "enough"}, "HOOK-058"},
		{"message", []string{says(`{"systemMessage":"mind"}`)}, effects{SystemMessage: "mind"}, "HOOK-159, INT-30"},
		{"refused", []string{says(`{"decision":"deny","reason":"no","hookSpecificOutput":{"llm_request":{"model":"x"}}}`)}, effects{}, "HOOK-181"},
		{"refused, exit 2", []string{"exit 2"}, effects{}, "HOOK-181, INT-32"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			request := genai.Request{Object: object(t, sdkRequest)}
			r := trigger.FireBeforeToolSelectionHook(t.Context(), configOf(t, hooks(hook.BeforeToolSelection, tt.in...)), request)
			got := effects{ToolConfig: text(r.ToolConfig.Object), Stopped: r.Stopped, StopReason: r.StopReason, SystemMessage: r.SystemMessage}
			if r.Tools != nil {
				got.Tools = string(jsonvalue.Marshal(r.Tools))
			}
			assert.Equal(t, tt.want, got, tt.reason)
			assert.Equal(t, object(t, sdkRequest), request.Object, "HOOK-217")
		})
	}
}

func TestModelHooksReadTheStableFormat(t *testing.T) {
	c := configOf(t, hooks(hook.BeforeModel, `grep -q '"llm_request":{"model":"m","messages":\[{"role":"user","content":"hi"}\]' && exit 2`))
	r := trigger.FireBeforeModelHook(t.Context(), c, genai.Request{Object: object(t, sdkRequest)})
	require.True(t, r.Blocked, "HOOK-141, HOOK-152: callers use the SDK's types, hooks use the stable ones")
}
