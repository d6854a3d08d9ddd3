package genai

import (
	"encoding/json"

	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// Concat returns the complete response of a stream from its chunks, in the order of
// arrival. Candidates are matched by index, and the parts of each are concatenated.
// Adjacent parts that contain only text become one part; thoughts and parts with other
// data are unchanged. Every other field of the response, of a candidate and of its
// content has the latest value that is not null, so what no hook changes is passed on
// as it came (HOOK-136). Candidates are in the order of their first chunk; one without
// an index counts by its position.
//
// Concat of no chunks is the zero Response. The chunks do not change and share nothing
// with the result. Only the caller knows whether the stream is complete.
//
//hooktest:impl HOOK-050 HOOK-172
func Concat(chunks []Response) Response {
	var whole *jsonvalue.Object
	s := stream{candidates: []any{}, byIndex: map[int64]*jsonvalue.Object{}}
	for _, chunk := range chunks {
		if chunk.IsZero() {
			continue
		}
		if whole == nil {
			whole = jsonvalue.New()
		}
		for key, value := range chunk.All() {
			list, isList := value.([]any)
			if key == "candidates" && isList {
				s.add(list)
				whole.Set(key, s.candidates)
				continue
			}
			setLatest(whole, key, value)
		}
	}
	return Response{whole}
}

// setLatest replaces an earlier chunk's value, but not with null.
func setLatest(o *jsonvalue.Object, key string, value any) {
	if value != nil || !o.Has(key) {
		o.Set(key, jsonvalue.Clone(value))
	}
}

type stream struct {
	candidates []any
	byIndex    map[int64]*jsonvalue.Object
}

// add joins the candidates of one chunk to those of the chunks before, and loses none
// of their fields (HOOK-136).
func (s *stream) add(list []any) {
	for place, value := range list {
		chunk, ok := value.(*jsonvalue.Object)
		if !ok {
			continue
		}
		index := candidateIndex(chunk, place)
		whole, known := s.byIndex[index]
		if !known {
			whole = jsonvalue.New()
			s.byIndex[index] = whole
			s.candidates = append(s.candidates, whole)
		}
		for key, value := range chunk.All() {
			content, isObject := value.(*jsonvalue.Object)
			if key == "content" && isObject {
				addContent(whole, content)
				continue
			}
			setLatest(whole, key, value)
		}
	}
}

// candidateIndex returns the index that identifies a candidate across chunks
// (HOOK-136).
func candidateIndex(candidate *jsonvalue.Object, place int) int64 {
	v, _ := candidate.Get("index")
	if n, ok := v.(json.Number); ok {
		if i, err := n.Int64(); err == nil {
			return i
		}
	}
	return int64(place)
}

// addContent joins a chunk's content to that of its candidate, the role included
// (HOOK-136).
func addContent(candidate, chunk *jsonvalue.Object) {
	whole, ok := candidate.GetObject("content")
	if !ok {
		whole = jsonvalue.New()
		candidate.Set("content", whole)
	}
	for key, value := range chunk.All() {
		parts, isList := value.([]any)
		if key == "parts" && isList {
			known, _ := whole.GetList("parts")
			whole.Set("parts", appendParts(known, parts))
			continue
		}
		setLatest(whole, key, value)
	}
}

// appendParts appends parts in the order of arrival (HOOK-136).
func appendParts(known, parts []any) []any {
	if known == nil {
		known = []any{}
	}
	for _, part := range parts {
		if text, ok := plainText(part); ok && len(known) > 0 {
			last := len(known) - 1
			if before, ok := plainText(known[last]); ok {
				known[last] = jsonvalue.New(jsonvalue.Member{Key: "text", Value: before + text})
				continue
			}
		}
		known = append(known, jsonvalue.Clone(part))
	}
	return known
}

// plainText returns the text of a part that has nothing else; a thought does not count
// (HOOK-136.2).
func plainText(part any) (string, bool) {
	if text, ok := part.(string); ok {
		return text, true
	}
	o, ok := part.(*jsonvalue.Object)
	if !ok || o.Len() != 1 {
		return "", false
	}
	return o.GetString("text")
}
