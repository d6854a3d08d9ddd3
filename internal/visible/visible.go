// Package visible makes text of strangers safe to show: what would control a
// terminal, change the direction of writing or hide is written out, and what a CI
// runner would take for a command is written so that it takes it for text. A hook can
// neither repaint the screen that reports on it nor speak to who runs the build.
//
// Package notation writes the commands for CI runners that are meant.
package visible

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Text writes control characters, escape sequences among them, and deceptive
// characters as escapes, and sets a backslash into what a runner would carry out.
// Line feeds and tabs stay; what is not UTF-8 becomes U+FFFD. Text of a text is
// the text.
func Text(text string) string { return uncommanded(written(text)) }

// written puts escapes in the place of characters that can't be seen.
func written(text string) string {
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(text, "\uFFFD") {
		switch {
		case r == '\n' || r == '\t':
			b.WriteRune(r)
		case r == '\r':
			b.WriteString(`\r`)
		case r < 0x20 || r == 0x7f:
			fmt.Fprintf(&b, `\x%02x`, r)
		case deceptive(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Line is Text on one line: line feeds and tabs are written out as well.
func Line(text string) string {
	// A line break that separated two words is a part of a word now, so the text is
	// checked for commands again.
	return uncommanded(strings.NewReplacer("\n", `\n`, "\t", `\t`).Replace(Text(text)))
}

// JSON escapes within the strings of a JSON text what Text would change and JSON
// lets stand. No value changes.
func JSON(text []byte) []byte {
	unseen := func(r rune) bool { return r == 0x7f || deceptive(r) }
	if next := bytes.IndexFunc(text, unseen); next >= 0 {
		out := make([]byte, 0, len(text)+len(text)/8)
		for ; next >= 0; next = bytes.IndexFunc(text, unseen) {
			r, size := utf8.DecodeRune(text[next:])
			out = fmt.Appendf(append(out, text[:next]...), `\u%04x`, r)
			text = text[next+size:]
		}
		text = append(out, text...)
	}
	if bytes.Contains(text, []byte("##")) {
		text = anywhere.ReplaceAll(text, []byte(`\u0023$1`))
	}
	return text
}

// Clip keeps a text within a width in characters, and ends it with an ellipsis
// where it had more.
func Clip(text string, width int) string {
	if utf8.RuneCountInString(text) <= width {
		return text
	}
	return string([]rune(text)[:max(width-1, 0)]) + "…"
}

// Apart clips two texts so that the first difference between them stays in view.
func Apart(a, b string, width int) (left, right string) {
	if utf8.RuneCountInString(a) <= width && utf8.RuneCountInString(b) <= width {
		return a, b
	}
	x, y := []rune(a), []rune(b)
	same := 0
	for same < len(x) && same < len(y) && x[same] == y[same] {
		same++
	}
	// A third of the width is context enough.
	from := same - width/3
	if from <= 1 {
		return Clip(a, width), Clip(b, width)
	}
	return Clip("…"+string(x[from:]), width), Clip("…"+string(y[from:]), width)
}

// deceptive tells of characters that a reader does not see as what they are:
// further controls, marks and overrides of the writing direction, characters
// without width, separators of lines that are none, and what is no character of
// XML.
func deceptive(r rune) bool {
	switch {
	case r >= 0x80 && r < 0xa0, r == '\u061c', r == '\u200b', r == '\u200e', r == '\u200f', r == '\ufeff':
		return true
	case r == 0xfffe || r == 0xffff:
		return true
	}
	return r >= '\u2028' && r <= '\u202e' || r >= '\u2060' && r <= '\u2069'
}
