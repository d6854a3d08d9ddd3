package prover

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/trace/proof"
)

func TestWitness(t *testing.T) {
	b := newProver(t)
	var told []Progress
	b.Progress = func(p Progress) { told = append(told, p) }
	w, run, err := b.Witness(t.Context())
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
	verdicts := map[string]outcome.Verdict{}
	for _, c := range run.Checks() {
		verdicts[c.Check] = c.Verdict
		assert.NotNil(t, c.Evidence.Answer, "checks that pass have their evidence, too")
	}
	assert.Equal(t, map[string]outcome.Verdict{
		"HOOK-009.1": outcome.Pass, "HOOK-009.2": outcome.Pass, "HOOK-009.3": outcome.Pass, "HOOK-009.3/again": outcome.Pass,
		"HOOK-009.3/twice": outcome.Pass, "HOOK-013.1": outcome.Pass, "HOOK-004.1": outcome.Fail,
	}, verdicts)
	var names []string
	for _, c := range run.Cases {
		names = append(names, c.Start.Case)
	}
	assert.Equal(t, []string{"01-x/HOOK-009-status", "01-x/HOOK-009-again", "02-x/HOOK-013-off", "03-x/HOOK-004-broken"}, names, "in the order of the suite")
	require.Len(t, told, 1+len(b.Cases))
	assert.Equal(t, Progress{Step: "cases", Done: 4, Total: 4, Bad: 1}, told[4])
}

func TestWitnessFaults(t *testing.T) {
	b := newProver(t)
	ctx, cancel := context.WithCancel(t.Context())
	b.Progress = func(Progress) { cancel() }
	_, _, err := b.Witness(ctx)
	require.ErrorIs(t, err, context.Canceled)
	assertTidy(t, b)
	b.Cases = nil
	_, _, err = b.Witness(t.Context())
	require.EqualError(t, err, "there is no case to run")
}

// With the same engine, a case runs again if its text changed, if the text of a case
// that judges its needs changed, or if one of its checks did not pass.
func TestWitnessTakesOverWhatStays(t *testing.T) {
	b := needy(t)
	sound := strings.Replace(brokenCase, "totalHooks is 77", "initialized is true", 1)
	b.Cases = append(newProver(t).Cases, b.Cases[0], parsed(t, "04-x/HOOK-004-sound.txtar", sound))
	b.Cases[3] = parsed(t, "03-x/HOOK-012-broken.txtar", strings.ReplaceAll(brokenCase, "HOOK-004", "HOOK-012"))
	w, run, err := b.Witness(t.Context())
	require.NoError(t, err)
	stale := map[string]proof.Lines{"engine/before.go": {{1, 1}}}
	before := func() Seen {
		all := map[string]map[string]proof.Lines{}
		for _, c := range b.Cases {
			all[c.Name] = stale
		}
		return Seen{&proof.Witness{Cases: all, Keys: w.Keys}, run}
	}
	again := func() (names []string, run stream.Run) {
		b.Before = before()
		seen, run, err := b.Witness(t.Context())
		require.NoError(t, err)
		for _, c := range b.Cases {
			if !assert.ObjectsAreEqual(stale, seen.Cases[c.Name]) {
				names = append(names, c.Name)
			}
		}
		require.Len(t, run.Cases, len(b.Cases))
		return names, run
	}
	ran, second := again()
	assert.Equal(t, []string{"03-x/HOOK-012-broken"}, ran, "its check may pass now")
	assert.Equal(t, len(run.Checks()), len(second.Checks()))
	assert.True(t, second.Footer.Complete)

	b.Cases[5] = parsed(t, "04-x/HOOK-004-sound.txtar", sound+"# more\n")
	ran, _ = again()
	assert.Equal(t, []string{"03-x/HOOK-012-broken", "01-x/HOOK-011-needs", "04-x/HOOK-004-sound"}, ran, "one judges what the other needs")

	b.Cases = slices.Delete(b.Cases, 3, 4)
	b.Cases[4] = parsed(t, "04-x/HOOK-004-sound.txtar", sound)
	ran, third := again()
	assert.Equal(t, []string{"04-x/HOOK-004-sound"}, ran, "one is run at least")
	assert.Equal(t, stream.SuiteDigest(b.Cases), third.Header.Suite, "the run is one of this suite")

	run.Footer.Complete = false
	ran, _ = again()
	assert.Len(t, ran, len(b.Cases), "a run that was cut short says nothing")
}

func TestReaching(t *testing.T) {
	w := &proof.Witness{Cases: map[string]map[string]proof.Lines{"a": {"engine/x.go": {{3, 9}}}, "b": {"engine/x.go": {{3, 4}}, "engine/y.go": {{7, 7}}}, "c": {}}}
	all := []cases.Case{{Name: "a"}, {Name: "b"}, {Name: "c"}}
	inX, inY := proof.Site{File: "engine/x.go", Line: 8, EndLine: 8, Entry: 6}, proof.Site{File: "engine/y.go", Line: 7, EndLine: 7, Entry: 7}
	tests := []struct {
		name, reason string
		sites        []proof.Site
		want         []string
	}{
		{"by its entry", "what runs the lines around a statement does not run it", []proof.Site{inX}, []string{"a"}},
		{"any of several", "one edit is enough to notice", []proof.Site{inX, inY}, []string{"a", "b"}},
		{"outside of functions", "no line shows who uses it", []proof.Site{inX, {File: "engine/y.go", Line: 1, EndLine: 1}}, []string{"a", "b", "c"}},
		{"nowhere", "no case runs it", []proof.Site{{File: "engine/z.go", Line: 1, EndLine: 1, Entry: 1}}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, c := range reaching(w, all, tt.sites) {
				got = append(got, c.Name)
			}
			assert.Equal(t, tt.want, got, tt.reason)
		})
	}
}
