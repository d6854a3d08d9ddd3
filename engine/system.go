package engine

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/hooktest/hooktest/engine/aggregator"
	"github.com/hooktest/hooktest/engine/event"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/inquiry"
	"github.com/hooktest/hooktest/engine/planner"
	"github.com/hooktest/hooktest/engine/registry"
	"github.com/hooktest/hooktest/engine/runner"
)

// HookSystemNotInitializedError reports the use of an accessor before the hook
// system was initialized.
//
//hooktest:impl HOOK-148
type HookSystemNotInitializedError struct {
	// Accessor is the method that was called too early.
	Accessor string
}

func (e *HookSystemNotInitializedError) Error() string {
	return "hook system is not initialized: call Initialize before " + e.Accessor
}

// A Status is the state of a hook system.
//
//hooktest:impl HOOK-009
type Status struct {
	Initialized bool
	TotalHooks  int
}

// A HookSystem owns one registry, planner, runner, aggregator and event handler
// and shares them among all events of a session. It is safe for concurrent use.
//
//hooktest:impl HOOK-006 HOOK-142 HOOK-175
type HookSystem struct {
	config  *Config
	parts   parts
	once    sync.Once
	ready   atomic.Bool
	failure error
	running sync.WaitGroup
}

type parts struct {
	registry *registry.Registry
	runner   *runner.Runner
	planner  *planner.Planner
	handler  *event.Handler
}

// newHookSystem makes the parts and hands them to one another. Hooks inherit the
// configured environment (HOOK-188). The runner counts the processes (HOOK-012).
//
//hooktest:impl HOOK-006 HOOK-142 HOOK-175
func newHookSystem(c *Config) *HookSystem {
	n := &c.constructed
	reg := counted(&n.registry, registry.New(c.Contract(), c.Logger("registry")))
	plan := counted(&n.planner, planner.New(c.Contract(), reg, c.Logger("planner")))
	run := counted(&n.runner, runner.New(runner.Options{
		Contract:     c.Contract(),
		Environ:      c.options.Environ,
		Sandbox:      c.options.Sandbox,
		CaptureLimit: c.options.CaptureLimit,
		Logger:       c.Logger("runner"),
	}))
	run.AskWith(asker(c))
	return &HookSystem{config: c, parts: parts{
		registry: reg,
		runner:   run,
		planner:  plan,
		handler: counted(&n.handler, event.NewHandler(event.Parts{
			Config:     c,
			Planner:    plan,
			Runner:     run,
			Aggregator: counted(&n.aggregator, aggregator.New(c.Contract())),
			Log:        c.Logger("events"),
		})),
	}}
}

// asker returns the Asker for hooks that are not commands.
func asker(c *Config) *inquiry.Asker {
	limit := cmp.Or(c.options.CaptureLimit, runner.DefaultCaptureLimit)
	return inquiry.New(inquiry.Options{Contract: c.Contract(), Hosts: c.options.Hosts, Model: c.options.Model, Limit: limit})
}

// Initialize reads the session's hooks and registers them. Only the first call does
// anything; every call returns its error.
//
//hooktest:impl HOOK-003 HOOK-004 HOOK-113
func (s *HookSystem) Initialize(_ context.Context) error {
	if s.ready.Load() {
		return nil
	}
	s.once.Do(func() {
		// A panic in the settings layer must not leave the system partly initialized.
		defer func() {
			if cause := recover(); cause != nil {
				s.failure = fmt.Errorf("reading hooks: %v", cause)
			}
		}()
		s.failure = s.initialize()
		s.ready.Store(s.failure == nil)
	})
	return s.failure
}

func (s *HookSystem) initialize() error {
	var hooks Hooks
	if s.config.options.Hooks != nil {
		var err error
		if hooks, err = s.config.options.Hooks(); err != nil {
			return fmt.Errorf("reading hooks: %w", err)
		}
	}
	s.parts.registry.Limit(hooks.Limits)
	s.parts.registry.Initialize(hooks.Config, hooks.Extensions)
	return nil
}

// Registry gives the registered hooks.
//
//hooktest:impl HOOK-005 HOOK-006 HOOK-148
func (s *HookSystem) Registry() (*registry.Registry, error) {
	if !s.ready.Load() {
		return nil, &HookSystemNotInitializedError{Accessor: "Registry"}
	}
	return s.parts.registry, nil
}

// EventHandler returns the handler that fires events.
//
//hooktest:impl HOOK-005 HOOK-006 HOOK-142
func (s *HookSystem) EventHandler() (*event.Handler, error) {
	if !s.ready.Load() {
		return nil, &HookSystemNotInitializedError{Accessor: "EventHandler"}
	}
	return s.parts.handler, nil
}

// Status reports whether the hook system is initialized and how many hooks it has.
//
//hooktest:impl HOOK-009 HOOK-175 HOOK-206
func (s *HookSystem) Status() Status {
	if !s.ready.Load() {
		return Status{}
	}
	return Status{Initialized: true, TotalHooks: s.parts.registry.Total()}
}

// Plan returns the plan that firing an event would follow, without firing it, or nil if
// no hook would run (HOOK-145). subject is the text that the event's matchers are
// tested against. The plan is shared: it must not be changed. Before Initialize the
// error is a *HookSystemNotInitializedError.
//
//hooktest:impl HOOK-145.1
func (s *HookSystem) Plan(e hook.Event, subject string) (*hook.Plan, error) {
	if !s.ready.Load() {
		return nil, &HookSystemNotInitializedError{Accessor: "Plan"}
	}
	return s.parts.planner.CreateExecutionPlan(e, subject), nil
}

// Explain is Plan for people: without an error the plan is never nil, and a plan
// without hooks still says why each hook is skipped.
func (s *HookSystem) Explain(e hook.Event, subject string) (*hook.Plan, error) {
	if !s.ready.Load() {
		return nil, &HookSystemNotInitializedError{Accessor: "Explain"}
	}
	return s.parts.planner.Explain(e, subject)
}

// Go runs f in the background; Drain waits for it. It serves the events whose callers
// do not wait for their hooks (HOOK-203).
func (s *HookSystem) Go(f func()) { s.running.Go(f) }

// Drain waits for all functions that Go started.
func (s *HookSystem) Drain() { s.running.Wait() }
