// Package registry turns the hooks objects of the settings and of the
// extensions into entries: validated, tagged with their source, and ordered.
//
// Most callers need New, Initialize once, and Hooks for each event. What is
// malformed is left out piece by piece, each with a warning that names its
// place; it never takes a valid neighbour along (INT-35).
//
// The package reads no files, tests no matcher, removes no duplicates and
// starts nothing.
package registry

import (
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
)

// An Extension contributes hooks of the lowest priority while it is active.
type Extension struct {
	Name   string
	Active bool
	// Hooks is the extension's hooks object; nil where it has none.
	Hooks *document.Node
	// Path is the file that Hooks was read from, if any.
	Path string
}

// A NotInitializedError reports that entries were asked for before Initialize.
type NotInitializedError struct{}

// Class is the error's name in the specification.
func (*NotInitializedError) Class() string { return "HookRegistryNotInitializedError" }

func (*NotInitializedError) Error() string { return "hook registry is not initialized" }

// A Registry holds the entries of one configuration. It is safe for concurrent
// use; after Initialize, reading takes no lock.
type Registry struct {
	contract *dialect.Contract
	logger   *slog.Logger
	limits   hook.Limits
	once     sync.Once
	passes   atomic.Int64
	state    atomic.Pointer[state]
}

type state struct {
	entries map[hook.Event][]hook.Entry
	// idle are the hooks of inactive extensions.
	idle     map[hook.Event][]hook.Entry
	total    int
	warnings []hook.Warning
}

// New makes an empty registry of hooks as the contract knows them. Warnings go to
// logger at warn level as they are found; nil discards them.
func New(contract *dialect.Contract, logger *slog.Logger) *Registry {
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	return &Registry{contract: contract, logger: logger}
}

// Limit has hooks that are read later keep to what settings say against them.
func (r *Registry) Limit(limits hook.Limits) { r.limits = limits }

// Initialize reads the hooks objects in the order given, then those of the
// active extensions. The definitions of an event concatenate across the hooks
// objects (INT-35). A nil node is skipped. What is malformed costs what the contract
// says (INT-06, INT-18, INT-35).
//
// Only the first call reads anything: later ones return at once, and those
// that arrive while it runs wait for it (HOOK-003, HOOK-004, INT-36).
//
//hooktest:impl HOOK-085 HOOK-086 HOOK-187
func (r *Registry) Initialize(hooks []*document.Node, extensions []Extension) {
	r.once.Do(func() {
		r.passes.Add(1)
		reader := &reader{contract: r.contract, logger: r.logger, limits: r.limits}
		for _, object := range hooks {
			reader.read(origin{source: hook.SourceProject}, object)
		}
		// Nobody asked for what inactive extensions have: it is warned of by none,
		// and only shown to whoever wonders where it is.
		idle := reader.silent()
		for _, extension := range extensions {
			into := idle
			if extension.Active {
				into = reader
			}
			into.read(origin{source: hook.SourceExtensions, extension: extension.Name}, extension.Hooks)
		}
		state := reader.state()
		state.idle = idle.entries
		r.state.Store(state)
	})
}

// Initializations counts how often a configuration was read: 0 or 1.
func (r *Registry) Initializations() int { return int(r.passes.Load()) }

// Initialized tells whether Initialize has finished.
func (r *Registry) Initialized() bool { return r.state.Load() != nil }

// Hooks gives the entries of an event by source priority, and within a source
// in configuration order. The slice is the caller's. Before Initialize the
// error is a *NotInitializedError.
//
//hooktest:impl HOOK-086 HOOK-187
func (r *Registry) Hooks(event hook.Event) ([]hook.Entry, error) {
	s := r.state.Load()
	if s == nil {
		return nil, &NotInitializedError{}
	}
	return slices.Clone(s.entries[event]), nil
}

// Idle gives the hooks that inactive extensions have for an event, which do not
// run, in configuration order. The slice is the caller's; it is nil before
// Initialize.
func (r *Registry) Idle(event hook.Event) []hook.Entry {
	if s := r.state.Load(); s != nil {
		return slices.Clone(s.idle[event])
	}
	return nil
}

// Total counts the entries of all events; it is 0 before Initialize.
//
//hooktest:impl HOOK-009
func (r *Registry) Total() int {
	if s := r.state.Load(); s != nil {
		return s.total
	}
	return 0
}

// Warnings gives what was left out or read differently than it was written, in
// configuration order, as far as hook.Foremost goes; nil before Initialize. The
// slice is the caller's.
func (r *Registry) Warnings() []hook.Warning {
	if s := r.state.Load(); s != nil {
		return hook.Foremost(s.warnings)
	}
	return nil
}

// bySource orders entries by priority (HOOK-187); entries of one source keep
// their order.
//
//hooktest:impl HOOK-086 HOOK-187
func bySource(entries []hook.Entry) {
	slices.SortStableFunc(entries, func(a, b hook.Entry) int { return int(a.Source) - int(b.Source) })
}
