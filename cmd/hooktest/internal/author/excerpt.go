package author

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/layout"
	"github.com/hooktest/hooktest/internal/visible"
)

// How much of a stranger's words a person gets to read: what is cut says how much
// there was. The JSON report has all of it.
const (
	// shownLines are the lines of a text, shownText the bytes of all of them,
	// shownBytes those of one.
	shownLines = 20
	shownText  = 8000
	shownBytes = 2000
	// shownWords are the characters of a sentence or a command.
	shownWords = 2000
	// shownRemarks are warnings, and notes.
	shownRemarks = 20
	// changedLines are the lines of a diff, changedWidth the characters of one.
	changedLines = 60
	changedWidth = 400
)

// brief is a sentence or a command that may quote a stranger.
func brief(text string) string {
	text = term.Visible(text)
	cut := visible.Clip(text, shownWords)
	if len(cut) < len(text) {
		cut += fmt.Sprintf(" (%d bytes)", len(text))
	}
	return cut
}

// excerpt is what a person gets to read of a text, of which there are so many
// bytes in all: lines that say what is left out stand for the rest. The text, which
// may be large, is not copied.
func excerpt[Text string | []byte](text Text, bytes int64) string {
	end := len(text)
	for end > 0 && text[end-1] == '\n' {
		end--
	}
	var shown []string
	room := shownText
	for start := 0; start <= end; {
		if len(shown) == shownLines || room <= 0 {
			shown = append(shown, fmt.Sprintf("(%s more, %d bytes in all)", english.Count(1+newlines(text[start:end]), "line"), bytes))
			break
		}
		next := start
		for next < end && text[next] != '\n' {
			next++
		}
		line := beginning(text[start:next], shownBytes)
		if next-start > shownBytes {
			line = fmt.Sprintf("%s (… %d bytes)", line, next-start)
		}
		line = term.Visible(line)
		room -= len(line)
		shown = append(shown, line)
		start = next + 1
	}
	return strings.Join(shown, "\n")
}

func newlines[Text string | []byte](text Text) int {
	n := 0
	for i := range len(text) {
		if text[i] == '\n' {
			n++
		}
	}
	return n
}

// beginning is a text or its first bytes, cut between two characters.
func beginning[Text string | []byte](text Text, most int) string {
	if len(text) > most {
		for most > 0 && !utf8.RuneStart(text[most]) {
			most--
		}
		text = text[:most]
	}
	return strings.ToValidUTF8(string(text), "\uFFFD")
}

// difference shows what the hook changed as a diff of the values' lines.
func (b block) difference(d effect.Difference) {
	b.out.Printf("  %s\n", b.out.Styled(term.Dim, d.What))
	b.changed(diffLines(d.Before, d.After))
}

// changed shows the lines of a diff.
func (b block) changed(lines []string) {
	rest := max(len(lines)-changedLines, 0)
	for _, line := range narrow(lines[:len(lines)-rest]) {
		style := term.Dim
		switch line[0] {
		case '+':
			style = term.Good
		case '-':
			style = term.Bad
		}
		b.out.Printf("    %s\n", b.out.Styled(style, line))
	}
	if rest > 0 {
		b.out.Printf("    (%s more)\n", english.Count(rest, "line"))
	}
}

// diffLines compares two values line by line.
func diffLines(before, after any) []string {
	laid := layout.Alike(jsonvalue.Marshal(before), jsonvalue.Marshal(after))
	return patchLines(string(diff.Diff("before", append(laid[0], '\n'), "after", append(laid[1], '\n'))))
}

// patchLines are the lines of a patch without its headers.
func patchLines(patch string) []string {
	var lines []string
	for line := range strings.Lines(patch) {
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

// narrow makes the lines of a diff visible and cuts them, so that the first
// difference of two that follow one another stays in view.
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
