// Package genai holds the SDK's side of the translator boundary: requests,
// responses and tool configurations in the shape of the GenAI SDK, as the
// callers of the hook system send and receive them (HOOK-141).
//
// Each type is a JSON object with a name, so that fields which this project
// does not know pass through untouched.
package genai

import "github.com/hooktest/hooktest/engine/jsonvalue"

// A Request is a GenerateContentParameters: {model, contents, config}. The
// zero Request stands for none.
type Request struct{ *jsonvalue.Object }

// A Response is a GenerateContentResponse: {candidates, usageMetadata, …}. The
// zero Response stands for none.
type Response struct{ *jsonvalue.Object }

// A ToolConfig is the SDK's tool configuration: {functionCallingConfig: {mode,
// allowedFunctionNames}}. The zero ToolConfig stands for none.
type ToolConfig struct{ *jsonvalue.Object }

// IsZero tells whether there is no request.
func (r Request) IsZero() bool { return r.Object == nil }

// IsZero tells whether there is no response.
func (r Response) IsZero() bool { return r.Object == nil }

// IsZero tells whether there is no tool configuration.
func (c ToolConfig) IsZero() bool { return c.Object == nil }

// A ToolSelection is the part of a request that decides which tools the model
// may call.
type ToolSelection struct {
	ToolConfig ToolConfig
	// Tools is the list of tool definitions as the request has it; nil where
	// it has none.
	Tools any
}
