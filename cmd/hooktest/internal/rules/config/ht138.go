package config

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/engine/registry"
)

// ht138 finds conditions on a tool call for events without a tool call.
func ht138(v *view, h registry.Surveyed) {
	row, known := v.agent.Event(h.Event)
	node, ok := h.Config.Field(v.agent.Handlers.Condition.Field)
	if !known || !ok || h.If == "" || v.agent.Keeps(h.If, row, jsonvalue.New()) != dialect.Never {
		return
	}
	v.report(node.Position(), fmt.Sprintf("%q is about the call of a tool, and %s has none: the hook never runs", h.If, h.Event),
		"leave it out, and have the script look at what it is told")
}
