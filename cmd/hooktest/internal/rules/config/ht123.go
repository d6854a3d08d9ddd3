package config

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/document"
)

// ht123 finds group fields of the wrong type that disable no hook.
func ht123(v *view) {
	v.ofRule("HT123")
	if v.agent.Reading != nil {
		return
	}
	for _, g := range v.survey.Groups {
		if node, ok := g.Group.Field("sequential"); ok && node.Kind() != document.Bool {
			v.report(node.Position(), fmt.Sprintf("sequential must be true or false, not %s: it counts as false", node.Kind().Article()), "write true or false, without quotes")
		}
	}
}
