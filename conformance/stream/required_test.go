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

// demanding returns a run that requires these names. Its adapter claims the
// profile core, and each feature is used by one case with one check.
func demanding(t *testing.T, shard stream.Shard, names []string, checks map[adapter.Feature]outcome.Verdict) (stream.Run, []byte) {
	t.Helper()
	h := header()
	h.Required, h.Shard = names, shard
	h.Adapter.Hello.Observes = []adapter.Observation{
		adapter.ObserveWarnings, adapter.ObserveDurations, adapter.ObserveTimeouts, adapter.ObserveSkipped, adapter.ObserveTelemetry,
	}
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
			[]stream.Required{{Name: "core", Claimed: true, Checks: 2, Judged: 1}, {Name: "fire", Claimed: true, Checks: 1, Judged: 1}}, stream.AsExpected, ""},
		{"a failure is a judgement", []string{"fire"}, checks{adapter.FeatureFire: outcome.Fail},
			[]stream.Required{{Name: "fire", Claimed: true, Checks: 1, Judged: 1}}, stream.Against, ""},
		{"not claimed", []string{"core", "callers"}, judged,
			[]stream.Required{{Name: "core", Claimed: true, Checks: 2, Judged: 1}, {Name: "callers", Claimed: false, Checks: 1, Judged: 0}}, stream.Against, "callers is required, and the implementation does not claim it"},
		{"a feature of another profile", []string{"bus-request"}, judged,
			[]stream.Required{{Name: "bus-request", Claimed: false, Checks: 0, Judged: 0}}, stream.Against, "bus-request is required, and the implementation does not claim it"},
		{"nothing judged", []string{"plan"}, judged,
			[]stream.Required{{Name: "plan", Claimed: true, Checks: 1, Judged: 0}}, stream.Against, "plan is required, and none of its 1 checks was judged"},
		{"what is blocked was not judged", []string{"fire"}, checks{adapter.FeatureFire: outcome.Blocked, adapter.FeaturePlan: outcome.Pass},
			[]stream.Required{{Name: "fire", Claimed: true, Checks: 1, Judged: 0}}, stream.Against, "fire is required, and none of its 1 checks was judged"},
		{"no case uses it", []string{"extensions"}, judged,
			[]stream.Required{{Name: "extensions", Claimed: true, Checks: 0, Judged: 0}}, stream.Against, "extensions is required, and none of its 0 checks was judged"},
		{"nothing at all is judged", []string{"callers"}, checks{adapter.FeatureToolExecute: outcome.Unsupported},
			[]stream.Required{{Name: "callers", Claimed: false, Checks: 1, Judged: 0}}, stream.Against, "callers is required, and the implementation does not claim it"},
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
			assert.Equal(t, run.Footer.Required, read(t, text).Footer.Required, "a reader of the stream gets the same")
			other := bytes.Replace(text, []byte(`"judged":`), []byte(`"judged":7`), 1)
			_, err := stream.Read(bytes.NewReader(other))
			assert.ErrorContains(t, err, "what is required is not what the header says and the checks show")
		})
	}
}

