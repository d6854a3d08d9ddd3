package script_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/script"
	"github.com/hooktest/hooktest/engine/dialect"
)

func ids(all []finding.Finding) []string {
	found := []string{}
	for _, f := range all {
		found = append(found, f.Rule.ID)
	}
	return found
}

// by is the use of a script by one agent.
func by(t *testing.T, agent string) script.Use {
	t.Helper()
	c, ok := dialect.Named(agent)
	require.True(t, ok, agent)
	return script.Use{Contracts: []*dialect.Contract{c}}
}

// The examples are what authors read of a rule: the bad one has its finding and no
// other, the good one has none at all.
func TestExamples(t *testing.T) {
	t.Parallel()
	for _, rule := range script.Rules() {
		t.Run(rule.ID, func(t *testing.T) {
			t.Parallel()
			for _, e := range []finding.Example{rule.Bad, rule.Good} {
				require.NotEmpty(t, e.File.Text)
				require.Len(t, e.Agents, 1)
			}
			bad := script.Check(rule.Bad.File.Path, []byte(rule.Bad.File.Text), by(t, rule.Bad.Agents[0]))
			assert.Equal(t, []string{rule.ID}, slices.Compact(ids(bad)), rule.Bad.File.Text)
			for _, f := range bad {
				assert.NotEmpty(t, f.Fix)
				assert.NotEmpty(t, f.Rule.Title)
				assert.NotZero(t, f.Place.Position.Line)
				for _, line := range []string{f.Text, f.Fix} {
					assert.NotContains(t, line, "\n")
					assert.False(t, strings.HasSuffix(line, "."), line)
				}
			}
			good := script.Check(rule.Good.File.Path, []byte(rule.Good.File.Text), by(t, rule.Good.Agents[0]))
			assert.Empty(t, ids(good), rule.Good.File.Text)
		})
	}
}
