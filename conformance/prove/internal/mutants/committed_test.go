package mutants_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/prove/internal/mutants"
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/testscripts"
)

func committed(t *testing.T) (proof.Set, *mutants.Tree, *catalogue.Catalogue) {
	t.Helper()
	c, err := catalogue.Load()
	require.NoError(t, err)
	root := os.DirFS("../../../..")
	set, err := mutants.Load(root, c)
	require.NoError(t, err)
	return set, mutants.NewTree(root), c
}

// A clause that a test decides has a mutant, or a reason why it can't be violated.
func TestEveryTestClauseHasAMutant(t *testing.T) {
	set, _, c := committed(t)
	covered := map[string]bool{}
	for _, m := range set.Mutants {
		covered[m.Clause] = true
	}
	for _, e := range set.Equivalents {
		covered[e.Clause] = true
	}
	tests := 0
	for _, r := range c.Requirements() {
		for _, clause := range r.Clauses {
			if clause.Verify == catalogue.ByTest {
				tests++
				assert.True(t, covered[clause.ID], "no mutant violates %s, and no reason says that none can", clause.ID)
			}
		}
	}
	assert.NotZero(t, tests)
}

// An edit that no longer applies would prove nothing, and would go unnoticed.
func TestEveryMutantApplies(t *testing.T) {
	set, tree, _ := committed(t)
	var woven []proof.Mutant
	for _, m := range set.Mutants {
		alone, err := tree.Alone(m)
		if !assert.NoError(t, err) {
			continue
		}
		if !alone {
			woven = append(woven, m)
		}
	}
	program, err := tree.Weave("github.com/hooktest/hooktest", woven)
	require.NoError(t, err)
	assert.Len(t, program.Numbers, len(woven))
	assert.Greater(t, len(woven), len(set.Mutants)*9/10, "programs of their own take long to build: most mutants share one")
}

// A check that no case declares could never notice.
func TestTheChecksThatAreToNoticeExist(t *testing.T) {
	set, _, _ := committed(t)
	all, err := cases.Load(testscripts.Files)
	require.NoError(t, err)
	checks := map[string]bool{}
	for _, c := range all {
		for _, s := range c.Scopes {
			checks[s.Check], checks[s.Clause] = true, true
		}
	}
	for _, m := range set.Mutants {
		assert.True(t, checks[m.Clause], "%s: no case checks %s", m.Position, m.Clause)
		if m.Check != "" {
			assert.True(t, checks[m.Check], "%s: no case opens %s", m.Position, m.Check)
		}
	}
}
