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
	return w.said(c, "warn", c.args, adapter.ObserveWarnings)
}

// anyLevel stands for every level where the specification wants something logged
// and names none.
const anyLevel = "any"

// cmdLogged looks for one line that fits every word: of the level that is named,
// below warn level, or of any level.
func cmdLogged(w *world, c call) error {
	if len(c.args) < 2 {
		return errUsage
	}
	switch level := c.args[0]; level {
	case "debug", "info":
		return w.said(c, level, c.args[1:], adapter.ObserveTelemetry)
	case anyLevel:
		return w.said(c, level, c.args[1:], adapter.ObserveTelemetry, adapter.ObserveWarnings)
	}
	return errUsage
}

// said asserts one line of a level that fits every word, among those that the
// last answer holds as the observations.
func (w *world) said(c call, level string, words []string, observations ...adapter.Observation) error {
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
	if slices.ContainsFunc(observations, w.unseen) {
		return nil
	}
	var lines []line
	var shown []string
	readable := true
	for _, o := range observations {
		logged := lookup(w.answer, string(o))
		some, ok := linesOf(logged.value)
		lines, readable = append(lines, some...), readable && ok
		shown = append(shown, logged.String())
	}
	found := slices.ContainsFunc(lines, func(l line) bool {
		return (level == anyLevel || l.level == level) && !slices.ContainsFunc(fits, func(fit func(string) bool) bool { return !fit(l.text) })
	})
	w.assert(readable && found != c.neg, string(observations[0]), describe(c.neg, "one with "+strings.Join(words, ", ")), strings.Join(shown, " "))
	return nil
}

// A line is something that an implementation logged.
type line struct{ level, text string }

// linesOf reads what was logged; nothing is no lines. Of what is no list of
// levels and texts, neither that something was logged holds nor the opposite.
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
