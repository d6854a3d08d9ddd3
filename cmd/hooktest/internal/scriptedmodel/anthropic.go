package scriptedmodel

import (
	"encoding/json"
	"strings"
)

// anthropic is the format of Anthropic's Messages API.
type anthropic struct{}

func (anthropic) read(e *Exchange) (stream bool, err error) {
	var body struct {
		Stream   bool            `json:"stream"`
		System   json.RawMessage `json:"system"`
		Tools    []struct{ Name string }
		Messages []struct {
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(e.Body, &body); err != nil {
		return false, err
	}
	e.System = strings.Join(textOf(body.System), "\n")
	for _, t := range body.Tools {
		e.Tools = append(e.Tools, t.Name)
	}
	for _, m := range body.Messages {
		one := Message{Model: m.Role == "assistant"}
		var text string
		if json.Unmarshal(m.Content, &text) == nil {
			one.Texts = []string{text}
			e.Messages = append(e.Messages, one)
			continue
		}
		var blocks []struct {
			Type    string          `json:"type"`
			Text    string          `json:"text"`
			Name    string          `json:"name"`
			ID      string          `json:"tool_use_id"`
			Content json.RawMessage `json:"content"`
		}
		if err := json.Unmarshal(m.Content, &blocks); err != nil {
			return false, err
		}
		for _, b := range blocks {
			switch b.Type {
			case "text":
				one.Texts = append(one.Texts, b.Text)
			case "tool_use":
				one.Calls = append(one.Calls, b.Name)
			case "tool_result":
				one.Results = append(one.Results, Result{ID: b.ID, Text: strings.Join(textOf(b.Content), "\n")})
			}
		}
		e.Messages = append(e.Messages, one)
	}
	return body.Stream, nil
}

func (anthropic) write(w *writer, t Turn) {
	blocks, reason := []object{}, "end_turn"
	if t.Text != "" || len(t.Calls) == 0 {
		blocks = append(blocks, object{"type": "text", "text": t.Text})
	}
	for i, c := range t.Calls {
		reason = "tool_use"
		blocks = append(blocks, object{"type": "tool_use", "id": w.call(i), "name": c.Tool, "input": arguments(c)})
	}
	message := object{
		"id": "msg_" + w.id, "type": "message", "role": "assistant", "model": "scripted", "content": blocks,
		"stop_reason": reason, "stop_sequence": nil, "usage": object{"input_tokens": 1, "output_tokens": 1},
	}
	if !w.stream {
		w.document(message)
		return
	}
	message["content"], message["stop_reason"] = []any{}, nil
	w.event("message_start", object{"type": "message_start", "message": message})
	for i, b := range blocks {
		delta := object{"type": "text_delta", "text": b["text"]}
		if input, ok := b["input"].(json.RawMessage); ok {
			delta = object{"type": "input_json_delta", "partial_json": string(input)}
			b["input"] = object{}
		} else {
			b["text"] = ""
		}
		w.event("content_block_start", object{"type": "content_block_start", "index": i, "content_block": b})
		w.event("content_block_delta", object{"type": "content_block_delta", "index": i, "delta": delta})
		w.event("content_block_stop", object{"type": "content_block_stop", "index": i})
	}
	w.event("message_delta", object{"type": "message_delta", "delta": object{"stop_reason": reason, "stop_sequence": nil}, "usage": object{"output_tokens": 1}})
	w.event("message_stop", object{"type": "message_stop"})
}
