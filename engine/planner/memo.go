package planner

import (
	"maps"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/hooktest/hooktest/engine/hook"
)

const (
	// maxSubjects is how many subjects of an event a memo remembers. It is more than an
	// agent has tools, and small enough that a model which invents names costs little
	// memory.
	maxSubjects = 256
	// maxSubjectLength, in bytes, exceeds every tool name that a model API accepts.
	// Longer subjects are planned each time.
	maxSubjectLength = 256
)

// memo remembers plans by subject. Reads take no lock; a write copies the map, once for
// each new name.
type memo struct {
	writing sync.Mutex
	plans   atomic.Pointer[map[string]*hook.Plan]
}

// get returns the remembered plan, which may be nil.
func (m *memo) get(subject string) (plan *hook.Plan, ok bool) {
	plans := m.plans.Load()
	if plans == nil {
		return nil, false
	}
	plan, ok = (*plans)[subject]
	return plan, ok
}

// put remembers a plan. A full memo is cleared first: names that an agent really uses
// return with their next call.
func (m *memo) put(subject string, plan *hook.Plan) {
	if len(subject) > maxSubjectLength {
		return
	}
	m.writing.Lock()
	defer m.writing.Unlock()
	var plans map[string]*hook.Plan
	if old := m.plans.Load(); old != nil && len(*old) < maxSubjects {
		plans = maps.Clone(*old)
	} else {
		plans = make(map[string]*hook.Plan)
	}
	// The subject may be part of a large message that must not be kept alive.
	plans[strings.Clone(subject)] = plan
	m.plans.Store(&plans)
}
