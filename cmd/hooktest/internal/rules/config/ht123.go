package config

import (
	"fmt"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/document"
)

func ht123() rule {
	return rule{Rule: finding.Rule{
		ID: "HT123", Title: "field of the wrong type", Severity: finding.Error,
		Why: "A number in quotes is a string. Depending on the agent, the field is ignored, or the hook or the whole file is dropped.",
	}, find: wrongField}
}

// wrongField finds group fields of the wrong type that disable no hook.
func wrongField(v *view) []finding.Finding {
	found := ofRule("HT123")(v)
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
