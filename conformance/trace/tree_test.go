package trace

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/mutants"
	"github.com/hooktest/hooktest/conformance/suite"
	"github.com/hooktest/hooktest/conformance/trace/link"
	"github.com/hooktest/hooktest/testscripts"
)

// What the source of this project says without being run: every clause by test
// is linked and has a mutant, and no link is broken. The rest of the gates needs
// a run of the suite.
func TestThisProjectIsLinked(t *testing.T) {
	c, err := catalogue.Load()
	require.NoError(t, err)
	cases, err := suite.Load(testscripts.Files)
	require.NoError(t, err)
	root := os.DirFS("../..")
	set, err := mutants.Load(root, c)
	require.NoError(t, err)
	links, faults, err := link.Read(root, "engine")
	require.NoError(t, err)
	in := Input{
		Now: time.Now(), Requirements: c.Requirements(), Interpretations: c.Interpretations(), Ledger: c.Ledger(),
		Cases: cases, Links: links, LinkFaults: faults, Mutants: set, Lock: &Lock{}, Unfit: map[string]string{},
	}
	tree := mutants.NewTree(root)
	for _, m := range set.Mutants {
		if _, err := tree.Sites(m); err != nil {
			in.Unfit[m.ID] = err.Error()
		}
	}
	r := Build(in)
	for _, f := range r.Findings {
		if f.Gate != IncompleteRun && f.Gate != StaleLock {
			assert.Fail(t, f.Message, "%s at %s", f.Gate, f.Position)
		}
	}
	assert.Equal(t, c.Ledger().Tests, r.Ladder.Linked+r.Ladder.Equivalent)
	for clause := range r.clauses() {
		if clause.Verify == catalogue.ByTest {
			assert.True(t, len(clause.Mutants) > 0 || clause.Equivalent != "", "no mutant violates %s", clause.ID)
		}
	}
}
