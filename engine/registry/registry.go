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
	// Hooks is the extension's hooks object; nil if it has none.
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

// New makes an empty registry for a contract. Warnings go to logger at warn level as
// they are found; nil discards them.
func New(contract *dialect.Contract, logger *slog.Logger) *Registry {
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	return &Registry{contract: contract, logger: logger}
}

// Limit applies the settings' limits to hooks that are read later.
func (r *Registry) Limit(limits hook.Limits) { r.limits = limits }

// Initialize reads the hooks objects in the given order, then those of the active
// extensions. The definitions of an event are concatenated across the hooks objects
// (INT-35). A nil node is skipped. The contract defines the effect of malformed parts
// (INT-06, INT-18, INT-35).
//
// Only the first call reads anything. Calls during it wait for it, and later ones
// return at once (HOOK-003, HOOK-004, INT-36).
//
//hooktest:impl HOOK-085 HOOK-086 HOOK-187
func (r *Registry) Initialize(hooks []*document.Node, extensions []Extension) {
	r.once.Do(func() {
		r.passes.Add(1)
		reader := &reader{contract: r.contract, logger: r.logger, limits: r.limits}
		for _, object := range hooks {
			reader.read(origin{source: hook.SourceProject}, object)
		}
		// Inactive extensions cause no warnings. Their hooks are only listed for a user
		// who looks for them.
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

// Initializations returns how often a configuration was read: 0 or 1.
func (r *Registry) Initializations() int { return int(r.passes.Load()) }

// Initialized reports whether Initialize has finished.
func (r *Registry) Initialized() bool { return r.state.Load() != nil }

// Hooks returns the entries of an event by source priority, and within a source in
// configuration order. The caller owns the slice. Before Initialize the error is a
// *NotInitializedError.
//
//hooktest:impl HOOK-086 HOOK-187
func (r *Registry) Hooks(event hook.Event) ([]hook.Entry, error) {
	s := r.state.Load()
	if s == nil {
		return nil, &NotInitializedError{}
	}
	return slices.Clone(s.entries[event]), nil
}

// Idle returns the hooks of inactive extensions for an event, which do not run, in
// configuration order. The caller owns the slice; it is nil before Initialize.
func (r *Registry) Idle(event hook.Event) []hook.Entry {
	if s := r.state.Load(); s != nil {
		return slices.Clone(s.idle[event])
	}
	return nil
}

// Total returns the number of entries of all events; it is 0 before Initialize.
//
//hooktest:impl HOOK-009
func (r *Registry) Total() int {
	if s := r.state.Load(); s != nil {
		return s.total
	}
	return 0
}

// Warnings returns the warnings about ignored or reinterpreted settings in
// configuration order, limited by hook.Foremost; nil before Initialize. The caller owns
// the slice.
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
