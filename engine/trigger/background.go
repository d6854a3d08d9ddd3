package trigger

import (
	"context"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/event"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// No caller waits for the six events below or applies their answers (HOOK-203). Their
// functions return at once, and the hooks run in the background. The hook system's
// Drain waits for those still running.

// FireBeforeAgentHook fires BeforeAgent.
//
//hooktest:impl HOOK-203.9 HOOK-203.10
func FireBeforeAgentHook(ctx context.Context, config *engine.Config, prompt string) {
	background(ctx, config, hook.BeforeAgent, func(ctx context.Context, h *event.Handler) { h.FireBeforeAgentEvent(ctx, prompt) })
}

// FireAfterAgentHook fires AfterAgent.
//
//hooktest:impl HOOK-203.9 HOOK-203.10
func FireAfterAgentHook(ctx context.Context, config *engine.Config, prompt, response string, stopHookActive bool) {
	background(ctx, config, hook.AfterAgent, func(ctx context.Context, h *event.Handler) {
		h.FireAfterAgentEvent(ctx, prompt, response, stopHookActive)
	})
}

// FireSessionStartHook fires SessionStart.
//
//hooktest:impl HOOK-203.9 HOOK-203.10
func FireSessionStartHook(ctx context.Context, config *engine.Config, source string) {
	background(ctx, config, hook.SessionStart, func(ctx context.Context, h *event.Handler) { h.FireSessionStartEvent(ctx, source) })
}

// FireSessionEndHook fires SessionEnd.
//
//hooktest:impl HOOK-203.9 HOOK-203.10
func FireSessionEndHook(ctx context.Context, config *engine.Config, reason string) {
	background(ctx, config, hook.SessionEnd, func(ctx context.Context, h *event.Handler) { h.FireSessionEndEvent(ctx, reason) })
}

// FirePreCompressHook fires PreCompress.
//
//hooktest:impl HOOK-203.9 HOOK-203.10
func FirePreCompressHook(ctx context.Context, config *engine.Config, trigger string) {
	background(ctx, config, hook.PreCompress, func(ctx context.Context, h *event.Handler) { h.FirePreCompressEvent(ctx, trigger) })
}

// FireNotificationHook fires Notification.
//
//hooktest:impl HOOK-203.9 HOOK-203.10
func FireNotificationHook(ctx context.Context, config *engine.Config, notificationType, message string, details *jsonvalue.Object) {
	background(ctx, config, hook.Notification, func(ctx context.Context, h *event.Handler) {
		h.FireNotificationEvent(ctx, notificationType, message, details)
	})
}

func background(ctx context.Context, config *engine.Config, e hook.Event, fire func(context.Context, *event.Handler)) {
	defer engine.Recover(ctx, config, e)
	h := config.Handler(ctx)
	if h == nil {
		return
	}
	config.HookSystem().Go(func() {
		defer engine.Recover(ctx, config, e)
		fire(ctx, h)
	})
}
