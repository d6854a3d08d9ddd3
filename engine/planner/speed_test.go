package planner_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/planner"
)

// fast are the firings that must cost nothing (HOOK-011, 012, 013).
func fast() []struct {
	name    string
	planner *planner.Planner
	event   hook.Event
	subject string
} {
	guards := make([]hook.Entry, 50)
	for i := range guards {
		guards[i] = matching("^(write_file|replace)$", "guard"+strconv.Itoa(i))
	}
	return []struct {
		name    string
		planner *planner.Planner
		event   hook.Event
		subject string
	}{
		{"no hooks", of(), hook.BeforeTool, "read_file"},
		{"none matches", of(guards...), hook.BeforeTool, "read_file"},
		{"all match", of(guards...), hook.BeforeTool, "replace"},
		{"no subject", of(guards...), hook.BeforeModel, ""},
	}
}

func TestPlanningAllocatesNothing(t *testing.T) {
	for _, tt := range fast() {
		allocations := testing.AllocsPerRun(1000, func() { tt.planner.CreateExecutionPlan(tt.event, tt.subject) })
		assert.Zero(t, allocations, "HOOK-013: %s", tt.name)
	}
}

func BenchmarkCreateExecutionPlan(b *testing.B) {
	for _, tt := range fast() {
		b.Run(tt.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				tt.planner.CreateExecutionPlan(tt.event, tt.subject)
			}
		})
	}
	// Names that are not remembered, as from a model that invents them.
	b.Run("new subjects", func(b *testing.B) {
		p := fast()[1].planner
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			p.CreateExecutionPlan(hook.BeforeTool, "invented_"+strconv.Itoa(i))
		}
	})
}
