package prover

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/prove/internal/operator"
	"github.com/hooktest/hooktest/conformance/trace/proof"
)

// needy returns a prover with two cases: one fails with any engine, and a check of the
// other needs it.
func needy(t *testing.T) *Prover {
	t.Helper()
	b := newProver(t)
	b.Cases = []cases.Case{parsed(t, "01-x/HOOK-011-needs.txtar", needyCase), parsed(t, "03-x/HOOK-004-broken.txtar", brokenCase)}
	return b
}

// A mutant that only a blocked check notices is not killed.
func TestABlockedCheckKillsNothing(t *testing.T) {
	all := []proof.Mutant{
		violation("HOOK-011.1/one-more", statusResult, oneMore),
		violation("HOOK-011.1/never", statusResult, strings.Replace(oneMore, "true", "false", 1)),
	}
	results, err := needy(t).Prove(t.Context(), all, nil)
	require.NoError(t, err)
	assert.Equal(t, proof.WrongReason, results[0].Status)
	assert.Contains(t, results[0].Detail, "HOOK-011.1 has the verdict blocked")
	assert.Equal(t, proof.Killed, results[1].Status, "another check next to it fails")
	assert.Equal(t, "HOOK-011.1/alone", results[1].Killer.Check)
}

func TestABlockedCheckNoticesNothingInASweep(t *testing.T) {
	b := needy(t)
	witness, _, err := b.Witness(t.Context())
	require.NoError(t, err)
	all := []operator.Mutant{
		made(t, b, "engine.x/constant-1", oneMore),
		made(t, b, "engine.x/constant-2", strings.Replace(oneMore, "true", "false", 1)),
	}
	results, err := b.Sweep(t.Context(), all, SweepPlan{Witness: witness})
	require.NoError(t, err)
	assert.Equal(t, proof.Survived, results[0].Status)
	assert.Equal(t, proof.Killed, results[1].Status)
	assert.Equal(t, "HOOK-011.1/alone", results[1].Killer.Check)

	// Now its need passes.
	b.Cases[1] = parsed(t, "03-x/HOOK-004-sound.txtar", strings.Replace(brokenCase, "totalHooks is 77", "initialized is true", 1))
	results, err = b.Sweep(t.Context(), all[:1], SweepPlan{Witness: witness})
	require.NoError(t, err)
	require.Equal(t, proof.Killed, results[0].Status)
	assert.Equal(t, "HOOK-011.1", results[0].Killer.Check)
}
