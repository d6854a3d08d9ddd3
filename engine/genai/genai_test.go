package genai

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/jsonvalue"
)

func object(t *testing.T, text string) *jsonvalue.Object {
	t.Helper()
	if text == "" {
		return nil
	}
	o, err := jsonvalue.ParseObject([]byte(text))
	require.NoError(t, err, text)
	return o
}

func compact(o *jsonvalue.Object) string {
	if o == nil {
		return ""
	}
	return string(jsonvalue.Marshal(o))
}

func TestConcat(t *testing.T) {
	tests := []struct {
		name   string
		in     []string
		want   string
		reason string
	}{
		{"no chunks", nil, ``, "no chunk, no response"},
		{"chunks that are none", []string{``, ``}, ``, "no chunk, no response"},
		{"text grows together", []string{
			`{"candidates":[{"content":{"role":"model","parts":[{"text":"He"}]},"index":0}],"modelVersion":"v"}`,
			`{"candidates":[{"content":{"role":"model","parts":[{"text":"llo"},{"text":" "}]},"index":0}]}`,
			`{"candidates":[{"content":{"parts":[{"text":"you"}]},"finishReason":"STOP","index":0}],"usageMetadata":{"totalTokenCount":9}}`,
		}, `{"candidates":[{"content":{"role":"model","parts":[{"text":"Hello you"}]},"index":0,"finishReason":"STOP"}],"modelVersion":"v","usageMetadata":{"totalTokenCount":9}}`,
			"HOOK-050: one complete response"},
		{"thoughts and other parts stay apart", []string{
			`{"candidates":[{"content":{"parts":[{"text":"a","thought":true}]}}]}`,
			`{"candidates":[{"content":{"parts":[{"text":"b","thought":true}]}}]}`,
			`{"candidates":[{"content":{"parts":[{"text":"c"}]}}]}`,
			`{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f"}}]}}]}`,
			`{"candidates":[{"content":{"parts":[{"text":"d"}]}}]}`,
			`{"candidates":[{"content":{"parts":[{"text":"","thoughtSignature":"s"}]}}]}`,
		}, `{"candidates":[{"content":{"parts":[{"text":"a","thought":true},{"text":"b","thought":true},{"text":"c"},{"functionCall":{"name":"f"}},{"text":"d"},{"text":"","thoughtSignature":"s"}]}}]}`,
			"HOOK-050: tool calls are in the complete response, in order"},
		{"candidates by index", []string{
			`{"candidates":[{"index":1,"content":{"parts":[{"text":"b"}]}},{"index":0,"content":{"parts":[{"text":"a"}]}}]}`,
			`{"candidates":[{"index":0,"content":{"parts":[{"text":"A"}]}},{"index":1,"content":{"parts":[{"text":"B"}]}}]}`,
		}, `{"candidates":[{"index":1,"content":{"parts":[{"text":"bB"}]}},{"index":0,"content":{"parts":[{"text":"aA"}]}}]}`, "HOOK-050"},
		{"candidates without an index go by place", []string{
			`{"candidates":[{"content":{"parts":[{"text":"a"}]}},{"content":{"parts":[{"text":"b"}]}}]}`,
			`{"candidates":[{"content":{"parts":[{"text":"A"}]}}]}`,
		}, `{"candidates":[{"content":{"parts":[{"text":"aA"}]}},{"content":{"parts":[{"text":"b"}]}}]}`, "HOOK-050"},
		{"the latest of every other field", []string{
			`{"usageMetadata":{"totalTokenCount":1},"candidates":[{"safetyRatings":[1],"finishReason":"OTHER","content":{"role":"model"}}]}`,
			`{"usageMetadata":{"totalTokenCount":2},"candidates":[{"safetyRatings":[2],"finishReason":"STOP"}],"promptFeedback":{"x":1}}`,
			`{"usageMetadata":null,"candidates":[{"safetyRatings":null,"finishReason":null,"content":null}]}`,
		}, `{"usageMetadata":{"totalTokenCount":2},"candidates":[{"safetyRatings":[2],"finishReason":"STOP","content":{"role":"model"}}],"promptFeedback":{"x":1}}`, "HOOK-050: null says nothing"},
		{"chunks without candidates", []string{`{"usageMetadata":{"totalTokenCount":1}}`, `{"candidates":[]}`}, `{"usageMetadata":{"totalTokenCount":1},"candidates":[]}`, "HOOK-050"},
		{"null before the list", []string{`{"candidates":null}`, `{"candidates":[{"content":{"parts":null}}]}`, `{"candidates":[{"content":{"parts":[{"text":"a"}]}}]}`}, `{"candidates":[{"content":{"parts":[{"text":"a"}]}}]}`, "HOOK-050"},
		{"shapes that are none of the SDK's", []string{`{"candidates":{"a":1}}`, `{"candidates":[1,{"index":"x","content":3}]}`}, `{"candidates":[{"index":"x","content":3}]}`, "a broken chunk must not break the call"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var chunks []Response
			for _, text := range tt.in {
				chunks = append(chunks, Response{object(t, text)})
			}
			got := Concat(chunks)
			assert.Equal(t, tt.want, compact(got.Object), tt.reason)
			for i, text := range tt.in {
				assert.Equal(t, compact(object(t, text)), compact(chunks[i].Object), "the chunks do not change")
			}
		})
	}
}

