// Package trigger turns a moment in an agent's life (a tool is about to run, the
// model has answered) into what the agent is to do about it. Every function
// here takes the agent's Config, initializes the hook system on the first
// event, and never fails: what breaks becomes the safe default that lets the
// agent go on (HOOK-111).
//
// The functions speak the SDK's types; the stable format that hooks read stays
// behind them (HOOK-141). They change nothing of the caller's: the caller
// applies what they return (HOOK-217).
package trigger

import (
	"context"
	"fmt"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/event"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// Handler gives the event handler of a config whose hooks are on, having
// initialized the hook system if this is its first event; nil where hooks are
// off or the system could not be initialized (logged, HOOK-113). It serves
// callers that want the whole aggregated result of an event; the trigger
// functions get theirs here too and make none of the parts themselves
// (HOOK-007).
//
//hooktest:impl HOOK-007 HOOK-008 HOOK-113
func Handler(ctx context.Context, config *engine.Config) *event.Handler {
	defer report(ctx, config, "")
	system := config.HookSystem()
	if system == nil {
		return nil
	}
	if err := system.Initialize(ctx); err != nil {
		config.Logger("trigger").WarnContext(ctx, "hook system could not be initialized: the event goes on without hooks", "error", err)
		return nil
	}
	h, err := system.EventHandler()
	if err != nil {
		config.Logger("trigger").WarnContext(ctx, "hook system is not ready: the event goes on without hooks", "error", err)
		return nil
	}
	return h
}

// report is deferred by every exported function that takes a config: a panic
// below it is logged and the function's safe default is returned. What broke may be the log itself, or
// there may be no config to log to.
//
//hooktest:impl HOOK-111
func report(ctx context.Context, config *engine.Config, e hook.Event) {
	if cause := recover(); cause != nil {
		defer func() { _ = recover() }()
		config.Logger("trigger").WarnContext(ctx, "hook trigger failed: the event goes on without hooks", "event", e, "error", fmt.Sprint(cause))
	}
}

// Fire fires any event with its own fields and gives the whole aggregated
// result; the empty one where hooks are off or something broke.
//
//hooktest:impl HOOK-111.3
func Fire(ctx context.Context, config *engine.Config, e hook.Event, fields *jsonvalue.Object) (result hook.AggregatedResult) {
	result = hook.Empty()
	defer report(ctx, config, e)
	h := Handler(ctx, config)
	if h == nil {
		return result
	}
	return h.Fire(ctx, e, fields)
}

// outcome is the part of a result that every model event has in common.
type outcome struct {
	// Stopped tells that the agent loop is to end.
	Stopped bool
	// StopReason explains it to the user; empty unless Stopped.
	StopReason string
	// SystemMessage is text that the caller gives to the model, never to the
	// user (HOOK-159).
	SystemMessage string
}

//hooktest:impl HOOK-176 HOOK-156.8
func outcomeOf(p event.ProcessedResult) outcome {
	return outcome{Stopped: p.ShouldStop, StopReason: p.StopReason, SystemMessage: p.SystemMessage}
}
