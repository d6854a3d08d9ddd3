package suite

import (
	"regexp"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/adapter"
)

// patternOption marks a word of warned that is a regular expression and no
// text: for what the specification wants said and does not say how.
const patternOption = "matching="

// cmdWarned looks for one warning that fits every word.
func cmdWarned(w *world, c call) error {
	if len(c.args) == 0 {
		return errUsage
	}
	fits := make([]func(text string) bool, len(c.args))
	for i, word := range c.args {
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
	if w.unseen(adapter.ObserveWarnings) {
		return nil
	}
	value, _ := lookup(w.answer, "warnings")
	list, _ := value.([]any)
	found := slices.ContainsFunc(list, func(item any) bool {
		text, _ := lookup(item, "text")
		level, _ := lookup(item, "level")
		s, _ := text.(string)
		return level == "warn" && !slices.ContainsFunc(fits, func(fit func(string) bool) bool { return !fit(s) })
	})
	w.assert(found != c.neg, "warnings", describe(c.neg, "one with "+strings.Join(c.args, ", ")), show(value, value != nil))
	return nil
}
