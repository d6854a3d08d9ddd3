package runner

import (
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// ApplyOutputToInput returns the input of the next hook in a chain, by the event's row.
// It either merges an object of the output into the input's (shallow, so that the
// changes of a chain accumulate: INT-24, INT-25), or appends a text of the output to
// the input's. The input is unchanged if the row has no rule or the output no such
// field. Neither in nor out is changed.
//
//hooktest:impl HOOK-211 HOOK-024 HOOK-106
func ApplyOutputToInput(chain dialect.Chain, in hook.Input, out *hook.Output) hook.Input {
	if out == nil {
		return in
	}
	switch chain.How {
	case dialect.Overlays:
		return overlay(in, out, chain)
	case dialect.Appends:
		return appendText(in, out, chain)
	}
	return in
}

// overlay merges the output's object into the input's.
//
//hooktest:impl HOOK-105 HOOK-216 HOOK-024
func overlay(in hook.Input, out *hook.Output, chain dialect.Chain) hook.Input {
	changes, ok := out.Specific.GetObject(chain.Answer)
	if !ok {
		return in
	}
	current, _ := in.Object().GetObject(chain.Field)
	return in.With(chain.Field, current.Overlay(changes))
}

// appendText puts the output's text after the input's, with an empty line between them.
//
//hooktest:impl HOOK-211
func appendText(in hook.Input, out *hook.Output, chain dialect.Chain) hook.Input {
	text, _ := out.Specific.GetString(chain.Answer)
	current, ok := in.Object().GetString(chain.Field)
	if text == "" || !ok {
		return in
	}
	return in.With(chain.Field, current+"\n\n"+text)
}
