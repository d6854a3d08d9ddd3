package engine

import (
	"context"
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/event"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/planner"
	"github.com/hooktest/hooktest/engine/ruling"
)

// An EventInput is the input of one firing: an event, its session and its fields.
type EventInput struct {
	// Config is the session with its hooks.
	Config *Config
	Event  hook.Event
	// Fields are the event's own fields in the format that hooks read. They are passed
	// on unchanged, even if they are invalid.
	Fields *jsonvalue.Object
	// Stdin is a whole payload that hooks read byte for byte; Fields are then its
	// fields. If it is nil, the base fields come from the session.
	Stdin []byte
}

// Subject returns the text that the event's matchers are tested against.
func (o EventInput) Subject() string {
	row, _ := o.Config.Contract().Event(o.Event)
	subject, _ := o.Fields.GetString(row.Subject.Field)
	return subject
}

// A Firing is the complete result of firing an event.
type Firing struct {
	EventInput
	// Plan lists the hooks to run and says why each other one did not; nil if hooks are
	// off or could not be read.
	Plan *hook.Plan
	// Merged has the hooks' input, the result of each hook, and their merged answer.
	Merged hook.AggregatedResult
	// Effects are what the agent does about the answer.
	Effects effect.Effects
	Verdict effect.Verdict
	// Each has the verdict on each hook alone, in the order of the results.
	Each []effect.Verdict
	// words are the messages of a ruling by a contract's table.
	words *effect.Words
}

// Words returns the effects as messages.
func (f Firing) Words() effect.Words {
	if f.words != nil {
		return *f.words
	}
	return effect.Describe(f.Config.Contract(), f.Event, f.Effects, f.Merged.Input)
}

// Fire fires any event and returns the complete result. It never fails: if hooks are
// off, or the engine fails, no hook has run and the agent continues. The message bus
// answers with this result (INT-44).
//
//hooktest:impl HOOK-111.3
func Fire(ctx context.Context, o EventInput) (f Firing) {
	defer Recover(ctx, o.Config, o.Event)
	f = Firing{EventInput: o, Merged: hook.Empty()}
	f.Verdict = effect.Off(o.Config.Contract())
	if !o.Config.EnableHooks() {
		return f
	}
	if h := o.Config.Handler(ctx); h != nil {
		if o.Stdin == nil {
			f.Merged = h.Fire(ctx, o.Event, o.Fields)
		} else {
			f.Merged = h.FireWhole(ctx, o.Event, hook.Whole(o.Stdin, o.Fields, o.Config.WorkingDir()))
		}
		// If there is no plan, the handler has reported it.
		f.Plan, _ = o.Config.HookSystem().Explain(o.Event, o.Subject())
		if o.Stdin != nil {
			f.Plan = planner.For(o.Config.Contract(), f.Plan, o.Fields)
		}
	}
	contract := o.Config.Contract()
	if contract.Reading != nil {
		f.rule()
		return f
	}
	f.Effects = effect.Of(contract, o.Event, f.Merged.FinalOutput)
	for _, r := range f.Merged.Results {
		f.Each = append(f.Each, effect.Judge(contract, r))
	}
	f.Verdict = effect.JudgeEvent(contract, o.Event, f.Effects, f.Each)
	return f
}

// rule judges the firing by the table of its contract.
func (f *Firing) rule() {
	together, each := ruling.Of(f.Config.Contract(), f.Event, f.Merged.Results, f.Fields)
	f.Verdict, f.words = together.Verdict, &together.Words
	f.Merged.FinalOutput, f.Merged.AllOutputs = nil, nil
	for _, one := range each {
		f.Each = append(f.Each, one.Verdict)
	}
}

// As returns this firing as another agent, whose contract has a table, would judge it.
// It applies that agent's rules to the results of this firing, as if it had started the
// hooks in the same way.
func (f Firing) As(o EventInput) Firing {
	other := Firing{EventInput: o, Plan: f.Plan, Merged: f.Merged}
	other.Merged.Results = slices.Clone(f.Merged.Results)
	for i := range other.Merged.Results {
		other.Merged.Results[i].Event = o.Event
	}
	other.rule()
	return other
}

// Handler returns the event handler of a config, or nil if hooks are off or the hook
// system could not be initialized (logged, HOOK-113). It initializes the hook system on
// the first call. All code that fires events gets the handler here and constructs no
// parts itself (HOOK-007).
//
//hooktest:impl HOOK-007 HOOK-008 HOOK-113
func (c *Config) Handler(ctx context.Context) *event.Handler {
	defer Recover(ctx, c, "")
	system := c.HookSystem()
	if system == nil {
		return nil
	}
	if err := system.Initialize(ctx); err != nil {
		c.Logger("trigger").WarnContext(ctx, "hook system could not be initialized: the event goes on without hooks", "error", err)
		return nil
	}
	h, err := system.EventHandler()
	if err != nil {
		c.Logger("trigger").WarnContext(ctx, "hook system is not ready: the event goes on without hooks", "error", err)
		return nil
	}
	return h
}

// Recover is deferred by every exported function that fires events of a config. It logs
// a panic, and the function then returns its safe default. The panic may come from the
// log itself, and the config may be nil.
//
//hooktest:impl HOOK-111
func Recover(ctx context.Context, config *Config, e hook.Event) {
	if cause := recover(); cause != nil {
		defer func() { _ = recover() }()
		config.Logger("trigger").WarnContext(ctx, "hook trigger failed: the event goes on without hooks", "event", e, "error", fmt.Sprint(cause))
	}
}
