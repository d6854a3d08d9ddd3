package translator

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/hooktest/hooktest/engine/genai"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

type member = jsonvalue.Member

// Only a few different texts, so that equal messages occur.
func drawText(t *rapid.T) string {
	return rapid.SampledFrom([]string{"", "a", "b", "c", "ü\u2028"}).Draw(t, "text")
}

func drawPart(t *rapid.T) any {
	o := jsonvalue.New()
	switch rapid.IntRange(0, 5).Draw(t, "part") {
	case 0:
		o.Set("functionCall", jsonvalue.New(member{Key: "name", Value: "f"}))
	case 1:
		o.Set("inlineData", jsonvalue.New())
	case 2:
		o.Set("text", drawText(t))
		o.Set("thought", true)
	case 3:
		o.Set("text", drawText(t))
		o.Set("functionResponse", jsonvalue.New())
	default:
		o.Set("text", drawText(t))
	}
	return o
}

func drawItem(t *rapid.T) any {
	switch rapid.IntRange(0, 5).Draw(t, "item") {
	case 0:
		return drawText(t)
	case 1:
		return drawPart(t)
	}
	content := jsonvalue.New()
	if role := rapid.SampledFrom([]string{"", "user", "model", "system", "function"}).Draw(t, "role"); role != "" {
		content.Set("role", role)
	}
	content.Set("parts", rapid.SliceOfN(rapid.Custom(drawPart), 0, 4).Draw(t, "parts"))
	content.Set("id", json.Number("1.0"))
	return content
}

var requests = rapid.Custom(func(t *rapid.T) genai.Request {
	o := jsonvalue.New()
	if rapid.Bool().Draw(t, "has model") {
		o.Set("model", "m")
	}
	switch rapid.IntRange(0, 4).Draw(t, "contents") {
	case 0:
	case 1:
		o.Set("contents", drawItem(t))
	default:
		o.Set("contents", rapid.SliceOfN(rapid.Custom(drawItem), 0, 6).Draw(t, "items"))
	}
	if rapid.Bool().Draw(t, "has config") {
		config := jsonvalue.New()
		for _, field := range []string{"temperature", "topK", "candidateCount"} {
			if rapid.Bool().Draw(t, "has "+field) {
				config.Set(field, rapid.SampledFrom([]any{json.Number("1"), json.Number("1.00"), json.Number("1e400"), nil, "text"}).Draw(t, field))
			}
		}
		config.Set("systemInstruction", "s")
		if rapid.Bool().Draw(t, "has tool config") {
			calling := jsonvalue.New()
			if rapid.Bool().Draw(t, "has mode") {
				calling.Set("mode", rapid.SampledFrom([]string{"AUTO", "ANY", "NONE", "VALIDATED"}).Draw(t, "mode"))
			}
			if rapid.Bool().Draw(t, "has names") {
				calling.Set("allowedFunctionNames", []any{"b", "a"})
			}
			config.Set("toolConfig", jsonvalue.New(member{Key: "functionCallingConfig", Value: calling}))
		}
		o.Set("config", config)
	}
	return genai.Request{Object: o}
})

// INT-38: echoing a request unchanged is the identity, byte for byte.
func TestEchoIsTheIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		request := requests.Draw(t, "request")
		shown, err := jsonvalue.ParseObject(jsonvalue.Marshal(ToHookLLMRequest(request).Object))
		require.NoError(t, err, "what is shown is JSON")
		got, _ := FromHookLLMRequest(LLMRequest{shown}, request)
		require.Equal(t, compact(request.Object), compact(got.Object))
	})
}

// HOOK-038: the request has the texts that the hook sent, in its order. HOOK-078: parts
// without text are never lost.
func TestTheHooksTextsGoOut(t *testing.T) {
	texts := rapid.SampledFrom([]string{"a", "b", "c", "d", "ü\u2028"})
	rapid.Check(t, func(t *rapid.T) {
		request := requests.Draw(t, "request")
		sent := rapid.SliceOfN(texts, 0, 7).Draw(t, "sent")
		messages := []any{}
		for _, text := range sent {
			messages = append(messages, jsonvalue.New(member{Key: "role", Value: "user"}, member{Key: "content", Value: text}))
		}
		before := compact(request.Object)
		got, warnings := FromHookLLMRequest(LLMRequest{jsonvalue.New(member{Key: "messages", Value: messages})}, request)
		require.Empty(t, warnings)
		require.Equal(t, before, compact(request.Object), "the base does not change")

		// Bare items that were put into one content are one message.
		require.Equal(t, strings.Join(sent, ""), shownText(got), "HOOK-038")
		require.Equal(t, dataParts(request), dataParts(got), "HOOK-078")
	})
}

