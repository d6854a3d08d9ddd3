package report

import (
	"strings"

	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/visible"
)

// maxDiff bounds the lines of each side that are compared; a longer diff is not
// readable.
const maxDiff = 200

// diff compares want and got line by line: - marks lines of want, + lines of got,
// and = lines of both. No line is wider than width. Because each line has a mark,
// no log reader can take one for a command.
func diff(want, got string, width int) []string {
	a, b := splitLines(want), splitLines(got)
	if len(a) == 1 && len(b) == 1 {
		left, right := visible.Apart(a[0], b[0], width-2)
		return []string{"- " + left, "+ " + right}
	}
	a, b = clipLines(a, maxDiff), clipLines(b, maxDiff)
	common := commonLengths(a, b)
	var lines []string
	add := func(mark, line string) { lines = append(lines, mark+visible.Clip(line, width-2)) }
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			add("= ", a[i])
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1]:
			add("- ", a[i])
			i++
		default:
			add("+ ", b[j])
			j++
		}
	}
	return nearChanges(lines)
}

// commonLengths[i][j] is the length of the longest common subsequence of a[i:]
// and b[j:].
func commonLengths(a, b []string) [][]int {
	common := make([][]int, len(a)+1)
	for i := range common {
		common[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	return common
}

// nearChanges drops the lines that are not next to a change.
func nearChanges(lines []string) []string {
	changed := func(i int) bool { return i >= 0 && i < len(lines) && lines[i][0] != '=' }
	var kept []string
	for i, line := range lines {
		switch {
		case changed(i-1) || changed(i) || changed(i+1):
			kept = append(kept, line)
		case len(kept) == 0 || kept[len(kept)-1] != "…":
			kept = append(kept, "…")
		}
	}
	return kept
}

// quoteLines puts a gutter before each line of an untrusted text, for the same
// reason.
func quoteLines(text string, width int) []string {
	return lists.Of(splitLines(text), func(line string) string { return "| " + visible.Clip(strings.ReplaceAll(line, "\t", "  "), width-2) })
}
