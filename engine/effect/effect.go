// Package effect determines what an agent does about the answers to one event: as
// values that the agent applies (Of), as one verdict for the hook's author (Judge,
// JudgeEvent), and as a text for people (Describe). All three, and the trigger
// functions, use the same values.
//
// It runs and merges nothing and changes nothing of the agent's. The output classes of
// package hook define what one answer means, and the agent applies the effects.
package effect

import (
	"github.com/hooktest/hooktest/engine/genai"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// An Action is what the agent does with the operation that an event is about: a
// tool call, a model call, or a choice of tools.
type Action string

const (
	// Run: the operation proceeds although a hook requested otherwise, which the event
	// does not allow.
	Run Action = "run"
	// Skip: the operation does not take place.
	Skip Action = "skip"
	// EndTurn: the agent's loop ends. An operation whose hooks run before it does not
	// take place.
	EndTurn Action = "end-turn"
	// Rewrite: the agent continues with another value.
	Rewrite Action = "rewrite"
	// Add: the model reads a text with the operation's result.
	Add Action = "add"
	// Remind: the model reads a system message.
	Remind Action = "remind"
	// Hide: the user does not see the operation's result; the model does.
	Hide Action = "hide"
)

// An Effect is one thing that an agent does because of its hooks.
type Effect struct {
	Action Action
	// Rule is the HOOK or INT id that defines the effect.
	Rule string
	// Reason is the hooks' reason for a Skip or an EndTurn.
	Reason string
	// Text is a text to show: for an EndTurn its stop reason, to the user; for an Add
	// and a Remind, to the model.
	Text string
	// Change is the new value of a Rewrite. For a Skip it is the response that replaces
	// the model's, if a hook gave one.
	Change *Change
}

// Effects are all effects of one event; the effect on the operation comes first. Each
// action occurs at most once. Without effects the operation proceeds unchanged.
type Effects []Effect

// Find returns the effect with an action.
func (all Effects) Find(a Action) (Effect, bool) {
	for _, e := range all {
		if e.Action == a {
			return e, true
		}
	}
	return Effect{}, false
}

// Has reports whether there is an effect with the action.
func (all Effects) Has(a Action) bool {
	_, ok := all.Find(a)
	return ok
}

// Prevented reports whether the hooks prevent an operation that they run before, and
// why.
func (all Effects) Prevented() (reason string, prevented bool) {
	for _, e := range all {
		if e.Action == Skip || e.Action == EndTurn {
			return e.Reason, true
		}
	}
	return "", false
}

// A Change is a value from the hooks that replaces the agent's.
type Change struct {
	// What is the value's name in answers: tool_input, llm_request, llm_response or
	// toolConfig.
	What string
	// final turns the agent's value into the changed one.
	final    hook.FinalOutput
	response genai.Response
}

// ToolInput returns the input with the keys that the hooks changed (INT-24). The
// original does not change.
//
//hooktest:impl HOOK-019 HOOK-177 HOOK-018.4
func (c *Change) ToolInput(original *jsonvalue.Object) *jsonvalue.Object {
	final, ok := c.final.(hook.BeforeToolOutput)
	if !ok {
		return original
	}
	changed, ok := final.ModifiedToolInput()
	if !ok {
		return original
	}
	return original.Overlay(changed)
}

// Request returns the request to send. The original does not change.
func (c *Change) Request(original genai.Request) genai.Request {
	if final, ok := c.final.(hook.BeforeModelOutput); ok {
		return final.ApplyLLMRequestModifications(original)
	}
	return original
}

// Response returns the response to continue with; zero if there is no change.
func (c *Change) Response() genai.Response {
	if c == nil {
		return genai.Response{}
	}
	return c.response
}

// ToolSelection returns the tools that the model may call. The original does not
// change.
func (c *Change) ToolSelection(original genai.ToolSelection) genai.ToolSelection {
	if final, ok := c.final.(hook.BeforeToolSelectionOutput); ok {
		return final.ApplyToolConfigModifications(original)
	}
	return original
}
