package report_test

import (
	"bufio"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
)

func TestMarkdownStaysUnderItsLimit(t *testing.T) {
	long := strings.Repeat("`````\n<details> é", 2000)
	b := build(t, header())
	for i := range 600 {
		b.add(fmt.Sprintf("HOOK-004.1/%d", i), outcome.Fail, func(c *stream.Check) {
			c.Mismatches = []stream.Mismatch{{Line: 1, What: long, Want: long, Got: "x"}, {Line: 2, What: long, Want: long, Got: "y"}}
			c.Evidence = evidence(long)
		})
	}
	out := render(t, "markdown", b.end(""))
	assert.Less(t, len(out), 1<<20)
	assert.Greater(t, len(out), 900_000, "the room is used")
	assert.Contains(t, out, " more failures in detail are left out for want of room.")
	assert.Equal(t, 600, strings.Count(out, "\n- **HOOK\\-004\\.1/"), "all failures are listed before any is shown in detail")
}

// Outside of code, hostile text must not become structure.
func TestMarkdownFencesHold(t *testing.T) {
	eachHostile(t, "markdown", func(t require.TestingT, text, out string, v outcome.Verdict) {
		fence := ""
		scanner := bufio.NewScanner(strings.NewReader(out))
		scanner.Buffer(nil, 1<<21)
		for scanner.Scan() {
			line := scanner.Text()
			marks := len(line) - len(strings.TrimLeft(line, "`"))
			switch {
			case fence != "":
				if strings.TrimRight(line, " ") == fence {
					fence = ""
				}
				continue
			case marks >= 3 && !strings.Contains(line[marks:], "`"):
				fence = line[:marks]
				continue
			}
			// The rest, without code spans, has no tags but ours. An escaped
			// backquote begins no code.
			outside := regexp.MustCompile("(`+) .*? (`+)").ReplaceAllString(strings.ReplaceAll(line, "\\`", ""), "")
			for _, tag := range regexp.MustCompile(`<[a-zA-Z!/][^>]*>`).FindAllString(outside, -1) {
				require.Contains(t, []string{"<details>", "</details>", "<summary>", "</summary>"}, tag, "%q", line)
			}
		}
		require.NoError(t, scanner.Err())
		require.Empty(t, fence, "every fence is closed")
	})
}
