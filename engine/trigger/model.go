package trigger

import (
	"context"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/genai"
	"github.com/hooktest/hooktest/engine/hook"
)

// A BeforeModelHookResult is the hooks' decision about a model call. The zero value
// lets it proceed unchanged.
//
//hooktest:impl HOOK-135 HOOK-176 HOOK-179
type BeforeModelHookResult struct {
	// Blocked means that the caller must not call the model: a hook refused, or stopped
	// the agent (HOOK-184).
	Blocked bool
	// Reason explains it; empty unless Blocked.
	Reason string
	// SyntheticResponse is used in place of the model's response; zero if no refusing
	// hook gave one.
	SyntheticResponse genai.Response
	// ModifiedRequest is sent instead of the original; zero if no hook changed it.
	ModifiedRequest genai.Request
	outcome
}

// FireBeforeModelHook fires BeforeModel.
//
//hooktest:impl HOOK-116 HOOK-152 HOOK-179
func FireBeforeModelHook(ctx context.Context, config *engine.Config, request genai.Request) BeforeModelHookResult {
	defer engine.Recover(ctx, config, hook.BeforeModel)
	h := config.Handler(ctx)
	if h == nil {
		return BeforeModelHookResult{}
	}
	merged := h.FireBeforeModelEvent(ctx, request)
	return beforeModel(effectsOf(config, hook.BeforeModel, merged.FinalOutput), request)
}

// beforeModel reads the effects on its own, so that a panic on the way leaves the
// caller with the safe default and not with half a refusal.
//
//hooktest:impl HOOK-042 HOOK-179 HOOK-213.9
func beforeModel(effects effect.Effects, request genai.Request) BeforeModelHookResult {
	result := BeforeModelHookResult{outcome: outcomeOf(effects)}
	result.refuse(effects)
	result.change(effects, request)
	return result
}

// refuse sets whether the model must not be called, why, and the response that a
// refusing hook gave instead.
//
//hooktest:impl HOOK-156.5 HOOK-037 HOOK-184
func (result *BeforeModelHookResult) refuse(effects effect.Effects) {
	if reason, prevented := effects.Prevented(); prevented {
		result.Blocked = true
		result.Reason = reason
		skip, _ := effects.Find(effect.Skip)
		result.SyntheticResponse = skip.Change.Response()
	}
}

// change sets the request as changed by the hooks.
//
//hooktest:impl HOOK-135 HOOK-141 HOOK-179
func (result *BeforeModelHookResult) change(effects effect.Effects, request genai.Request) {
	if rewrite, ok := effects.Find(effect.Rewrite); ok {
		result.ModifiedRequest = rewrite.Change.Request(request)
	}
}

// An AfterModelHookResult says what becomes of the model's response.
//
//hooktest:impl HOOK-136 HOOK-176
type AfterModelHookResult struct {
	// Response is the response for the rest of the agent: the hooks' version, or the
	// original if no hook changed it.
	Response genai.Response
	// SuppressOutput means that the response must not be shown to the user; it is still
	// processed.
	SuppressOutput bool
	outcome
}

// FireAfterModelHook fires AfterModel with the request that was sent and the
// complete response. A refusal has no effect here (HOOK-180, INT-32).
//
//hooktest:impl HOOK-153 HOOK-051.1 HOOK-156.6
func FireAfterModelHook(ctx context.Context, config *engine.Config, request genai.Request, response genai.Response) (result AfterModelHookResult) {
	result.Response = response
	defer engine.Recover(ctx, config, hook.AfterModel)
	h := config.Handler(ctx)
	if h == nil {
		return result
	}
	merged := h.FireAfterModelEvent(ctx, request, response)
	return afterModel(effectsOf(config, hook.AfterModel, merged.FinalOutput), response)
}

//hooktest:impl HOOK-136 HOOK-180 HOOK-217.11
func afterModel(effects effect.Effects, response genai.Response) AfterModelHookResult {
	result := AfterModelHookResult{Response: response}
	result.outcome = outcomeOf(effects)
	result.SuppressOutput = effects.Has(effect.Hide)
	if rewrite, ok := effects.Find(effect.Rewrite); ok {
		result.Response = rewrite.Change.Response()
	}
	return result
}

// A BeforeToolSelectionHookResult says which tools the model may call. The zero
// value changes nothing.
//
//hooktest:impl HOOK-137 HOOK-176
type BeforeToolSelectionHookResult struct {
	// ToolConfig replaces the request's; zero if no hook changed it.
	ToolConfig genai.ToolConfig
	// Tools are the request's tool definitions, never fewer than it had (HOOK-168); nil
	// if no hook changed the tool configuration.
	Tools any
	outcome
}

// FireBeforeToolSelectionHook fires BeforeToolSelection. A refusal has no
// effect here (HOOK-181, INT-32).
//
//hooktest:impl HOOK-154 HOOK-205.2
func FireBeforeToolSelectionHook(ctx context.Context, config *engine.Config, request genai.Request) BeforeToolSelectionHookResult {
	defer engine.Recover(ctx, config, hook.BeforeToolSelection)
	h := config.Handler(ctx)
	if h == nil {
		return BeforeToolSelectionHookResult{}
	}
	merged := h.FireBeforeToolSelectionEvent(ctx, request)
	return toolSelection(effectsOf(config, hook.BeforeToolSelection, merged.FinalOutput), request)
}

//hooktest:impl HOOK-137 HOOK-181 HOOK-156.7
func toolSelection(effects effect.Effects, request genai.Request) BeforeToolSelectionHookResult {
	result := BeforeToolSelectionHookResult{outcome: outcomeOf(effects)}
	if rewrite, ok := effects.Find(effect.Rewrite); ok {
		selection := rewrite.Change.ToolSelection(request.ToolSelection())
		result.ToolConfig, result.Tools = selection.ToolConfig, selection.Tools
	}
	return result
}
