package config

import (
	"fmt"

	"github.com/hooktest/hooktest/internal/english"
)

// ht212 finds matchers that match no value of the event.
func ht212(v *view) { v.ofMatcher("HT212") }

// valueIssues returns the issues about matchers of events without a tool.
func (v *view) valueIssues(m matched) []issue {
	values := m.row.Subject.Values
	if len(values) == 0 || len(m.result.fires) > 0 {
		return nil
	}
	fix := m.row.Subject.Field + " is " + english.Or(values)
	if near, ok := nearest(m.text, values); ok {
		fix = fmt.Sprintf("did you mean %s? %s", near, fix)
	}
	return []issue{{id: "HT212", text: fmt.Sprintf("%s matches no %s of %s", quoted(m.text), m.row.Subject.Field, m.row.Name), fix: fix}}
}
