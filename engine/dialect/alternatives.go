package dialect

import (
	"strings"

	"github.com/hooktest/hooktest/engine/jstext"
)

// alternatives is a matcher of names between bars: the text, or one of the parts, may be
// the subject or one of its other names. Else it is an expression, which those names do
// not match; nil where it is no valid one.
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

// bars are the parts of an expression between the bars that stand in no group or
// class, without blanks around them; empty ones are left out.
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
