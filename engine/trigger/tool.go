package trigger

import (
	"context"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// FireBeforeToolHook fires BeforeTool and returns the hooks' decision. It returns nil,
// so that the tool may run, if no hook decided anything or if anything failed
// (HOOK-115).
//
//hooktest:impl HOOK-115 HOOK-127 HOOK-150
func FireBeforeToolHook(ctx context.Context, config *engine.Config, toolName string, toolInput *jsonvalue.Object) hook.FinalOutput {
	defer engine.Recover(ctx, config, hook.BeforeTool)
	h := config.Handler(ctx)
	if h == nil {
		return nil
	}
	return h.FireBeforeToolEvent(ctx, toolName, toolInput).FinalOutput
}

// FireAfterToolHook fires AfterTool and returns what the hooks request for the tool's
// result, or nil.
//
//hooktest:impl HOOK-128 HOOK-151
func FireAfterToolHook(ctx context.Context, config *engine.Config, toolName string, toolInput, toolResponse *jsonvalue.Object) hook.FinalOutput {
	defer engine.Recover(ctx, config, hook.AfterTool)
	h := config.Handler(ctx)
	if h == nil {
		return nil
	}
	return h.FireAfterToolEvent(ctx, toolName, toolInput, toolResponse).FinalOutput
}
