package builtin

import (
	"context"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/engine"
)

// A session is one Config of the engine with what it logs.
type session struct {
	config *engine.Config
	// definitions are the hooks, on or off.
	definitions engine.Hooks
	pending     *journal
}

// OpenSession makes a Config. The hooks are read when the engine first needs
// them. p.TTY has no effect, because hooks must not see a difference (HOOK-125).
func (a *engineAdapter) OpenSession(_ context.Context, p adapter.OpenParams) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if _, open := a.sessions[p.Session]; open {
		return adapter.AdapterError("session %q is already open", p.Session)
	}
	pending := &journal{}
	log := slog.New(&logHandler{pending: pending})
	configuration, err := configure(a.contract, p, log)
	if err != nil {
		return err
	}
	s := &session{pending: pending, definitions: configuration.definitions}
	err = guard(func() {
		s.config = engine.NewConfig(engine.Options{
			Contract:    a.contract,
			EnableHooks: configuration.enableHooks,
			Hooks:       configuration.hooks,
			SessionID:   p.SessionID,
			WorkingDir:  p.CWD,
			Environ:     environ(p.Env),
			Log:         log,
		})
	})
	if err != nil {
		return err
	}
	a.sessions[p.Session] = s
	return nil
}

// CloseSession forgets a session.
func (a *engineAdapter) CloseSession(_ context.Context, p adapter.SessionParams) error {
	if _, err := a.session(p.Session); err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.sessions, p.Session)
	return nil
}

func (a *engineAdapter) session(name string) (*session, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	s, ok := a.sessions[name]
	if !ok {
		return nil, adapter.AdapterError("no session %q is open", name)
	}
	return s, nil
}

// environ returns the process's environment with changes applied, by name.
func environ(changes map[string]*string) func() []string {
	return func() []string {
		env := slices.DeleteFunc(os.Environ(), func(variable string) bool {
			name, _, _ := strings.Cut(variable, "=")
			_, changed := changes[name]
			return changed
		})
		for _, name := range slices.Sorted(maps.Keys(changes)) {
			if value := changes[name]; value != nil {
				env = append(env, name+"="+*value)
			}
		}
		return env
	}
}