// A profile counts only if all its cases were selected and its observations are
// claimed: a smaller run proves neither success nor loss.
func TestRequiredInPart(t *testing.T) {
	tests := []struct {
		name, require string
		change        func(*stream.Header)
		wrong         string
		partly        bool
	}{
		{"whole", "core", func(*stream.Header) {}, "", false},
		{"cases are left out", "core", func(h *stream.Header) { h.LeftOut = map[string]int{"core": 3} }, "core is required, and the selection leaves out 3 of its cases", true},
		{"an observation of the profile", "core", func(h *stream.Header) { h.Adapter.Hello.Observes = h.Adapter.Hello.Observes[1:] }, "core is required, and the implementation does not observe warnings", true},
		{"an observation of another profile", "core", func(h *stream.Header) { h.Adapter.Hello.Observes = append(h.Adapter.Hello.Observes, "attempts") }, "", false},
		{"a feature needs none", "fire", func(h *stream.Header) { h.Adapter.Hello.Observes = []adapter.Observation{} }, "", false},
		{"an observation", "warnings", func(*stream.Header) {}, "", false},
		{"an observation that is not claimed", "attempts", func(*stream.Header) {}, "attempts is required, and the implementation does not claim it", false},
		{"an observation that no case rests on", "skipped", func(*stream.Header) {}, "skipped is required, and none of its 0 checks was judged", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			whole, _ := demanding(t, stream.Shard{Index: 1, Count: 1}, []string{tt.require}, map[adapter.Feature]outcome.Verdict{adapter.FeatureFire: outcome.Pass})
			tt.change(&whole.Header)
			whole.Cases[0].Start.Observations = []adapter.Observation{adapter.ObserveWarnings}
			var b bytes.Buffer
			require.NoError(t, whole.Write(&b))
			run := read(t, b.Bytes())
			if tt.wrong == "" {
				assert.Empty(t, run.Lost())
				assert.Equal(t, stream.AsExpected, run.Outcome())
				return
			}
			require.Len(t, run.Lost(), 1)
			assert.Equal(t, tt.wrong, run.Lost()[0].Wrong())
			assert.Equal(t, tt.partly, run.Lost()[0].Partly())
			assert.Equal(t, stream.Against, run.Outcome())
		})
	}
}

// Only the merged run can report that nothing was judged for a name.
func TestRequiredOfShards(t *testing.T) {
	one, _ := demanding(t, stream.Shard{Index: 1, Count: 2}, []string{"plan"}, map[adapter.Feature]outcome.Verdict{adapter.FeatureFire: outcome.Pass})
	two, _ := demanding(t, stream.Shard{Index: 2, Count: 2}, []string{"plan"}, map[adapter.Feature]outcome.Verdict{adapter.FeaturePlan: outcome.Pass})
	none, _ := demanding(t, stream.Shard{Index: 2, Count: 2}, []string{"plan"}, map[adapter.Feature]outcome.Verdict{adapter.FeaturePlan: outcome.Unsupported})
	other, _ := demanding(t, stream.Shard{Index: 2, Count: 2}, []string{"core"}, map[adapter.Feature]outcome.Verdict{adapter.FeaturePlan: outcome.Pass})
	assert.Equal(t, stream.AsExpected, one.Outcome())

	whole, err := stream.Merge(one, two)
	require.NoError(t, err)
	assert.Equal(t, []stream.Required{{Name: "plan", Claimed: true, Checks: 1, Judged: 1}}, whole.Footer.Required)
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
		assert.ErrorContains(t, err, "is not a profile, feature or observation, or is there twice", name)
	}
}

// An adapter that does not shut down correctly fails the run, also after shards
// are merged.
func TestShutdownFault(t *testing.T) {
	left := func(index, count int) stream.Run {
		h := header()
		h.Shard = stream.Shard{Index: index, Count: count}
		w, err := stream.NewWriter(&bytes.Buffer{}, h)
		require.NoError(t, err)
		name := "case-" + h.Shard.String()
		require.NoError(t, w.Start(start(name, "HOOK-002")))
		require.NoError(t, w.Check(check(name, "HOOK-002.1", outcome.Pass)))
		require.NoError(t, w.End(caseEnd(name, outcome.Pass)))
		w.Parted(stream.ShutdownFault{Verdict: outcome.Timeout, Message: "still there"})
		require.NoError(t, w.Finish(stream.Cut{}, time.Second))
		return w.Run()
	}
	run := left(1, 1)
	assert.Equal(t, stream.Against, run.Outcome())
	assert.Equal(t, "the adapter's end: timeout: still there", run.Footer.ShutdownFault.String())
	whole, err := stream.Merge(shard(t, 1, 2, nil), left(2, 2))
	require.NoError(t, err)
	assert.Equal(t, &stream.ShutdownFault{Verdict: outcome.Timeout, Message: "shard 2/2: still there"}, whole.Footer.ShutdownFault)
	assert.Equal(t, stream.Against, whole.Outcome())
}
