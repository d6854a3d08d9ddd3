// Package planner turns the entries of an event and the subject of one firing
// into a plan: which hooks run, in which mode, and why each other hook does
// not.
//
// Most callers need New and CreateExecutionPlan; Explain gives the whole plan
// where nothing runs, too, or hooks are off.
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

// A Planner plans firings. It is safe for concurrent use, asks for the entries
// of each event once, and remembers plans: an event without hooks, and a
// subject that it has met before, cost neither a lock nor an allocation
// (HOOK-013).
type Planner struct {
	contract *dialect.Contract
	entries  Entries
	logger   *slog.Logger
	// building keeps an event's matchers from being compiled twice.
	building sync.Mutex
	events   atomic.Pointer[map[hook.Event]*candidates]
}

// Entries are the hooks of a session.
type Entries interface {
	// Hooks gives those of an event, the first of them first.
	Hooks(event hook.Event) ([]hook.Entry, error)
	// Idle gives those of extensions that are not active.
	Idle(event hook.Event) []hook.Entry
}

// New makes a planner by a contract over the hooks of a session. It asks for the
// hooks of an event when that is first planned, and again only where that failed.
// A nil logger discards everything.
func New(contract *dialect.Contract, entries Entries, logger *slog.Logger) *Planner {
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	p := &Planner{contract: contract, entries: entries, logger: logger}
	p.events.Store(&map[hook.Event]*candidates{})
	return p
}

// CreateExecutionPlan gives the plan of one firing, or nil where no hook runs.
// subject is what matchers are tested against: the field that the event's row of
// the contract names; the empty subject matches every matcher (INT-20). It is of
// no account for the events whose matchers are ignored (HOOK-163, INT-19).
//
// Where the entries can't be had, the error is logged at warn level and no hook
// runs. The plan is shared: it must not be changed.
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

// Explain is CreateExecutionPlan for a reader: the plan is never nil without an
// error, and one in which nothing runs still says why each hook is left out.
// Those of inactive extensions are among them. The error is that of the entries.
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
		// An unknown event has no hooks, and remembering every unknown name would
		// let strangers fill the map.
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
