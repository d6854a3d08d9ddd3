package prover

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/prove/internal/mutants"
	"github.com/hooktest/hooktest/conformance/prove/internal/operator"
	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// made returns a mutant of the status function as an operator would make it.
func made(t *testing.T, b *Prover, id, text string, names ...string) operator.Mutant {
	t.Helper()
	m := operator.Mutant{Mutant: violation(id, statusResult, text), Declaration: "engine.(*HookSystem).Status", Names: names}
	m.Clause = ""
	sites, err := mutants.NewTree(b.files()).Sites(m.Mutant)
	require.NoError(t, err)
	m.First, m.Last = sites[0].Line, sites[0].EndLine
	return m
}

// Any check may notice a mutant of an operator, but only by an assertion of its own.
func TestSweep(t *testing.T) {
	b := newProver(t)
	witness, _, err := b.Witness(t.Context())
	require.NoError(t, err)
	unreached := made(t, b, "engine.x/inert-1", oneMore)
	unreached.First, unreached.Last = 1, 1
	tests := []struct {
		mutant operator.Mutant
		status proof.Status
		killer string
		reason string
	}{
		{made(t, b, "engine.x/constant-1", oneMore, "HOOK-009.3"), proof.Killed, "HOOK-009.3", "a check fails; that of what the function names is asked first"},
		{made(t, b, "engine.x/drop-1", "return Status{TotalHooks: s.parts.registry.Total()}"), proof.Killed, "HOOK-009.2", "a check of any clause counts"},
		{made(t, b, "engine.x/order-1", "return Status{TotalHooks: s.parts.registry.Total(), Initialized: true}"), proof.Survived, "", "the same engine; what is red anyway notices nothing"},
		{made(t, b, "engine.x/control-1", "n := s.parts.registry.Total()\n\treturn Status{Initialized: n > 0 && n != 1, TotalHooks: n}"), proof.Survived, "", "only a control fails, which proves nothing"},
		{unreached, proof.Inert, "", "no case runs it"},
		{made(t, b, "engine.x/crash-1", "go func() { panic(\"broken\") }()\n\tselect {}"), proof.Crashed, "", "who is gone was not judged"},
	}
	var all []operator.Mutant
	for _, tt := range tests {
		all = append(all, tt.mutant)
	}
	results, err := b.Sweep(t.Context(), all, SweepPlan{Witness: witness})
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

// A mutant that hangs does not block the others. One that hung before does not occupy a
// job, and another one releases its job.
func TestAHangingMutantIsJudgedSeparately(t *testing.T) {
	b := newProver(t)
	b.Jobs = 1
	witness, _, err := b.Witness(t.Context())
	require.NoError(t, err)
	all := []operator.Mutant{
		made(t, b, "engine.x/drop-1", "select {}"), made(t, b, "engine.x/drop-2", "for {\n\t\tselect {}\n\t}"), made(t, b, "engine.x/constant-1", oneMore),
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	plan := SweepPlan{Witness: witness, Slow: map[string]bool{"engine.x/drop-1": true}}
	b.Progress = func(p Progress) {
		if p.Done > 0 {
			stop()
		}
	}
	results, err := b.Sweep(ctx, all, plan)
	require.ErrorIs(t, err, context.Canceled)
	require.Len(t, results, 1, "the two that hang would still be waited for")
	assert.Equal(t, "engine.x/constant-1", results[0].Mutant)
	assert.Equal(t, proof.Killed, results[0].Status)
}

// If none of the likeliest cases notices, all other cases run together.
func TestNoCaseIsLeftOut(t *testing.T) {
	b := newProver(t)
	b.Cases = nil
	// The case that notices has the fewest checks, so it runs last.
	for i := range oneByOne + 2 {
		b.Cases = append(b.Cases, parsed(t, fmt.Sprintf("01-x/HOOK-009-status-%d.txtar", i), statusCase))
	}
	b.Cases = append(b.Cases, parsed(t, "02-x/HOOK-009-on.txtar", `# with a hook of its own the status tells of it
# requirement: HOOK-009
# features: system

on BeforeTool '{"type":"command","command":"exit 0"}'
open
initialize
status
clause HOOK-009.3/on
want hookSystem.totalHooks is 1
`))
	witness, _, err := b.Witness(t.Context())
	require.NoError(t, err)
	late := made(t, b, "engine.x/late-1", "n := s.parts.registry.Total()\n\tif n == 1 {\n\t\tn = 0\n\t}\n\treturn Status{Initialized: true, TotalHooks: n}")
	for most, want := range map[int]proof.Status{0: proof.Killed, oneByOne: proof.Survived} {
		results, err := b.Sweep(t.Context(), []operator.Mutant{late}, SweepPlan{Witness: witness, Most: most})
		require.NoError(t, err)
		require.Len(t, results, 1)
		assert.Equal(t, want, results[0].Status, "at most %d cases, 0 for all: %s", most, results[0].Detail)
	}
}

// The cases of the clauses that a function names come first, then those that noticed
// its other mutants. Fewer cases run for a mutant that is known to survive.
func TestTheLikeliestCaseIsAskedFirst(t *testing.T) {
	b := newProver(t)
	witness := &proof.Witness{Cases: map[string]map[string]proof.Lines{}}
	for _, c := range b.Cases[:3] {
		witness.Cases[c.Name] = map[string]proof.Lines{statusFile: {{10, 20}}}
	}
	s := &sweep{proving: &proving{Prover: b}, plan: SweepPlan{Witness: witness}, kills: map[string]map[string]int{}}
	m := operator.Mutant{Mutant: proof.Mutant{ID: "engine.f/drop-1", Edits: []proof.Edit{{File: statusFile}}}, Declaration: "engine.f", Names: []string{"HOOK-013"}, First: 12, Last: 12}
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
