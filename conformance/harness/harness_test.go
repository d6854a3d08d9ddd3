package harness

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/knownfailure"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/suite"
)

// scripted answers every status request with the result of the function.
type scripted func(method string) (string, error)

func (s scripted) Hello() adapter.InitializeResult {
	return adapter.InitializeResult{
		ProtocolVersion: adapter.Version, Nonce: "n", Dialect: adapter.Dialect,
		Implementation: adapter.Implementation{Name: "scripted", Version: "1", Language: "go"},
		Profiles:       adapter.Profiles(), MaxInFlight: 4,
	}
}

func (s scripted) Call(ctx context.Context, method string, _ any, _ time.Duration) (json.RawMessage, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if method != adapter.MethodSystemStatus {
		return json.RawMessage(`{}`), nil
	}
	text, err := s(method)
	return json.RawMessage(text), err
}

// statusCases are cases that expect the answer true.
func statusCases(t *testing.T, n int) []cases.Case {
	t.Helper()
	var all []cases.Case
	for i := range n {
		text := fmt.Sprintf("# says yes\n# requirement: HOOK-%03d\nstatus\nclause HOOK-%03d.1\nwant yes is true\n", i+1, i+1)
		c, err := cases.Parse(fmt.Sprintf("01-x/HOOK-%03d-yes.txtar", i+1), []byte(text))
		require.NoError(t, err)
		all = append(all, c)
	}
	return all
}

// run runs the suite against scripted answers.
func run(t *testing.T, ctx context.Context, r Run, answer suite.Client) (stream.Run, error) {
	t.Helper()
	var out bytes.Buffer
	var requirements []stream.Requirement
	for i := range max(12, len(r.Cases)) {
		requirements = append(requirements, stream.Requirement{ID: fmt.Sprintf("HOOK-%03d", i+1), Tests: []int{1, 2}})
	}
	events, err := stream.NewWriter(&out, stream.Header{
		Hooktest: "test", Suite: "sha256:" + strings.Repeat("1", 64), Catalogue: "sha256:" + strings.Repeat("2", 64), Shard: stream.Shard{Index: 1, Count: 1},
		Platform: stream.Platform{OS: "linux", Arch: "amd64", CPUs: 1}, Started: time.Unix(0, 0).UTC(),
		Requirements: requirements,
		Adapter:      stream.Adapter{Hello: answer.Hello()},
	})
	require.NoError(t, err)
	r.Client, r.Folder = answer, t.TempDir()
	failed := r.into(ctx, events)
	read, err := stream.Read(bytes.NewReader(out.Bytes()))
	require.NoError(t, err, "every run leaves a whole stream")
	return read, failed
}

func verdicts(run stream.Run) map[string]outcome.Verdict {
	all := map[string]outcome.Verdict{}
	for _, c := range run.Checks() {
		all[c.Check] = c.Verdict
	}
	return all
}

func TestEveryCaseRunsOnceInAnyOrder(t *testing.T) {
	cases := statusCases(t, 12)
	yes := scripted(func(string) (string, error) { return `{"yes":true}`, nil })
	first, err := run(t, t.Context(), Run{Cases: cases, Jobs: 1, Seed: 1}, yes)
	require.NoError(t, err)
	second, err := run(t, t.Context(), Run{Cases: cases, Jobs: 5, Seed: 99}, yes)
	require.NoError(t, err)
	assert.Equal(t, verdicts(first), verdicts(second))
	assert.Len(t, verdicts(first), 12)
	assert.True(t, first.Footer.Complete)
	assert.Equal(t, stream.AsExpected, first.Outcome())
}

