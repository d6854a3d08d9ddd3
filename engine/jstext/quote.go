package jstext

import (
	"strconv"
	"unicode/utf8"
)

// shown is how many characters of a text Quote repeats.
const shown = 120

// Quote shows a stranger's text in quotes, on one line and not without end.
func Quote(text string) string {
	if utf8.RuneCountInString(text) <= shown {
		return strconv.Quote(text)
	}
	return strconv.Quote(string([]rune(text)[:shown])) + "…"
}
