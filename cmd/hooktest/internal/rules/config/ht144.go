package config

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/registry"
	"github.com/hooktest/hooktest/internal/lists"
)

// ht144 finds fields of a hook that are almost called as one that the agent reads.
func ht144(v *view, h registry.Surveyed) {
	own := handlerFields(v.agent)
	for _, field := range h.Config.Fields() {
		if slices.Contains(own, field.Name) || slices.ContainsFunc(dialect.Contracts(), func(c *dialect.Contract) bool { return slices.Contains(handlerFields(c), field.Name) }) {
			continue
		}
		near, ok := nearest(field.Name, own)
		if _, given := h.Config.Field(near); !ok || given {
			continue
		}
		v.report(field.NamePosition, fmt.Sprintf("%s does not read %s: it changes nothing", v.agent.Product, strconv.Quote(field.Name)), fmt.Sprintf("did you mean %s?", near))
	}
}

// handlerFields returns the names of a hook's fields that are known of an agent.
func handlerFields(c *dialect.Contract) []string {
	h := c.Handlers
	all := append(fields(c), "type", "name", h.Condition.Field, h.Choice.Field, h.Arguments.Field, h.Background.Field)
	all = append(all, lists.Of(h.Fields, func(f dialect.HookField) string { return f.Name })...)
	return slices.DeleteFunc(all, func(name string) bool { return name == "" })
}
