package trigger

import (
	"cmp"

	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// A ToolResult is the result of a tool call: LLMContent for the model (a string, a
// part, or a list of parts), ReturnDisplay for the user.
//
//hooktest:impl HOOK-149 HOOK-026
type ToolResult struct {
	LLMContent    any
	ReturnDisplay any
	// Metadata may be nil.
	Metadata *jsonvalue.Object
	// Error is nil if the tool succeeded, otherwise {message, type}.
	Error *jsonvalue.Object
	// SuppressDisplay hides the result from the user; the model still gets it.
	SuppressDisplay bool
	// Extra holds the tool's other fields.
	Extra *jsonvalue.Object
}

// ToolResultFrom reads a result from its JSON form; unknown fields are kept.
func ToolResultFrom(o *jsonvalue.Object) ToolResult {
	r := ToolResult{}
	for key, value := range o.All() {
		switch key {
		case "llmContent":
			r.LLMContent = value
		case "returnDisplay":
			r.ReturnDisplay = value
		case "metadata":
			r.Metadata, _ = value.(*jsonvalue.Object)
		case "error":
			r.Error, _ = value.(*jsonvalue.Object)
		case "suppressDisplay":
			r.SuppressDisplay, _ = value.(bool)
		default:
			if r.Extra == nil {
				r.Extra = jsonvalue.New()
			}
			r.Extra.Set(key, value)
		}
	}
	return r
}

// Response is the tool_response that AfterTool hooks read: content, display and
// metadata, empty if the tool gave none, and the error of a failed tool.
//
//hooktest:impl HOOK-026
func (r ToolResult) Response() *jsonvalue.Object {
	o := jsonvalue.New(
		jsonvalue.Member{Key: "llmContent", Value: orEmpty(r.LLMContent)},
		jsonvalue.Member{Key: "returnDisplay", Value: orEmpty(r.ReturnDisplay)},
		jsonvalue.Member{Key: "metadata", Value: cmp.Or(r.Metadata, jsonvalue.New())},
	)
	if r.Error != nil {
		o.Set("error", r.Error)
	}
	return o
}

func orEmpty(content any) any {
	if content == nil {
		return ""
	}
	return content
}

// Object is the whole result in its JSON form: what comes back to the caller
// (HOOK-133.4).
//
//hooktest:impl HOOK-149 HOOK-031
func (r ToolResult) Object() *jsonvalue.Object {
	o := jsonvalue.New(
		jsonvalue.Member{Key: "llmContent", Value: r.LLMContent},
		jsonvalue.Member{Key: "returnDisplay", Value: r.ReturnDisplay},
	)
	if r.Metadata != nil {
		o.Set("metadata", r.Metadata)
	}
	if r.Error != nil {
		o.Set("error", r.Error)
	}
	if r.SuppressDisplay {
		o.Set("suppressDisplay", true)
	}
	return o.Overlay(r.Extra)
}

// ErrorResult returns the result of a tool that failed unexpectedly.
func ErrorResult(err error) ToolResult {
	return errorResult(err.Error(), "tool_error")
}

// refusedResult looks like a failed call to the model, with the reason as the
// tool's output (HOOK-129).
//
//hooktest:impl HOOK-183 HOOK-129 HOOK-017.1
func refusedResult(reason string) ToolResult {
	return errorResult(reason, "hook_blocked")
}

func errorResult(text, kind string) ToolResult {
	return ToolResult{
		LLMContent:    text,
		ReturnDisplay: text,
		Error: jsonvalue.New(
			jsonvalue.Member{Key: "message", Value: text},
			jsonvalue.Member{Key: "type", Value: kind},
		),
	}
}

// appendText adds text for the model, in pieces that may be large.
//
//hooktest:impl HOOK-217
func (r *ToolResult) appendText(lead, text string) {
	r.LLMContent = effect.Appended(r.LLMContent, lead, text)
}
