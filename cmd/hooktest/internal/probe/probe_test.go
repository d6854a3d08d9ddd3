//go:build unix

package probe_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/probe"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/lists"
)

// probed runs an example through the probe with the findings of a rule.
func probed(t *testing.T, e finding.Example, rule string) probe.Report {
	t.Helper()
	contract, ok := dialect.Named(e.Agents[0])
	require.True(t, ok, e.Agents[0])
	asked := probe.EventInput{Event: e.Event, Fields: contract.Sample(e.Event, "")}
	if e.Bash != "" {
		var err error
		asked, err = probe.Happening(contract, string(e.Event), dialect.RunShell, e.Bash)
		require.NoError(t, err)
	}
	probes := slices.DeleteFunc(probe.All(), func(p probe.Probe) bool { return !slices.Contains(p.Rules, rule) })
	require.NotEmpty(t, probes, "no probe makes %s", rule)
	for i := range probes {
		probes[i].Named = true
	}
	report, err := probe.Run(t.Context(), probe.Hook{Testbed: execution.Testbed{Contract: contract, Command: e.Hook, Environ: os.Environ()}, Name: "hook", Text: []byte(e.Hook)}, []probe.EventInput{asked}, probes, nil)
	require.NoError(t, err)
	return report
}

func ids(found []probe.Found) []string {
	return lists.Of(found, func(f probe.Found) string { return f.Rule.ID })
}

// The examples are part of each rule's documentation: the bad one has its finding, the good one
// does not.
func TestExamples(t *testing.T) {
	t.Parallel()
	for _, rule := range finding.Rules() {
		if rule.About != "probes" {
			continue
		}
		examples := finding.ExamplesOf(rule.ID)
		t.Run(rule.ID, func(t *testing.T) {
			t.Parallel()
			needs(t, examples.Bad, examples.Good)
			bad := probed(t, examples.Bad, rule.ID).Findings()
			assert.Contains(t, ids(bad), rule.ID, examples.Bad.Hook)
			for _, f := range bad {
				assert.NotEmpty(t, f.Fix)
				assert.NotEmpty(t, f.See)
				for _, line := range []string{f.Text, f.Fix} {
					assert.NotContains(t, line, "\n")
					assert.False(t, strings.HasSuffix(line, "."), line)
				}
			}
			good := probed(t, examples.Good, rule.ID)
			assert.NotContains(t, ids(good.Findings()), rule.ID, examples.Good.Hook)
			for _, o := range good.Outcomes {
				assert.Empty(t, o.Silent, "a probe without a result has no finding")
			}
		})
	}
}

// needs skips a test whose hooks call jq if it is missing.
func needs(t *testing.T, examples ...finding.Example) {
	t.Helper()
	uses := slices.ContainsFunc(examples, func(e finding.Example) bool { return strings.Contains(e.Hook, "jq ") })
	if _, err := exec.LookPath("jq"); !uses || err == nil {
		return
	}
	if os.Getenv("CI") == "true" {
		t.Fatal("jq is missing")
	}
	t.Skip("jq is missing")
}

func TestEveryRuleHasAProbe(t *testing.T) {
	t.Parallel()
	for _, p := range probe.All() {
		assert.NotEmpty(t, p.Does, p.Name)
		assert.NotEmpty(t, p.Rules, p.Name)
	}
	assert.Equal(t, len(probe.Names()), len(slices.Compact(slices.Sorted(slices.Values(probe.Names())))), "names are unlike")
}

// written probes a hook with a file write, using the probe of a rule.
func written(t *testing.T, content, command, rule string) probe.Report {
	t.Helper()
	contract := dialect.Known("claude")
	fields := contract.Sample("PreToolUse", "Write")
	input, ok := fields.GetObject("tool_input")
	require.True(t, ok)
	input.Set("content", content)
	probes := slices.DeleteFunc(probe.All(), func(p probe.Probe) bool { return !slices.Contains(p.Rules, rule) })
	report, err := probe.Run(t.Context(), probe.Hook{Testbed: execution.Testbed{Contract: contract, Command: command, Environ: os.Environ()}, Name: "hook", Text: []byte(command)},
		[]probe.EventInput{{Event: "PreToolUse", Fields: fields}}, probes, nil)
	require.NoError(t, err)
	return report
}

// A grep -q that exits at the first hit leaves the writer without a reader.
func TestALongFileWithASecretAtItsBeginning(t *testing.T) {
	t.Parallel()
	needs(t, finding.Example{Hook: "jq "})
	const guard = `bash -c 'set -o pipefail; if jq -r .tool_input.content | grep -q "^SECRET"; then echo "that is a secret" >&2; exit 2; fi; exit 0'`
	assert.Equal(t, []string{"HT609"}, ids(written(t, "SECRET", guard, "HT609").Findings()), "jq is killed, and pipefail makes a miss of the hit")
	assert.Empty(t, written(t, "SECRET", strings.Replace(guard, "set -o pipefail; ", "", 1), "HT609").Findings(), "the code is that of grep")
}

// All agents close stdin, so a hook may wait for that. It is reported only on request.
func TestAHookThatReadsToTheEnd(t *testing.T) {
	t.Parallel()
	report := written(t, "x", "cat >/dev/null", "HT605")
	assert.Empty(t, report.Findings())
	assert.Empty(t, report.Outcomes[0].Silent, "the probe holds")
}

// A hook that fails every time neither refuses nor allows by its own decision.
func TestAHookThatFails(t *testing.T) {
	t.Parallel()
	const fails = "cat >/dev/null; echo 'blocked' >&2; exit 1"
	report := written(t, "x", fails, "HT617")
	assert.Empty(t, report.Findings())
	require.NotNil(t, report.Unguarded)
	assert.Equal(t, []string{"HT622"}, ids(written(t, "x", fails, "HT622").Findings()))
	assert.NotEmpty(t, report.Outcomes[0].Silent, "there is nothing to compare with")
}
