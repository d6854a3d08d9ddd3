package builtin

import (
	"cmp"
	"context"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/engine/genai"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/planner"
	"github.com/hooktest/hooktest/engine/registry"
)

// Plan asks the session's own planner for the plan that firing the event would
// follow, and for the hooks that it skips. It initializes the hook system, as the
// first event would. If hooks are off, there is no plan and every hook is skipped.
func (a *engineAdapter) Plan(ctx context.Context, p adapter.EventParams) (adapter.PlanResult, error) {
	s, err := a.session(p.Session)
	if err != nil {
		return adapter.PlanResult{}, err
	}
	what, err := readPayload(p, true)
	if err != nil {
		return adapter.PlanResult{}, err
	}
	result := adapter.PlanResult{Skipped: []adapter.Skipped{}}
	var unplanned error
	err = forward(ctx, func(ctx context.Context) {
		if !s.config.EnableHooks() {
			hooks := registry.New(s.config.Contract(), nil)
			hooks.Initialize(s.definitions.Config, s.definitions.Extensions)
			explained, e := planner.Explain(s.config.Contract(), hooks, false, what.event, what.subject())
			if e != nil {
				unplanned = adapter.EngineError(e)
				return
			}
			result.Skipped = skipped(explained)
			return
		}
		if s.config.Handler(ctx) == nil {
			return
		}
		system := s.config.HookSystem()
		plan, e := system.Plan(what.event, what.subject())
		if e != nil {
			unplanned = adapter.EngineError(e)
			return
		}
		explained, e := system.Explain(what.event, what.subject())
		if e != nil {
			unplanned = adapter.EngineError(e)
			return
		}
		result.Plan = planned(plan)
		result.Skipped = skipped(explained)
	})
	return result, cmp.Or(err, unplanned)
}

func skipped(plan *hook.Plan) []adapter.Skipped {
	all := make([]adapter.Skipped, len(plan.Skipped))
	for i, s := range plan.Skipped {
		all[i] = adapter.Skipped{Command: s.Entry.Command, Reason: s.Reason}
	}
	return all
}

// planned is nil for no plan; a plan without a hook is one.
func planned(plan *hook.Plan) *adapter.Plan {
	if plan == nil {
		return nil
	}
	hooks := make([]adapter.PlannedHook, len(plan.Entries))
	for i, entry := range plan.Entries {
		hooks[i] = adapter.PlannedHook{
			Type:    entry.Type,
			Command: entry.Command,
			Timeout: hook.Milliseconds(entry.Timeout),
			Source:  entry.Source.String(),
			Matcher: entry.Matcher,
		}
	}
	return &adapter.Plan{Sequential: plan.Sequential, Hooks: hooks}
}

// Fire fires an event. Warnings since the last firing that belong to no firing
// come before this firing's own.
func (a *engineAdapter) Fire(ctx context.Context, p adapter.EventParams) (adapter.FireResult, error) {
	s, err := a.session(p.Session)
	if err != nil {
		return adapter.FireResult{}, err
	}
	what, err := readPayload(p, false)
	if err != nil {
		return adapter.FireResult{}, err
	}
	ctx, own := withJournal(ctx)
	var result adapter.FireResult
	err = guard(func() {
		result.Aggregated = describe(what.fire(ctx, s.config), subjects{request: what.request(), selection: what.request().ToolSelection()})
	})
	if err != nil {
		return adapter.FireResult{}, err
	}
	result.Warnings = append(s.pending.take(), own.take()...)
	result.Telemetry = own.takeTelemetry()
	return result, nil
}

// subjects are the SDK values that an output's methods are applied to. A zero
// request means there is none.
type subjects struct {
	request   genai.Request
	selection genai.ToolSelection
	// selectionGiven reports whether selection is used although there is no request.
	selectionGiven bool
}

func describe(r hook.AggregatedResult, on subjects) adapter.Aggregated {
	d := adapter.Aggregated{
		Success:       r.Success,
		AllOutputs:    make([]adapter.Object, len(r.AllOutputs)),
		Errors:        make([]string, len(r.Errors)),
		TotalDuration: hook.Milliseconds(r.TotalDuration),
	}
	if r.FinalOutput != nil {
		final := describeFinal(r.FinalOutput, on)
		d.FinalOutput = &final
	}
	for i, out := range r.AllOutputs {
		d.AllOutputs[i] = text(out.Object())
	}
	for i, err := range r.Errors {
		d.Errors[i] = err.Error()
	}
	return d
}

func describeFinal(final hook.FinalOutput, on subjects) adapter.Final {
	out := final.Output()
	d := adapter.Final{
		Decision:           out.Decision,
		Reason:             out.Reason,
		Continue:           out.Continue,
		StopReason:         out.StopReason,
		SuppressOutput:     out.SuppressOutput,
		SystemMessage:      out.SystemMessage,
		HookSpecificOutput: text(out.Specific),
		Class:              final.Class(),
		Blocking:           final.IsBlockingDecision(),
		Stopping:           final.ShouldStopExecution(),
		EffectiveReason:    final.EffectiveReason(),
	}
	if context, ok := final.AdditionalContext(); ok {
		d.AdditionalContext = &context
	}
	switch final := final.(type) {
	case hook.BeforeToolOutput:
		if input, ok := final.ModifiedToolInput(); ok {
			d.ModifiedToolInput = text(input)
		}
	case hook.BeforeModelOutput:
		if response, ok := final.SyntheticResponse(); ok {
			d.SyntheticResponse = text(response.Object)
		}
		if !on.request.IsZero() {
			d.AppliedRequest = text(final.ApplyLLMRequestModifications(on.request).Object)
		}
	case hook.AfterModelOutput:
		if response, ok := final.ModifiedResponse(); ok {
			d.ModifiedResponse = text(response.Object)
		}
	case hook.BeforeToolSelectionOutput:
		if on.selectionGiven || !on.request.IsZero() {
			d.AppliedToolConfig = selection(final.ApplyToolConfigModifications(on.selection))
		}
	}
	return d
}

func selection(s genai.ToolSelection) *adapter.ToolSelection {
	d := &adapter.ToolSelection{ToolConfig: text(s.ToolConfig.Object)}
	if s.Tools != nil {
		d.Tools = jsonvalue.Marshal(s.Tools)
	}
	return d
}

// text writes an object; nil gives nothing.
func text(o *jsonvalue.Object) adapter.Object {
	if o == nil {
		return nil
	}
	return jsonvalue.Marshal(o)
}