// Progress names the case that has been running longest, and counts failures only if
// the run has some: a different decision about an interpretation is not a failure.
func TestProgress(t *testing.T) {
	all := statusCases(t, 1)
	wrong, err := cases.Parse("02-x/HOOK-002-no.txtar", []byte("# says no\n# requirement: HOOK-002\nstatus\nclause HOOK-002.1\nwant yes is false\n"))
	require.NoError(t, err)
	other, err := cases.Parse("03-x/INT-01-no.txtar", []byte("# says no\n# requirement: INT-01\n# level: interpretation\nstatus\nclause INT-01\nwant yes is false\n"))
	require.NoError(t, err)
	all = append(all, wrong, other)
	yes := scripted(func(string) (string, error) { return `{"yes":true}`, nil })
	var told []Progress
	_, err = run(t, t.Context(), Run{Cases: all, Jobs: 1, Seed: 1, Progress: func(p Progress) { told = append(told, p) }}, yes)
	require.NoError(t, err)
	red := map[string]int{wrong.Name: 1}
	want, failures := []Progress(nil), 0
	for i, c := range order(all, 1) {
		want = append(want, Progress{Done: i, Total: 3, Judged: i, Checks: 3, Red: failures, Case: c.Name})
		failures += red[c.Name]
		want = append(want, Progress{Done: i + 1, Total: 3, Judged: i + 1, Checks: 3, Red: failures})
	}
	assert.Equal(t, want, told)
}

// The budgets of cases in the order of their run, in seconds.
func TestCasesThatWaitAreSpreadOverTheRun(t *testing.T) {
	for _, test := range []struct {
		name       string
		have, want []int
		reason     string
	}{
		{"two among eight", []int{0, 0, 20, 0, 0, 0, 60, 0, 0, 0}, []int{60, 0, 0, 0, 0, 20, 0, 0, 0, 0}, "the second begins in the middle"},
		{"a remainder", []int{0, 20, 0, 60, 0, 0, 0}, []int{60, 0, 0, 20, 0, 0, 0}, "no case is lost"},
		{"more that wait than others", []int{0, 20, 30, 0, 60}, []int{60, 30, 20, 0, 0}, "there is nothing to put between them"},
		{"none that waits", []int{0, 0}, []int{0, 0}, ""},
		{"only such", []int{20, 60}, []int{60, 20}, ""},
	} {
		all := statusCases(t, len(test.have))
		for i, seconds := range test.have {
			all[i].Budget = time.Duration(seconds) * time.Second
		}
		var got []int
		for _, c := range order(all, 1) {
			got = append(got, int(c.Budget/time.Second))
		}
		assert.Equal(t, test.want, got, "%s: %s", test.name, test.reason)
	}
}

func TestTheSmokeTestRunsFirst(t *testing.T) {
	all := statusCases(t, 6)
	all[2].Smoke, all[5].Smoke = 20, 3
	all[0].Budget = time.Minute
	for seed := range int64(20) {
		var smoke []int
		for _, c := range order(all, seed) {
			smoke = append(smoke, c.Smoke)
		}
		assert.Equal(t, []int{0, 3, 20, 0, 0, 0}, smoke, "seed %d: in its order, while the first case waits", seed)
	}
}

func TestShardsAreDisjointAndComplete(t *testing.T) {
	cases := statusCases(t, 40)
	seen := map[string]int{}
	for i := range 3 {
		for _, c := range ShardOf(cases, stream.Shard{Index: i + 1, Count: 3}) {
			seen[c.Name]++
		}
	}
	assert.Len(t, seen, 40)
	for name, times := range seen {
		assert.Equal(t, 1, times, name)
	}
}

func TestALostCaseRunsAgainAlone(t *testing.T) {
	asked := 0
	answer := scripted(func(string) (string, error) {
		asked++
		if asked == 1 {
			return "", &adapter.Restarted{Cause: &adapter.Fault{Verdict: outcome.Crash, Message: "another request"}}
		}
		return `{"yes":true}`, nil
	})
	got, err := run(t, t.Context(), Run{Cases: statusCases(t, 1), Jobs: 1}, answer)
	require.NoError(t, err)
	assert.Equal(t, map[string]outcome.Verdict{"HOOK-001.1": outcome.Pass}, verdicts(got))
	assert.Equal(t, 2, got.Cases[0].End.Attempts)
}

