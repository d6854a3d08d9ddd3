package term

import (
	"strings"
	"unicode/utf8"
)

// Wrap breaks text at blanks into lines of at most so many columns; a longer
// word stands alone on its line. Empty text is one empty line.
func Wrap(text string, columns int) []string {
	var lines []string
	line, width := "", 0
	for word := range strings.FieldsSeq(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case width == 0:
			line, width = word, n
		case width+1+n > columns:
			lines = append(lines, line)
			line, width = word, n
		default:
			line, width = line+" "+word, width+1+n
		}
	}
	return append(lines, line)
}
