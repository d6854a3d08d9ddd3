package trigger

import (
	"context"
	"fmt"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// An ExecuteFunc runs a tool. A tool that fails by itself says so in its
// result; an error is one it did not expect.
type ExecuteFunc func(ctx context.Context, toolInput *jsonvalue.Object) (ToolResult, error)

// A ToolExecution is the result of one tool call and its hooks.
type ToolExecution struct {
	// Result is what the model and the user see.
	Result ToolResult
	// Executed reports whether the tool ran.
	Executed bool
	// Input is what the tool ran with, or would have.
	Input *jsonvalue.Object
	// Blocked reports whether a hook refused the call.
	Blocked bool
	// AgentStopped means that the caller must end the agent loop and show StopReason to
	// the user.
	AgentStopped bool
	StopReason   string
}

// ExecuteToolWithHooks runs a tool with its hooks. A refused or stopped call does not
// run, and its result has the reason. Otherwise the tool runs with the input as changed
// by the hooks, and the AfterTool hooks may add to its result. An error or a panic of
// the tool becomes its result, so that AfterTool hooks and the model see it. After any
// other panic, the function returns the results so far.
//
//hooktest:impl HOOK-133 HOOK-134 HOOK-025
func ExecuteToolWithHooks(ctx context.Context, config *engine.Config, toolName string, toolInput *jsonvalue.Object, execute ExecuteFunc) (x ToolExecution) {
	x.Input = toolInput
	defer engine.Recover(ctx, config, hook.BeforeTool)
	before := FireBeforeToolHook(ctx, config, toolName, toolInput)
	early := effectsOf(config, hook.BeforeTool, before)
	if x.refuse(early) {
		return x
	}
	x.Input = modifiedInput(toolInput, early)

	x.Executed = true
	x.Result = carryOut(ctx, execute, x.Input)

	after := FireAfterToolHook(ctx, config, toolName, x.Input, x.Result.Response())
	x.annotate(early)
	x.apply(effectsOf(config, hook.AfterTool, after))
	return x
}

// carryOut runs the tool. Calls of one turn run side by side, so a tool that
// panics would take the whole agent with it.
//
//hooktest:impl HOOK-111 HOOK-133.2
func carryOut(ctx context.Context, execute ExecuteFunc, input *jsonvalue.Object) (result ToolResult) {
	defer func() {
		if cause := recover(); cause != nil {
			result = ErrorResult(fmt.Errorf("the tool panicked: %v", cause))
		}
	}()
	result, err := execute(ctx, input)
	if err != nil {
		return ErrorResult(err)
	}
	return result
}

// refuse fills in the result of a call that must not run.
//
//hooktest:impl HOOK-017 HOOK-020 HOOK-183
func (x *ToolExecution) refuse(before effect.Effects) bool {
	reason, prevented := before.Prevented()
	if !prevented {
		return false
	}
	x.Blocked = before.Has(effect.Skip)
	x.stop(before)
	x.Result = refusedResult(reason)
	x.annotate(before)
	return true
}

// modifiedInput is what the tool runs with.
//
//hooktest:impl HOOK-019 HOOK-177 HOOK-018.4
func modifiedInput(original *jsonvalue.Object, before effect.Effects) *jsonvalue.Object {
	rewrite, ok := before.Find(effect.Rewrite)
	if !ok {
		return original
	}
	return rewrite.Change.ToolInput(original)
}

// annotate adds a system message for the model (HOOK-159).
//
//hooktest:impl HOOK-030 HOOK-131 HOOK-159
func (x *ToolExecution) annotate(effects effect.Effects) {
	if message, ok := effects.Find(effect.Remind); ok {
		x.Result.appendText(effect.Paragraph+effect.Mark, message.Text)
	}
}

// apply lets AfterTool hooks add to the result, hide it and stop the agent. A refusal
// has no effect: the tool has already run (HOOK-178, INT-32).
//
//hooktest:impl HOOK-030 HOOK-178 HOOK-217
func (x *ToolExecution) apply(after effect.Effects) {
	x.addContext(after)
	x.annotate(after)
	x.suppress(after)
	x.stop(after)
}

// addContext adds the hooks' text for the model after the tool's own.
//
//hooktest:impl HOOK-027 HOOK-178 HOOK-217.9
func (x *ToolExecution) addContext(after effect.Effects) {
	if added, ok := after.Find(effect.Add); ok {
		x.Result.appendText(effect.Paragraph, added.Text)
	}
}

// stop ends the agent loop.
//
//hooktest:impl HOOK-028 HOOK-178.4 HOOK-217.10
func (x *ToolExecution) stop(effects effect.Effects) {
	if end, ok := effects.Find(effect.EndTurn); ok {
		x.AgentStopped = true
		x.StopReason = end.Text
	}
}

// suppress hides the result from the user; the model still gets it.
//
//hooktest:impl HOOK-029 HOOK-132 HOOK-217
func (x *ToolExecution) suppress(after effect.Effects) {
	if after.Has(effect.Hide) {
		x.Result.SuppressDisplay = true
	}
}
