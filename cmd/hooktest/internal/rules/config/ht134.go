package config

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/engine/registry"
)

// ht134 finds matchers in hooks whose group has none.
func ht134(v *view, h registry.Surveyed) {
	if shape := v.agent.Settings.Shape; v.agent.OnlyNamed || shape.Flat || shape.Event != "" {
		return
	}
	field, ok := h.Config.Lookup("matcher")
	if row, _ := v.agent.Event(h.Event); !ok || h.Matcher != nil || h.Group == h.Config || row.Subject.Field == "" || field.Value.Text() == "" || slices.Contains(v.agent.Matcher.Everything, field.Value.Text()) {
		return
	}
	v.report(field.NamePosition, fmt.Sprintf("the matcher is in the hook, where %s does not look: the hook runs every time", v.agent.Product), `put it next to "hooks", into the group`)
}
