package registry

import (
	"strings"

	"github.com/hooktest/hooktest/engine/hook"
)

// didYouMean gives the hint that goes behind an unknown event's name, or "".
func didYouMean(name string) string {
	if event := nearestEvent(name); event != "" {
		return `, did you mean "` + string(event) + `"`
	}
	return ""
}

// nearestEvent gives the event that the writer of name most likely meant, or
// "" if none comes near. Case and separators do not count; of the rest, a
// third may differ.
func nearestEvent(name string) hook.Event {
	wanted := letters(name)
	var nearest hook.Event
	fewest := len(wanted)/3 + 1
	for _, event := range hook.Events() {
		candidate := letters(string(event))
		if difference := len(candidate) - len(wanted); difference >= fewest || -difference >= fewest {
			continue
		}
		if n := edits(wanted, candidate); n < fewest {
			nearest, fewest = event, n
		}
	}
	return nearest
}

func letters(name string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if strings.ContainsRune("_-. ", r) {
			return -1
		}
		return r
	}, name))
}

// edits is the Levenshtein distance in bytes.
func edits(a, b string) int {
	previous := make([]int, len(b)+1)
	for j := range previous {
		previous[j] = j
	}
	current := make([]int, len(b)+1)
	for i := range len(a) {
		current[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			current[j+1] = min(previous[j]+cost, previous[j+1]+1, current[j]+1)
		}
		previous, current = current, previous
	}
	return previous[len(b)]
}
