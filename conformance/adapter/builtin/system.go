package builtin

import (
	"context"
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/engine"
)

func (a *engineAdapter) Status(_ context.Context, p adapter.SessionParams) (adapter.StatusResult, error) {
	var result adapter.StatusResult
	err := a.withSystem(p.Session, func(system *engine.HookSystem) error {
		if system != nil {
			status := system.Status()
			result.HookSystem = &adapter.Status{Initialized: status.Initialized, TotalHooks: status.TotalHooks}
		}
		return nil
	})
	return result, err
}

// InitializeSystem initializes a session's hook system. If hooks are off, there
// is none and it does nothing.
func (a *engineAdapter) InitializeSystem(ctx context.Context, p adapter.SessionParams) error {
	return a.withSystem(p.Session, func(system *engine.HookSystem) error {
		if system == nil {
			return nil
		}
		if err := system.Initialize(ctx); err != nil {
			return adapter.EngineError(err)
		}
		return nil
	})
}

func (a *engineAdapter) Access(_ context.Context, p adapter.AccessParams) (adapter.AccessResult, error) {
	if p.What != adapter.AccessRegistry && p.What != adapter.AccessEventHandler {
		return adapter.AccessResult{}, adapter.InvalidParams("what must be %s or %s, not %q", adapter.AccessRegistry, adapter.AccessEventHandler, p.What)
	}
	var result adapter.AccessResult
	err := a.withSystem(p.Session, func(system *engine.HookSystem) error {
		if system == nil {
			result.Error = &adapter.AccessError{Class: "NoHookSystem", Message: "hooks are off: the session has no hook system"}
			return nil
		}
		var err error
		if p.What == adapter.AccessRegistry {
			_, err = system.Registry()
		} else {
			_, err = system.EventHandler()
		}
		if err != nil {
			result.Error = &adapter.AccessError{Class: class(err), Message: err.Error()}
			return nil
		}
		result.OK = true
		return nil
	})
	return result, err
}

// class is the name of an error's type, which is that of the specification's
// class.
func class(err error) string {
	name := fmt.Sprintf("%T", err)
	return name[strings.LastIndexAny(name, ".*")+1:]
}

func (a *engineAdapter) withSystem(name string, f func(*engine.HookSystem) error) error {
	s, err := a.session(name)
	if err != nil {
		return err
	}
	var result error
	if err := guard(func() { result = f(s.config.HookSystem()) }); err != nil {
		return err
	}
	return result
}

// Counters counts without making anything.
func (a *engineAdapter) Counters(_ context.Context, p adapter.SessionParams) (adapter.CountersResult, error) {
	s, err := a.session(p.Session)
	if err != nil {
		return adapter.CountersResult{}, err
	}
	var n engine.Counters
	if err := guard(func() { n = s.config.Counters() }); err != nil {
		return adapter.CountersResult{}, err
	}
	made := adapter.Constructed(n.Constructed)
	return adapter.CountersResult{
		RegistryInitializations: n.RegistryInitializations,
		ProcessesStarted:        n.ProcessesStarted,
		Constructed:             &made,
	}, nil
}