func TestACaseThatLosesTheAdapterAloneIsToBlame(t *testing.T) {
	answer := scripted(func(string) (string, error) {
		return "", &adapter.Restarted{Cause: &adapter.Fault{Verdict: outcome.Crash, Message: "gone", Stderr: "core dumped"}}
	})
	got, err := run(t, t.Context(), Run{Cases: statusCases(t, 1), Jobs: 1}, answer)
	require.NoError(t, err)
	assert.Equal(t, map[string]outcome.Verdict{"HOOK-001.1": outcome.Crash}, verdicts(got))
}

func TestARunWithoutAnAdapterIsIncomplete(t *testing.T) {
	answer := scripted(func(string) (string, error) {
		return "", &adapter.GaveUp{Restarts: 10, Last: &adapter.Fault{Verdict: outcome.Crash, Message: "gone"}}
	})
	got, err := run(t, t.Context(), Run{Cases: statusCases(t, 3), Jobs: 1}, answer)
	require.NoError(t, err)
	assert.False(t, got.Footer.Complete)
	assert.Contains(t, got.Footer.Why, "gave up after 10 restarts")
	assert.Equal(t, stream.Unfinished, got.Outcome(), "nothing run is never success")
}

func TestAnInterruptedRunStillWritesItsFooter(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	answer := scripted(func(string) (string, error) { cancel(); return `{"yes":true}`, nil })
	got, err := run(t, ctx, Run{Cases: statusCases(t, 5), Jobs: 1}, answer)
	require.NoError(t, err)
	assert.Equal(t, "interrupted", got.Footer.Why)
	assert.False(t, got.Footer.Complete)
}

func TestKnownFailuresKeepTheRunGreenAndStaleOnesAreReported(t *testing.T) {
	known, err := knownfailure.Parse("known.toml", []byte(`
[[failure]]
check = "HOOK-001.1"
reason = "says no"
[[failure]]
check = "HOOK-009.1"
reason = "there is no such check"
`), time.Unix(0, 0))
	require.NoError(t, err)
	no := scripted(func(string) (string, error) { return `{"yes":false}`, nil })
	got, err := run(t, t.Context(), Run{Cases: statusCases(t, 1), Jobs: 1, Known: known}, no)
	require.NoError(t, err)
	assert.Equal(t, []stream.KnownFailure{
		{Pattern: "HOOK-001.1", Position: "known.toml:2", Checks: 1},
		{Pattern: "HOOK-009.1", Position: "known.toml:5", Fault: knownfailure.Unmatched},
	}, got.Footer.KnownFailures)
	assert.Equal(t, stream.Against, got.Outcome(), "a list that is not true fails the run")
	assert.Equal(t, map[string]outcome.Verdict{"HOOK-001.1": outcome.ExpectedFailure}, verdicts(got))
	assert.Equal(t, "says no", got.Checks()[0].Expected.Reason)
}

