package planner_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/planner"
)

// Firings that must cost nothing.
func TestPlanningAllocatesNothing(t *testing.T) {
	guards := make([]hook.Entry, 50)
	for i := range guards {
		guards[i] = matching("^(write_file|replace)$", "guard"+strconv.Itoa(i))
	}
	for _, tt := range []struct {
		name    string
		planner *planner.Planner
		event   hook.Event
		subject string
	}{
		{"no hooks", of(), hook.BeforeTool, "read_file"},
		{"none matches", of(guards...), hook.BeforeTool, "read_file"},
		{"all match", of(guards...), hook.BeforeTool, "replace"},
		{"no subject", of(guards...), hook.BeforeModel, ""},
	} {
		allocations := testing.AllocsPerRun(1000, func() { tt.planner.CreateExecutionPlan(tt.event, tt.subject) })
		assert.Zero(t, allocations, "HOOK-011, HOOK-012, HOOK-013: %s", tt.name)
	}
}
