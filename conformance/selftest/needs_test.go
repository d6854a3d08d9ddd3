package selftest_test

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
)

// An implementation that violates one requirement fails only that one: checks that
// need it are blocked and name it, the others pass, and a run of a part of the suite
// gives the same verdicts.
func TestOneBrokenRequirementAccusesNoOther(t *testing.T) {
	t.Parallel()
	chosen := slices.DeleteFunc(allCases(t), func(c cases.Case) bool {
		return !slices.ContainsFunc([]string{"HOOK-213-", "HOOK-155-contract", "HOOK-165-parallel", "INT-26-hooks-that-can-not-start"},
			func(prefix string) bool { return strings.HasPrefix(path.Base(c.Name), prefix) })
	})
	want := map[string]string{
		"HOOK-213.2": "fail", "HOOK-213.3": "fail", "HOOK-213.4": "fail", "HOOK-213.4/two": "fail", "HOOK-213.5": "fail", "HOOK-213.10": "fail",
		"INT-26/not-started": "blocked by HOOK-213.2",
	}
	// Health is checked for each event, and policy if the specification gives the event one.
	for _, event := range []string{
		"before-tool", "after-tool", "before-model", "after-model", "before-agent", "after-agent",
		"session-start", "session-end", "pre-compress", "notification",
	} {
		want["HOOK-213.4/"+event], want["HOOK-213.10/"+event] = "fail", "fail"
	}
	want["HOOK-213.4/tool-selection"] = "fail"
	parts := map[string][]way{"whole": {{seed: 1, jobs: 4}}, "alone": {{seed: 2, jobs: 1}}, "shards": nil}
	for i := range 4 {
		parts["shards"] = append(parts["shards"], way{seed: 3, jobs: 2, shard: stream.Shard{Index: i + 1, Count: 4}})
	}
	for name, ways := range parts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := started(t, "healthy")
			got, judged := map[string]string{}, 0
			for _, how := range ways {
				r := run(t, d, chosen, how)
				require.True(t, r.Footer.Complete, r.Footer.Why)
				for _, c := range r.Checks() {
					judged++
					switch c.Verdict {
					case outcome.Pass:
					case outcome.Blocked:
						got[c.Check] = fmt.Sprintf("blocked by %s", strings.Join(c.Waits, ", "))
					default:
						got[c.Check] = string(c.Verdict)
					}
				}
			}
			assert.Equal(t, want, got)
			declared := 0
			for _, c := range chosen {
				declared += len(c.Scopes)
			}
			assert.Equal(t, declared, judged, "each check is reported once")
		})
	}
}
