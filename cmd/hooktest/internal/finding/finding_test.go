package finding_test

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/trial"
	"github.com/hooktest/hooktest/engine/dialect"
)

// observe runs an example as each of its agents would.
func observe(t *testing.T, e finding.Example) []finding.Run {
	t.Helper()
	var runs []finding.Run
	for _, name := range e.Agents {
		contract, ok := dialect.Named(name)
		require.True(t, ok, name)
		_, ok = contract.Event(e.Event)
		require.True(t, ok, "%s has no event %s", name, e.Event)
		f, err := trial.Run(context.Background(), trial.Spec{
			Contract: contract, Event: e.Event, Fields: contract.Sample(e.Event, ""),
			Hooks: trial.OneHook(contract, e.Hook, e.Event, e.Timeout), Environ: os.Environ(),
		})
		require.NoError(t, err)
		require.Len(t, f.Merged.Results, 1)
		runs = append(runs, finding.Run{Contract: contract, Event: e.Event, Result: f.Merged.Results[0], Input: f.Merged.Input})
	}
	return runs
}

// found are the findings of an example.
func found(t *testing.T, e finding.Example) []finding.Finding {
	t.Helper()
	runs := observe(t, e)
	all := finding.Among(runs)
	for _, r := range runs {
		all = append(all, finding.Of(r)...)
	}
	return all
}

func ids(all []finding.Finding) []string {
	out := []string{}
	for _, f := range all {
		out = append(out, f.Rule.ID)
	}
	return slices.Compact(out)
}

// The examples are what authors read of a rule: the bad one has its finding and no
// other, the good one has none at all.
func TestExamples(t *testing.T) {
	t.Parallel()
	for _, rule := range finding.Rules() {
		t.Run(rule.ID, func(t *testing.T) {
			t.Parallel()
			for _, example := range []finding.Example{rule.Bad, rule.Good} {
				require.NotEmpty(t, example.Hook, "both examples are given")
			}
			bad := found(t, rule.Bad)
			if len(rule.Bad.Agents) > 1 {
				// Why they disagree is a finding about one of them.
				bad = finding.Among(observe(t, rule.Bad))
			}
			assert.Equal(t, []string{rule.ID}, ids(bad), rule.Bad.Hook)
			for _, f := range bad {
				assert.NotEmpty(t, f.Fix)
				for _, line := range []string{f.Text, f.Fix} {
					assert.NotContains(t, line, "\n")
					assert.False(t, strings.HasSuffix(line, "."), line)
				}
			}
			assert.Empty(t, ids(found(t, rule.Good)), rule.Good.Hook)
		})
	}
}
