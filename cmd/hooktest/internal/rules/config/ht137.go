package config

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/inquiry"
	"github.com/hooktest/hooktest/engine/registry"
	"github.com/hooktest/hooktest/internal/lists"
)

// ht137 finds variables in headers that the hook does not list as allowed there.
func ht137(v *view, h registry.Surveyed) {
	server := v.agent.Handlers.Server
	headers, ok := h.Action.Field(server.Headers)
	handler, _ := v.agent.Handlers.Handler(h.Type)
	if !ok || handler.Asks != dialect.AsksServer || h.Question == nil || server.Allowed == "" {
		return
	}
	for _, header := range headers.Fields() {
		for _, name := range lists.Once(inquiry.Variables(header.Value.Text())) {
			if !slices.Contains(h.Question.Allowed, name) {
				v.report(header.Value.Position(), fmt.Sprintf("%s is not in %s: %s sends nothing in its place", name, server.Allowed, v.agent.Product),
					fmt.Sprintf("name it: %q: [%q]", server.Allowed, name))
			}
		}
	}
}
