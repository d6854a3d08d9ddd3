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
	"github.com/hooktest/hooktest/engine/hook"
)

func ids(all []finding.Finding) []string {
	found := []string{}
	for _, f := range all {
		found = append(found, f.Rule.ID)
	}
	return found
}

// by is the use of an example's script.
func by(t *testing.T, e finding.Example) script.Use {
	t.Helper()
	c, ok := dialect.Named(e.Agents[0])
	require.True(t, ok, e.Agents[0])
	use := script.Use{Contracts: []*dialect.Contract{c}}
	if e.Event != "" {
		use.Events = []hook.Event{e.Event}
	}
	return use
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
			bad := script.Check(rule.Bad.File.Path, []byte(rule.Bad.File.Text), by(t, rule.Bad))
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
			good := script.Check(rule.Good.File.Path, []byte(rule.Good.File.Text), by(t, rule.Good))
			assert.Empty(t, ids(good), rule.Good.File.Text)
		})
	}
}
