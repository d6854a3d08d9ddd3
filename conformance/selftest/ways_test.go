package selftest_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter/process"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/portion"
)

// The same cases have the same results with the engine in memory and over pipes, in
// any order, with any number at once, in one run or in shards. The test uses a part of
// the cases that changes with the commit.
func TestTheWayMakesNoDifference(t *testing.T) {
	t.Parallel()
	bin, err := hooktest()
	require.NoError(t, err)
	cases := portion.Of(allCases(t), 16, 0)
	ways := []way{
		{seed: 1, jobs: 8},
		{seed: 2, jobs: 4, shard: stream.Shard{Index: 1, Count: 3}},
		{seed: 3, jobs: 5, shard: stream.Shard{Index: 2, Count: 3}},
		{seed: 4, jobs: 8, shard: stream.Shard{Index: 3, Count: 3}},
	}
	runs := make([]stream.Run, len(ways))
	pipes, err := process.Start(t.Context(), process.Command{Args: []string{bin, "adapter"}}, process.Options{Version: "test"})
	require.NoError(t, err)
	// The built-in engine says the version that it is given.
	memory, err := process.Builtin(t.Context(), pipes.Hello().Implementation.Version, process.Options{Version: "test"})
	require.NoError(t, err)
	t.Run("ways", func(t *testing.T) {
		t.Run("in memory, in one piece", func(t *testing.T) {
			t.Parallel()
			runs[0] = run(t, memory, cases, ways[0])
		})
		for i := 1; i < len(ways); i++ {
			t.Run("over pipes, "+ways[i].shard.String(), func(t *testing.T) {
				t.Parallel()
				runs[i] = run(t, pipes, cases, ways[i])
			})
		}
	})
	assert.NoError(t, pipes.Close())
	assert.NoError(t, memory.Close())
	assert.Zero(t, pipes.Restarts())

	whole := runs[0]
	merged, err := stream.Merge(runs[3], runs[1], runs[2])
	require.NoError(t, err)
	require.Empty(t, differences(verdicts(whole), verdicts(merged)))
	for _, r := range []*stream.Run{&whole, &merged} {
		r.Header.Seed = 0
		// A test binary does not know the commit that it was built from.
		r.Header.Adapter.Hello.Implementation.Commit = ""
		*r = stream.Normalize(*r)
	}
	assert.Equal(t, whole.Header, merged.Header)
	assert.Equal(t, whole.Footer, merged.Footer)
	require.Len(t, merged.Cases, len(whole.Cases))
	for i := range whole.Cases {
		assert.Equal(t, whole.Cases[i], merged.Cases[i])
	}

}

// Over pipes, the engine passes every check. A commit takes a part of the cases, because
// the tests of testscripts show the same of all in memory. The path of the work folder
// makes no difference either: it may have blanks, digits, names that cases use, or text
// that a shell would expand.
func TestCasesPassOverPipes(t *testing.T) {
	t.Parallel()
	cases := portion.Of(allCases(t), 4, 1)
	bin, err := hooktest()
	require.NoError(t, err)
	pipes, err := process.Start(t.Context(), process.Command{Args: []string{bin, "adapter"}}, process.Options{Version: "test"})
	require.NoError(t, err)
	hostile := filepath.Join(t.TempDir(), "a b 1 guard orchard $HOME *")
	require.NoError(t, os.Mkdir(hostile, 0o700))
	whole := run(t, pipes, cases, way{seed: 5, jobs: 8, folder: hostile})
	assert.NoError(t, pipes.Close())
	assert.Zero(t, pipes.Restarts())
	assert.Equal(t, stream.AsExpected, whole.Outcome())
	declared := 0
	for _, c := range cases {
		declared += len(c.Scopes)
	}
	assert.Len(t, verdicts(whole), declared, "every scope of every case is judged, once")
	for check, v := range verdicts(whole) {
		assert.Equal(t, outcome.Pass, v, check)
	}
}

// differences lists the checks that two runs judge differently or do not share.
func differences(a, b map[string]outcome.Verdict) []string {
	var all []string
	for check, v := range a {
		if b[check] != v {
			all = append(all, fmt.Sprintf("%s: %s and %s", check, v, cmp.Or(b[check], "nothing")))
		}
	}
	for check, v := range b {
		if _, shared := a[check]; !shared {
			all = append(all, fmt.Sprintf("%s: nothing and %s", check, v))
		}
	}
	slices.Sort(all)
	return all
}
