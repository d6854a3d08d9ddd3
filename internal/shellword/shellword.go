// Package shellword turns texts into words of a POSIX shell. It reads none.
package shellword

import "strings"

// Join writes words so that the shell reads them as they are.
func Join(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = Of(word)
	}
	return strings.Join(quoted, " ")
}

// Of returns a text as one word, with quotes if it needs them.
func Of(text string) string {
	plain := func(r rune) bool {
		return r < 0x80 && (r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z' || strings.ContainsRune("/._-:@%+,=", r))
	}
	if text != "" && strings.IndexFunc(text, func(r rune) bool { return !plain(r) }) < 0 {
		return text
	}
	return Quoted(text)
}

// Quoted returns a text as one word, always in quotes.
func Quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
