package shipped

import (
	"context"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/scriptedmodel"
	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/internal/jsontext"
)

// A body is a request to the model as it is sent.
type body struct {
	Contents   []content       `json:"contents"`
	Generation members         `json:"generationConfig"`
	ToolConfig json.RawMessage `json:"toolConfig"`
	Tools      []struct {
		Functions []json.RawMessage `json:"functionDeclarations"`
	} `json:"tools"`
}

// pipe is how many bytes a pipe holds.
const pipe = 64 << 10

type members map[string]json.RawMessage

type content struct {
	Role  string            `json:"role"`
	Parts []json.RawMessage `json:"parts"`
}

// A part is what is read of a part of a content.
type part struct {
	Text     string `json:"text"`
	Response *struct {
		Response struct {
			Output json.RawMessage `json:"output"`
			Error  json.RawMessage `json:"error"`
		} `json:"response"`
	} `json:"functionResponse"`
}

// ExecuteTool has the model call the tool. What the agent makes of the result is in its next request.
func (p *program) ExecuteTool(ctx context.Context, e adapter.ToolParams) (r adapter.ToolResult, err error) {
	seen, err := p.run(ctx, e.Session, order{prompt: "call the tool", model: "scripted", tool: &tool{e.ToolName, e.Tool}, turns: []scriptedmodel.Turn{
		{Calls: []scriptedmodel.Call{{Tool: e.ToolName, Input: e.ToolInput}}}, {Text: "done"},
	}})
	if err != nil {
		return r, err
	}
	if len(seen.Faults) > 0 {
		return r, adapter.AdapterError("%s", seen.Faults[0])
	}
	r.StopReason, r.AgentStopped = p.stopped(seen)
	if r.Executed = len(seen.calls) > 0; r.Executed {
		r.InputSeen = seen.calls[len(seen.calls)-1]
	}
	r.Result, err = encoded(seen.next.result())
	return r, err
}

// result returns what the request says of a tool's result; of several the last, empty if none is in it.
func (b body) result() map[string]any {
	result := map[string]any{}
	for _, c := range b.Contents {
		for _, raw := range c.Parts {
			var one part
			if json.Unmarshal(raw, &one) != nil || one.Response == nil {
				continue
			}
			result = map[string]any{"llmContent": one.Response.Response.Output}
			if failed := one.Response.Response.Error; failed != nil {
				result = map[string]any{"llmContent": failed, "error": map[string]any{"message": failed}}
			}
		}
	}
	return result
}

// Generate has the agent answer a prompt.
func (p *program) Generate(ctx context.Context, g adapter.GenerateParams) (r adapter.GenerateResult, err error) {
	var request struct {
		Model    string          `json:"model"`
		Contents json.RawMessage `json:"contents"`
		Config   members         `json:"config"`
	}
	if err := json.Unmarshal(g.Request, &request); err != nil {
		return r, adapter.InvalidParams("request: %v", err)
	}
	answer := scriptedmodel.Turn{Chunks: []json.RawMessage{}, Breaks: g.Model.AbortAfter != nil}
	for i, c := range g.Model.Chunks {
		if !answer.Breaks || i < *g.Model.AbortAfter {
			answer.Chunks = append(answer.Chunks, json.RawMessage(c))
		}
	}
	o := order{prompt: prompt(request.Contents), model: request.Model, generation: members{}, turns: []scriptedmodel.Turn{answer}}
	if o.prompt == "" {
		return r, adapter.AdapterError("a command line has one prompt, which is a text, and the contents of this request are something else")
	}
	for name, value := range request.Config {
		switch name {
		case "tools":
			o.builtIn = true
		case "systemInstruction":
			return r, adapter.AdapterError("the agent has a system instruction of its own")
		default:
			o.generation[name] = value
		}
	}
	seen, err := p.run(ctx, g.Session, o)
	if err != nil {
		return r, err
	}
	r.StopReason, r.AgentStopped = p.stopped(seen)
	if r.ModelCalled = len(seen.requests) > 0; r.ModelCalled {
		r.StreamOpened = true
		if r.RequestSent, err = p.sent(seen.requests[0], request.Config); err != nil {
			return r, err
		}
	}
	if len(seen.Stdout) >= pipe {
		return r, adapter.AdapterError("the program may end before it has written more than a pipe holds")
	}
	// An agent that has got no answer ends with another error.
	if !r.AgentStopped && (seen.Code == 0 || seen.Code == p.Agent.Caller.Limited) {
		r.Response, err = response(string(seen.Stdout))
	}
	return r, err
}

// prompt returns the text of contents that are one text of the user; "" if they are not.
func prompt(contents json.RawMessage) (text string) {
	if json.Unmarshal(contents, &text) == nil {
		return text
	}
	var all []struct {
		Role  string              `json:"role"`
		Parts []map[string]string `json:"parts"`
	}
	if json.Unmarshal(contents, &all) != nil || len(all) != 1 || all[0].Role == "model" || len(all[0].Parts) != 1 || len(all[0].Parts[0]) != 1 {
		return ""
	}
	return all[0].Parts[0]["text"]
}

// sent returns a request as the SDK got it, without what the agent adds to each: its texts before the
// prompt, its system instruction, and its tools, which take the place of the given ones.
func (p *program) sent(e scriptedmodel.Exchange, given members) (adapter.Object, error) {
	var b body
	if err := json.Unmarshal(e.Body, &b); err != nil {
		return nil, err
	}
	added := func(raw json.RawMessage) bool {
		var one part
		return json.Unmarshal(raw, &one) == nil && slices.ContainsFunc(p.Agent.Caller.Context, func(begin string) bool { return strings.HasPrefix(one.Text, begin) })
	}
	contents := []content{}
	for _, c := range b.Contents {
		if c.Parts = slices.DeleteFunc(c.Parts, added); len(c.Parts) > 0 {
			contents = append(contents, c)
		}
	}
	config := map[string]any{}
	for name, value := range b.Generation {
		config[name] = value
	}
	if b.ToolConfig != nil {
		config["toolConfig"] = b.ToolConfig
	}
	if len(b.Tools) > 0 && len(b.Tools[0].Functions) > 0 {
		config["tools"] = b.Tools
		if tools, ok := given["tools"]; ok {
			config["tools"] = tools
		}
	}
	model, _, _ := strings.Cut(path.Base(e.Path), ":")
	request := map[string]any{"model": model, "contents": contents}
	if len(config) > 0 || given != nil {
		request["config"] = config
	}
	return encoded(request)
}

// response returns what the agent has shown as a response of the model. If that is nothing, there is
// none: from outside, an empty one looks the same.
func response(shown string) (adapter.Object, error) {
	if shown = strings.TrimSuffix(shown, "\n"); shown == "" {
		return nil, nil
	}
	content := map[string]any{"role": "model", "parts": []any{map[string]string{"text": shown}}}
	return encoded(map[string]any{"candidates": []any{map[string]any{"content": content}}})
}

func encoded(value any) (adapter.Object, error) {
	text, err := jsontext.Encode(value)
	return adapter.Object(text), err
}
