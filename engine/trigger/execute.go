package trigger

import (
	"context"
	"fmt"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// An ExecuteFunc runs a tool. A tool that fails by itself says so in its
// result; an error is one it did not expect.
type ExecuteFunc func(ctx context.Context, toolInput *jsonvalue.Object) (ToolResult, error)

// A ToolExecution is what came of one tool call and its hooks.
type ToolExecution struct {
	// Result is what the model and the user get to see.
	Result ToolResult
	// Executed tells whether the tool ran.
	Executed bool
	// Input is what the tool ran with, or would have.
	Input *jsonvalue.Object
	// Blocked tells that a hook refused the call.
	Blocked bool
	// AgentStopped tells the caller to end the agent loop and to show
	// StopReason to the user.
	AgentStopped bool
	StopReason   string
}

// ExecuteToolWithHooks runs a tool between its hooks: a refused or stopped call
// does not run and its result carries the reason; otherwise the tool runs with
// the input as the hooks changed it, and its result takes what the AfterTool
// hooks add. An error or a panic of the tool becomes its result, so that
// AfterTool hooks and the model see it. Where anything else panics, what has
// come of the call by then is the answer.
//
//hooktest:impl HOOK-133 HOOK-134 HOOK-025
func ExecuteToolWithHooks(ctx context.Context, config *engine.Config, toolName string, toolInput *jsonvalue.Object, execute ExecuteFunc) (x ToolExecution) {
	x.Input = toolInput
	defer report(ctx, config, hook.BeforeTool)
	before := FireBeforeToolHook(ctx, config, toolName, toolInput)
	if x.refuse(before) {
		return x
	}
	x.Input = modifiedInput(toolInput, before)

	x.Executed = true
	x.Result = carryOut(ctx, execute, x.Input)

	after := FireAfterToolHook(ctx, config, toolName, x.Input, x.Result.Response())
	x.annotate(before)
	x.apply(after)
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

// refuse fills the result of a call that must not run.
//
//hooktest:impl HOOK-017 HOOK-020 HOOK-183
func (x *ToolExecution) refuse(before hook.FinalOutput) bool {
	if before == nil {
		return false
	}
	if before.ShouldStopExecution() {
		x.AgentStopped = true
		x.StopReason = hook.StopReason(before.Output())
	}
	x.Blocked = before.IsBlockingDecision()
	if !x.Blocked && !x.AgentStopped {
		return false
	}
	x.Result = refusedResult(before.EffectiveReason())
	x.annotate(before)
	return true
}

// modifiedInput overlays the original input with the keys the hooks changed
// (INT-24). The original stays as it is.
//
//hooktest:impl HOOK-019 HOOK-177 HOOK-018.4
func modifiedInput(original *jsonvalue.Object, before hook.FinalOutput) *jsonvalue.Object {
	final, ok := before.(hook.BeforeToolOutput)
	if !ok {
		return original
	}
	changed, ok := final.ModifiedToolInput()
	if !ok {
		return original
	}
	return original.Overlay(changed)
}

// annotate gives a system message to the model (HOOK-159).
//
//hooktest:impl HOOK-030 HOOK-131 HOOK-159
func (x *ToolExecution) annotate(final hook.FinalOutput) {
	if final == nil {
		return
	}
	if message := final.Output().SystemMessage; message != nil && *message != "" {
		x.Result.appendText("\n\n[System] ", *message)
	}
}

// apply lets AfterTool hooks add to the result, hide it and stop the agent. A
// refusal has no effect: the tool has run (HOOK-178, INT-32).
//
//hooktest:impl HOOK-030 HOOK-178 HOOK-217
func (x *ToolExecution) apply(after hook.FinalOutput) {
	if after == nil {
		return
	}
	x.addContext(after)
	x.annotate(after)
	x.suppress(after)
	x.stop(after)
}

// addContext gives the hooks' text to the model, behind what the tool said.
//
//hooktest:impl HOOK-027 HOOK-178 HOOK-217.9
func (x *ToolExecution) addContext(after hook.FinalOutput) {
	if text, ok := after.AdditionalContext(); ok && text != "" {
		x.Result.appendText("\n\n", text)
	}
}

// stop ends the agent loop after a tool that has run.
//
//hooktest:impl HOOK-028 HOOK-178.4 HOOK-217.10
func (x *ToolExecution) stop(after hook.FinalOutput) {
	if after.ShouldStopExecution() {
		x.AgentStopped = true
		x.StopReason = hook.StopReason(after.Output())
	}
}

// suppress hides the result from the user; the model still gets it.
//
//hooktest:impl HOOK-029 HOOK-132 HOOK-217
func (x *ToolExecution) suppress(after hook.FinalOutput) {
	if suppress := after.Output().SuppressOutput; suppress != nil && *suppress {
		x.Result.SuppressDisplay = true
	}
}