func TestASuiteKnowsWhatItIsAbout(t *testing.T) {
	c, err := catalogue.Load()
	require.NoError(t, err)
	parse := func(name, requirement, level string, clauses ...string) cases.Case {
		text := "# a title\n# requirement: " + requirement + "\n# level: " + level + "\n"
		for i, clause := range clauses {
			text += fmt.Sprintf("clause %s/label-%d\n", clause, i)
		}
		one, err := cases.Parse(name, []byte(text))
		require.NoError(t, err)
		return one
	}
	sound := []cases.Case{
		parse("a/HOOK-016a-x.txtar", "HOOK-016a", "requirement", "HOOK-016a.1", "HOOK-016a.1"),
		parse("a/INT-02-x.txtar", "INT-02", "interpretation", "INT-02"),
	}
	require.NoError(t, Suite{Cases: sound, Catalogue: c, Folder: "cases"}.Check())
	broken := append(sound,
		parse("a/HOOK-021-x.txtar", "HOOK-021", "requirement", "HOOK-021.1", "HOOK-021.77", "HOOK-021.78"),
		parse("a/HOOK-016-x.txtar", "HOOK-016", "requirement", "HOOK-016.1"),
		parse("b/INT-99-x.txtar", "INT-99", "interpretation", "INT-99"),
	)
	needy, err := cases.Parse("c/HOOK-021-needs.txtar", []byte("# a title\n# requirement: HOOK-021\n# needs: HOOK-016, HOOK-022.1\nclause HOOK-021.1\nneeds HOOK-020a.1\nneeds HOOK-016a.1\nclause HOOK-021.2\n"))
	require.NoError(t, err)
	broken = append(broken, needy)
	last := c.Nearest("HOOK-021.77")
	assert.EqualError(t, Suite{Cases: broken, Catalogue: c, Folder: "cases"}.Check(), strings.Join([]string{
		"cases/a/HOOK-021-x.txtar:5: unknown clause HOOK-021.77, did you mean " + last,
		"cases/a/HOOK-021-x.txtar:6: unknown clause HOOK-021.78, did you mean " + last,
		"cases/a/HOOK-016-x.txtar:2: unknown requirement HOOK-016, did you mean HOOK-016a",
		"cases/b/INT-99-x.txtar:2: unknown interpretation INT-99",
		"cases/c/HOOK-021-needs.txtar:3: unknown requirement HOOK-016, did you mean HOOK-016a",
		"cases/c/HOOK-021-needs.txtar:3: no case judges HOOK-022.1, which is needed",
		"cases/c/HOOK-021-needs.txtar:5: unknown clause HOOK-020a.1, did you mean HOOK-020.1",
	}, "\n"))
}

func TestSelect(t *testing.T) {
	cases := statusCases(t, 12)
	chosen, err := Select(cases, stream.Selection{Run: []string{"HOOK-00[1-3]", `010\.1$`}, Skip: []string{"002"}})
	require.NoError(t, err)
	var names []string
	for _, c := range chosen {
		names = append(names, c.Requirement)
	}
	assert.Equal(t, []string{"HOOK-001", "HOOK-003", "HOOK-010"}, names)
	cases[4].Smoke, cases[7].Smoke = 1, 2
	cases[7].Features = []adapter.Feature{adapter.FeatureToolExecute}
	for _, test := range []struct {
		profiles []adapter.Profile
		want     int
		reason   string
	}{
		{[]adapter.Profile{stream.Smoke}, 2, "the smoke test alone"},
		{[]adapter.Profile{stream.Smoke, adapter.ProfileComponents}, 1, "of the smoke test, what needs no other profile"},
		{[]adapter.Profile{adapter.ProfileComponents}, 11, "the smoke test changes no profile"},
	} {
		chosen, err := Select(cases, stream.Selection{Profiles: test.profiles})
		require.NoError(t, err)
		assert.Len(t, chosen, test.want, test.reason)
	}
	_, err = Select(cases, stream.Selection{Run: []string{"("}})
	assert.ErrorContains(t, err, `pattern "("`)
}

// Not even an adapter that takes a million requests at once, or a user who sets as many
// jobs, gets workers without work.
func TestNoMoreWorkersThanWork(t *testing.T) {
	tests := []struct {
		name        string
		cases, want int
		reason      string
	}{
		{"few cases", 3, 3, "a worker without a case is memory for nothing"},
		{"many cases", 2 * MostJobs, MostJobs, "each case that runs is files and processes"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var mu sync.Mutex
			running, most, goroutines := 0, 0, 0
			all, once := make(chan struct{}), sync.Once{}
			answer := func(string) (string, error) {
				mu.Lock()
				running++
				most, goroutines = max(most, running), max(goroutines, runtime.NumGoroutine())
				if running == tt.want {
					once.Do(func() { close(all) })
				}
				mu.Unlock()
				<-all
				mu.Lock()
				running--
				mu.Unlock()
				return `{"yes":true}`, nil
			}
			_, err := run(t, t.Context(), Run{Cases: statusCases(t, tt.cases), Jobs: 1_000_000}, scripted(answer))
			require.NoError(t, err)
			assert.Equal(t, tt.want, most, tt.reason)
			assert.Less(t, goroutines, 1000, tt.reason)
		})
	}
}
