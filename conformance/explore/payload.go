package explore

import (
	"encoding/json"

	"github.com/hooktest/hooktest/conformance/adapter"
)

// payload draws the input of an event.
func (c chance) payload(event string) map[string]any {
	tool := pick(c, []string{"write_file", "write_file", "read_file", "mcp__server__tool", "übung", "a b"})
	row, _ := adapter.EventNamed(event)
	payload := map[string]any{}
	for _, f := range row.Fields {
		payload[f.Name] = c.field(f, tool)
	}
	return payload
}

// field is a value of one field of a payload.
func (c chance) field(f adapter.EventField, tool string) any {
	switch f.Name {
	case "toolName":
		return tool
	case "toolResponse":
		return c.toolResponse()
	case "llmRequest":
		return c.request()
	case "llmResponse":
		return c.response()
	case "source":
		return pick(c, []string{"startup", "resume", "clear"})
	case "reason":
		return pick(c, []string{"exit", "clear", "logout"})
	case "trigger":
		return pick(c, []string{"manual", "auto"})
	case "notificationType":
		return "ToolPermission"
	}
	switch f.Kind {
	case "object":
		return c.object()
	case "boolean":
		return c.one(2)
	}
	return c.text()
}

func (c chance) toolResponse() map[string]any {
	r := map[string]any{"llmContent": c.text(), "returnDisplay": c.text()}
	if c.one(4) {
		r["metadata"] = c.object()
	}
	if c.one(4) {
		r["error"] = map[string]any{"message": c.text()}
	}
	return r
}

// request is one in the SDK's shape.
func (c chance) request() map[string]any {
	r := map[string]any{"model": "gemini-2.5-pro"}
	var contents []any
	for i := range 1 + c.IntN(3) {
		contents = append(contents, map[string]any{"role": []string{"user", "model"}[i%2], "parts": c.parts()})
	}
	r["contents"] = contents
	if c.one(6) {
		r["contents"] = c.text()
	}
	config := map[string]any{}
	for _, field := range [][2]string{{"temperature", "0.5"}, {"maxOutputTokens", "64"}, {"topP", "0.9"}, {"topK", "3"}} {
		if c.one(3) {
			config[field[0]] = json.Number(field[1])
		}
	}
	if c.one(3) {
		config["toolConfig"] = map[string]any{"functionCallingConfig": c.functions()}
	}
	if len(config) > 0 {
		r["config"] = config
	}
	return r
}

func (c chance) functions() map[string]any {
	f := map[string]any{"mode": pick(c, []string{"AUTO", "ANY", "NONE"})}
	if c.one(2) {
		f["allowedFunctionNames"] = c.names()
	}
	return f
}

func (c chance) names() []any {
	names := []any{}
	for range c.IntN(4) {
		names = append(names, pick(c, []string{"read_file", "write_file", "glob", "Zed", "ärger"}))
	}
	return names
}

func (c chance) parts() []any {
	parts := []any{map[string]any{"text": c.text()}}
	if c.one(5) {
		parts = append(parts, map[string]any{"functionCall": map[string]any{"name": "glob", "args": map[string]any{"pattern": "*"}}})
	}
	if c.one(5) {
		parts = append(parts, map[string]any{"text": c.text()})
	}
	return parts
}

func (c chance) response() map[string]any {
	candidate := map[string]any{
		"content": map[string]any{"role": "model", "parts": c.parts()}, "finishReason": pick(c, []string{"STOP", "MAX_TOKENS"}), "index": json.Number("0"),
	}
	if c.one(4) {
		candidate["safetyRatings"] = []any{map[string]any{"category": "HARM_CATEGORY_HARASSMENT", "probability": "LOW", "blocked": true}}
	}
	r := map[string]any{"candidates": []any{candidate}}
	if c.one(3) {
		r["usageMetadata"] = map[string]any{"promptTokenCount": json.Number("5"), "candidatesTokenCount": json.Number("7"), "totalTokenCount": json.Number("12")}
	}
	return r
}
