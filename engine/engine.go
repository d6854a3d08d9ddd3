// Package engine is the reference implementation of the LLxprt Code hook system: a
// Config, its HookSystem, and Fire, which returns the complete result of one event. The
// agent's own code uses the functions of package trigger, one for each moment of its
// lifecycle.
//
// A Config with hooks off costs nothing: it has no HookSystem (HOOK-002, HOOK-010). A
// Config with hooks on makes its HookSystem on the first call of HookSystem, and the
// HookSystem reads the hooks when the first event is fired (HOOK-001, HOOK-206). A
// Config never changes; changed settings need a new one (INT-36).
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

// Hooks are the hook definitions of a session, as merged by the settings layer.
type Hooks struct {
	// Config has the hooks objects of the settings scopes in order of precedence
	// (project, user, system; INT-35).
	Config []*document.Node
	// Extensions are the installed extensions, active or not.
	Extensions []registry.Extension
	// Limits are the settings that restrict individual hooks.
	Limits hook.Limits
}

// Options configure a Config.
type Options struct {
	// Contract describes the agent's hook behaviour; nil means LLxprt Code's.
	Contract *dialect.Contract
	// EnableHooks switches the hook system on.
	EnableHooks bool
	// Hooks returns the definitions. It is called once, when the first event is fired;
	// nil means no hooks.
	Hooks func() (Hooks, error)
	// SessionID and WorkingDir are what hooks read as session_id and cwd; they
	// run in WorkingDir.
	SessionID, WorkingDir string
	// Environ returns the environment that hooks inherit, as "KEY=value"; nil means
	// os.Environ.
	Environ func() []string
	// Sandbox confines the hooks' processes; nil means no sandbox.
	Sandbox *sandbox.Policy
	// CaptureLimit limits how many bytes of each output stream are kept; 0 means 10
	// MiB.
	CaptureLimit int64
	// Hosts are the servers on other machines that hooks may ask, as host or host:port.
	Hosts []string
	// Model answers for a model that hooks ask; nil means that there is no model.
	Model func(context.Context, inquiry.Asking) (text string, err error)
	// Log receives warnings, and debug records if its handler is enabled for them; nil
	// drops everything.
	Log *slog.Logger
}

// A Config is an agent's configuration for one session. It is safe for concurrent use.
type Config struct {
	options     Options
	once        sync.Once
	system      atomic.Pointer[HookSystem]
	constructed construction
}

// NewConfig makes a Config. It reads no file and constructs no part of the hook system
// (HOOK-206).
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

// EnableHooks reports whether hooks are on.
func (c *Config) EnableHooks() bool { return c.options.EnableHooks }

// SessionID names the session.
func (c *Config) SessionID() string { return c.options.SessionID }

// WorkingDir returns the project directory.
func (c *Config) WorkingDir() string { return c.options.WorkingDir }

// Logger returns the logger of one component of the hook system.
func (c *Config) Logger(component string) *slog.Logger {
	return debuglog.Named(c.options.Log, component)
}

// HookSystem returns the session's hook system, or nil if hooks are off. Every call
// returns the same one. It returns at once and reads no file (HOOK-013).
//
//hooktest:impl HOOK-001 HOOK-002 HOOK-013
func (c *Config) HookSystem() *HookSystem {
	if !c.options.EnableHooks {
		return nil
	}
	c.once.Do(func() { c.system.Store(newHookSystem(c)) })
	return c.system.Load()
}
