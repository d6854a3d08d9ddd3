package config

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
)

func ht134() rule {
	return rule{Rule: finding.Rule{
		ID: "HT134", Title: "matcher in the hook instead of its group", Severity: finding.Error, Agents: "agents whose hooks are in groups",
		Why: "The agent reads the matcher of the group only. The hook runs for every tool.",
	}, find: misplacedMatcher}
}

// misplacedMatcher finds matchers in hooks whose group has none.
func misplacedMatcher(v *view) []finding.Finding {
	if shape := v.agent.Settings.Shape; v.agent.Aside || shape.Flat || shape.Event != "" {
		return nil
	}
	var found []finding.Finding
	for _, h := range v.survey.Hooks {
		field, ok := h.Config.Lookup("matcher")
		if row, _ := v.agent.Event(h.Event); !ok || h.Matcher != nil || h.Group == h.Config || row.Subject.Field == "" || field.Value.Text() == "" || slices.Contains(v.agent.Matcher.Everything, field.Value.Text()) {
			continue
		}
		found = append(found, v.at(field.NamePosition, fmt.Sprintf("the matcher stands in the hook, where %s does not look: the hook runs every time", v.agent.Product), `put it beside "hooks", into the group`))
	}
	return found
}
