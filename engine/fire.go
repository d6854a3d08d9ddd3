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

// An Occasion is a moment at which hooks may have their say.
type Occasion struct {
	// Config is the session with its hooks.
	Config *Config
	Event  hook.Event
	// Fields are the event's own fields in the format that hooks read. Hooks read
	// them as they are, well-formed or not.
	Fields *jsonvalue.Object
	// Stdin is a whole payload that hooks read byte for byte, of which Fields are
	// then the fields; nil where the base fields are those of the session.
	Stdin []byte
}

// Subject is what the event's matchers are tested against.
func (o Occasion) Subject() string {
	row, _ := o.Config.Contract().Event(o.Event)
	subject, _ := o.Fields.GetString(row.Subject.Field)
	return subject
}

// A Firing is all that came of an occasion.
type Firing struct {
	Occasion
	// Plan says which hooks were to run and why each other one was not; nil where
	// hooks are off or could not be had.
	Plan *hook.Plan
	// Merged has what the hooks read, what became of each, and what they answered
	// together.
	Merged hook.AggregatedResult
	// Effects are what the agent does about it.
	Effects effect.Effects
	Verdict effect.Verdict
	// Each has the verdict on each hook by itself, in the order of the results.
	Each []effect.Verdict
	// words are those of a ruling by a contract's table.
	words *effect.Words
}

// Words are the effects in words.
func (f Firing) Words() effect.Words {
	if f.words != nil {
		return *f.words
	}
	return effect.Describe(f.Config.Contract(), f.Event, f.Effects, f.Merged.Input)
}

// Fire fires any event and gives everything that came of it. It never fails: where
// hooks are off, or something broke, no hook has run and the agent goes on. The
// message bus answers with what it gives (INT-44).
//
//hooktest:impl HOOK-111.3
func Fire(ctx context.Context, o Occasion) (f Firing) {
	defer Recover(ctx, o.Config, o.Event)
	f = Firing{Occasion: o, Merged: hook.Empty()}
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
		// Where there is no plan, the handler has said so.
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

// As is what another agent, whose contract judges by a table, makes of the same hooks,
// which it would have started alike: its own verdict on what this firing's results are.
func (f Firing) As(o Occasion) Firing {
	other := Firing{Occasion: o, Plan: f.Plan, Merged: f.Merged}
	other.Merged.Results = slices.Clone(f.Merged.Results)
	for i := range other.Merged.Results {
		other.Merged.Results[i].Event = o.Event
	}
	other.rule()
	return other
}

// Handler gives the event handler of a config whose hooks are on, having
// initialized the hook system if this is its first event; nil where hooks are
// off or the system could not be initialized (logged, HOOK-113). All that fires
// events gets the handler here and makes none of the parts itself (HOOK-007).
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

// Recover is deferred by every exported function that fires events of a config: a
// panic below it is logged and the function's safe default is returned. What
// broke may be the log itself, or there may be no config to log to.
//
//hooktest:impl HOOK-111
func Recover(ctx context.Context, config *Config, e hook.Event) {
	if cause := recover(); cause != nil {
		defer func() { _ = recover() }()
		config.Logger("trigger").WarnContext(ctx, "hook trigger failed: the event goes on without hooks", "event", e, "error", fmt.Sprint(cause))
	}
}
