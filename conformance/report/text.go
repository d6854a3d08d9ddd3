package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// visible writes out what would control a terminal, change the direction of
// writing, hide, or be no character of XML. Line feeds and tabs stay.
func visible(text string) string {
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

func deceptive(r rune) bool {
	switch {
	case r >= 0x80 && r < 0xa0, r == '\u061c', r == '\u200b', r == '\u200e', r == '\u200f', r == '\ufeff':
		return true
	case r == 0xfffe || r == 0xffff:
		return true
	}
	return r >= '\u2028' && r <= '\u202e' || r >= '\u2060' && r <= '\u2069'
}

// oneLine is a visible text with its line feeds and tabs written out.
func oneLine(text string) string {
	return strings.NewReplacer("\n", `\n`, "\t", `\t`).Replace(visible(text))
}

// clip keeps a text within a width in characters.
func clip(text string, width int) string {
	if utf8.RuneCountInString(text) <= width {
		return text
	}
	return string([]rune(text)[:max(width-1, 0)]) + "…"
}

// clipLines keeps a block within a number of lines and says how many it lacks.
func clipLines(lines []string, limit int) []string {
	if len(lines) <= limit {
		return lines
	}
	kept := append([]string(nil), lines[:limit-1]...)
	return append(kept, "… "+plural(len(lines)-limit+1, "more line", "more lines"))
}

// splitLines gives the lines of a visible text, without empty ones at its end.
func splitLines(text string) []string {
	return strings.Split(strings.TrimRight(visible(text), "\n"), "\n")
}

// wrap breaks a text of ours between words; the lines behind the first are
// indented by four.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width:
			lines, line = append(lines, line), "    "+word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}

// plural is a number and the word that goes with it.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// jsonString is a text in quotes, on one line.
func jsonString(text string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	// A string can always be written.
	_ = e.Encode(text)
	return strings.TrimSuffix(b.String(), "\n")
}
