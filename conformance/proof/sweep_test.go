package proof

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/mutants"
	"github.com/hooktest/hooktest/conformance/mutants/operator"
)

// made is a mutant of the status as an operator would make it.
func made(t *testing.T, b *Prover, id, text string, names ...string) operator.Mutant {
	t.Helper()
	m := operator.Mutant{Mutant: violation(id, statusResult, text), Declaration: "engine.(*HookSystem).Status", Names: names}
	m.Clause = ""
	sites, err := mutants.NewTree(b.files()).Sites(m.Mutant)
	require.NoError(t, err)
	m.First, m.Last = sites[0].Line, sites[0].EndLine
	return m
}

// Any check may notice a mutant of an operator, but only by failing itself.
func TestSweep(t *testing.T) {
	b := newProver(t)
	witness, _, err := b.Witness(t.Context(), nil)
	require.NoError(t, err)
	unreached := made(t, b, "engine.x/inert-1", oneMore)
	unreached.First, unreached.Last = 1, 1
	tests := []struct {
		mutant operator.Mutant
		status Status
		killer string
		reason string
	}{
		{made(t, b, "engine.x/constant-1", oneMore, "HOOK-009.3"), Killed, "HOOK-009.3", "a check fails; that of what the function names is asked first"},
		{made(t, b, "engine.x/drop-1", "return Status{TotalHooks: s.parts.registry.Total()}"), Killed, "HOOK-009.2", "whatever it is about"},
		{made(t, b, "engine.x/order-1", "return Status{TotalHooks: s.parts.registry.Total(), Initialized: true}"), Survived, "", "the same engine; what is red anyway notices nothing"},
		{made(t, b, "engine.x/control-1", "n := s.parts.registry.Total()\n\treturn Status{Initialized: n > 0 && n != 1, TotalHooks: n}"), Survived, "", "only a control fails, which accuses nobody"},
		{unreached, Inert, "", "no case runs it"},
		{made(t, b, "engine.x/crash-1", "go func() { panic(\"broken\") }()\n\tselect {}"), Crashed, "", "who is gone was not judged"},
	}
	var all []operator.Mutant
	for _, tt := range tests {
		all = append(all, tt.mutant)
	}
	results, err := b.Sweep(t.Context(), all, SweepPlan{Witness: witness}, nil)
	require.NoError(t, err)
	require.Len(t, results, len(tests))
	for i, tt := range tests {
		assert.Equal(t, tt.mutant.ID, results[i].Mutant)
		assert.Equal(t, tt.status, results[i].Status, "%s: %s", tt.mutant.ID, tt.reason)
		if tt.killer != "" && assert.NotNil(t, results[i].Killer, tt.mutant.ID) {
			assert.Equal(t, tt.killer, results[i].Killer.Check, tt.reason)
		}
	}
}

// The cases of what a function names come first, then those that noticed its
// neighbours; a mutant that is said to survive is asked less.
func TestTheLikeliestCaseIsAskedFirst(t *testing.T) {
	b := newProver(t)
	witness := &Witness{Cases: map[string]map[string]Lines{}}
	for _, c := range b.Cases[:3] {
		witness.Cases[c.Name] = map[string]Lines{statusFile: {{10, 20}}}
	}
	s := &sweep{proving: &proving{Prover: b}, plan: SweepPlan{Witness: witness}, kills: map[string]map[string]int{}}
	m := operator.Mutant{Mutant: mutants.Mutant{ID: "engine.f/drop-1", Edits: []mutants.Edit{{File: statusFile}}}, Declaration: "engine.f", Names: []string{"HOOK-013"}, First: 12, Last: 12}
	names := func() (all []string) {
		for _, c := range s.casesFor(m) {
			all = append(all, c.Name)
		}
		return all
	}
	assert.Equal(t, []string{"02-x/HOOK-013-off", "01-x/HOOK-009-status", "01-x/HOOK-009-again"}, names(), "the fourth does not run the line")
	s.noted("engine.f", "01-x/HOOK-009-again")
	assert.Equal(t, []string{"01-x/HOOK-009-again", "02-x/HOOK-013-off", "01-x/HOOK-009-status"}, names())
	s.plan.Most = 2
	assert.Len(t, names(), 2)
	m.First, m.Last = 30, 30
	assert.Empty(t, names())
}
