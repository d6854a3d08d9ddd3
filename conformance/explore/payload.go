package explore

import "encoding/json"

// payload is what the caller says of an event.
func (c chance) payload(event string) map[string]any {
	tool := pick(c, []string{"write_file", "write_file", "read_file", "mcp__server__tool", "übung", "a b"})
	switch event {
	case "BeforeTool":
		return map[string]any{"toolName": tool, "toolInput": c.object()}
	case "AfterTool":
		return map[string]any{"toolName": tool, "toolInput": c.object(), "toolResponse": c.toolResponse()}
	case "BeforeModel", "BeforeToolSelection":
		return map[string]any{"llmRequest": c.request()}
	case "AfterModel":
		return map[string]any{"llmRequest": c.request(), "llmResponse": c.response()}
	case "BeforeAgent":
		return map[string]any{"prompt": c.text()}
	case "AfterAgent":
		return map[string]any{"prompt": c.text(), "promptResponse": c.text(), "stopHookActive": c.one(2)}
	case "SessionStart":
		return map[string]any{"source": pick(c, []string{"startup", "resume", "clear"})}
	case "SessionEnd":
		return map[string]any{"reason": pick(c, []string{"exit", "clear", "logout"})}
	case "PreCompress":
		return map[string]any{"trigger": pick(c, []string{"manual", "auto"})}
	}
	return map[string]any{"notificationType": "ToolPermission", "message": c.text(), "details": c.object()}
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
