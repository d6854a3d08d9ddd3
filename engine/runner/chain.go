package runner

import "github.com/hooktest/hooktest/engine/hook"

// ApplyOutputToInput gives the input of the next hook in a chain: on BeforeTool
// with the output's tool_input merged in, on BeforeModel with its llm_request
// (both shallow, so that a chain accumulates: INT-24, INT-25), on BeforeAgent
// with its additionalContext appended to the prompt after an empty line. On all
// other events, and where the output has none of these, the input is unchanged.
// Neither in nor out is changed.
//
//hooktest:impl HOOK-211 HOOK-024 HOOK-106
func ApplyOutputToInput(event hook.Event, in hook.Input, out *hook.Output) hook.Input {
	if out == nil {
		return in
	}
	switch event {
	case hook.BeforeTool:
		return overlay(in, out, "tool_input")
	case hook.BeforeModel:
		return overlay(in, out, "llm_request")
	case hook.BeforeAgent:
		return appendContext(in, out)
	}
	return in
}

// overlay merges the output's object into the input's of the same name.
//
//hooktest:impl HOOK-105 HOOK-216 HOOK-024
func overlay(in hook.Input, out *hook.Output, field string) hook.Input {
	changes, ok := out.Specific.GetObject(field)
	if !ok {
		return in
	}
	current, _ := in.Object().GetObject(field)
	return in.With(field, current.Overlay(changes))
}

//hooktest:impl HOOK-211
func appendContext(in hook.Input, out *hook.Output) hook.Input {
	context, _ := out.Specific.GetString("additionalContext")
	prompt, ok := in.Object().GetString("prompt")
	if context == "" || !ok {
		return in
	}
	return in.With("prompt", prompt+"\n\n"+context)
}
