package harness

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/knownfailure"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
)

// A cast answers the status requests of each case with yes, unless the test sets
// another answer for the case. It counts the requests.
type cast struct {
	answers map[string]func() (string, error)
	mu      sync.Mutex
	asked   map[string]int
	// sessions has the case of each session. The cases set a variable with their name,
	// because the client does not know it otherwise.
	sessions map[string]string
}

func (c *cast) Hello() adapter.InitializeResult {
	hello := scripted(nil).Hello()
	// Without a profile, the features of the components are not claimed.
	hello.Profiles = []adapter.Profile{adapter.ProfileCore}
	hello.Features = map[adapter.Feature]bool{adapter.FeatureSystem: true}
	return hello
}

func (c *cast) Call(ctx context.Context, method string, params any, _ time.Duration) (json.RawMessage, error) {
	if open, ok := params.(adapter.OpenParams); ok && open.Env["CASE"] != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.sessions == nil {
			c.sessions = map[string]string{}
		}
		c.sessions[open.Session] = *open.Env["CASE"]
	}
	if ctx.Err() != nil || method != adapter.MethodSystemStatus {
		return json.RawMessage(`{}`), ctx.Err()
	}
	text, err := json.Marshal(params)
	if err != nil {
		return nil, err
	}
	var at adapter.SessionParams
	if err := json.Unmarshal(text, &at); err != nil {
		return nil, err
	}
	c.mu.Lock()
	name := c.sessions[at.Session]
	c.asked[name]++
	answer := c.answers[name]
	c.mu.Unlock()
	if answer == nil {
		return json.RawMessage(`{"yes":true}`), nil
	}
	answered, err := answer()
	return json.RawMessage(answered), err
}

func no() (string, error) { return `{"yes":false}`, nil }

func failing(v outcome.Verdict) func() (string, error) {
	return func() (string, error) { return "", &adapter.Fault{Verdict: v, Message: "as told"} }
}

// company are cases of which HOOK-001 needs HOOK-002, which needs clause 1 of HOOK-003.
// The second check of HOOK-001 and the second clause of HOOK-003 need nothing.
func company(t *testing.T) []cases.Case {
	t.Helper()
	var all []cases.Case
	for name, text := range map[string]string{
		"HOOK-001-a": "status\nneeds HOOK-002 HOOK-001.1\nclause HOOK-001.1\nwant yes is true\nclause HOOK-001.1/alone\nwant yes is true\n",
		"HOOK-001-b": "# needs: HOOK-002\nstatus\ncontrol\nwant yes is true\nclause HOOK-001.1/b\nwant yes is true\n",
		"HOOK-002-a": "# needs: HOOK-003.1\nstatus\nclause HOOK-002.1\nwant yes is true\n",
		"HOOK-003-a": "status\nclause HOOK-003.1\nwant yes is true\nclause HOOK-003.2\nwant yes present\n",
		"INT-01-a":   "# level: interpretation\n# needs: HOOK-003.1\nstatus\nclause INT-01\nwant yes is true\n",
	} {
		text = strings.Replace(text, "status\n", "environ CASE="+name+"\nstatus\n", 1)
		c, err := cases.Parse("x/"+name+".txtar", fmt.Appendf(nil, "# x\n# requirement: %s\n%s", name[:len(name)-2], text))
		require.NoError(t, err)
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b cases.Case) int { return strings.Compare(a.Name, b.Name) })
	return all
}

func named(all []cases.Case, names ...string) []cases.Case {
	return slices.DeleteFunc(slices.Clone(all), func(c cases.Case) bool {
		return !slices.Contains(names, strings.TrimPrefix(c.Name, "x/"))
	})
}

// judged returns the verdicts other than pass, with what each blocked check waits for.
func judged(run stream.Run) map[string]string {
	all := map[string]string{}
	for _, c := range run.Checks() {
		if c.Verdict != outcome.Pass {
			all[c.Check] = strings.TrimSpace(string(c.Verdict) + " " + strings.Join(c.Waits, " "))
		}
	}
	return all
}

