package report

import (
	"strings"
	"unicode/utf8"

	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/jsontext"
	"github.com/hooktest/hooktest/internal/visible"
)

// clipLines keeps a block within a number of lines and says how many it lacks.
func clipLines(lines []string, limit int) []string {
	if len(lines) <= limit {
		return lines
	}
	kept := append([]string(nil), lines[:limit-1]...)
	return append(kept, "… "+english.Count(len(lines)-limit+1, "more line"))
}

// splitLines returns the lines of a visible text, without empty ones at its end.
func splitLines(text string) []string {
	return strings.Split(strings.TrimRight(visible.Text(text), "\n"), "\n")
}

// wrap breaks a trusted text between words; the lines after the first are indented
// by four.
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

// jsonString is a text in quotes, on one line.
func jsonString(text string) string {
	// A string can always be written.
	quoted, _ := jsontext.Encode(text)
	return string(visible.JSON(quoted))
}
