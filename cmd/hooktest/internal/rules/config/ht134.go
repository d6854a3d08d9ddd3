package config

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

// ht134 finds matchers in hooks whose group has none.
func ht134(v *view) []finding.Finding {
	if shape := v.agent.Settings.Shape; v.agent.OnlyNamed || shape.Flat || shape.Event != "" {
		return nil
	}
	var found []finding.Finding
	for _, h := range v.survey.Hooks {
		field, ok := h.Config.Lookup("matcher")
		if row, _ := v.agent.Event(h.Event); !ok || h.Matcher != nil || h.Group == h.Config || row.Subject.Field == "" || field.Value.Text() == "" || slices.Contains(v.agent.Matcher.Everything, field.Value.Text()) {
			continue
		}
		found = append(found, v.at(field.NamePosition, fmt.Sprintf("the matcher is in the hook, where %s does not look: the hook runs every time", v.agent.Product), `put it next to "hooks", into the group`))
	}
	return found
}
