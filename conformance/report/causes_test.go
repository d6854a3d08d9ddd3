package report_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
)

// causes is a run with seven causes, of which the first stands behind four checks.
func causes(t testing.TB) stream.Run {
	b := build(t, header())
	for i := range 10 {
		what := fmt.Sprintf("member-%c", 'a'+max(i-3, 0))
		b.add(fmt.Sprintf("HOOK-001.%d", i+1), outcome.Fail, func(c *stream.Check) {
			c.Mismatches[0] = stream.Mismatch{Line: 14, What: what, Want: "is true", Got: "false"}
			c.Repro = "hooktest conform --run " + c.Check
		})
	}
	b.add("HOOK-004.1", outcome.Crash, nil)
	return b.end("no space left on device")
}

// Whoever has to mend reads first what turns most checks green, and how to see
// it with the least.
func TestReportsBeginWithWhatToMend(t *testing.T) {
	run := causes(t)
	for name, heading := range map[string]string{
		"pretty": "mend these five first (of 8 likely causes)", "markdown": "Mend these five first (of 8 likely causes)", "html": "Mend these five first (of 8 likely causes)",
	} {
		out := render(t, name, run)
		_, out, found := strings.Cut(out, heading)
		if assert.True(t, found, name) {
			first, _, _ := strings.Cut(out, "member-b")
			assert.Contains(t, first, "4 checks", name)
			assert.Contains(t, first, "member-a", name)
			assert.Contains(t, first, "hooktest conform --run HOOK-001.1", "%s: the smallest repro", name)
			assert.Less(t, strings.Index(out, "member-a"), strings.Index(out, "HOOK-001-05.txtar"), "%s: before any failure", name)
		}
	}
	assert.NotContains(t, render(t, "pretty", fine(t)), "mend", "where nothing fails there is nothing to mend")
}

// Who has to act is told apart, and so are requirements that the described
// product did not meet either.
func TestReportsTellBlameAndTargetApart(t *testing.T) {
	run := causes(t)
	run.Footer.Blame = outcome.BlameMachine
	for _, name := range []string{"pretty", "markdown", "html", "tap", "github"} {
		out := strings.ReplaceAll(regexp.MustCompile("<[^>]*>").ReplaceAllString(render(t, name, run), ""), `\`, "")
		assert.Contains(t, out, "blame: the implementation 10, the adapter 1", name)
		assert.Contains(t, out, "(blame: this machine)", name)
		assert.Contains(t, out, "HOOK-004.1 [Target]", name)
		assert.NotContains(t, out, "HOOK-001.1 [Target]", name)
		assert.Contains(t, out, "without [Target]: 0 conformant / 10 observable / 16 clauses", name)
	}
	for _, want := range []string{`"blame": "machine"`, `"target": true`, `"withoutTarget": {`} {
		assert.Contains(t, render(t, "json", run), want)
	}
}