func TestNeeds(t *testing.T) {
	whole := company(t)
	type answers = map[string]func() (string, error)
	misshapen := func() (string, error) { return "", &adapter.Misshapen{Message: "as told"} }
	tests := []struct {
		name    string
		cases   []cases.Case
		answers answers
		want    map[string]string
		// asked are the cases that ran, if they differ from the selected ones.
		asked  []string
		reason string
	}{
		{"nothing fails", whole, nil, map[string]string{}, nil, ""},
		{"the need holds", whole, answers{"HOOK-001-a": no}, map[string]string{"HOOK-001.1": "fail", "HOOK-001.1/alone": "fail"}, nil, "a need that holds excuses nothing"},
		{"the need fails", whole, answers{"HOOK-001-a": no, "HOOK-002-a": no}, map[string]string{
			"HOOK-001.1": "blocked HOOK-002.1", "HOOK-001.1/alone": "fail", "HOOK-002.1": "fail",
		}, nil, "only the scope that needs it is excused; what passes all the same has passed"},
		{"in a row", whole, answers{"HOOK-001-a": no, "HOOK-002-a": no, "HOOK-003-a": no}, map[string]string{
			"HOOK-001.1": "blocked HOOK-002.1", "HOOK-001.1/alone": "fail", "HOOK-002.1": "blocked HOOK-003.1", "HOOK-003.1": "fail",
		}, nil, "a check names the need that blocks it directly, even if that is blocked, too"},
		{"the control, too", whole, answers{"HOOK-001-b": no, "HOOK-002-a": no}, map[string]string{
			"HOOK-001.1/b": "blocked control HOOK-002.1", "HOOK-002.1": "fail",
		}, nil, "the control may have failed for the need's sake"},
		{"an interpretation", whole, answers{"INT-01-a": no, "HOOK-003-a": no}, map[string]string{"INT-01": "blocked HOOK-003.1", "HOOK-003.1": "fail"}, nil, ""},
		{"a hanging need", whole, answers{"HOOK-001-b": no, "HOOK-002-a": failing(outcome.Timeout)}, map[string]string{
			"HOOK-001.1/b": "blocked control HOOK-002.1", "HOOK-002.1": "timeout",
		}, nil, "what was not answered could not be judged"},
		{"a need of another shape", whole, answers{"HOOK-001-a": no, "HOOK-002-a": misshapen}, map[string]string{
			"HOOK-001.1": "blocked HOOK-002.1", "HOOK-001.1/alone": "fail", "HOOK-002.1": "protocol-violation",
		}, nil, ""},
		{"its own crash", whole, answers{"HOOK-001-a": failing(outcome.Crash), "HOOK-002-a": no}, map[string]string{
			"HOOK-001.1": "crash", "HOOK-001.1/alone": "crash", "HOOK-002.1": "fail",
		}, nil, "no requirement is there to keep an adapter alive"},
		{"outside of the plan", named(whole, "HOOK-001-a"), answers{"HOOK-001-a": no, "HOOK-002-a": no}, map[string]string{
			"HOOK-001.1": "blocked HOOK-002.1", "HOOK-001.1/alone": "fail",
		}, []string{"HOOK-001-a", "HOOK-002-a"}, "it is run, but not reported"},
		{"outside, and it holds", named(whole, "HOOK-001-a"), answers{"HOOK-001-a": no}, map[string]string{
			"HOOK-001.1": "fail", "HOOK-001.1/alone": "fail",
		}, []string{"HOOK-001-a", "HOOK-002-a"}, "a selection excuses no failure"},
		{"outside, and not asked for", named(whole, "HOOK-001-a", "HOOK-001-b"), answers{"HOOK-003-a": no}, map[string]string{},
			[]string{"HOOK-001-a", "HOOK-001-b"}, "the needs of a passing check are not run"},
	}
	for _, tt := range tests {
		for _, jobs := range []int{1, 4} {
			t.Run(fmt.Sprintf("%s, %d", tt.name, jobs), func(t *testing.T) {
				at := &cast{answers: tt.answers, asked: map[string]int{}}
				got, err := run(t, t.Context(), Run{Cases: tt.cases, Suite: Suite{Cases: whole}, Jobs: jobs, Seed: int64(jobs)}, at)
				require.NoError(t, err)
				assert.Equal(t, tt.want, judged(got), tt.reason)
				assert.Len(t, got.Cases, len(tt.cases), "each case of the plan once, and no other")
				for _, c := range whole {
					name := strings.TrimPrefix(c.Name, "x/")
					want := 0
					if tt.asked == nil || slices.Contains(tt.asked, name) {
						want = 1
					}
					assert.Equal(t, want, at.asked[name], name)
				}
			})
		}
	}
}

// A need that can't be judged, or that no case judges, blocks in the same way as a
// failed one.
func TestNeedsWithoutAVerdict(t *testing.T) {
	texts := map[string]string{
		"HOOK-001-a": "# needs: HOOK-002\nstatus\nclause HOOK-001.1\nwant yes is false\n",
		"HOOK-002-a": "# features: bus-request\nstatus\nclause HOOK-002.1\nwant yes is true\n",
		"HOOK-003-a": "# needs: HOOK-004\nstatus\nclause HOOK-003.1\nwant yes is false\n",
		"HOOK-004-a": "status\nclause HOOK-004.1\nwarned x\n",
		"HOOK-005-a": "# needs: HOOK-006\nstatus\nclause HOOK-005.1\nwant yes is false\n",
	}
	var all []cases.Case
	for name, text := range texts {
		c, err := cases.Parse(name+".txtar", fmt.Appendf(nil, "# x\n# requirement: %s\n%s", name[:len(name)-2], text))
		require.NoError(t, err)
		all = append(all, c)
	}
	got, err := run(t, t.Context(), Run{Cases: all, Suite: Suite{Cases: all}, Jobs: 1}, &cast{asked: map[string]int{}})
	require.NoError(t, err)
	assert.Equal(t, map[string]string{
		"HOOK-001.1": "blocked HOOK-002.1", "HOOK-002.1": "unsupported",
		"HOOK-003.1": "blocked HOOK-004.1", "HOOK-004.1": "not-observable",
		"HOOK-005.1": "blocked HOOK-006",
	}, judged(got))
}

