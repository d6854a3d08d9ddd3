package config

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/inquiry"
)

// ht137 finds variables in headers that the hook does not list as allowed there.
func ht137(v *view) []finding.Finding {
	server := v.agent.Handlers.Server
	var found []finding.Finding
	for _, h := range v.survey.Hooks {
		headers, ok := h.Action.Field(server.Headers)
		handler, _ := v.agent.Handlers.Handler(h.Type)
		if !ok || handler.Asks != dialect.AsksServer || h.Question == nil || server.Allowed == "" {
			continue
		}
		for _, header := range headers.Fields() {
			told := map[string]bool{}
			for _, name := range inquiry.Variables(header.Value.Text()) {
				if !told[name] && !slices.Contains(h.Question.Allowed, name) {
					told[name] = true
					found = append(found, v.at(header.Value.Position(), fmt.Sprintf("%s is not in %s: %s sends nothing in its place", name, server.Allowed, v.agent.Product),
						fmt.Sprintf("name it: %q: [%q]", server.Allowed, name)))
				}
			}
		}
	}
	return found
}
