// Package english writes numbers and lists within English sentences.
package english

import (
	"fmt"
	"strings"
)

// Count is a number and a noun whose plural ends in s: 1 check, 2 checks.
func Count(n int, noun string) string { return Plural(n, noun, noun+"s") }

// Plural returns a number with the matching words.
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// And writes "a, b and c".
func And(words []string) string { return list(words, " and ") }

// Or writes "a, b or c".
func Or(words []string) string { return list(words, " or ") }

func list(words []string, before string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + before + words[last]
}
