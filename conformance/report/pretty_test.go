package report_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/verdict"
)

func TestAFailureFitsOneScreen(t *testing.T) {
	long := strings.Repeat(strings.Repeat("word ", 60)+"\n", 40)
	h := header()
	b := build(t, h)
	for i := range 6 {
		b.add("HOOK-004.1/"+fmt.Sprint(i), verdict.UnexpectedPass, func(c *stream.Check) {
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
		var out bytes.Buffer
		require.NoError(t, report.Pretty(&out, report.New(run, nil), report.Look{Width: width}))
		blocks := strings.Split(out.String(), "\n\n")
		require.Len(t, blocks, 1+6+1)
		for i, block := range blocks[1:7] {
			lines := strings.Split(block, "\n")
			assert.LessOrEqual(t, len(lines), 23, "with the empty line behind it no more than 24")
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

func TestPaintChangesNoText(t *testing.T) {
	run := report.New(everything(t), nil)
	var plain, painted bytes.Buffer
	require.NoError(t, report.Pretty(&plain, run, report.Look{}))
	tones := map[report.Tone]int{}
	require.NoError(t, report.Pretty(&painted, run, report.Look{Paint: func(tone report.Tone, text string) string {
		tones[tone]++
		return "\x1b[1m" + text + "\x1b[0m"
	}}))
	assert.Equal(t, plain.String(), strings.NewReplacer("\x1b[1m", "", "\x1b[0m", "").Replace(painted.String()))
	assert.Positive(t, tones[report.Bad])
	assert.Positive(t, tones[report.Strong])
}
