package format_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/trace"
)

// plain is Markdown without the escapes.
func plain(text string) string { return strings.ReplaceAll(text, `\`, "") }

// A score must be shown with what it leaves out.
func TestMarkdownNamesWhatTheScoreLeavesOut(t *testing.T) {
	r := fine()
	r.Operators = trace.Operators{Mutants: 100, Killed: 60, Survived: 37, Lost: 3, Equivalent: 12, Outside: 15, Unexplained: 10, Declarations: 8}
	out := plain(render(t, "markdown", r))
	assert.Contains(t, out, "\n| operators | 60 | 70 | 85.7 % |\n")
	assert.Contains(t, out, "\noperators made 100 mutants of 8 functions; 3 hang or crash. Checks kill 60 of the 97 that were judged (61.8 %). "+
		"Of the rest 12 behave as the engine does, no text covers 15 (15.4 %), and 10 have no reason.\n")
}

func TestMarkdown(t *testing.T) {
	r := sample()
	r.Module, r.Revision, r.Sections[1].Title, r.Baseline.Of = "example", "abc", "Tools", "main"
	r.Baseline.Changes = r.Baseline.Changes[:3]
	r.Findings = []trace.Finding{
		{Gate: trace.GateProven, Subject: "HOOK-001.5", Message: "HOOK-001.5 is not proven", Hint: "hooktest trace explain HOOK-001.5"},
		{Gate: trace.DeadLink, Subject: "init", Position: "engine/fire.go:49", Message: "no case runs init", Blocks: true},
	}
	parts := strings.Split(plain(render(t, "markdown", r)), "\n### ")
	require.Len(t, parts, 5)
	assert.Equal(t, `## hooktest trace: example

the gates fail: 1 finding

of 7 clauses: 6 linked, 4 executed, 3 passed, 2 proven; of 2 by inspection: 1 inspected

10 clauses − 2 by inspection − 1 that no edit can violate = 7 to prove; 1 suspect, 1 waived

revision abc, hooktest 0.4.0, 2026-01-31 12:00 UTC

| rung | clauses | of | share |
|---|---|---|---|
| linked | 6 | 7 | 85.7 % |
| executed | 4 | 7 | 57.1 % |
| passed | 3 | 7 | 42.8 % |
| proven | 2 | 7 | 28.5 % |
| inspected | 1 | 2 | 50.0 % |

`, parts[0])
	assert.True(t, strings.HasPrefix(parts[1], "Gates\n\n| gate | kind | state | findings |\n"))
	assert.Contains(t, parts[1], "| dead-link | integrity | ✗ fail | 1 |\n")
	assert.Contains(t, parts[1], "| proven | coverage | ✓ pass | 1 |\n")
	assert.Equal(t, len(trace.Gates())-1, strings.Count(parts[1], "✓ pass"))
	assert.Equal(t, `Since main

| rung | before | since | difference |
|---|---|---|---|
| linked | 6 of 6 | 6 of 7 | +0 |
| executed | 5 of 6 | 4 of 7 | -1 |
| passed | 3 of 6 | 3 of 7 | +0 |
| proven | 3 of 6 | 2 of 7 | -1 |
| inspected | 1 of 2 | 1 of 2 | +0 |

`, parts[2])
	assert.Equal(t, `Gaps

| section | clauses | unlinked | linked | executed | passed | proven | by inspection | gaps |
|---|---|---|---|---|---|---|---|---|
| 1. Zero overhead | 9 | 1 | 2 | 1 | 1 | 1 | 2 | 6 |
| 2. Tools | 1 | 0 | 0 | 0 | 0 | 1 | 0 | 0 |

`, parts[3])
	findings, rest, _ := strings.Cut(parts[4], "<details>")
	assert.True(t, strings.HasPrefix(findings, "Findings (2)\n\n- **dead-link** error ` engine/fire.go:49 `: init: no case runs init\n- **proven** warning "), findings)
	assert.Contains(t, findings, "HOOK-001.5 is not proven")
	assert.Contains(t, findings, "hooktest trace explain HOOK-001.5")
	assert.Contains(t, rest, `<summary>Changes since main (3)</summary>

| clause | change | from | to | text |
|---|---|---|---|---|
| HOOK-001.2 | requirement-added | none | unlinked | The second. |
| HOOK-001.5 | proof-lost | proven | passed | HOOK-001.5/lives was killed and is survived |
| HOOK-010.1 | rung-gained | passed | proven |  |
`)
	assert.Contains(t, rest, `<details><summary>1. Zero overhead (6)</summary>

| clause | rung | text | gap |
|---|---|---|---|
| HOOK-001.2 | unlinked | The second. | no case checks it |
| HOOK-001.3 | linked | The third. | its cases run none of the declarations that name it |
| HOOK-001.4 | executed | The fourth. | HOOK-001.4 has the verdict fail |
| HOOK-001.5 | passed | The fifth. | HOOK-001.5/lives: survived |
| HOOK-001.7 | executed | The seventh. | the inspection fails: no such type |
| HOOK-001.9 | linked | The ninth. | no run of this engine with its coverage is at hand; waived: needs a terminal |

</details>
`)
	assert.NotContains(t, rest, "2. Tools", "a section without gaps has no table")
}

func TestMarkdownOfAReportWithNothingAgainstIt(t *testing.T) {
	out := plain(render(t, "markdown", fine()))
	assert.Contains(t, out, "\nthe gates pass\n")
	assert.Contains(t, out, "| proven | 1 | 1 | 100.0 % |")
	assert.Contains(t, out, "| inspected | 0 | 0 | – |", "a share of nothing is none")
	assert.NotContains(t, out, "✗ fail")
	assert.NotContains(t, out, "Findings")
	assert.NotContains(t, out, "ince")

	r := fine()
	r.Ladder.Denominator, r.Ladder.Proven = 2001, 2000
	r.Baseline = &trace.Comparison{Of: "main"}
	out = plain(render(t, "markdown", r))
	assert.Contains(t, out, "| proven | 2000 | 2001 | 99.9 % |", "only all of a whole is 100 %")
	assert.Contains(t, out, "### Since main")
	assert.NotContains(t, out, "Changes since", "nothing moved")
}

func TestMarkdownStaysUnderItsLimit(t *testing.T) {
	long := strings.Repeat("`````\n<details> é|", 100)
	r := attacked(long)
	for i := range 4000 {
		r.Findings = append(r.Findings, trace.Finding{Gate: trace.DeadLink, Subject: fmt.Sprint(i), Message: long, Blocks: i < 100})
	}
	for section := 3; section < 40; section++ {
		r.Sections = append(r.Sections, trace.Section{Number: section, Title: long})
		r.Requirements = append(r.Requirements, trace.Requirement{ID: "HOOK-100", Section: section, Clauses: []trace.Clause{{ID: "HOOK-100.1", Verify: catalogue.ByTest, Text: long, Gap: long}}})
	}
	out := render(t, "markdown", r)
	assert.Less(t, len(out), 1<<20)
	assert.Greater(t, len(out), 900_000, "the room is used")
	left := regexp.MustCompile(`… (\d+) more findings are left out for want of room\.`).FindAllStringSubmatch(out, -1)
	require.Len(t, left, 1, "what fails gates is all there")
	assert.Equal(t, 4028, strings.Count(out, "\n- **")+atoi(t, left[0][1]), "none is lost: each is shown or counted")
	assert.Contains(t, out, "… 1 more clauses are left out for want of room.")
	assert.Equal(t, strings.Count(out, "\n<details><summary>"), strings.Count(out, "\n</details>\n"), "what is opened is closed")
}

func atoi(t *testing.T, text string) int {
	t.Helper()
	var n int
	_, err := fmt.Sscan(text, &n)
	require.NoError(t, err)
	return n
}

// Hostile text must not become structure.
func TestMarkdownEscapesHostileText(t *testing.T) {
	headings := regexp.MustCompile(`^(## hooktest trace|### (Gates|Since|Gaps|Findings|In detail)|#### ✗ )`)
	eachAttack(t, "markdown", func(t require.TestingT, text, out string) {
		columns := map[string]int{"| rung": 4, "| gate": 4, "| section": 9, "| clause | rung": 4, "| clause | change": 5}
		in, fence := 0, ""
		for line := range strings.SplitSeq(out, "\n") {
			// What is in a fence is not Markdown.
			if marks := len(line) - len(strings.TrimLeft(line, "`")); fence == "" && marks >= 3 {
				fence = line[:marks]
				continue
			}
			if fence != "" {
				if line == fence {
					fence = ""
				}
				continue
			}
			if strings.HasPrefix(line, "#") {
				require.Regexp(t, headings, line)
			}
			// An escaped backtick begins no code.
			outside := regexp.MustCompile("(`+) .*? (`+)").ReplaceAllString(strings.ReplaceAll(line, "\\`", ""), "")
			for _, tag := range regexp.MustCompile(`<[a-zA-Z!/][^>]*>`).FindAllString(outside, -1) {
				require.Contains(t, []string{"<details>", "</details>", "<summary>", "</summary>"}, tag, "%q", line)
			}
			require.NotContains(t, outside, "@")
			if !strings.HasPrefix(line, "|") {
				in = 0
				continue
			}
			cells := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|") - 1
			for head, n := range columns {
				if in == 0 && strings.HasPrefix(line, head) {
					in = n
				}
			}
			require.Equal(t, in, cells, "%q", line)
		}
	})
}
