package translator

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/genai"
)

func TestFromHookLLMRequestMessages(t *testing.T) {
	const (
		picture  = `{"inlineData":{"data":"…"}}`
		call     = `{"functionCall":{"name":"f"}}`
		user     = `{"role":"user","parts":[{"text":"look: "},` + picture + `,{"text":"see?"}],"extra":1}`
		asks     = `{"role":"model","parts":[{"text":"let me","thoughtSignature":"s"},` + call + `]}`
		answers  = `{"role":"user","parts":[{"functionResponse":{"name":"f"}}]}`
		last     = `{"role":"model","parts":[{"text":"done"}]}`
		history  = `[` + user + `,` + asks + `,` + answers + `,` + last + `]`
		mUser    = `{"role":"user","content":"look: see?"}`
		mAsks    = `{"role":"model","content":"let me"}`
		mLast    = `{"role":"model","content":"done"}`
		mNew     = `{"role":"system","content":"new"}`
		added    = `{"role":"system","parts":[{"text":"new"}]}`
		redacted = `{"role":"user","parts":[{"text":"***"},` + picture + `],"extra":1}`
	)
	tests := []struct{ name, messages, base, want, reason string }{
		{"echo", mUser + `,` + mAsks + `,` + mLast, history, history, "INT-38: the identity"},
		{"a changed text", `{"role":"user","content":"***"},` + mAsks + `,` + mLast, history, `[` + redacted + `,` + asks + `,` + answers + `,` + last + `]`,
			"INT-38: replaces the text parts only; HOOK-078: non-text parts stay"},
		{"the only text part keeps its other fields", mUser + `,{"role":"model","content":"***"},` + mLast, history,
			`[` + user + `,{"role":"model","parts":[{"text":"***","thoughtSignature":"s"},` + call + `]},` + answers + `,` + last + `]`, "HOOK-078"},
		{"text after other parts", `{"role":"user","content":"b"}`, `[{"role":"user","parts":[` + picture + `,{"text":"a"}]}]`,
			`[{"role":"user","parts":[` + picture + `,{"text":"b"}]}]`, "INT-38: the order of the parts stays"},
		{"a thought and an answer become one plain text", `{"role":"model","content":"c"}`, `[{"role":"model","parts":[{"text":"a","thought":true},{"text":"b"}]}]`,
			`[{"role":"model","parts":[{"text":"c"}]}]`, "the new text as a whole is not a thought"},
		{"data in a part with text", `{"role":"model","content":"c"}`, `[{"role":"model","parts":[{"text":"a"},{"text":"b","functionCall":{}}]}]`,
			`[{"role":"model","parts":[{"text":"c"},{"functionCall":{}}]}]`, "HOOK-078"},
		{"a changed role", `{"role":"model","content":"look: see?"},` + mAsks + `,` + mLast, history,
			`[` + strings.Replace(user, `"user"`, `"model"`, 1) + `,` + asks + `,` + answers + `,` + last + `]`, "HOOK-038"},
		{"a role left out", `{"content":"***"},` + mAsks + `,` + mLast, history, `[` + redacted + `,` + asks + `,` + answers + `,` + last + `]`, "INT-38: not sent, so the base's"},
		{"a role the format lacks stays on an echo", `{"role":"user","content":"a"}`, `[{"role":"function","parts":[{"text":"a"}]}]`, `[{"role":"function","parts":[{"text":"a"}]}]`, "INT-38"},
		{"a role the format lacks stays on a changed text", `{"role":"user","content":"b"}`, `[{"role":"function","parts":[{"text":"a"}]}]`, `[{"role":"function","parts":[{"text":"b"}]}]`, "INT-38"},

		{"added at the end", mUser + `,` + mAsks + `,` + mLast + `,` + mNew, history, `[` + user + `,` + asks + `,` + answers + `,` + last + `,` + added + `]`, "HOOK-039"},
		{"added after contents without text", mUser + `,` + mAsks + `,` + mNew, `[` + user + `,` + asks + `,` + answers + `]`, `[` + user + `,` + asks + `,` + answers + `,` + added + `]`, "HOOK-039: after the existing ones"},
		{"added at the front", mNew + `,` + mUser + `,` + mAsks + `,` + mLast, history, `[` + added + `,` + user + `,` + asks + `,` + answers + `,` + last + `]`,
			"HOOK-078: what is not text stays with its own message"},
		{"added between a call and the model's last word", mUser + `,` + mAsks + `,` + mNew + `,` + mLast, history, `[` + user + `,` + asks + `,` + answers + `,` + added + `,` + last + `]`,
			"a call and its answer stay together"},
		{"added without a role", mUser + `,` + mAsks + `,` + mLast + `,{"content":"n"}`, history, `[` + user + `,` + asks + `,` + answers + `,` + last + `,{"role":"user","parts":[{"text":"n"}]}]`, "an author may leave the role out"},
		{"added without text", mUser + `,` + mAsks + `,` + mLast + `,{"role":"user","content":""}`, history, history, "a content without parts is not a content"},

		{"the last one removed", mUser + `,` + mAsks, history, `[` + user + `,` + asks + `,` + answers + `]`, "HOOK-038"},
		{"one in the middle removed", mUser + `,` + mLast, history, `[` + user + `,{"role":"model","parts":[` + call + `]},` + answers + `,` + last + `]`,
			"HOOK-078: the text goes, the call that no hook can see stays"},
		{"the first one removed", mAsks + `,` + mLast, history, `[{"role":"user","parts":[` + picture + `],"extra":1},` + asks + `,` + answers + `,` + last + `]`, "HOOK-078"},
		{"emptied", mUser + `,` + mAsks + `,{"role":"model","content":""}`, history, `[` + user + `,` + asks + `,` + answers + `]`, "an empty text is none"},
		{"all removed", ``, history, `[{"role":"user","parts":[` + picture + `],"extra":1},{"role":"model","parts":[` + call + `]},` + answers + `]`, "HOOK-038, HOOK-078"},
		{"several removed from among equals", `{"role":"user","content":"b"},{"role":"user","content":"d"}`,
			`[{"role":"user","parts":[{"text":"a"}]},{"role":"user","parts":[{"text":"b"}],"id":2},{"role":"user","parts":[{"text":"c"}]},{"role":"user","parts":[{"text":"d"}],"id":4},{"role":"user","parts":[{"text":"e"}]}]`,
			`[{"role":"user","parts":[{"text":"b"}],"id":2},{"role":"user","parts":[{"text":"d"}],"id":4}]`, "what stays keeps its content object"},

		{"a content list", `{"role":"user","content":["**",{"text":"*"},{"type":"text","text":"!"},{"type":"image","text":"no"},{"image":1},7]},` + mAsks + `,` + mLast, history,
			`[` + strings.Replace(redacted, "***", "***!", 1) + `,` + asks + `,` + answers + `,` + last + `]`, "INT-38: the text of its text items"},

		{"a string", `{"role":"user","content":"b"}`, `"a"`, `"b"`, "the SDK's short form stays"},
		{"a string that is joined", `{"role":"user","content":"a"},` + mNew, `"a"`, `[{"role":"user","parts":[{"text":"a"}]},` + added + `]`, "the SDK takes no mixture of strings and contents"},
		{"a string with another role", `{"role":"model","content":"a"}`, `"a"`, `{"role":"model","parts":[{"text":"a"}]}`, "HOOK-038"},
		{"a single content", `{"role":"user","content":"b"}`, `{"role":"user","parts":[{"text":"a"}],"x":1}`, `{"role":"user","parts":[{"text":"b"}],"x":1}`, "the SDK's short form stays"},
		{"a single content that is joined", `{"role":"user","content":"a"},` + mNew, `{"role":"user","parts":[{"text":"a"}],"x":1}`, `[{"role":"user","parts":[{"text":"a"}],"x":1},` + added + `]`, "HOOK-039"},
		{"a list of strings and parts", `{"role":"user","content":"a"},{"role":"user","content":"c"}`, `["a",{"text":"b","x":1},` + picture + `]`, `["a",{"text":"c","x":1},` + picture + `]`, "INT-38"},
		{"bare parts that are joined", `{"role":"user","content":"a"},{"role":"user","content":"b"},` + mNew, `["a",{"text":"b","x":1},` + picture + `]`,
			`[{"role":"user","parts":[{"text":"a"},{"text":"b","x":1},` + picture + `]},` + added + `]`, "the SDK reads bare parts as one user content"},
		{"parts that are one string", `{"role":"user","content":"b"}`, `[{"role":"user","parts":"a"}]`, `[{"role":"user","parts":["b"]}]`, "INT-38"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			sent := LLMRequest{object(t, `{"messages":[`+tt.messages+`]}`)}
			base := genai.Request{Object: object(t, `{"contents":`+tt.base+`}`)}
			sentBefore, baseBefore := compact(sent.Object), compact(base.Object)
			got, warnings := FromHookLLMRequest(sent, base)
			assert.Equal(t, compact(object(t, `{"contents":`+tt.want+`}`)), compact(got.Object), tt.reason)
			assert.Empty(t, warnings)
			assert.Equal(t, sentBefore, compact(sent.Object), "the hook's request does not change")
			assert.Equal(t, baseBefore, compact(base.Object), "the base does not change")
		})
	}
}

