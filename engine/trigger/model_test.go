package trigger_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/genai"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/trigger"
)

// What hooks change, they change in copies. The suite shows what they can change: it sees the
// caller's objects only after they have been written as JSON.
func TestTheCallersObjectsAreItsOwn(t *testing.T) {
	const (
		sdkRequest = `{"model":"m","contents":[{"role":"user","parts":[{"text":"hi"},{"inlineData":{"data":"AA"}}]}],` +
			`"config":{"temperature":0.5,"tools":[{"functionDeclarations":[{"name":"f"},{"name":"g"}]}],"toolConfig":{"functionCallingConfig":{"mode":"AUTO"},"other":1}}}`
		sdkResponse = `{"candidates":[{"content":{"role":"model","parts":[{"text":"hello"},{"functionCall":{"name":"f"}}]}}]}`
		answer      = `{"systemMessage":"mind","hookSpecificOutput":{
			"llm_request":{"config":{"temperature":0.9},"messages":[{"role":"user","content":"bye"}]},
			"llm_response":{"candidates":[{"content":{"role":"model","parts":["mine"]}}]},
			"toolConfig":{"mode":"ANY","allowedFunctionNames":["g"]}, "tool_input":{"a":2}, "additionalContext":"note"}}`
	)
	request, response := genai.Request{Object: object(t, sdkRequest)}, genai.Response{Object: object(t, sdkResponse)}
	input, result := object(t, `{"a":1,"b":{"c":2}}`), object(t, `{"llmContent":[{"text":"x"}]}`)
	at := func(event hook.Event) string { return hooks(event, says(answer)) }

	before := trigger.FireBeforeModelHook(t.Context(), configOf(t, at(hook.BeforeModel)), request)
	after := trigger.FireAfterModelHook(t.Context(), configOf(t, at(hook.AfterModel)), request, response)
	selection := trigger.FireBeforeToolSelectionHook(t.Context(), configOf(t, at(hook.BeforeToolSelection)), request)
	tool := trigger.FireBeforeToolHook(t.Context(), configOf(t, at(hook.BeforeTool)), "write_file", input)
	trigger.FireAfterToolHook(t.Context(), configOf(t, at(hook.AfterTool)), "write_file", input, result)

	assert.NotEqual(t, request, before.ModifiedRequest)
	assert.NotEqual(t, response, after.Response)
	assert.Contains(t, string(jsonvalue.Marshal(selection.ToolConfig.Object)), `"g"`)
	assert.NotNil(t, tool)
	for _, own := range []struct {
		got  *jsonvalue.Object
		want string
	}{{request.Object, sdkRequest}, {response.Object, sdkResponse}, {input, `{"a":1,"b":{"c":2}}`}, {result, `{"llmContent":[{"text":"x"}]}`}} {
		assert.Equal(t, own.want, string(jsonvalue.Marshal(own.got)), "HOOK-217")
	}
}
