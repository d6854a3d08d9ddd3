package stream_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/knownfailure"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/source"
)

// The merged run equals the unsharded run for any distribution of the cases, any
// order of the shards and any durations.
func TestShardsMergeToTheWhole(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		ids := []string{"HOOK-001.1", "HOOK-001.2", "HOOK-002.1", "HOOK-004.1/x", "HOOK-004.2", "INT-05"}
		cases := map[string][]stream.Check{}
		count := rapid.IntRange(1, 4).Draw(rt, "shards")
		var names []string
		dealt := make([][]string, count)
		for i := range rapid.IntRange(0, 12).Draw(rt, "cases") {
			id := rapid.SampledFrom(ids).Draw(rt, "id")
			name := fmt.Sprintf("case-%02d", i)
			cases[name] = []stream.Check{check(name, id, rapid.SampledFrom(outcome.All()).Draw(rt, "verdict"))}
			names = append(names, name)
			shard := rapid.IntRange(0, count-1).Draw(rt, "shard")
			dealt[shard] = append(dealt[shard], name)
		}
		whole := read(t, write(t, header(), cases, names...))
		var shards []stream.Run
		for i, some := range dealt {
			h := header()
			h.Shard = stream.Shard{Index: i + 1, Count: count}
			h.Started = h.Started.Add(time.Duration(rapid.IntRange(-5000, 5000).Draw(rt, "delay")) * time.Millisecond)
			h.Adapter.Hello.Nonce = fmt.Sprint(i)
			shards = append(shards, read(t, write(t, h, cases, rapid.Permutation(some).Draw(rt, "order")...)))
		}
		merged, err := stream.Merge(rapid.Permutation(shards).Draw(rt, "shards in order")...)
		require.NoError(rt, err)
		require.Equal(rt, stream.Normalize(whole), stream.Normalize(merged))
	})
}

// shard is one of n shards with one case of its own.
func shard(t *testing.T, index, count int, change func(*stream.Header)) stream.Run {
	t.Helper()
	h := header()
	h.Shard = stream.Shard{Index: index, Count: count}
	if change != nil {
		change(&h)
	}
	name := fmt.Sprintf("case-%d", index)
	return read(t, write(t, h, map[string][]stream.Check{name: {check(name, "HOOK-002.1", outcome.Pass)}}, name))
}

func TestMergeNamesEveryFaultAndItsBlame(t *testing.T) {
	otherDigest := "sha256:" + strings.Repeat("0", 64)
	one := func(change func(*stream.Header)) []stream.Run {
		return []stream.Run{shard(t, 1, 2, nil), shard(t, 2, 2, change)}
	}
	cut := shard(t, 2, 2, nil)
	cut.Ended, cut.Footer = false, stream.Footer{Why: "the stream ends without a footer"}
	overlapping := one(nil)
	overlapping[1].Cases = overlapping[0].Cases
	tests := []struct {
		name   string
		shards []stream.Run
		want   []string
	}{
		{"none", nil, []string{"run: there are no shards"}},
		{"one is missing", []stream.Run{shard(t, 1, 3, nil), shard(t, 3, 3, nil)}, []string{"run: shard 2/3 is missing"}},
		{"twice", []stream.Run{shard(t, 1, 1, nil), shard(t, 1, 1, nil)}, []string{"run: shard 1/1 is there twice"}},
		{"two runs", []stream.Run{shard(t, 1, 2, nil), shard(t, 2, 3, nil)}, []string{"run: shard 1/2 and shard 2/3 belong to different runs"}},
		{"no footer", []stream.Run{shard(t, 1, 2, nil), cut}, []string{"run: shard 2/2: the stream ends without a footer"}},
		{"overlapping", overlapping, []string{"run: shard 1/2 and shard 2/2 both have case case-1"}},
		{"another selection", one(func(h *stream.Header) { h.Selection.Run = []string{"HOOK-002*"} }), []string{"run: shard 1/2 and shard 2/2 select different cases"}},
		{"another suite", one(func(h *stream.Header) { h.Suite = otherDigest }),
			[]string{"suite: shard 1/2 and shard 2/2 differ in the suite's digest: " + header().Suite + " and " + otherDigest}},
		{"another catalogue", one(func(h *stream.Header) { h.Catalogue = otherDigest }),
			[]string{"suite: shard 1/2 and shard 2/2 differ in the catalogue's digest: " + header().Catalogue + " and " + otherDigest}},
		{"another list of clauses", one(func(h *stream.Header) { h.Requirements = h.Requirements[:2] }),
			[]string{"suite: shard 1/2 and shard 2/2 list different clauses under one catalogue"}},
		{"another version of the implementation", one(func(h *stream.Header) { h.Adapter.Hello.Implementation.Version = "1.3" }),
			[]string{"implementation: shard 1/2 and shard 2/2 differ in the implementation: example 1.2 and example 1.3"}},
		{"another commit of the implementation", one(func(h *stream.Header) { h.Adapter.Hello.Implementation.Commit = "f00" }),
			[]string{"implementation: shard 1/2 and shard 2/2 differ in the implementation's commit:  and f00"}},
		{"an implementation that claims less", one(func(h *stream.Header) { h.Adapter.Hello.Profiles = []adapter.Profile{} }),
			[]string{"implementation: shard 1/2 and shard 2/2 differ in what the implementation claims"}},
		{"another list of known failures", append(one(nil)[:1], knowing(shard(t, 2, 2, nil), stream.KnownFailure{Pattern: "HOOK-002.1", Position: "x.toml:1"})),
			[]string{"run: shard 1/2 and shard 2/2 have different known failures"}},
		{"several", one(func(h *stream.Header) { h.Hooktest, h.Adapter.Hello.Implementation.Name = "0.4.0", "other" }), []string{
			"suite: shard 1/2 and shard 2/2 differ in hooktest's version: 0.3.0 and 0.4.0",
			"implementation: shard 1/2 and shard 2/2 differ in the implementation: example 1.2 and other 1.2",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := stream.Merge(tt.shards...)
			require.Error(t, err)
			assert.Equal(t, tt.want, strings.Split(err.Error(), "\n"))
			fault, ok := errors.AsType[*stream.MergeFault](err)
			require.True(t, ok)
			assert.True(t, strings.HasPrefix(tt.want[0], string(fault.Blame)+": "))
		})
	}
}