func TestFromHookLLMRequestFaultyMessages(t *testing.T) {
	const base = `{"contents":[{"role":"user","parts":[{"text":"a"}],"id":1},{"role":"user","parts":[{"text":"b"}],"id":2}]}`
	tests := []struct {
		name, messages, want string
		warnings             []string
		reason               string
	}{
		{"a faulty one is unchanged, the others count", `"x",{"role":"user","content":"c"}`,
			`{"contents":[{"role":"user","parts":[{"text":"a"}],"id":1},{"role":"user","parts":[{"text":"c"}],"id":2}]}`,
			[]string{"llm_request.messages[0] must be an object but is a string: the message is ignored"}, "INT-39 and principle 3"},
		{"content", `{"role":"user"},{"role":"user","content":null}`, base,
			[]string{"llm_request.messages[0] has no content: the message is ignored", "llm_request.messages[1].content must be a string or an array but is null: the message is ignored"}, "INT-39"},
		{"role", `{"role":"assistant","content":"c"},{"role":1,"content":"b"},{"role":"tool","content":"d"}`,
			`{"contents":[{"role":"user","parts":[{"text":"c"}],"id":1},{"role":"user","parts":[{"text":"b"}],"id":2},{"role":"user","parts":[{"text":"d"}]}]}`,
			[]string{
				`llm_request.messages[0].role "assistant" is not one of user, model, system: the field is ignored`,
				"llm_request.messages[1].role must be a string but is a number: the field is ignored",
				`llm_request.messages[2].role "tool" is not one of user, model, system: the field is ignored`,
			}, "INT-39"},
		{"a faulty added one", `{"role":"user","content":"a"},{"role":"user","content":"b"},7`, base,
			[]string{"llm_request.messages[2] must be an object but is a number: the message is ignored"}, "INT-39"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, warnings := FromHookLLMRequest(LLMRequest{object(t, `{"messages":[`+tt.messages+`]}`)}, genai.Request{Object: object(t, base)})
			assert.Equal(t, tt.want, compact(got.Object), tt.reason)
			assert.Equal(t, tt.warnings, warnings, tt.reason)
		})
	}
}

// Beyond the limit of the search for moved messages, messages are paired by position.
// The texts are still the hook's.
func TestFromHookLLMRequestManyMessages(t *testing.T) {
	const count = 3000
	var contents, messages, want []string
	for i := range count {
		contents = append(contents, fmt.Sprintf(`{"role":"user","parts":[{"text":"%d"}]}`, i))
		messages = append(messages, fmt.Sprintf(`{"role":"user","content":"new %d"}`, i))
		want = append(want, fmt.Sprintf(`{"role":"user","parts":[{"text":"new %d"}]}`, i))
	}
	require.Greater(t, count*count, alignLimit)
	got, warnings := FromHookLLMRequest(
		LLMRequest{object(t, `{"messages":[`+strings.Join(messages, ",")+`]}`)},
		genai.Request{Object: object(t, `{"contents":[`+strings.Join(contents, ",")+`]}`)})
	assert.Empty(t, warnings)
	assert.Equal(t, `{"contents":[`+strings.Join(want, ",")+`]}`, compact(got.Object))
}
