package config

import (
	"fmt"

	"github.com/hooktest/hooktest/internal/english"
)

// ht107 finds settings that turn the agent's hooks off, and hooks that are off by default and
// not turned on.
func ht107(v *view) {
	rules := v.agent.Settings.Switch
	if v.root == nil || len(rules.Path) == 0 {
		return
	}
	if node := switchIn(v.root, rules); node != nil {
		if node.Bool() != rules.Off {
			return
		}
		v.report(node.Position(), fmt.Sprintf("%s is %t: %s runs no hook", rules.Name(), node.Bool(), v.agent.Product),
			fmt.Sprintf("take it out, or write %t", !node.Bool()))
		return
	}
	if rules.Default || v.Package != "" || len(v.survey.Hooks) == 0 || v.switchedOn() {
		return
	}
	field, _ := v.root.Lookup(v.agent.Settings.Hooks)
	v.report(field.NamePosition, fmt.Sprintf("%s runs no hook until hooks are switched on, and nothing here does that", v.agent.Product),
		"switch them on here, or see that everybody's own settings do: "+english.And(v.ways()))
}
