package proof

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/verdict"
)

func TestWitness(t *testing.T) {
	b := newBench(t)
	var told []Progress
	w, run, err := b.Witness(t.Context(), func(p Progress) { told = append(told, p) })
	require.NoError(t, err)
	assertTidy(t, b)

	text, err := os.ReadFile(filepath.Join(b.Root, filepath.FromSlash(statusFile)))
	require.NoError(t, err)
	line := func(of string) int {
		before, _, found := strings.Cut(string(text), of)
		require.True(t, found)
		return strings.Count(before, "\n") + 1
	}
	for _, c := range b.Cases {
		assert.True(t, w.Ran(c.Name, statusFile, line(statusResult), line(statusResult)), c.Name)
		assert.False(t, w.Ran(c.Name, statusFile, line(planResult), line(planResult)), c.Name)
	}
	assert.False(t, w.Ran("no such case", statusFile, 1, 1000))
	runner := "engine/runner/execute.go"
	assert.NotEmpty(t, w.Cases["01-x/HOOK-009-status"][runner], "its hook runs")
	assert.Empty(t, w.Cases["02-x/HOOK-013-off"][runner], "no hook runs there: cases do not share what they ran")

	assert.Equal(t, stream.Against, run.Outcome(), "one case is broken")
	assert.True(t, run.Footer.Complete)
	verdicts := map[string]verdict.Verdict{}
	for _, c := range run.Checks() {
		verdicts[c.Check] = c.Verdict
		assert.NotNil(t, c.Evidence.Answer, "checks that pass have their evidence, too")
	}
	assert.Equal(t, map[string]verdict.Verdict{
		"HOOK-009.1": verdict.Pass, "HOOK-009.2": verdict.Pass, "HOOK-009.3": verdict.Pass, "HOOK-009.3/again": verdict.Pass,
		"HOOK-009.3/twice": verdict.Pass, "HOOK-013.1": verdict.Pass, "HOOK-004.1": verdict.Fail,
	}, verdicts)
	var names []string
	for _, c := range run.Cases {
		names = append(names, c.Start.Case)
	}
	assert.Equal(t, []string{"01-x/HOOK-009-status", "01-x/HOOK-009-again", "02-x/HOOK-013-off", "03-x/HOOK-004-broken"}, names, "in the order of the suite")
	require.Len(t, told, 1+len(b.Cases))
	assert.Equal(t, Progress{"cases", 4, 4, 1}, told[4])
}

func TestWitnessFaults(t *testing.T) {
	b := newBench(t)
	ctx, cancel := context.WithCancel(t.Context())
	_, _, err := b.Witness(ctx, func(Progress) { cancel() })
	require.ErrorIs(t, err, context.Canceled)
	assertTidy(t, b)
	b.Cases = nil
	_, _, err = b.Witness(t.Context(), nil)
	require.EqualError(t, err, "there is no case to run")
}
