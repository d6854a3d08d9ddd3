// Package effect says what an agent does with what the hooks of one event
// answered: as values that the agent applies (Of), as one verdict for whoever
// wrote the hook (Judge, JudgeEvent), and in words for whoever reads the result
// (Describe). All three come from the same values, and so does what the trigger
// functions do.
//
// It runs and merges nothing and changes nothing of the agent's: what one answer
// means is said by the output classes of package hook, and the agent carries the
// effects out.
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
	// Run: the operation goes on although a hook demanded otherwise, which the
	// event does not allow.
	Run Action = "run"
	// Skip: the operation does not take place.
	Skip Action = "skip"
	// EndTurn: the agent's loop ends. An operation that hooks come before does
	// not take place then.
	EndTurn Action = "end-turn"
	// Rewrite: the agent goes on with another value than it had.
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
	// Rule is the HOOK or INT id that makes it so.
	Rule string
	// Reason explains, in the words of the hooks, a Skip or an EndTurn.
	Reason string
	// Text is what is read: of an EndTurn its stop reason, by the user; of an Add
	// and a Remind by the model.
	Text string
	// Change is the new value of a Rewrite, and of a Skip the response that takes
	// the place of the model's, if a hook gave one.
	Change *Change
}

// Effects are all effects of one event, what becomes of the operation first. At
// most one of them has each action; none at all lets the operation go on
// unchanged.
type Effects []Effect

// Find gives the effect of an action.
func (all Effects) Find(a Action) (Effect, bool) {
	for _, e := range all {
		if e.Action == a {
			return e, true
		}
	}
	return Effect{}, false
}

// Has tells whether there is an effect of the action.
func (all Effects) Has(a Action) bool {
	_, ok := all.Find(a)
	return ok
}

// Prevented tells whether an operation that hooks come before does not take place,
// and why.
func (all Effects) Prevented() (reason string, prevented bool) {
	for _, e := range all {
		if e.Action == Skip || e.Action == EndTurn {
			return e.Reason, true
		}
	}
	return "", false
}

// A Change is a value as the hooks want it in place of the agent's.
type Change struct {
	// What names the value as hooks do: tool_input, llm_request, llm_response or
	// toolConfig.
	What string
	// final turns the agent's value into the one that the hooks want.
	final    hook.FinalOutput
	response genai.Response
}

// ToolInput gives the input with the keys that the hooks changed (INT-24). The
// original stays as it is.
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

// Request gives the request as it is to be sent. The original stays as it is.
func (c *Change) Request(original genai.Request) genai.Request {
	if final, ok := c.final.(hook.BeforeModelOutput); ok {
		return final.ApplyLLMRequestModifications(original)
	}
	return original
}

// Response gives the response to go on with; zero where there is no change.
func (c *Change) Response() genai.Response {
	if c == nil {
		return genai.Response{}
	}
	return c.response
}

// ToolSelection gives the tools as the model may call them. The original stays as
// it is.
func (c *Change) ToolSelection(original genai.ToolSelection) genai.ToolSelection {
	if final, ok := c.final.(hook.BeforeToolSelectionOutput); ok {
		return final.ApplyToolConfigModifications(original)
	}
	return original
}