// A known failure still blocks the checks that need it, and a blocked check can be
// known, too.
func TestNeedsAndKnownFailures(t *testing.T) {
	known, err := knownfailure.Parse("known.toml", []byte(`
[[failure]]
check = "HOOK-002.1"
reason = "says no"
[[failure]]
check = "HOOK-001.1"
verdict = "blocked"
reason = "waits for HOOK-002"
[[failure]]
check = "HOOK-001.1/alone"
verdict = "blocked"
reason = "waits for nothing"
`), time.Unix(0, 0))
	require.NoError(t, err)
	whole := company(t)
	at := &cast{answers: map[string]func() (string, error){"HOOK-001-a": no, "HOOK-002-a": no}, asked: map[string]int{}}
	got, err := run(t, t.Context(), Run{Cases: named(whole, "HOOK-001-a", "HOOK-002-a"), Suite: Suite{Cases: whole}, Jobs: 1, Known: known}, at)
	require.NoError(t, err)
	assert.Equal(t, map[string]string{
		"HOOK-002.1": "expected-failure", "HOOK-001.1": "expected-failure HOOK-002.1", "HOOK-001.1/alone": "fail",
	}, judged(got), "a need that is known to fail does not hold; a failure is not what was foretold of it")
}

// If the case of a need lost its adapter because of another case, its second run
// decides. This also applies to cases outside of the selection.
func TestANeedThatIsRunAgain(t *testing.T) {
	whole := company(t)
	times := 0
	at := &cast{asked: map[string]int{}, answers: map[string]func() (string, error){"HOOK-001-a": no, "HOOK-002-a": func() (string, error) {
		if times++; times == 1 {
			return "", &adapter.Restarted{Cause: &adapter.Fault{Verdict: outcome.Crash, Message: "another request"}}
		}
		return `{"yes":true}`, nil
	}}}
	got, err := run(t, t.Context(), Run{Cases: named(whole, "HOOK-001-a"), Suite: Suite{Cases: whole}, Jobs: 1}, at)
	require.NoError(t, err)
	assert.Equal(t, 2, times)
	assert.Equal(t, map[string]string{"HOOK-001.1": "fail", "HOOK-001.1/alone": "fail"}, judged(got))
}

// A waiting result is written as soon as the last case that it waits for is judged, and
// not before.
func TestEventsWaitForWhatIsNeededAlone(t *testing.T) {
	whole := company(t)
	var order []string
	at := &cast{answers: map[string]func() (string, error){"HOOK-001-a": no, "HOOK-002-a": no}, asked: map[string]int{}}
	for seed := range int64(8) {
		got, err := run(t, t.Context(), Run{Cases: whole, Suite: Suite{Cases: whole}, Jobs: 1, Seed: seed}, at)
		require.NoError(t, err)
		order = nil
		for _, c := range got.Cases {
			order = append(order, c.Start.Case)
		}
		played := orderOf(whole, seed)
		// HOOK-001-a waits for HOOK-002-a, and HOOK-002-a for HOOK-003-a; no other case
		// waits.
		position := func(names []string, name string) int { return slices.Index(names, "x/"+name) }
		for _, free := range []string{"HOOK-001-b", "HOOK-003-a", "INT-01-a"} {
			for _, other := range []string{"HOOK-001-b", "HOOK-003-a", "INT-01-a"} {
				assert.Equal(t, position(played, free) < position(played, other), position(order, free) < position(order, other), "seed %d", seed)
			}
		}
		last := max(position(played, "HOOK-001-a"), position(played, "HOOK-002-a"))
		assert.LessOrEqual(t, position(order, "HOOK-001-a"), max(last, position(played, "HOOK-003-a")), "seed %d", seed)
	}
}

func orderOf(all []cases.Case, seed int64) []string {
	var names []string
	for _, c := range order(all, seed) {
		names = append(names, c.Name)
	}
	return names
}

// An interrupted run reports the results that it has. A check whose need was not judged
// yet is not a failure.
func TestAnInterruptedRunReportsWhatWaits(t *testing.T) {
	whole := company(t)
	ctx, cancel := context.WithCancel(t.Context())
	at := &cast{asked: map[string]int{}, answers: map[string]func() (string, error){"HOOK-001-a": no, "HOOK-002-a": func() (string, error) {
		cancel()
		return "", context.Canceled
	}}}
	got, err := run(t, ctx, Run{Cases: named(whole, "HOOK-001-a"), Suite: Suite{Cases: whole}, Jobs: 1}, at)
	require.NoError(t, err)
	assert.Equal(t, "interrupted", got.Footer.Why)
	assert.Equal(t, map[string]string{"HOOK-001.1": "blocked HOOK-002.1", "HOOK-001.1/alone": "fail"}, judged(got))
}
