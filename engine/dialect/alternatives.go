package dialect

import (
	"strings"

	"github.com/hooktest/hooktest/engine/jstext"
)

// alternatives is a matcher of names separated by bars. It matches if the whole text,
// or one of the parts, equals the subject or one of the subject's aliases. Otherwise
// the text is a regular expression, which is tested against the subject only. The
// expression is nil if it is invalid.
type alternatives struct {
	parts      []string
	names      map[string][]string
	expression Expression
}

func alternativesIn(text string, names map[string][]string) alternatives {
	text = jstext.Trim(text)
	parts := []string{text}
	if !strings.HasPrefix(text, "^") && !strings.HasPrefix(text, "(") {
		parts = bars(text)
	}
	m := alternatives{parts: append([]string{text}, parts...), names: names}
	// Bars alone leave no part, and an expression of nothing would match everything.
	if expression, err := javaScript(strings.Join(parts, "|")); err == nil && len(parts) > 0 {
		m.expression = expression
	}
	return m
}

func (m alternatives) MatchString(subject string) (bool, error) {
	targets := append([]string{subject}, m.names[subject]...)
	for _, part := range m.parts {
		if part == "*" || part == ".*" {
			return true, nil
		}
		for _, target := range targets {
			if part == target {
				return true, nil
			}
		}
	}
	if m.expression == nil {
		return false, nil
	}
	return m.expression.MatchString(subject)
}

// bars returns the parts of an expression between bars outside groups and classes, with
// blanks trimmed. Empty parts are dropped.
func bars(text string) []string {
	var parts []string
	start, depth, class, escaped := 0, 0, false, false
	part := func(end int) {
		if p := jstext.Trim(text[start:end]); p != "" {
			parts = append(parts, p)
		}
		start = end + 1
	}
	for i, c := range text {
		switch {
		case escaped:
			escaped = false
		case c == '\\':
			escaped = true
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case c == '(':
			depth++
		case c == ')':
			depth = max(0, depth-1)
		case c == '|' && depth == 0:
			part(i)
		}
	}
	part(len(text))
	return parts
}
