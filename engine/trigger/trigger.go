// Package trigger turns a moment in an agent's lifecycle (a tool is about to run, the
// model has answered) into what the agent must do. Every function here takes the
// agent's Config, initializes the hook system on the first event, and never fails: an
// internal error becomes the safe default that lets the agent continue (HOOK-111).
//
// The functions use the SDK's types and convert them to the stable format that hooks
// read (HOOK-141). They change nothing of the caller's: the caller applies what they
// return (HOOK-217).
package trigger

import (
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
)

// effectsOf returns the effects of the merged answer. config may be nil if there is no
// answer.
func effectsOf(config *engine.Config, event hook.Event, final hook.FinalOutput) effect.Effects {
	if final == nil {
		return nil
	}
	return effect.Of(config.Contract(), event, final)
}

// outcome is the part of a result that every model event has in common.
type outcome struct {
	// Stopped means that the agent loop must end.
	Stopped bool
	// StopReason explains it to the user; empty unless Stopped.
	StopReason string
	// SystemMessage is text for the model, never for the user (HOOK-159).
	SystemMessage string
}

//hooktest:impl HOOK-176 HOOK-156.8
func outcomeOf(effects effect.Effects) outcome {
	end, stopped := effects.Find(effect.EndTurn)
	message, _ := effects.Find(effect.Remind)
	return outcome{Stopped: stopped, StopReason: end.Text, SystemMessage: message.Text}
}