func shownText(request genai.Request) string {
	list, _ := ToHookLLMRequest(request).GetList("messages")
	var text strings.Builder
	for _, m := range list {
		content, _ := m.(*jsonvalue.Object).GetString("content")
		text.WriteString(content)
	}
	return text.String()
}

// dataParts counts the parts with data that hooks don't see.
func dataParts(request genai.Request) map[string]int {
	count := map[string]int{}
	contents, _ := request.Get("contents")
	for _, item := range contentItems(contents) {
		_, parts := openItem(item)
		for _, part := range parts {
			if o, ok := part.(*jsonvalue.Object); ok {
				for _, key := range []string{"functionCall", "functionResponse", "inlineData"} {
					if o.Has(key) {
						count[key]++
					}
				}
			}
		}
	}
	return count
}

// INT-38: a message that equals the shown one at its place keeps its content.
func TestAlignPairsEqualMessagesAtTheirPlace(t *testing.T) {
	messages := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) message {
		return message{role: "user", text: rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "text")}
	}), 0, 8)
	rapid.Check(t, func(t *rapid.T) {
		shown, sent := messages.Draw(t, "shown"), messages.Draw(t, "sent")
		pairs := align(shown, sent)
		require.Len(t, pairs, len(sent))
		last := -1
		for j, k := range pairs {
			if j < len(shown) && sent[j].same(shown[j]) {
				require.Equal(t, j, k, "the message at %d is as it was shown", j)
			}
			if k != added {
				require.Greater(t, k, last, "pairs are in order")
				require.Less(t, k, len(shown))
				last = k
			}
		}
	})
}

// HOOK-079: a translated response is unchanged after a round trip through a hook.
func FuzzResponse(f *testing.F) {
	for _, seed := range []string{
		``, `{}`, `{"text":"a"}`, `{"candidates":[{"content":{"role":"model","parts":["a",{"text":"b"}]},"index":0,"safetyRatings":[{"blocked":true}]}],"usageMetadata":{"totalTokenCount":1}}`,
		`{"candidates":[1,{"content":null},{"content":{"parts":{"text":{}}}}],"text":null}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		o, err := jsonvalue.ParseObject([]byte(text))
		if err != nil {
			o = nil
		}
		before := compact(o)
		first, warnings := FromHookLLMResponse(LLMResponse{o})
		require.Equal(t, before, compact(o), "the hook's response does not change")
		if first.IsZero() {
			require.Equal(t, o != nil, len(warnings) > 0, "what is ignored is named")
			return
		}
		again, warnings := FromHookLLMResponse(ToHookLLMResponse(first))
		assert.Empty(t, warnings)
		require.Equal(t, compact(first.Object), compact(again.Object))
	})
}

func FuzzRequest(f *testing.F) {
	f.Add(`{"messages":[{"role":"user","content":"b"}],"config":{"topK":1},"toolConfig":{"mode":"NONE"}}`, `{"contents":[{"role":"user","parts":[{"text":"a"},{"functionCall":{}}]},"x",{"text":"y"}],"config":{"topK":2}}`)
	f.Add(`{"messages":[1,{"content":[{"text":1},"z"]}],"config":7}`, `{"contents":{"parts":{"text":"a"}},"config":[]}`)
	f.Add(`{}`, `{"contents":[[["a"]],null,{"role":1,"parts":[null]}],"config":{"toolConfig":{"functionCallingConfig":[]}}}`)
	f.Fuzz(func(t *testing.T, sentText, baseText string) {
		sent, err := jsonvalue.ParseObject([]byte(sentText))
		if err != nil {
			return
		}
		base, err := jsonvalue.ParseObject([]byte(baseText))
		if err != nil {
			return
		}
		sentBefore, baseBefore := compact(sent), compact(base)
		got, _ := FromHookLLMRequest(LLMRequest{sent}, genai.Request{Object: base})
		require.True(t, json.Valid(jsonvalue.Marshal(got.Object)))
		require.Equal(t, sentBefore, compact(sent), "the hook's request does not change")
		require.Equal(t, baseBefore, compact(base), "the base does not change")
		echo, _ := FromHookLLMRequest(ToHookLLMRequest(got), got)
		require.Equal(t, compact(got.Object), compact(echo.Object), "INT-38")
	})
}
