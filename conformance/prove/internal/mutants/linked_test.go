package mutants_test

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/prove/internal/mutants"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/conformance/trace/link"
	"github.com/hooktest/hooktest/testscripts"
)

// The gates that need only the source: every clause that a test decides is linked and
// has a mutant, and no link is broken. The other gates need a run of the suite, or the
// lock.
func TestThisProjectIsLinked(t *testing.T) {
	c, err := catalogue.Load()
	require.NoError(t, err)
	all, err := cases.Load(testscripts.Files)
	require.NoError(t, err)
	root := os.DirFS("../../../..")
	set, err := mutants.Load(root, c)
	require.NoError(t, err)
	links, faults, err := link.Read(root, "engine")
	require.NoError(t, err)
	in := trace.Input{
		Now: time.Now(), Requirements: c.Requirements(), Interpretations: c.Interpretations(), Ledger: c.Ledger(),
		Cases: all, Links: links, LinkFaults: faults, Lock: &trace.Lock{}, MutantSet: trace.MutantSet{Mutants: set, Unfit: map[string]string{}},
	}
	tree := mutants.NewTree(root)
	for _, m := range set.Mutants {
		if _, err := tree.Sites(m); err != nil {
			in.Unfit[m.ID] = err.Error()
		}
	}
	r := trace.Build(in)
	for _, f := range r.Findings {
		if f.Gate != trace.IncompleteRun && f.Gate != trace.StaleLock && f.Gate != trace.GateChecks {
			assert.Fail(t, f.Message, "%s at %s", f.Gate, f.Position)
		}
	}
	assert.Equal(t, c.Ledger().Tests, r.Ladder.Linked+r.Ladder.Equivalent)
	for clause := range r.Clauses() {
		if clause.Verify == catalogue.ByTest {
			assert.True(t, len(clause.Mutants) > 0 || clause.Equivalent != "", "no mutant violates %s", clause.ID)
		}
	}
}
