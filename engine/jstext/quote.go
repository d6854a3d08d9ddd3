package jstext

import (
	"strconv"
	"unicode/utf8"
)

// shown is how many characters of a text Quote repeats.
const shown = 120

// Quote returns third-party text in quotes, on one line, cut to a limited length.
func Quote(text string) string {
	if utf8.RuneCountInString(text) <= shown {
		return strconv.Quote(text)
	}
	return strconv.Quote(string([]rune(text)[:shown])) + "…"
}
