package suite

import (
	"regexp"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/adapter"
)

// patternOption marks an argument of warned or logged that is a regular expression
// instead of a text. It is for messages that the specification requires without giving
// their wording.
const patternOption = "matching="

// cmdWarned looks for one warning that matches every argument.
func cmdWarned(w *world, c call) error {
	return w.said(c, "warn", c.args, adapter.ObserveWarnings)
}

// cmdLogged looks for one line, of a level below warn, that matches every argument.
func cmdLogged(w *world, c call) error {
	if len(c.args) < 2 || c.args[0] != "debug" && c.args[0] != "info" {
		return errUsage
	}
	return w.said(c, c.args[0], c.args[1:], adapter.ObserveTelemetry)
}

// said asserts that the last answer has, in this observation, one line of the level
// that matches every word.
func (w *world) said(c call, level string, words []string, of adapter.Observation) error {
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
	if w.unseen(of) {
		return nil
	}
	logged := lookup(w.answer, string(of))
	lines, readable := linesOf(logged.value)
	found := slices.ContainsFunc(lines, func(l line) bool {
		return l.level == level && !slices.ContainsFunc(fits, func(fit func(string) bool) bool { return !fit(l.text) })
	})
	w.assert(readable && found != c.neg, string(of), describe(c.neg, "one with "+strings.Join(words, ", ")), logged.String())
	return nil
}

// A line is one line that an implementation logged.
type line struct{ level, text string }

// linesOf reads the logged lines. nil means no lines. If logged is not a list of levels
// and texts, ok is false: then neither an assertion nor its negation holds.
func linesOf(logged any) (lines []line, ok bool) {
	if logged == nil {
		return nil, true
	}
	list, ok := logged.([]any)
	for _, item := range list {
		level, hasLevel := lookup(item, "level").value.(string)
		text, hasText := lookup(item, "text").value.(string)
		if !hasLevel || !hasText {
			return nil, false
		}
		lines = append(lines, line{level, text})
	}
	return lines, ok
}
