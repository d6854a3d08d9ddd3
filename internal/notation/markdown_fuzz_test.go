package notation

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/internal/runnertest"
	"github.com/hooktest/hooktest/internal/visible"
)

// FuzzEscaping reads escaped text in a table row as GitHub does, and checks that its cell
// shows exactly the text and that it has no other effect.
func FuzzEscaping(f *testing.F) {
	for _, seed := range []string{
		"a | b", `\|`, `\`, "`", "``` \\| ```", "<b>@c &amp;", "[a](b)", "| --- |\n::error::x", "##[group]a", " `` ", "\u00a0", "1. a\n2. b", "\xff\x1b[2J", "https://a.b",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		want := visible.Line(in)
		for name, out := range map[string]string{"prose": Prose(in), "code": Code(in)} {
			require.LessOrEqual(t, len(out), 6*len(want)+4*longestRun(want)+8, name)
			require.False(t, strings.ContainsFunc(out, unicode.IsControl), "%s: %q", name, out)
			for _, log := range []string{out, "| " + out + " |", "a " + out} {
				require.Empty(t, runnertest.Commands(log), "%s: %q", name, log)
			}
		}
		require.Equal(t, want, shownText(t, Prose(in), meaningless))
		require.Equal(t, []string{"a", strings.TrimSpace(unpiped(Prose(in))), "b"}, cells("| a | "+Prose(in)+" | b |"))
		require.Equal(t, strings.TrimSpace(want), strings.TrimSpace(shownCode(t, Code(in))))
		require.Equal(t, want, shownText(t, unpiped(Prose(in)), meaningless+"|"), "in a cell, whose borders are found before")

		block := Fenced("", visible.Text(in))
		fence, rest, ok := strings.Cut(block, "\n")
		require.True(t, ok)
		body, after, ok := strings.Cut(rest, "\n"+fence+"\n")
		require.True(t, ok)
		require.Equal(t, visible.Text(in), body)
		require.Equal(t, "\n", after)
		require.Empty(t, runnertest.Commands(block))
	})
}

// cells splits a table row at the unescaped pipes, and removes the backslashes before the
// others.
func cells(row string) []string {
	var all []string
	cell := ""
	for i := 0; i < len(row); i++ {
		if row[i] == '|' && (i == 0 || row[i-1] != '\\') {
			all, cell = append(all, strings.TrimSpace(unpiped(cell))), ""
			continue
		}
		cell += row[i : i+1]
	}
	return append(all, strings.TrimSpace(cell))[1:len(all)]
}

// unpiped removes the escapes of pipes, as a table does before it reads a cell.
func unpiped(cell string) string { return strings.ReplaceAll(cell, `\|`, "|") }

// meaningless are the marks that begin nothing in a line of Markdown.
const meaningless = `,/;%?`

var entity = regexp.MustCompile(`^&#([0-9]+);`)

// shownText returns what a line of Markdown shows. The line may have no marks with a
// meaning except the allowed ones.
func shownText(t *testing.T, line, allowed string) string {
	t.Helper()
	var shown strings.Builder
	for len(line) > 0 {
		punctuation := strings.ContainsRune("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", rune(line[0]))
		m := entity.FindStringSubmatch(line)
		switch {
		case line[0] == '\\' && len(line) > 1 && strings.ContainsRune("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", rune(line[1])):
			shown.WriteByte(line[1])
			line = line[2:]
			continue
		case m != nil:
			n, err := strconv.Atoi(m[1])
			require.NoError(t, err)
			shown.WriteRune(rune(n))
			line = line[len(m[0]):]
			continue
		case punctuation:
			require.Contains(t, allowed, line[:1], line)
		}
		shown.WriteByte(line[0])
		line = line[1:]
	}
	return shown.String()
}

// shownCode returns what a line shows that is a single code span.
func shownCode(t *testing.T, line string) string {
	t.Helper()
	fence := line[:len(line)-len(strings.TrimLeft(line, "`"))]
	require.NotEmpty(t, fence)
	for at := len(fence); at < len(line); {
		run := len(line[at:]) - len(strings.TrimLeft(line[at:], "`"))
		if run == len(fence) {
			require.Equal(t, len(line), at+run, "the span ends with the line")
			return line[len(fence):at]
		}
		at += max(run, 1)
	}
	require.Fail(t, "the span has no end", line)
	return ""
}
