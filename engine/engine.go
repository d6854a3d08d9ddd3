// Package engine is the reference implementation of the LLxprt Code hook
// system: a Config, the HookSystem behind it, and Fire, which gives everything
// that comes of one event. The agent's own code uses the functions of package
// trigger, one for each moment of its life.
//
// A Config whose hooks are off costs nothing: it has no HookSystem (HOOK-002,
// HOOK-010). One whose hooks are on makes its HookSystem when it is first asked
// for, and the HookSystem reads the hooks when the first event is fired
// (HOOK-001, HOOK-206). A Config never changes; changed settings need a new one
// (INT-36).
package engine

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"

	"github.com/hooktest/hooktest/engine/debuglog"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/inquiry"
	"github.com/hooktest/hooktest/engine/registry"
	"github.com/hooktest/hooktest/internal/sandbox"
)

// Hooks are the hook definitions of a session, as the settings layer merged
// them.
type Hooks struct {
	// Config has the hooks objects of the settings scopes, the first of them
	// first (project, user, system; INT-35).
	Config []*document.Node
	// Extensions are the installed extensions, active or not.
	Extensions []registry.Extension
	// Limits are what the settings say against single hooks.
	Limits hook.Limits
}

// Options are what a Config is made of.
type Options struct {
	// Contract is what the agent does with hooks; nil stands for LLxprt Code's.
	Contract *dialect.Contract
	// EnableHooks switches the hook system on.
	EnableHooks bool
	// Hooks gives the definitions. It is called once, when the first event is
	// fired; nil stands for none.
	Hooks func() (Hooks, error)
	// SessionID and WorkingDir are what hooks read as session_id and cwd; they
	// run in WorkingDir.
	SessionID, WorkingDir string
	// Environ gives the environment that hooks inherit, as "KEY=value"; nil
	// stands for os.Environ.
	Environ func() []string
	// Sandbox confines the processes of hooks; nil starts them as the agent does.
	Sandbox *sandbox.Policy
	// CaptureLimit bounds how much of each output stream of a hook is kept, in
	// bytes; 0 stands for 10 MiB.
	CaptureLimit int64
	// Hosts are servers beyond this machine that hooks may ask, as host or host:port.
	Hosts []string
	// Model stands for a model that hooks ask; nil where nobody does.
	Model func(context.Context, inquiry.Asking) (text string, err error)
	// Log gets warnings, and debug records if its handler wants them; nil drops
	// everything.
	Log *slog.Logger
}

// A Config is what an agent knows of one session. It is safe for concurrent
// use.
type Config struct {
	options     Options
	once        sync.Once
	system      atomic.Pointer[HookSystem]
	constructed construction
}

// NewConfig makes a Config. It reads no file and makes no part of the hook
// system (HOOK-206).
//
//hooktest:impl HOOK-206 HOOK-001 HOOK-010
func NewConfig(options Options) *Config {
	if options.Contract == nil {
		options.Contract = dialect.LLxprt()
	}
	return &Config{options: options}
}

// Contract is what the agent does with hooks.
func (c *Config) Contract() *dialect.Contract { return c.options.Contract }

// EnableHooks tells whether hooks are on.
func (c *Config) EnableHooks() bool { return c.options.EnableHooks }

// SessionID names the session.
func (c *Config) SessionID() string { return c.options.SessionID }

// WorkingDir is the project directory.
func (c *Config) WorkingDir() string { return c.options.WorkingDir }

// Logger is the logger of one component of the hook system.
func (c *Config) Logger(component string) *slog.Logger {
	return debuglog.Named(c.options.Log, component)
}

// HookSystem gives the session's hook system, the same at every call, or nil
// where hooks are off. It returns at once and touches no file (HOOK-013).
//
//hooktest:impl HOOK-001 HOOK-002 HOOK-013
func (c *Config) HookSystem() *HookSystem {
	if !c.options.EnableHooks {
		return nil
	}
	c.once.Do(func() { c.system.Store(newHookSystem(c)) })
	return c.system.Load()
}
