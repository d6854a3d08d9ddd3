// Package selftest tests the claims of the conformance suite: adapters that do
// nothing pass nothing, adapters that lie are detected, and the verdicts do not
// depend on the client, the order, the number of jobs or the shards. It has only
// tests.
package selftest_test

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter/process"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/harness"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/testscripts"
)

// The test binary is also the adapters of this package: with modeKey in its
// environment it runs the one with that name.
const modeKey = "HOOKTEST_SELFTEST_ADAPTER"

func TestMain(m *testing.M) {
	if mode := os.Getenv(modeKey); mode != "" {
		os.Exit(serve(mode, os.Stdin, os.Stdout))
	}
	folder, err := os.MkdirTemp("", "hooktest-selftest-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	hooktest = sync.OnceValues(func() (string, error) {
		path := filepath.Join(folder, "hooktest")
		if output, err := exec.Command("go", "build", "-o", path, "../../cmd/hooktest").CombinedOutput(); err != nil {
			return "", fmt.Errorf("building hooktest: %w\n%s", err, output)
		}
		return path, nil
	})
	code := m.Run()
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// hooktest builds the program once, without the race detector. The process client and
// the suite's own hooks run it; the hooks start often and would be slow with the race
// detector.
var hooktest func() (string, error)

// started is a client to the adapter of this binary that has the name.
func started(t *testing.T, mode string) *process.Client {
	t.Helper()
	// The race detector delays a program's exit by a second.
	env := append(os.Environ(), modeKey+"="+mode, "GORACE=atexit_sleep_ms=0")
	o := process.Options{Version: "test"}
	if strings.HasPrefix(mode, "records") {
		// It writes all of its tape at the end.
		o.TimeoutScale = 10
	}
	d, err := process.Start(t.Context(), process.Command{Args: []string{os.Args[0]}, Env: env}, o)
	require.NoError(t, err)
	t.Cleanup(func() { _ = d.Close() })
	return d
}

func allCases(t *testing.T) []cases.Case {
	t.Helper()
	all, err := cases.Load(testscripts.Files)
	require.NoError(t, err)
	require.NotEmpty(t, all)
	return all
}

// A way is everything that must not make a difference.
type way struct {
	seed  int64
	jobs  int
	shard stream.Shard
	// scale multiplies the limit of the run; 0 means 1.
	scale float64
	// evidence keeps the evidence of passing checks, too.
	evidence bool
	// folder is the work folder of the cases; empty for a folder of the test.
	folder string
}

// run runs the cases of a shard and gives the whole stream.
func run(t *testing.T, d *process.Client, all []cases.Case, how way) stream.Run {
	t.Helper()
	c, err := catalogue.Load()
	require.NoError(t, err)
	run, err := harness.Run{
		Version: "test", Suite: harness.Suite{Cases: all, Catalogue: c}, Cases: harness.ShardOf(all, how.shard), Shard: how.shard,
		Client: d, Folder: cmp.Or(how.folder, t.TempDir()), Jobs: max(how.jobs, 1), Seed: how.seed, TimeoutScale: how.scale, KeepEvidence: how.evidence, Restarts: d.Cost,
	}.Do(t.Context())
	require.NoError(t, err)
	return run
}

// verdicts are those of all checks, by case and check.
func verdicts(r stream.Run) map[string]outcome.Verdict {
	all := map[string]outcome.Verdict{}
	for _, c := range r.Checks() {
		all[c.Case+" "+c.Check] = c.Verdict
	}
	return all
}
