package view

import (
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/visible"
)

// Changed shows the lines of a diff.
func (b Block) Changed(lines []string) {
	rest := max(len(lines)-changedLines, 0)
	for _, line := range narrow(lines[:len(lines)-rest]) {
		style := term.Dim
		switch line[0] {
		case '+':
			style = term.Good
		case '-':
			style = term.Bad
		}
		b.Out.Printf("    %s\n", b.Out.Styled(style, line))
	}
	if rest > 0 {
		b.Out.Printf("    (%s more)\n", english.Count(rest, "line"))
	}
}

// Diff returns the unified diff of two texts of the same name.
func Diff(name string, before, after []byte) string {
	_, text, _ := strings.Cut(string(diff.Diff(name, before, name, after)), "\n")
	return text
}

// Patch returns the lines of a diff of two texts without its headers.
func Patch(before, after []byte) []string {
	var lines []string
	for line := range strings.Lines(string(diff.Diff("before", before, "after", after))) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case line == "", strings.HasPrefix(line, "diff "), strings.HasPrefix(line, "--- "), strings.HasPrefix(line, "+++ "):
		case strings.HasPrefix(line, "@@ -1,"):
		case strings.HasPrefix(line, "@@ "):
			lines = append(lines, " …")
		default:
			lines = append(lines, line)
		}
	}
	return lines
}

// narrow escapes and shortens the lines of a diff. In a removed line and the added line after it,
// the first difference stays visible.
func narrow(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = term.Visible(line)
		if i > 0 && out[i-1][0] == '-' && line[0] == '+' {
			left, right := visible.Apart(out[i-1][1:], out[i][1:], changedWidth)
			out[i-1], out[i] = "-"+left, "+"+right
		}
	}
	for i, line := range out {
		out[i] = visible.Clip(line, changedWidth+len("-"))
	}
	return out
}
