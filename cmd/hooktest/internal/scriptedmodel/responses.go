package scriptedmodel

import (
	"encoding/json"
	"strings"
)

// responses is the format of OpenAI's Responses API.
type responses struct{}

func (responses) read(e *Exchange) (stream bool, err error) {
	var body struct {
		Stream       bool            `json:"stream"`
		Instructions string          `json:"instructions"`
		Input        json.RawMessage `json:"input"`
		Tools        []offer         `json:"tools"`
	}
	if err := json.Unmarshal(e.Body, &body); err != nil {
		return false, err
	}
	e.System = body.Instructions
	e.offer(body.Tools)
	var text string
	if json.Unmarshal(body.Input, &text) == nil {
		e.Messages = []Message{{Texts: []string{text}}}
		return body.Stream, nil
	}
	var items []struct {
		Type    string          `json:"type"`
		Role    string          `json:"role"`
		Phase   string          `json:"phase"`
		Name    string          `json:"name"`
		ID      string          `json:"call_id"`
		Content json.RawMessage `json:"content"`
		Output  json.RawMessage `json:"output"`
		Tools   []offer         `json:"tools"`
	}
	if err := json.Unmarshal(body.Input, &items); err != nil {
		return false, err
	}
	for _, i := range items {
		switch {
		case i.Type == "additional_tools":
			e.offer(i.Tools)
		case strings.HasSuffix(i.Type, "_call_output"):
			e.Messages = append(e.Messages, Message{Results: []Result{{ID: i.ID, Text: strings.Join(textOf(i.Output), "\n")}}})
		case strings.HasSuffix(i.Type, "_call"):
			e.Messages = append(e.Messages, Message{Model: true, Calls: []string{i.Name}})
		case i.Role != "", i.Type == "agent_message":
			// A comment that this model did not make is what another agent told this one.
			e.Messages = append(e.Messages, Message{Model: i.Role == "assistant" && i.Phase != "commentary", Texts: textOf(i.Content)})
		}
	}
	return body.Stream, nil
}

// An offer is a tool, or a namespace of tools, in a request.
type offer struct {
	Name, Type string
	Tools      []struct{ Name string }
}

// offer adds the names of tools. Those of a namespace are called by both names.
func (e *Exchange) offer(all []offer) {
	for _, t := range all {
		if t.Name == "" {
			t.Name = t.Type
		}
		e.Tools = append(e.Tools, t.Name)
		for _, inner := range t.Tools {
			e.Tools = append(e.Tools, t.Name+"/"+inner.Name)
		}
	}
}

func (responses) write(w *writer, t Turn) {
	var items []object
	if t.Text != "" || len(t.Calls) == 0 {
		items = append(items, object{"type": "message", "id": "msg_" + w.id, "role": "assistant", "status": "completed",
			"content": []object{{"type": "output_text", "text": t.Text, "annotations": []any{}}}})
	}
	for i, c := range t.Calls {
		call := object{"type": "function_call", "id": "fc_" + w.id, "call_id": w.call(i), "name": c.Tool, "arguments": string(arguments(c)), "status": "completed"}
		if c.Text != "" {
			call = object{"type": "custom_tool_call", "id": "ctc_" + w.id, "call_id": w.call(i), "name": c.Tool, "input": c.Text, "status": "completed"}
		}
		if namespace, name, ok := strings.Cut(c.Tool, "/"); ok {
			call["namespace"], call["name"] = namespace, name
		}
		items = append(items, call)
	}
	whole := object{
		"id": "resp_" + w.id, "object": "response", "model": "scripted", "status": "completed", "output": items,
		"usage": object{"input_tokens": 1, "input_tokens_details": object{"cached_tokens": 0}, "output_tokens": 1, "output_tokens_details": object{"reasoning_tokens": 0}, "total_tokens": 2},
	}
	if !w.stream {
		w.document(whole)
		return
	}
	w.event("response.created", object{"type": "response.created", "response": object{"id": whole["id"], "object": "response", "status": "in_progress", "output": []any{}}})
	for i, item := range items {
		w.event("response.output_item.added", object{"type": "response.output_item.added", "output_index": i, "item": item})
		w.event("response.output_item.done", object{"type": "response.output_item.done", "output_index": i, "item": item})
	}
	w.event("response.completed", object{"type": "response.completed", "response": whole})
}
