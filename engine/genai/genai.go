// Package genai holds the SDK's side of the translator boundary: requests,
// responses and tool configurations in the shape of the GenAI SDK, as the
// callers of the hook system send and receive them (HOOK-141).
//
// Each type is a JSON object with a name, so that fields which this project
// does not know pass through untouched.
//
// Concat makes one response of a stream's chunks. The package talks to no model.
package genai

import "github.com/hooktest/hooktest/engine/jsonvalue"

// A Request is a GenerateContentParameters: {model, contents, config}. The zero Request
// means no request.
type Request struct{ *jsonvalue.Object }

// A Response is a GenerateContentResponse: {candidates, usageMetadata, …}. The zero
// Response means no response.
type Response struct{ *jsonvalue.Object }

// A ToolConfig is the SDK's tool configuration: {functionCallingConfig: {mode,
// allowedFunctionNames}}. The zero ToolConfig means no tool configuration.
type ToolConfig struct{ *jsonvalue.Object }

// IsZero reports whether there is no request.
func (r Request) IsZero() bool { return r.Object == nil }

// IsZero reports whether there is no response.
func (r Response) IsZero() bool { return r.Object == nil }

// IsZero reports whether there is no tool configuration.
func (c ToolConfig) IsZero() bool { return c.Object == nil }

// A ToolSelection is the part of a request that decides which tools the model
// may call.
type ToolSelection struct {
	ToolConfig ToolConfig
	// Tools is the request's list of tool definitions; nil if it has none.
	Tools any
}

// ToolSelection returns the request's config.toolConfig and config.tools.
func (r Request) ToolSelection() ToolSelection {
	config, ok := r.config()
	if !ok {
		return ToolSelection{}
	}
	toolConfig, _ := config.GetObject("toolConfig")
	tools, _ := config.Get("tools")
	return ToolSelection{ToolConfig: ToolConfig{toolConfig}, Tools: tools}
}

// WithToolSelection returns a copy of the request with the selection in its config; a
// zero ToolConfig and nil Tools keep the request's own.
func (r Request) WithToolSelection(s ToolSelection) Request {
	config, _ := r.config()
	changed := config.Overlay(nil)
	if !s.ToolConfig.IsZero() {
		changed.Set("toolConfig", s.ToolConfig.Object)
	}
	if s.Tools != nil {
		changed.Set("tools", s.Tools)
	}
	return Request{r.Overlay(jsonvalue.New(jsonvalue.Member{Key: "config", Value: changed}))}
}

// HasTools reports whether the request has tool definitions.
func (r Request) HasTools() bool {
	tools := r.ToolSelection().Tools
	list, isList := tools.([]any)
	return tools != nil && (!isList || len(list) > 0)
}

func (r Request) config() (*jsonvalue.Object, bool) { return r.GetObject("config") }