func TestTooOld(t *testing.T) {
	first := shard(t, 1, 2, nil)
	second := shard(t, 2, 2, func(h *stream.Header) { h.Started = h.Started.Add(-time.Hour) })
	assert.NoError(t, stream.TooOld(second.Header.Started, first, second))
	assert.EqualError(t, stream.TooOld(first.Header.Started, first, second), "run: shard 2/2 began on 2026-01-31 11:00 UTC, which is too long ago")
}

func knowing(run stream.Run, known ...stream.KnownFailure) stream.Run {
	run.Footer.KnownFailures = known
	return run
}

// Only the merged run can prove that an entry matches nothing, or too much.
func TestMergedKnownFailures(t *testing.T) {
	entries := func(checks ...int) []stream.KnownFailure {
		names := []string{"HOOK-001.*", "HOOK-002.*", "HOOK-003.*", "HOOK-004.*"}
		var all []stream.KnownFailure
		for i, n := range checks {
			k := stream.KnownFailure{Pattern: names[i], Position: source.At("x.toml", i), Checks: n}
			if i == 3 {
				k.Until, k.Fault = "2026-01-31", knownfailure.Expired
			}
			all = append(all, k)
		}
		return all
	}
	first, second := knowing(shard(t, 1, 2, nil), entries(0, 1, 20, 0)...), knowing(shard(t, 2, 2, nil), entries(0, 0, 1, 3)...)
	merged, err := stream.Merge(first, second)
	require.NoError(t, err)
	want := entries(0, 1, 21, 3)
	want[0].Fault, want[2].Fault = knownfailure.Unmatched, knownfailure.OverWide
	assert.Equal(t, want, merged.Footer.KnownFailures)
	var b bytes.Buffer
	require.NoError(t, merged.Write(&b))
	assert.Equal(t, want, read(t, b.Bytes()).Footer.KnownFailures)

	second.Footer.Complete, second.Footer.Why = false, "interrupted"
	merged, err = stream.Merge(first, second)
	require.NoError(t, err)
	assert.Empty(t, merged.Footer.KnownFailures[0].Fault, "what was not run may match")
	assert.Equal(t, knownfailure.OverWide, merged.Footer.KnownFailures[2].Fault)
}

func TestMergedTimesAndPlatforms(t *testing.T) {
	first := shard(t, 1, 2, func(h *stream.Header) { h.Platform = stream.Platform{OS: "windows", Arch: "amd64", CPUs: 8} })
	second := shard(t, 2, 2, func(h *stream.Header) { h.Started = h.Started.Add(-3 * time.Second) })
	first.Footer.Complete, first.Footer.Why = false, "interrupted"
	merged, err := stream.Merge(second, first)
	require.NoError(t, err)
	assert.Equal(t, second.Header.Started, merged.Header.Started, "it began with the first to begin")
	assert.InDelta(t, 4000, merged.Footer.Milliseconds, 0, "and ended with the last to end")
	assert.Equal(t, stream.Platform{OS: "linux+windows", Arch: "amd64", CPUs: 2}, merged.Header.Platform)
	assert.False(t, merged.Footer.Complete)
	assert.Equal(t, "shard 1/2: interrupted", merged.Footer.Why)
	assert.Equal(t, stream.Shard{Index: 1, Count: 1}, merged.Header.Shard)
}

func TestNormalizeLeavesNoTime(t *testing.T) {
	text, run := sample(t)
	later := read(t, []byte(strings.NewReplacer(
		"2026-01-31T12:00:00.000Z", "2026-02-01T01:02:03.456789Z",
		`"milliseconds":8.25`, `"milliseconds":80.5`, `"milliseconds":1.5,`, `"milliseconds":3,`,
		`\"totalDuration\":12`, `\"totalDuration\":1234`, `"bytes":59`, `"bytes":64`,
		`"nonce":"n-1"`, `"nonce":"n-2"`, `"milliseconds":1500`, `"milliseconds":99`, `"milliseconds":20`, `"milliseconds":21`,
		`"started":"2026-01-31T12:00:00.25Z"`, `"started":"2027-01-31T12:00:00Z"`,
	).Replace(string(text))))
	require.NotEqual(t, run, later)
	assert.Equal(t, stream.Normalize(run), stream.Normalize(later))
	assert.Equal(t, read(t, text), run, "the run itself is left as it is")

	other := read(t, []byte(strings.Replace(string(text), `"exit":2`, `"exit":1`, 1)))
	assert.NotEqual(t, stream.Normalize(run), stream.Normalize(other))
}
