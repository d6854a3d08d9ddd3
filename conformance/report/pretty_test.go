package report_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/conformance/stream"
)

func TestAFailureFitsOneScreen(t *testing.T) {
	long := strings.Repeat(strings.Repeat("word ", 60)+"\n", 40)
	h := header()
	b := build(t, h)
	for i := range 6 {
		b.add("HOOK-004.1/"+fmt.Sprint(i), outcome.UnexpectedPass, func(c *stream.Check) {
			c.Repro = "hooktest conform repro HOOK-004.1"
			c.Evidence = evidence(long)
			for len(c.Evidence.Runs) < 9 {
				c.Evidence.Runs = append(c.Evidence.Runs, c.Evidence.Runs[0])
			}
			c.Mismatches = nil
			for j := range i {
				c.Mismatches = append(c.Mismatches, stream.Mismatch{Line: j, What: long, Want: long, Got: strings.ToUpper(long)})
			}
		})
	}
	run := b.end("")
	for _, width := range []int{40, 80, 200} {
		blocks := strings.Split(looking(t, "pretty", report.New(run, nil), report.Look{Width: width}), "\n\n")
		require.Len(t, blocks, 1+1+6+1, "the head, what to fix first, the failures, the totals")
		for i, block := range blocks[2:8] {
			lines := strings.Split(block, "\n")
			assert.LessOrEqual(t, len(lines), 23, "with the empty line after it, at most 24")
			assert.Contains(t, lines[len(lines)-1], "repro: hooktest conform repro HOOK-004.1")
			assert.Contains(t, block, "stderr | ")
			assert.Contains(t, block, "hook guard, run 1: exit 2 after 8 ms")
			if i > 0 {
				assert.Contains(t, block, "line 0 (- want, + got): word")
			}
			if i > 1 {
				assert.Contains(t, block, fmt.Sprintf("… %d more mismatch", i-1))
			}
			for _, line := range lines[:len(lines)-1] {
				assert.LessOrEqual(t, utf8.RuneCountInString(line), width)
			}
		}
	}
}

func TestWhatIsCutIsSaidToStandElsewhere(t *testing.T) {
	b := build(t, header())
	b.add("HOOK-004.1", outcome.Fail, func(c *stream.Check) {
		c.Mismatches[0].Want, c.Mismatches[0].Got = "1\n2\n3\n4\n5", "a\nb\nc\nd\ne"
		c.Evidence = evidence("text")
		c.Evidence.Runs = append(c.Evidence.Runs, c.Evidence.Runs[0])
	})
	b.add("HOOK-004.2", outcome.Fail, func(c *stream.Check) {
		c.Mismatches = append(c.Mismatches, c.Mismatches[0], c.Mismatches[0])
	})
	run := b.end("")
	got := render(t, "pretty", run)
	for _, want := range []string{"  … 4 more lines, see --format markdown\n", "  … 1 more mismatch, see --format markdown\n"} {
		assert.Contains(t, got, want)
	}
	assert.Equal(t, 2, strings.Count(got, "… 4 more lines, see"), "the mismatch, and the runs of the hooks")
	whole := render(t, "markdown", run)
	assert.NotContains(t, whole, "more line")
	assert.NotContains(t, whole, "more mismatch")
	assert.Contains(t, whole, "\n+ e\n", "the last line of the mismatch")
}

func TestTheNextFeaturesToClaim(t *testing.T) {
	b := build(t, header())
	for feature, checks := range map[string]int{"aggregate": 1, "bus-request": 2, "chain": 2, "output": 3, "plan": 9, "tool-execute": 10} {
		for i := range checks {
			b.add(fmt.Sprintf("HOOK-004.1/%s-%d", feature, i), outcome.Unsupported, func(c *stream.Check) {
				c.Mismatches = []stream.Mismatch{
					{What: "success", Want: "is true", Got: "the implementation does not claim " + feature},
					{What: "success", Want: "is true", Got: "the implementation does not claim translate"},
				}
			})
		}
	}
	// A known failure is not a check that a claim would enable.
	b.add("HOOK-004.2", outcome.ExpectedFailure, func(c *stream.Check) {
		c.Mismatches[0].Got = "the implementation does not claim settings-files"
	})
	got := render(t, "pretty", b.end(""))
	_, got, _ = strings.Cut(got, "\ninterpretations: none\n")
	claims, _, _ := strings.Cut(got, "0 conformant")
	assert.Equal(t, `10 checks need tool-execute, which the adapter does not claim
9 checks need plan, which the adapter does not claim
3 checks need output, which the adapter does not claim
2 checks need bus-request, which the adapter does not claim
2 checks need chain, which the adapter does not claim
`, claims)
	assert.NotContains(t, render(t, "pretty", fine(t)), "does not claim")
}

func TestPaintChangesNoText(t *testing.T) {
	run := report.New(everything(t), nil)
	plain := looking(t, "pretty", run, report.Look{})
	tones := map[report.Tone]int{}
	painted := looking(t, "pretty", run, report.Look{Paint: func(tone report.Tone, text string) string {
		tones[tone]++
		return "\x1b[1m" + text + "\x1b[0m"
	}})
	assert.Equal(t, plain, strings.NewReplacer("\x1b[1m", "", "\x1b[0m", "").Replace(painted))
	assert.Positive(t, tones[report.Bad])
	assert.Positive(t, tones[report.Strong])
}
