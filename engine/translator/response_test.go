package translator

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/genai"
)

func TestToHookLLMResponse(t *testing.T) {
	tests := []struct{ name, in, want, reason string }{
		{
			"everything the format has",
			`{"candidates":[{"content":{"role":"model","parts":[{"text":"a","thought":true},{"functionCall":{}},{"text":"b"}]},"finishReason":"STOP","index":0,
			   "safetyRatings":[{"category":"C","probability":"LOW","blocked":true,"severity":"S"}],"citationMetadata":{}},{"content":{"parts":[{"text":"c"}]},"index":1}],
			  "usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":2,"totalTokenCount":3,"thoughtsTokenCount":4},"modelVersion":"v"}`,
			`{"text":"ab","candidates":[{"content":{"role":"model","parts":["a","b"]},"finishReason":"STOP","index":0,"safetyRatings":[{"category":"C","probability":"LOW"}]},` +
				`{"content":{"role":"model","parts":["c"]},"index":1}],"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":2,"totalTokenCount":3}}`,
			"HOOK-073, HOOK-077",
		},
		{"nothing", ``, `{"candidates":[]}`, "HOOK-073: candidates is always a list"},
		{"a candidate without text", `{"candidates":[{"content":{"parts":[{"functionCall":{}}]},"finishReason":"STOP"}]}`, `{"candidates":[{"content":{"role":"model","parts":[]},"finishReason":"STOP"}]}`, "HOOK-077"},
		{"a candidate without content", `{"candidates":[{"finishReason":"SAFETY"}]}`, `{"candidates":[{"content":{"role":"model","parts":[]},"finishReason":"SAFETY"}]}`, "HOOK-073"},
		{"wrong types", `{"candidates":[7,{"content":1,"finishReason":1,"index":"0","safetyRatings":{}},{"content":{"parts":[1]},"safetyRatings":[1,{"category":1}]}],"usageMetadata":{"totalTokenCount":"3"}}`,
			`{"candidates":[{"content":{"role":"model","parts":[]}},{"content":{"role":"model","parts":[]}},{"content":{"role":"model","parts":[]},"safetyRatings":[{}]}]}`, "INT-39: nothing throws"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := ToHookLLMResponse(genai.Response{Object: object(t, tt.in)})
			assert.Equal(t, tt.want, compact(got.Object), tt.reason)
		})
	}
}

func TestFromHookLLMResponse(t *testing.T) {
	tests := []struct {
		name, in, want string
		warnings       []string
		reason         string
	}{
		{"everything the format has",
			`{"text":"ab","candidates":[{"content":{"role":"model","parts":["a",{"text":"b"}]},"finishReason":"STOP","index":0,"safetyRatings":[{"category":"C","probability":"LOW","blocked":true}]}],"usageMetadata":{"totalTokenCount":3}}`,
			`{"candidates":[{"content":{"role":"model","parts":[{"text":"a"},{"text":"b"}]},"finishReason":"STOP","index":0,"safetyRatings":[{"category":"C","probability":"LOW"}]}],"usageMetadata":{"totalTokenCount":3}}`,
			nil, "HOOK-079"},
		{"text alone", `{"text":"a"}`, `{"candidates":[{"content":{"role":"model","parts":[{"text":"a"}]},"finishReason":"STOP"}]}`, nil, "HOOK-036: as if the model had responded"},
		{"text and no candidates in the list", `{"text":"a","candidates":[]}`, `{"candidates":[{"content":{"role":"model","parts":[{"text":"a"}]},"finishReason":"STOP"}]}`, nil, "HOOK-047"},
		{"no candidates", `{"candidates":[]}`, `{"candidates":[]}`, nil, "HOOK-202: an empty response"},
		{"parts that are one", `{"candidates":[{"content":{"parts":"a"}},{"content":{"parts":{"text":"b"}}}]}`,
			`{"candidates":[{"content":{"role":"model","parts":[{"text":"a"}]}},{"content":{"role":"model","parts":[{"text":"b"}]}}]}`, nil, "lenient about the short form"},
		{"text and candidates disagree", `{"text":"b","candidates":[{"content":{"parts":["a"]}}]}`, `{"candidates":[{"content":{"role":"model","parts":[{"text":"a"}]}}]}`,
			[]string{"llm_response.text differs from the text of the first candidate: the candidates count"}, "HOOK-079: from text parts"},
		{"parts that are not text", `{"candidates":[{"content":{"parts":[{"functionCall":{}},"a",{"text":1}]}}]}`, `{"candidates":[{"content":{"role":"model","parts":[{"text":"a"}]}}]}`,
			[]string{"llm_response.candidates[0].content.parts[0] has no text: the part is ignored", "llm_response.candidates[0].content.parts[2] has no text: the part is ignored"}, "HOOK-079"},
		{"one faulty candidate leaves the others", `{"candidates":["x",{"content":"y"},{"content":{}},{"content":{"parts":["a"]},"finishReason":1,"index":"0","safetyRatings":"s"}],"usageMetadata":{"totalTokenCount":"3"},"id":1}`,
			`{"candidates":[{"content":{"role":"model","parts":[{"text":"a"}]}}]}`, []string{
				"llm_response.candidates[0] must be an object but is a string: the candidate is ignored",
				"llm_response.candidates[1].content must be an object but is a string: the candidate is ignored",
				"llm_response.candidates[2].content.parts must be an array but is null: the candidate is ignored",
				"llm_response.candidates[3].finishReason must be a string but is a number: the field is ignored",
				"llm_response.candidates[3].index must be a number but is a string: the field is ignored",
				"llm_response.candidates[3].safetyRatings must be an array but is a string: the field is ignored",
				"llm_response.usageMetadata.totalTokenCount must be a number but is a string: the field is ignored",
				"llm_response.id is not a field of the hook format: it changes nothing",
			}, "INT-39 and principle 3"},
		{"malformed", `{"text":1,"candidates":"x"}`, ``, []string{
			"llm_response.candidates must be an array but is a string: the field is ignored",
			"llm_response.text must be a string but is a number: the field is ignored",
			"llm_response has neither a usable candidate nor a text: it is ignored",
		}, "INT-39"},
		{"empty", `{}`, ``, []string{"llm_response has neither a usable candidate nor a text: it is ignored"}, "INT-39: an empty object must not wipe out a response"},
		{"nothing", ``, ``, nil, "nothing is made of nothing"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, warnings := FromHookLLMResponse(LLMResponse{object(t, tt.in)})
			assert.Equal(t, tt.want, compact(got.Object), tt.reason)
			assert.Equal(t, tt.warnings, warnings, tt.reason)
		})
	}
}
