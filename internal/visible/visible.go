// Package visible makes text of strangers safe to show: what would control a
// terminal, change the direction of writing or hide is written out, so that a
// hook can't repaint the screen that reports on it.
package visible

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Text writes control characters, escape sequences among them, and deceptive
// characters as escapes. Line feeds and tabs stay; what is not UTF-8 becomes
// U+FFFD.
func Text(text string) string {
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(text, "\uFFFD") {
		switch {
		case r == '\n' || r == '\t':
			b.WriteRune(r)
		case r == '\r':
			b.WriteString(`\r`)
		case r < 0x20 || r == 0x7f:
			fmt.Fprintf(&b, `\x%02x`, r)
		case Deceptive(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Line is Text on one line: line feeds and tabs are written out as well.
func Line(text string) string {
	return strings.NewReplacer("\n", `\n`, "\t", `\t`).Replace(Text(text))
}

// Clip keeps a text within a width in characters, and ends it with an ellipsis
// where it had more.
func Clip(text string, width int) string {
	if utf8.RuneCountInString(text) <= width {
		return text
	}
	return string([]rune(text)[:max(width-1, 0)]) + "…"
}

// Deceptive tells of characters that a reader does not see as what they are:
// further controls, marks and overrides of the writing direction, characters
// without width, separators of lines that are none, and what is no character of
// XML.
func Deceptive(r rune) bool {
	switch {
	case r >= 0x80 && r < 0xa0, r == '\u061c', r == '\u200b', r == '\u200e', r == '\u200f', r == '\ufeff':
		return true
	case r == 0xfffe || r == 0xffff:
		return true
	}
	return r >= '\u2028' && r <= '\u202e' || r >= '\u2060' && r <= '\u2069'
}
