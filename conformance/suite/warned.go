package suite

import (
	"regexp"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/adapter"
)

// patternOption marks a word of warned or logged that is a regular expression and no
// text: for what the specification wants said and does not say how.
const patternOption = "matching="

// cmdWarned looks for one warning that fits every word.
func cmdWarned(w *world, c call) error {
	return w.said(c, adapter.ObserveWarnings, "warn", c.args)
}

// cmdLogged looks for one line below warn level that fits every word.
func cmdLogged(w *world, c call) error {
	if len(c.args) < 2 || c.args[0] != "debug" && c.args[0] != "info" {
		return errUsage
	}
	return w.said(c, adapter.ObserveTelemetry, c.args[0], c.args[1:])
}

// said asserts one line of a level that fits every word, among those that the
// last answer holds as the observation.
func (w *world) said(c call, o adapter.Observation, level string, words []string) error {
	if len(words) == 0 {
		return errUsage
	}
	fits := make([]func(text string) bool, len(words))
	for i, word := range words {
		expression, isPattern := strings.CutPrefix(word, patternOption)
		if !isPattern {
			expression = regexp.QuoteMeta(w.expand(word))
		}
		pattern, err := regexp.Compile("(?i:" + expression + ")")
		if err != nil {
			return err
		}
		fits[i] = pattern.MatchString
	}
	if w.unseen(o) {
		return nil
	}
	value, _ := lookup(w.answer, string(o))
	list, _ := value.([]any)
	found := slices.ContainsFunc(list, func(item any) bool {
		text, _ := lookup(item, "text")
		at, _ := lookup(item, "level")
		s, _ := text.(string)
		return at == level && !slices.ContainsFunc(fits, func(fit func(string) bool) bool { return !fit(s) })
	})
	w.assert(found != c.neg, string(o), describe(c.neg, "one with "+strings.Join(words, ", ")), show(value, value != nil))
	return nil
}
