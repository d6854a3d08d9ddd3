package scriptedmodel

import (
	"encoding/json"
	"strings"
)

// chat is the format of OpenAI's Chat Completions API.
type chat struct{}

func (chat) read(e *Exchange) (stream bool, err error) {
	var body struct {
		Stream bool `json:"stream"`
		Tools  []struct{ Function struct{ Name string } }
		// Messages with the role tool are results.
		Messages []struct {
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
			ID      string          `json:"tool_call_id"`
			Calls   []struct {
				Function struct{ Name string } `json:"function"`
			} `json:"tool_calls"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(e.Body, &body); err != nil {
		return false, err
	}
	for _, t := range body.Tools {
		e.Tools = append(e.Tools, t.Function.Name)
	}
	for _, m := range body.Messages {
		texts := textOf(m.Content)
		switch m.Role {
		case "system", "developer":
			e.System += strings.Join(texts, "\n")
		case "tool":
			e.Messages = append(e.Messages, Message{Results: []Result{{ID: m.ID, Text: strings.Join(texts, "\n")}}})
		default:
			one := Message{Model: m.Role == "assistant", Texts: texts}
			for _, c := range m.Calls {
				one.Calls = append(one.Calls, c.Function.Name)
			}
			e.Messages = append(e.Messages, one)
		}
	}
	return body.Stream, nil
}

func (chat) write(w *writer, t Turn) {
	message, reason := object{"role": "assistant", "content": t.Text}, "stop"
	var calls []object
	for i, c := range t.Calls {
		reason = "tool_calls"
		calls = append(calls, object{"index": i, "id": w.call(i), "type": "function", "function": object{"name": c.Tool, "arguments": string(arguments(c))}})
	}
	if len(calls) > 0 {
		message["tool_calls"] = calls
	}
	usage := object{"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
	whole := object{"id": "chatcmpl-" + w.id, "object": "chat.completion", "created": 1, "model": "scripted"}
	if !w.stream {
		whole["choices"], whole["usage"] = []object{{"index": 0, "message": message, "finish_reason": reason}}, usage
		w.document(whole)
		return
	}
	whole["object"] = "chat.completion.chunk"
	whole["choices"] = []object{{"index": 0, "delta": message, "finish_reason": nil}}
	w.event("", whole)
	whole["choices"], whole["usage"] = []object{{"index": 0, "delta": object{}, "finish_reason": reason}}, usage
	w.event("", whole)
	w.event("", "[DONE]")
}
