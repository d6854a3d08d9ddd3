// Package planner turns the entries of an event and the subject of one firing
// into a plan: which hooks run, in which mode, and why each other hook does
// not.
//
// Most callers need New and CreateExecutionPlan. Explain returns the whole plan even if
// nothing runs or hooks are off.
//
// The package starts nothing and validates no entries: it takes them in the
// order in which they were registered.
package planner

import (
	"log/slog"
	"maps"
	"sync"
	"sync/atomic"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
)

// A Planner plans firings. It is safe for concurrent use, reads the entries of each
// event once, and remembers plans: an event without hooks, and a known subject, cost
// neither a lock nor an allocation (HOOK-013).
type Planner struct {
	contract *dialect.Contract
	entries  Entries
	logger   *slog.Logger
	// building prevents an event's matchers from being compiled twice.
	building sync.Mutex
	events   atomic.Pointer[map[hook.Event]*candidates]
}

// Entries are the hooks of a session.
type Entries interface {
	// Hooks returns the hooks of an event in order.
	Hooks(event hook.Event) ([]hook.Entry, error)
	// Idle returns the hooks of inactive extensions.
	Idle(event hook.Event) []hook.Entry
}

// Single is a session with one hook.
type Single hook.Entry

// Hooks returns the hook.
func (s Single) Hooks(hook.Event) ([]hook.Entry, error) { return []hook.Entry{hook.Entry(s)}, nil }

// Idle returns nothing.
func (s Single) Idle(hook.Event) []hook.Entry { return nil }

// New makes a planner for a contract and the hooks of a session. It reads the hooks of
// an event on its first firing, and again only if that failed. A nil logger discards
// everything.
func New(contract *dialect.Contract, entries Entries, logger *slog.Logger) *Planner {
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	p := &Planner{contract: contract, entries: entries, logger: logger}
	p.events.Store(&map[hook.Event]*candidates{})
	return p
}

// CreateExecutionPlan returns the plan of one firing, or nil if no hook runs. subject
// is the text that matchers are tested against: the field that the event's row of the
// contract names. The empty subject matches every matcher (INT-20). The subject is
// irrelevant for events whose matchers are ignored (HOOK-163, INT-19).
//
// If the entries can't be read, the error is logged at warn level and no hook runs.
// The plan is shared: it must not be changed.
//
//hooktest:impl HOOK-012 HOOK-145 HOOK-163
func (p *Planner) CreateExecutionPlan(event hook.Event, subject string) *hook.Plan {
	c, ok := (*p.events.Load())[event]
	if !ok {
		var err error
		if c, err = p.build(event); err != nil {
			p.logger.Warn("no hooks to plan", "event", string(event), "error", err.Error())
			return nil
		}
	}
	return c.plan(subject)
}

// Explain is CreateExecutionPlan for people: without an error the plan is never nil,
// and a plan without hooks still says why each hook is skipped, including those of
// inactive extensions. The error is the one of the entries.
//
//hooktest:impl HOOK-145
func (p *Planner) Explain(event hook.Event, subject string) (*hook.Plan, error) {
	c, err := p.build(event)
	if err != nil {
		return nil, err
	}
	return withIdle(p.contract, c.choose(subject), p.entries), nil
}

// build prepares an event's entries, once.
//
//hooktest:impl HOOK-091
func (p *Planner) build(event hook.Event) (*candidates, error) {
	row, known := p.contract.Event(event)
	if !known {
		// An unknown event has no hooks. If every unknown name were remembered, callers
		// could fill the map.
		return &candidates{event: row}, nil
	}
	p.building.Lock()
	defer p.building.Unlock()
	events := *p.events.Load()
	if c, ok := events[event]; ok {
		return c, nil
	}
	entries, err := p.entries.Hooks(event)
	if err != nil {
		return nil, err
	}
	c := newCandidates(p.contract, row, entries, func(w hook.Warning) {
		p.logger.Warn(w.Text, "rule", w.Rule, "event", string(event), "position", w.Position.String())
	})
	extended := maps.Clone(events)
	extended[event] = c
	p.events.Store(&extended)
	return c, nil
}
