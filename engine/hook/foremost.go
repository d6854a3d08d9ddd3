package hook

import (
	"fmt"
	"unicode/utf8"
)

// The limits are what a person can read. They also prevent warnings that are longer
// than the answer: a list of two thousand numbers instead of texts is one mistake, not
// two thousand.
const (
	mostWarnings   = 100
	longestWarning = 1000
)

// Foremost returns the first hundred warnings in order, each text cut to a thousand
// characters. One more warning counts the dropped ones. The slice is not changed.
func Foremost(all []Warning) []Warning {
	if all == nil {
		return nil
	}
	kept := make([]Warning, 0, min(len(all), mostWarnings+1))
	for i, w := range all {
		if i == mostWarnings {
			return append(kept, Warning{Rule: w.Rule, Text: fmt.Sprintf("more warnings, not listed: %d", len(all)-i)})
		}
		if n := utf8.RuneCountInString(w.Text); n > longestWarning {
			w.Text = fmt.Sprintf("%s… (%d characters more)", string([]rune(w.Text)[:longestWarning]), n-longestWarning)
		}
		kept = append(kept, w)
	}
	return kept
}
