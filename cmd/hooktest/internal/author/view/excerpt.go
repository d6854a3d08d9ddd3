package view

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/visible"
)

// The limits for third-party text in reports for people. A shortened text shows its full size.
// The JSON report has all of it.
const (
	// shownLines is the number of lines of a text, shownText the number of bytes in all of them,
	// shownBytes the number of bytes in one.
	shownLines = 20
	shownText  = 8000
	shownBytes = 2000
	// shownWords is the number of characters of a sentence or a command.
	shownWords = 2000
	// ShownRemarks is the number of warnings, and of notes.
	ShownRemarks = 20
	// changedLines is the number of lines of a diff, changedWidth the characters of one.
	changedLines = 60
	changedWidth = 400
)

// Brief shortens a sentence or a command that may quote third-party text.
func Brief(text string) string {
	text = term.Visible(text)
	cut := visible.Clip(text, shownWords)
	if len(cut) < len(text) {
		cut += fmt.Sprintf(" (%d bytes)", len(text))
	}
	return cut
}

// Excerpt shortens a text for people. bytes is its full size. The last line tells what is left
// out. The text may be large and is not copied.
func Excerpt[Text string | []byte](text Text, bytes int64) string {
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

// beginning returns a text or its first bytes, cut between two characters.
func beginning[Text string | []byte](text Text, most int) string {
	if len(text) > most {
		for most > 0 && !utf8.RuneStart(text[most]) {
			most--
		}
		text = text[:most]
	}
	return strings.ToValidUTF8(string(text), "\uFFFD")
}

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
