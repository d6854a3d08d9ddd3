package trigger

import (
	"context"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// FireBeforeToolHook fires BeforeTool and gives what the hooks decided, or nil
// where no hook had anything to say or anything went wrong (HOOK-115): the
// tool may run.
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

// FireAfterToolHook fires AfterTool and gives what the hooks want done with
// the tool's result, or nil.
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
