package explore

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/catalogue"
)

// What the rules name is in the catalogue.
func TestRulesNameClauses(t *testing.T) {
	known, err := catalogue.Load()
	require.NoError(t, err)
	for _, r := range rules {
		require.NotEmpty(t, strings.Fields(r.clauses), r)
		for id := range strings.FieldsSeq(r.clauses) {
			_, isClause := known.Clause(id)
			_, isInterpretation := known.Interpretation(id)
			assert.True(t, isClause || isInterpretation, id)
		}
		for kind := range strings.FieldsSeq(r.kinds) {
			assert.GreaterOrEqual(t, stage(kind), 0, kind)
		}
		for event := range strings.FieldsSeq(r.events) {
			assert.Contains(t, WorldOf(everything()).Events, event)
		}
	}
}
