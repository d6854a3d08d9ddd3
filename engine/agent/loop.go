package agent

import (
	"context"
	"errors"

	"github.com/hooktest/hooktest/engine/genai"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/trigger"
)

// ErrTurns reports a loop that did not finish within its turns.
var ErrTurns = errors.New("the model still calls tools after the last turn")

// A Loop lets a model call tools until it answers without calling any, a hook
// stops it, or its turns run out.
type Loop struct {
	Pipeline  *Pipeline
	Scheduler *Scheduler
	// Tools are the tools by name. A call of any other name is answered with an
	// error that the model sees.
	Tools map[string]trigger.ExecuteFunc
	// Turns bounds the model calls; at least 1.
	Turns int
}

// A Conversation is the result of a loop.
type Conversation struct {
	// Request is the first request with all messages since.
	Request genai.Request
	// Last is the last model call.
	Last Generation
	// Tools are the outcomes of all tool calls, in order.
	Tools []ToolOutcome
	// AgentStopped means that a hook ended the loop; StopReason must be shown to the
	// user.
	AgentStopped bool
	StopReason   string
}

// Run runs the loop from a first request. A stop by any hook of any event ends
// it after that event (HOOK-020, 028, 040, 048, 058).
//
//hooktest:impl HOOK-040 HOOK-217 HOOK-058
func (l *Loop) Run(ctx context.Context, request genai.Request) (Conversation, error) {
	c := Conversation{Request: request}
	for range max(l.Turns, 1) {
		c.Last = l.Pipeline.Generate(ctx, c.Request)
		if c.Last.Err != nil {
			return c, c.Last.Err
		}
		c.add(modelContents(c.Last.Response)...)
		if c.Last.AgentStopped {
			c.stop(c.Last.StopReason)
		}
		var calls []ToolCall
		if !c.AgentStopped {
			calls = l.calls(c.Last.Response)
		}
		if len(calls) > 0 {
			c.runTools(ctx, l.Scheduler, calls)
		}
		// After the tools' answers, which have to follow their calls at once.
		c.add(systemContents(c.Last.SystemMessages)...)
		if c.AgentStopped || len(calls) == 0 {
			return c, nil
		}
	}
	return c, ErrTurns
}

// runTools runs the calls of one turn. A stop by a hook of any of them ends the loop.
//
//hooktest:impl HOOK-020.2 HOOK-028.2
func (c *Conversation) runTools(ctx context.Context, scheduler *Scheduler, calls []ToolCall) {
	outcomes := scheduler.Run(ctx, calls)
	c.Tools = append(c.Tools, outcomes...)
	c.add(toolContent(outcomes))
	for _, outcome := range outcomes {
		if outcome.AgentStopped {
			c.stop(outcome.StopReason)
		}
	}
}

func (c *Conversation) stop(reason string) {
	c.AgentStopped = true
	if c.StopReason == "" {
		c.StopReason = reason
	}
}

// add appends to the conversation, of which nothing is ever removed.
//
//hooktest:impl HOOK-159.2 HOOK-217.6 HOOK-017.3
func (c *Conversation) add(contents ...any) {
	if len(contents) == 0 {
		return
	}
	var all []any
	switch said, _ := c.Request.Get("contents"); said := said.(type) {
	case nil:
	case []any:
		all = append(all, said...)
	default:
		all = append(all, said)
	}
	c.Request = genai.Request{Object: c.Request.Overlay(object("contents", append(all, contents...)))}
}

func object(key string, value any) *jsonvalue.Object {
	return jsonvalue.New(jsonvalue.Member{Key: key, Value: value})
}

func content(role string, parts ...any) *jsonvalue.Object {
	return jsonvalue.New(jsonvalue.Member{Key: "role", Value: role}, jsonvalue.Member{Key: "parts", Value: parts})
}

// firstContent returns the content of the first candidate; an agent does not use the
// others, which are alternatives.
func firstContent(response genai.Response) (*jsonvalue.Object, bool) {
	candidates, _ := response.GetList("candidates")
	if len(candidates) == 0 {
		return nil, false
	}
	candidate, _ := candidates[0].(*jsonvalue.Object)
	return candidate.GetObject("content")
}

// modelContents returns the model's message as changed by the hooks.
//
//hooktest:impl HOOK-049.3 HOOK-173.1
func modelContents(response genai.Response) []any {
	first, ok := firstContent(response)
	if !ok {
		return nil
	}
	return []any{first}
}

// systemContents puts the hooks' system messages into the conversation
// (HOOK-159, HOOK-217).
//
//hooktest:impl HOOK-159.2 HOOK-217.6
func systemContents(messages []string) []any {
	var contents []any
	for _, message := range messages {
		contents = append(contents, content("user", object("text", "[System] "+message)))
	}
	return contents
}

func (l *Loop) calls(response genai.Response) []ToolCall {
	first, _ := firstContent(response)
	parts, _ := first.GetList("parts")
	var calls []ToolCall
	for _, part := range parts {
		p, _ := part.(*jsonvalue.Object)
		call, ok := p.GetObject("functionCall")
		if !ok {
			continue
		}
		name, _ := call.GetString("name")
		id, _ := call.GetString("id")
		args, _ := call.GetObject("args")
		execute, known := l.Tools[name]
		if !known {
			execute = unknownTool(name)
		}
		calls = append(calls, ToolCall{ID: id, Name: name, Input: args, Execute: execute})
	}
	return calls
}

func unknownTool(name string) trigger.ExecuteFunc {
	return func(context.Context, *jsonvalue.Object) (trigger.ToolResult, error) {
		return trigger.ToolResult{}, errors.New("no tool is called " + name)
	}
}

// toolContent answers the calls of one turn: it contains each result's content for the
// model, including refused calls.
//
//hooktest:impl HOOK-017
func toolContent(outcomes []ToolOutcome) *jsonvalue.Object {
	parts := make([]any, len(outcomes))
	for i, outcome := range outcomes {
		response := object("name", outcome.Call.Name)
		if outcome.Call.ID != "" {
			response.Set("id", outcome.Call.ID)
		}
		response.Set("response", object("output", outcome.Result.LLMContent))
		parts[i] = object("functionResponse", response)
	}
	return content("user", parts...)
}
