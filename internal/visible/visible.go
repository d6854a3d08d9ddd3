// Package visible makes untrusted text safe to show. It escapes characters that control a
// terminal, change the direction of writing or are invisible, and everything that a CI
// runner would take for a command. A hook can't repaint the screen that reports on it or
// send commands to the runner of the build.
//
// Package notation writes the intended commands for CI runners.
package visible

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Text writes control characters and deceptive characters as escapes, and puts a
// backslash into what a runner would execute. Line feeds and tabs stay; invalid UTF-8
// becomes U+FFFD. Text is idempotent.
func Text(text string) string { return uncommanded(written(text)) }

// written replaces characters that can't be seen with escapes.
func written(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	first := strings.IndexFunc(text, func(r rune) bool { return r < 0x20 && r != '\n' && r != '\t' || r == 0x7f || deceptive(r) })
	if first < 0 {
		return text
	}
	var b strings.Builder
	b.WriteString(text[:first])
	for _, r := range text[first:] {
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
	// An escaped line break joins two words into one, so the text is checked for
	// commands again.
	return uncommanded(inLine.Replace(Text(text)))
}

var inLine = strings.NewReplacer("\n", `\n`, "\t", `\t`)

// JSON escapes, within the strings of a JSON text, what Text would change and JSON
// allows unescaped. No value changes.
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

// Clip keeps a text within a width in characters, and ends it with an ellipsis if it was
// longer.
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

// deceptive reports whether a reader can't see a character as what it is: further
// controls, marks and overrides of the writing direction, zero-width characters, Unicode
// line separators, and characters that XML does not allow.
func deceptive(r rune) bool {
	switch {
	case r >= 0x80 && r < 0xa0, r == '\u061c', r == '\u200b', r == '\u200e', r == '\u200f', r == '\ufeff':
		return true
	case r == 0xfffe || r == 0xffff:
		return true
	}
	return r >= '\u2028' && r <= '\u202e' || r >= '\u2060' && r <= '\u2069'
}
