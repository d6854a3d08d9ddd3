package config

import (
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/registry"
	hooksettings "github.com/hooktest/hooktest/engine/settings"
)

// syntax returns the name of the file's format.
func (v *view) syntax() string {
	if hooksettings.IsTOML(v.Path) {
		return "TOML"
	}
	return "JSON"
}

// named returns the place of a field's value in a hook or, without the field, of the hook.
func (v *view) named(h registry.Surveyed, field string) document.Position {
	if node, ok := h.Action.Field(field); ok {
		return node.Position()
	}
	return h.Config.Position()
}

// fields returns the hook fields that the agent uses and some other agent does not.
func fields(c *dialect.Contract) []string {
	all := append([]string{"command", "timeout", c.Handlers.Closing.Field}, c.Settings.Shape.Command...)
	return append(all, c.Settings.Shape.Timeout...)
}
