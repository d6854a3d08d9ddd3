package planner

import (
	"maps"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/hooktest/hooktest/engine/hook"
)

const (
	// maxSubjects is how many subjects of an event a memo remembers: more than
	// an agent has tools, and little enough that a model which invents names
	// costs no memory worth mention.
	maxSubjects = 256
	// maxSubjectLength, in bytes, is above every tool name that a model API
	// accepts. Longer subjects are planned anew each time.
	maxSubjectLength = 256
)

// memo remembers plans by subject. Reading takes no lock; writing copies, which
// happens once for each new name.
type memo struct {
	writing sync.Mutex
	plans   atomic.Pointer[map[string]*hook.Plan]
}

// get gives what is remembered; a remembered plan may be nil.
func (m *memo) get(subject string) (plan *hook.Plan, ok bool) {
	plans := m.plans.Load()
	if plans == nil {
		return nil, false
	}
	plan, ok = (*plans)[subject]
	return plan, ok
}

// put remembers a plan. A full memo forgets everything first: names that an
// agent really uses are back at their next call.
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
