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
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/testscripts"
)

const repository = "../../../.."

func committed(t *testing.T) (proof.Set, *mutants.Tree, *catalogue.Catalogue) {
	t.Helper()
	c, err := catalogue.Load()
	require.NoError(t, err)
	root := os.DirFS(repository)
	set, err := mutants.Load(root, c)
	require.NoError(t, err)
	return set, mutants.NewTree(root), c
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

// The gates that need only the source: every clause that a test decides is linked and
// has a mutant, and no link is broken. The other gates need a run of the suite, or the
// lock.
func TestThisProjectIsLinked(t *testing.T) {
	set, tree, c := committed(t)
	all, err := cases.Load(testscripts.Files)
	require.NoError(t, err)
	links, faults, err := link.Read(os.DirFS(repository), "engine")
	require.NoError(t, err)
	in := trace.Input{
		Now: time.Now(), Requirements: c.Requirements(), Interpretations: c.Interpretations(), Ledger: c.Ledger(),
		Cases: all, Links: links, LinkFaults: faults, Lock: &trace.Lock{}, MutantSet: trace.MutantSet{Mutants: set, Unfit: map[string]string{}},
	}
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
