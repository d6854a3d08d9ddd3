package translator

import (
	"encoding/json"
	"fmt"

	"github.com/hooktest/hooktest/engine/genai"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// usageCounts are the members of usageMetadata that hooks see.
func usageCounts() [3]string {
	return [...]string{"promptTokenCount", "candidatesTokenCount", "totalTokenCount"}
}

// ToHookLLMResponse shows a response to hooks. There is always a list of candidates.
// Each has a content of role model whose parts are the texts of the candidate's text
// parts, including thoughts, as strings. finishReason, index and safetyRatings are
// present only if the candidate has them, and a rating has only category and
// probability. text is the joined text of the first candidate; it is absent if that has
// no text part. usageMetadata has the three token counts that the response has.
//
//hooktest:impl HOOK-071.2 HOOK-073 HOOK-077
func ToHookLLMResponse(resp genai.Response) LLMResponse {
	out := jsonvalue.New()
	candidates := []any{}
	list, _ := resp.GetList("candidates")
	for i, value := range list {
		candidate, _ := value.(*jsonvalue.Object)
		texts := candidateTexts(candidate)
		if i == 0 && len(texts) > 0 {
			out.Set("text", joinedText(texts))
		}
		shown := jsonvalue.New(jsonvalue.Member{Key: "content", Value: modelContent(texts)})
		if reason, ok := candidate.GetString("finishReason"); ok {
			shown.Set("finishReason", reason)
		}
		if index, _ := candidate.Get("index"); isNumber(index) {
			shown.Set("index", index)
		}
		if ratings, ok := candidate.GetList("safetyRatings"); ok {
			shown.Set("safetyRatings", plainRatings(ratings))
		}
		candidates = append(candidates, shown)
	}
	out.Set("candidates", candidates)
	usage, _ := resp.GetObject("usageMetadata")
	if counts := countsOf(usage); counts.Len() > 0 {
		out.Set("usageMetadata", counts)
	}
	return LLMResponse{out}
}

func isNumber(v any) bool {
	_, ok := v.(json.Number)
	return ok
}

//hooktest:impl HOOK-071 HOOK-077
func candidateTexts(candidate *jsonvalue.Object) []any {
	content, _ := candidate.GetObject("content")
	inner, _ := content.Get("parts")
	texts := []any{}
	for _, part := range contentItems(inner) {
		if text, ok := partText(part); ok {
			texts = append(texts, text)
		}
	}
	return texts
}

// modelContent returns the content of a candidate, including the role (HOOK-047).
func modelContent(parts []any) *jsonvalue.Object {
	return jsonvalue.New(
		jsonvalue.Member{Key: "role", Value: roleModel},
		jsonvalue.Member{Key: "parts", Value: parts},
	)
}

//hooktest:impl HOOK-077
func plainRatings(ratings []any) []any {
	plain := []any{}
	for _, value := range ratings {
		rating, ok := value.(*jsonvalue.Object)
		if !ok {
			continue
		}
		shown := jsonvalue.New()
		for _, key := range [...]string{"category", "probability"} {
			if s, ok := rating.GetString(key); ok {
				shown.Set(key, s)
			}
		}
		plain = append(plain, shown)
	}
	return plain
}

//hooktest:impl HOOK-073.6
func countsOf(usage *jsonvalue.Object) *jsonvalue.Object {
	counts := jsonvalue.New()
	for _, key := range usageCounts() {
		if v, _ := usage.Get(key); isNumber(v) {
			counts.Set(key, v)
		}
	}
	return counts
}

// FromHookLLMResponse makes an SDK response from the text parts that a hook sent;
// everything else in the model's own response is dropped. Parts may be strings or
// {text} objects and become {text}; the role is model. A response with text and no
// candidates becomes one candidate with that text and finish reason STOP. If there are
// candidates, text is ignored.
//
// Faulty fields, candidates and parts are ignored one by one, each with a warning. A
// response without a usable candidate or text is malformed (INT-39): the result is the
// zero Response with a warning. An empty list of candidates is a valid response.
//
//hooktest:impl HOOK-079
func FromHookLLMResponse(sent LLMResponse) (genai.Response, []string) {
	if sent.IsZero() {
		return genai.Response{}, nil
	}
	var w warnings
	const path = "llm_response"
	out := jsonvalue.New()
	list, hasList := w.list(sent.Object, path, "candidates")
	text, hasText := w.text(sent.Object, path, "text")
	candidates := []any{}
	for i, value := range list {
		if c := w.candidate(value, fmt.Sprintf("%s.candidates[%d]", path, i)); c != nil {
			candidates = append(candidates, c)
		}
	}
	switch {
	case len(candidates) > 0 || hasList && len(list) == 0 && !hasText:
		w.overruled(hasText, text, candidates, path)
	case hasText:
		candidates = []any{jsonvalue.New(
			jsonvalue.Member{Key: "content", Value: modelContent([]any{textPart(text)})},
			jsonvalue.Member{Key: "finishReason", Value: finishStop},
		)}
	default:
		w.addf("%s has neither a usable candidate nor a text: it is ignored", path)
		return genai.Response{}, w
	}
	out.Set("candidates", candidates)
	if usage, ok := w.object(sent.Object, path, "usageMetadata"); ok {
		for _, key := range usageCounts() {
			if v, _ := usage.Get(key); v != nil && !isNumber(v) {
				w.wrong(path+".usageMetadata."+key, "a number", v, fieldIgnored)
			}
		}
		if counts := countsOf(usage); counts.Len() > 0 {
			out.Set("usageMetadata", counts)
		}
	}
	w.unknown(sent.Object, path, responseField)
	return genai.Response{Object: out}, w
}

func responseField(name string) bool {
	return name == "text" || name == "candidates" || name == "usageMetadata"
}

// finishStop is the finish reason of a candidate that came to its natural end.
const finishStop = "STOP"

// overruled warns if the text of an answer differs from its candidates'.
func (w *warnings) overruled(hasText bool, text string, candidates []any, path string) {
	if hasText && text != firstText(candidates) {
		w.addf("%s.text differs from the text of the first candidate: the candidates count", path)
	}
}

func firstText(candidates []any) string {
	if len(candidates) == 0 {
		return ""
	}
	first, _ := candidates[0].(*jsonvalue.Object)
	return joinedText(candidateTexts(first))
}

const candidateIgnored = "the candidate is ignored"

// candidate returns one candidate in the SDK's shape, or nil if it is unreadable.
//
//hooktest:impl HOOK-079
func (w *warnings) candidate(value any, path string) *jsonvalue.Object {
	sent, ok := value.(*jsonvalue.Object)
	if !ok {
		w.wrong(path, "an object", value, candidateIgnored)
		return nil
	}
	content, ok := sent.GetObject("content")
	if !ok {
		v, _ := sent.Get("content")
		w.wrong(path+".content", "an object", v, candidateIgnored)
		return nil
	}
	inner, _ := content.Get("parts")
	switch inner.(type) {
	case []any, string, *jsonvalue.Object:
	default:
		w.wrong(path+".content.parts", "an array", inner, candidateIgnored)
		return nil
	}
	parts := []any{}
	for i, part := range contentItems(inner) {
		text, ok := partText(part)
		if !ok {
			w.addf("%s.content.parts[%d] has no text: the part is ignored", path, i)
			continue
		}
		parts = append(parts, textPart(text))
	}
	candidate := jsonvalue.New(jsonvalue.Member{Key: "content", Value: modelContent(parts)})
	if reason, ok := w.text(sent, path, "finishReason"); ok {
		candidate.Set("finishReason", reason)
	}
	if index, _ := sent.Get("index"); isNumber(index) {
		candidate.Set("index", index)
	} else if index != nil {
		w.wrong(path+".index", "a number", index, fieldIgnored)
	}
	if ratings, ok := w.list(sent, path, "safetyRatings"); ok {
		candidate.Set("safetyRatings", plainRatings(ratings))
	}
	return candidate
}
