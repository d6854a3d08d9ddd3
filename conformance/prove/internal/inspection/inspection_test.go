package inspection

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/catalogue"
)

// loaded is the module's source, read and type-checked once for all tests.
var loaded = sync.OnceValues(func() (*Source, error) { return Load("../../../..") })

func load(t *testing.T) *Source {
	t.Helper()
	s, err := loaded()
	require.NoError(t, err)
	return s
}

func TestTheEngineHoldsEveryInspectedClause(t *testing.T) {
	s := load(t)
	for _, i := range All() {
		assert.NoError(t, i.Check(s), "%s: %s", i.Clause, i.Shows)
	}
}

// The table has exactly the clauses of the catalogue that are decided by inspection.
func TestEveryInspectedClauseHasItsInspection(t *testing.T) {
	c, err := catalogue.Load()
	require.NoError(t, err)
	var want []string
	for _, r := range c.Requirements() {
		for _, clause := range r.Clauses {
			if clause.Verify == catalogue.ByInspection {
				want = append(want, clause.ID)
			}
		}
	}
	var got []string
	for _, i := range All() {
		got = append(got, i.Clause)
		assert.NotEmpty(t, i.Shows, i.Clause)
	}
	assert.Equal(t, want, got)
}
