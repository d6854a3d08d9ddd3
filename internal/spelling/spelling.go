// Package spelling finds the known word that a mistyped one most likely meant, for
// messages that propose it.
package spelling

import (
	"slices"
	"strings"
)

// Nearest returns the known word that takes the fewest changes, ignoring case and the
// separators space, dot, hyphen and underscore. A third of the word may change, and one
// letter of a short one; two swapped neighbors are one change. ok is false if no word is that
// near. Of several the first wins.
func Nearest[T ~string](word T, known []T) (nearest T, ok bool) {
	wanted := letters(string(word))
	fewest := max(len(wanted)/3, 1) + 1
	for _, candidate := range known {
		letters := letters(string(candidate))
		if gap := len(letters) - len(wanted); gap >= fewest || -gap >= fewest {
			continue
		}
		if n := distance(wanted, letters); n < fewest {
			nearest, fewest, ok = candidate, n, true
		}
	}
	return nearest, ok
}

// swapped reports whether b is a with two neighbors swapped.
func swapped(a, b []rune) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) - 1 {
		if a[i] != b[i] {
			return a[i] == b[i+1] && a[i+1] == b[i] && slices.Equal(a[i+2:], b[i+2:])
		}
	}
	return false
}

// Distance counts the letters to insert, delete or replace to make b of a
// (Levenshtein); two swapped neighbors are one change. It ignores nothing.
func Distance(a, b string) int { return distance([]rune(a), []rune(b)) }

func letters(word string) []rune {
	return []rune(strings.ToLower(strings.Map(func(r rune) rune {
		if strings.ContainsRune(" .-_", r) {
			return -1
		}
		return r
	}, word)))
}

func distance(a, b []rune) int {
	if swapped(a, b) {
		return 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
