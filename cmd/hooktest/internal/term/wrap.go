package term

import (
	"strings"
	"unicode/utf8"
)

// Wrap breaks text at blanks into lines of at most this number of columns. A longer word has its
// own line. An empty text gives one empty line.
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
