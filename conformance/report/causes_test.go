package report_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/conformance/stream"
)

// causes is a run with eight causes; the first fails four checks.
func causes(t testing.TB) stream.Run {
	h := header()
	for i := range 6 {
		h.Requirements = append(h.Requirements, stream.Requirement{ID: fmt.Sprintf("HOOK-%03d", 10+i), Tests: []int{1}})
	}
	b := build(t, h)
	for i := range 10 {
		what, id := fmt.Sprintf("member-%c", 'a'+max(i-3, 0)), fmt.Sprintf("HOOK-001.%d", i+1)
		if i > 3 {
			id = fmt.Sprintf("HOOK-%03d.1", 6+i)
		}
		b.add(id, outcome.Fail, func(c *stream.Check) {
			c.Mismatches[0] = stream.Mismatch{Line: 14, What: what, Want: "is true", Got: "false"}
			c.Repro = "hooktest conform --run " + c.Check
		})
	}
	b.add("HOOK-004.1", outcome.Crash, nil)
	return b.end("no space left on device")
}

// A report starts with the fixes that turn most checks green, each with its smallest
// reproduction.
func TestReportsBeginWithWhatToFix(t *testing.T) {
	run := causes(t)
	for name, heading := range map[string]string{
		"pretty": "fix these five first (of 8 likely causes)", "markdown": "Fix these five first (of 8 likely causes)", "html": "Fix these five first (of 8 likely causes)",
	} {
		out := render(t, name, run)
		if name == "markdown" {
			out = strings.ReplaceAll(out, `\`, "")
		}
		_, out, found := strings.Cut(out, heading)
		if assert.True(t, found, name) {
			first, _, _ := strings.Cut(out, "member-b")
			assert.Contains(t, first, "4 checks", name)
			assert.Contains(t, first, "member-a", name)
			assert.Regexp(t, `(?s)HOOK.*4 checks.*member-a: want is true, got false`, first, "%s: the clause, its worth, what was wanted and seen", name)
			assert.Contains(t, first, "hooktest conform --run HOOK-001.1", "%s: the smallest repro", name)
			assert.Less(t, strings.Index(out, "member-a"), strings.Index(out, "HOOK-010-05.txtar"), "%s: before any failure", name)
		}
	}
	known, err := catalogue.Load()
	require.NoError(t, err)
	clause, _ := known.Clause("HOOK-001.1")
	assert.Contains(t, looking(t, "pretty", report.New(causes(t), known), report.Look{Width: 200}), "\n 1. HOOK-001.1: "+clause.Text+"\n    4 checks\n    seen: member-a: want is true, got false\n", "the clause's sentence comes first")
	assert.NotContains(t, render(t, "pretty", fine(t)), "fix", "where nothing fails there is nothing to fix")
}

// Reports distinguish who has to act, and mark requirements that the described
// product did not meet either.
func TestReportsDistinguishBlameAndTarget(t *testing.T) {
	run := causes(t)
	run.Footer.Blame = outcome.BlameMachine
	for _, name := range []string{"pretty", "markdown", "html", "tap", "github"} {
		out := strings.ReplaceAll(regexp.MustCompile("<[^>]*>").ReplaceAllString(render(t, name, run), ""), `\`, "")
		assert.Contains(t, out, "blame: the implementation 10, the adapter 1", name)
		assert.Contains(t, out, "(blame: this machine)", name)
		assert.Contains(t, out, "HOOK-004.1 [Target]", name)
		assert.NotContains(t, out, "HOOK-001.1 [Target]", name)
		assert.Contains(t, out, "without [Target]: 0 conformant / 10 observable / 22 clauses", name)
	}
	for _, want := range []string{`"blame": "machine"`, `"target": true`, `"withoutTarget": {`} {
		assert.Contains(t, render(t, "json", run), want)
	}
}
