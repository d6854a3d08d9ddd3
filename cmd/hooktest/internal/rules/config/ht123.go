package config

import (
	"fmt"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/document"
)

// ht123 finds group fields of the wrong type that disable no hook.
func ht123(v *view) []finding.Finding {
	found := v.ofRule("HT123")
	if v.agent.Reading != nil {
		return found
	}
	for _, g := range v.survey.Groups {
		if node, ok := g.Group.Field("sequential"); ok && node.Kind() != document.Bool {
			found = append(found, v.at(node.Position(), fmt.Sprintf("sequential must be true or false, not %s: it counts as false", node.Kind().Article()), "write true or false, without quotes"))
		}
	}
	return found
}
