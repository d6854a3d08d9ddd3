package stream_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
)

// demanding is a run that requires names of an adapter which claims the profile
// core, and in which a case has used each of the features, with one check.
func demanding(t *testing.T, shard stream.Shard, names []string, checks map[adapter.Feature]outcome.Verdict) (stream.Run, []byte) {
	t.Helper()
	h := header()
	h.Required, h.Shard = names, shard
	var b bytes.Buffer
	w, err := stream.NewWriter(&b, h)
	require.NoError(t, err)
	for feature, v := range checks {
		name := string(feature)
		begin := start(name, "HOOK-002")
		begin.Features = []adapter.Feature{feature}
		require.NoError(t, w.Start(begin))
		require.NoError(t, w.Check(check(name, "HOOK-002.1", v)))
		require.NoError(t, w.End(caseEnd(name, v)))
	}
	require.NoError(t, w.Finish(stream.Cut{}, time.Second))
	return w.Run(), b.Bytes()
}

func TestRequired(t *testing.T) {
	type checks = map[adapter.Feature]outcome.Verdict
	judged := checks{adapter.FeatureFire: outcome.Pass, adapter.FeaturePlan: outcome.NotObservable, adapter.FeatureToolExecute: outcome.Unsupported}
	tests := []struct {
		name    string
		require []string
		checks  checks
		want    []stream.Required
		outcome stream.Outcome
		wrong   string
	}{
		{"claimed and judged", []string{"core", "fire"}, judged,
			[]stream.Required{{"core", true, 2, 1}, {"fire", true, 1, 1}}, stream.AsExpected, ""},
		{"a failure is a judgement", []string{"fire"}, checks{adapter.FeatureFire: outcome.Fail},
			[]stream.Required{{"fire", true, 1, 1}}, stream.Against, ""},
		{"not claimed", []string{"core", "callers"}, judged,
			[]stream.Required{{"core", true, 2, 1}, {"callers", false, 1, 0}}, stream.Against, "callers is required, and the implementation does not claim it"},
		{"a feature of another profile", []string{"bus-request"}, judged,
			[]stream.Required{{"bus-request", false, 0, 0}}, stream.Against, "bus-request is required, and the implementation does not claim it"},
		{"nothing judged", []string{"plan"}, judged,
			[]stream.Required{{"plan", true, 1, 0}}, stream.Against, "plan is required, and none of its 1 checks was judged"},
		{"what is blocked was not judged", []string{"fire"}, checks{adapter.FeatureFire: outcome.Blocked, adapter.FeaturePlan: outcome.Pass},
			[]stream.Required{{"fire", true, 1, 0}}, stream.Against, "fire is required, and none of its 1 checks was judged"},
		{"no case uses it", []string{"extensions"}, judged,
			[]stream.Required{{"extensions", true, 0, 0}}, stream.Against, "extensions is required, and none of its 0 checks was judged"},
		{"nothing at all is judged", []string{"callers"}, checks{adapter.FeatureToolExecute: outcome.Unsupported},
			[]stream.Required{{"callers", false, 1, 0}}, stream.Against, "callers is required, and the implementation does not claim it"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			run, text := demanding(t, stream.Shard{Index: 1, Count: 1}, test.require, test.checks)
			assert.Equal(t, test.want, run.Footer.Required)
			assert.Equal(t, test.outcome, run.Outcome())
			wrong := ""
			for _, lost := range run.Lost() {
				wrong += lost.Wrong()
			}
			assert.Equal(t, test.wrong, wrong)
			assert.Equal(t, run.Footer.Required, read(t, text).Footer.Required, "whoever reads the stream knows the same")
			other := bytes.Replace(text, []byte(`"judged":`), []byte(`"judged":7`), 1)
			_, err := stream.Read(bytes.NewReader(other))
			assert.ErrorContains(t, err, "what is required is not what the header says and the checks show")
		})
	}
}

// One shard does not tell that nothing was judged of something; the whole does.
func TestRequiredOfShards(t *testing.T) {
	one, _ := demanding(t, stream.Shard{Index: 1, Count: 2}, []string{"plan"}, map[adapter.Feature]outcome.Verdict{adapter.FeatureFire: outcome.Pass})
	two, _ := demanding(t, stream.Shard{Index: 2, Count: 2}, []string{"plan"}, map[adapter.Feature]outcome.Verdict{adapter.FeaturePlan: outcome.Pass})
	none, _ := demanding(t, stream.Shard{Index: 2, Count: 2}, []string{"plan"}, map[adapter.Feature]outcome.Verdict{adapter.FeaturePlan: outcome.Unsupported})
	other, _ := demanding(t, stream.Shard{Index: 2, Count: 2}, []string{"core"}, map[adapter.Feature]outcome.Verdict{adapter.FeaturePlan: outcome.Pass})
	assert.Equal(t, stream.AsExpected, one.Outcome())

	whole, err := stream.Merge(one, two)
	require.NoError(t, err)
	assert.Equal(t, []stream.Required{{"plan", true, 1, 1}}, whole.Footer.Required)
	assert.Equal(t, stream.AsExpected, whole.Outcome())

	whole, err = stream.Merge(none, one)
	require.NoError(t, err)
	assert.Equal(t, stream.Against, whole.Outcome(), "no shard has judged any of it")

	_, err = stream.Merge(one, other)
	assert.ErrorContains(t, err, "run: shard 1/2 and shard 2/2 differ in what is required: [plan] and [core]")
}

func TestWhatCanNotBeRequired(t *testing.T) {
	for name, required := range map[string][]string{"an unknown name": {"cores"}, "twice": {"core", "core"}, "no name": {""}} {
		h := header()
		h.Required = required
		_, err := stream.NewWriter(&bytes.Buffer{}, h)
		assert.ErrorContains(t, err, "is no profile and no feature, or stands twice", name)
	}
}

// An adapter that does not end as it should is against the run, and stays so when
// shards are merged.
func TestFarewell(t *testing.T) {
	left := func(index, count int) stream.Run {
		h := header()
		h.Shard = stream.Shard{Index: index, Count: count}
		w, err := stream.NewWriter(&bytes.Buffer{}, h)
		require.NoError(t, err)
		name := "case-" + h.Shard.String()
		require.NoError(t, w.Start(start(name, "HOOK-002")))
		require.NoError(t, w.Check(check(name, "HOOK-002.1", outcome.Pass)))
		require.NoError(t, w.End(caseEnd(name, outcome.Pass)))
		w.Parted(stream.Farewell{Verdict: outcome.Timeout, Message: "still there"})
		require.NoError(t, w.Finish(stream.Cut{}, time.Second))
		return w.Run()
	}
	run := left(1, 1)
	assert.Equal(t, stream.Against, run.Outcome())
	assert.Equal(t, "the adapter's end: timeout: still there", run.Footer.Farewell.String())
	whole, err := stream.Merge(shard(t, 1, 2, nil), left(2, 2))
	require.NoError(t, err)
	assert.Equal(t, &stream.Farewell{Verdict: outcome.Timeout, Message: "shard 2/2: still there"}, whole.Footer.Farewell)
	assert.Equal(t, stream.Against, whole.Outcome())
}
