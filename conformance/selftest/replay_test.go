package selftest_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/adapter"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/internal/portion"
)

// mostByHeart is how many checks may pass with results that were recorded with another
// seed: those of requests that run no hook and hold only numbers and literal texts of
// the specification, so the result is the same with any seed. Only a new check of that
// kind may raise it.
const mostByHeart = 80

// heartParts is into how many parts the suite is divided for this; all are taken
// at night.
const heartParts = 32

// startNothing reports whether a method runs no hook.
func startNothing(method string) bool {
	return method == adapter.MethodPlan || strings.HasPrefix(method, "component/") || strings.HasPrefix(method, "system/")
}

// Results of a true adapter that are replayed in the next run pass only checks that run
// no hook, with and without evidence forged from the recorded one. A forger who knows
// the words of the run and calculates what its hooks do can't be distinguished from a
// true adapter.
func TestAnswersLearnedByHeart(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a part of the suite is run four times over")
	}
	all := portion.Of(allCases(t), heartParts, 0)
	path := filepath.Join(t.TempDir(), "tape")
	d := started(t, "records into "+path)
	truth := run(t, d, all, way{seed: 1, jobs: 4})
	require.NoError(t, d.Close())
	for _, c := range truth.Checks() {
		require.Equal(t, outcome.Pass, c.Verdict, "the tape is of the truth, but %s in %s says: %+v", c.Check, c.Case, c.Mismatches)
	}
	t.Run("tape", func(t *testing.T) {
		for _, how := range []string{"replays", "forges"} {
			t.Run(how, func(t *testing.T) {
				t.Parallel()
				r := run(t, started(t, how+" from "+path), all, way{seed: 2, jobs: 4, evidence: true})
				passes := 0
				for _, c := range r.Checks() {
					assert.NotEqual(t, outcome.SuiteError, c.Verdict, c.Check)
					if c.Verdict != outcome.Pass {
						continue
					}
					passes++
					var request struct{ Method string }
					require.NoError(t, json.Unmarshal([]byte(c.Evidence.Request.Text), &request), c.Check)
					assert.True(t, startNothing(request.Method), "%s in %s passes with a replayed answer to %s", c.Check, c.Case, request.Method)
				}
				if portion.Nightly() {
					assert.LessOrEqual(t, passes, mostByHeart, "of %d checks", len(r.Checks()))
					assert.Greater(t, passes, mostByHeart*4/5, "the bound is near")
				}
			})
		}
		t.Run("calculates", func(t *testing.T) {
			t.Parallel()
			r := run(t, started(t, "calculates from "+path), all, way{seed: 1, jobs: 4})
			passes := len(passed(r))
			assert.Greater(t, passes, len(r.Checks())/4, "the tape is played and the notes arrive: the words and the calculation alone keep a forger from being believed")
			t.Logf("%d of %d checks pass", passes, len(r.Checks()))
		})
	})
}
