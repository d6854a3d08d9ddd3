package scriptedmodel

import (
	"encoding/json"
	"strings"
)

// gemini is the format of Google's Gemini API.
type gemini struct{}

func (gemini) read(e *Exchange) (stream bool, err error) {
	type content struct {
		Role  string `json:"role"`
		Parts []struct {
			Text string `json:"text"`
			Call *struct {
				Name string `json:"name"`
			} `json:"functionCall"`
			Response *struct {
				ID       string          `json:"id"`
				Response json.RawMessage `json:"response"`
			} `json:"functionResponse"`
		} `json:"parts"`
	}
	var body struct {
		Contents []content `json:"contents"`
		System   content   `json:"systemInstruction"`
		Tools    []struct {
			Functions []struct{ Name string } `json:"functionDeclarations"`
		} `json:"tools"`
	}
	if err := json.Unmarshal(e.Body, &body); err != nil {
		return false, err
	}
	for _, p := range body.System.Parts {
		e.System += p.Text
	}
	for _, t := range body.Tools {
		for _, f := range t.Functions {
			e.Tools = append(e.Tools, f.Name)
		}
	}
	for _, c := range body.Contents {
		one := Message{Model: c.Role == "model"}
		for _, p := range c.Parts {
			switch {
			case p.Call != nil:
				one.Calls = append(one.Calls, p.Call.Name)
			case p.Response != nil:
				one.Results = append(one.Results, Result{ID: p.Response.ID, Text: responseText(p.Response.Response)})
			case p.Text != "":
				one.Texts = append(one.Texts, p.Text)
			}
		}
		e.Messages = append(e.Messages, one)
	}
	return false, nil
}

// responseText returns a tool's result: its text fields, or the whole object.
func responseText(response json.RawMessage) string {
	var fields map[string]any
	if json.Unmarshal(response, &fields) != nil {
		return string(response)
	}
	var texts []string
	for _, name := range []string{"output", "error"} {
		if text, ok := fields[name].(string); ok {
			texts = append(texts, text)
		}
	}
	if len(texts) == 0 {
		return string(response)
	}
	return strings.Join(texts, "\n")
}

func (gemini) write(w *writer, t Turn) {
	if t.Chunks != nil && w.stream {
		w.open()
		for _, chunk := range t.Chunks {
			w.event("", chunk)
		}
		if t.Breaks {
			w.breakOff()
		}
		return
	}
	var parts []object
	if t.Text != "" || len(t.Calls) == 0 {
		parts = append(parts, object{"text": t.Text})
	}
	for i, c := range t.Calls {
		parts = append(parts, object{"functionCall": object{"id": w.call(i), "name": c.Tool, "args": arguments(c)}})
	}
	whole := object{
		"candidates":    []object{{"index": 0, "content": object{"role": "model", "parts": parts}, "finishReason": "STOP"}},
		"usageMetadata": object{"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}, "modelVersion": "scripted",
	}
	if w.stream {
		w.event("", whole)
		return
	}
	w.document(whole)
}
