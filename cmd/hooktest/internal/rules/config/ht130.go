package config

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/registry"
	"github.com/hooktest/hooktest/internal/lists"
)

// ht130 finds fields that only other agents use.
func ht130(v *view, h registry.Surveyed) {
	own := fields(v.agent)
	for _, field := range h.Config.Fields() {
		others := lists.Where(dialect.Contracts(), func(c *dialect.Contract) bool { return slices.Contains(fields(c), field.Name) })
		if len(others) == 0 || slices.Contains(own, field.Name) {
			continue
		}
		fix := "take it out"
		if closing := v.agent.Handlers.Closing; closing.Field != "" && others[0].Handlers.Closing.Field == field.Name {
			fix = fmt.Sprintf("write %q: %s, which is the same here", closing.Field, closing.Value)
		}
		v.report(field.NamePosition, fmt.Sprintf("%s does not read %q, a field of %s: it changes nothing", v.agent.Product, field.Name, products(others)), fix)
	}
}

// fields returns the hook fields that the agent uses and some other agent does not.
func fields(c *dialect.Contract) []string {
	all := append([]string{"command", "timeout", c.Handlers.Closing.Field}, c.Settings.Shape.Command...)
	return append(all, c.Settings.Shape.Timeout...)
}