func TestConcatSharesNothing(t *testing.T) {
	chunk := Response{object(t, `{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f"}}]}}],"usageMetadata":{"x":1}}`)}
	before := compact(chunk.Object)
	whole := Concat([]Response{chunk})
	usage, _ := whole.GetObject("usageMetadata")
	usage.Set("x", "changed")
	candidates, _ := whole.GetList("candidates")
	content, _ := candidates[0].(*jsonvalue.Object).GetObject("content")
	parts, _ := content.GetList("parts")
	parts[0].(*jsonvalue.Object).Set("text", "changed")
	assert.Equal(t, before, compact(chunk.Object))
}

func TestToolSelection(t *testing.T) {
	const request = `{"model":"m","config":{"topK":1,"tools":[{"functionDeclarations":[1]}],"toolConfig":{"functionCallingConfig":{"mode":"AUTO"}}}}`
	tests := []struct{ name, request, toolConfig, tools, changed, reason string }{
		{"both", request, `{"functionCallingConfig":{"mode":"AUTO"}}`, `[{"functionDeclarations":[1]}]`,
			`{"model":"m","config":{"topK":1,"tools":[{"functionDeclarations":[1]}],"toolConfig":{"mode":"NEW"}}}`, "HOOK-140: the rest of the request stays"},
		{"no config", `{"model":"m"}`, ``, `null`, `{"model":"m","config":{"toolConfig":{"mode":"NEW"}}}`, "HOOK-140"},
		{"no request", ``, ``, `null`, `{"config":{"toolConfig":{"mode":"NEW"}}}`, "HOOK-140"},
		{"an empty config", `{"config":{}}`, ``, `null`, `{"config":{"toolConfig":{"mode":"NEW"}}}`, "HOOK-140"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := Request{object(t, tt.request)}
			got := r.ToolSelection()
			assert.Equal(t, tt.toolConfig, compact(got.ToolConfig.Object), tt.reason)
			assert.Equal(t, tt.tools, string(jsonvalue.Marshal(got.Tools)), tt.reason)
			changed := r.WithToolSelection(ToolSelection{ToolConfig: ToolConfig{object(t, `{"mode":"NEW"}`)}})
			assert.Equal(t, tt.changed, compact(changed.Object), tt.reason)
			assert.Equal(t, compact(object(t, tt.request)), compact(r.Object), "the request does not change")
		})
	}
	r := Request{object(t, request)}
	same := r.WithToolSelection(ToolSelection{})
	assert.Equal(t, compact(r.Object), compact(same.Object), "a zero selection leaves the request's own")
	replaced := r.WithToolSelection(ToolSelection{Tools: []any{"new"}})
	assert.Equal(t, `{"model":"m","config":{"topK":1,"tools":["new"],"toolConfig":{"functionCallingConfig":{"mode":"AUTO"}}}}`, compact(replaced.Object))
}

func TestHasTools(t *testing.T) {
	tests := []struct {
		in   string
		want bool
	}{
		{`{"config":{"tools":[{}]}}`, true},
		{`{"config":{"tools":{}}}`, true},
		{`{"config":{"tools":[]}}`, false},
		{`{"config":{"tools":null}}`, false},
		{`{"config":{}}`, false},
		{`{}`, false},
		{``, false},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, Request{object(t, tt.in)}.HasTools(), "HOOK-053: tool definitions in %s", tt.in)
	}
}

func TestZeroValuesStandForNone(t *testing.T) {
	empty := jsonvalue.New()
	assert.Equal(t, []bool{true, true, true}, []bool{Request{}.IsZero(), Response{}.IsZero(), ToolConfig{}.IsZero()})
	assert.Equal(t, []bool{false, false, false}, []bool{Request{empty}.IsZero(), Response{empty}.IsZero(), ToolConfig{empty}.IsZero()})
}
