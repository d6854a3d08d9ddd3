package config

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/document"
)

// ht121 finds timeouts above the agent's limit.
func ht121(v *view) []finding.Finding {
	rules := v.agent.Handlers.Timeout
	var found []finding.Finding
	for _, h := range v.survey.Hooks {
		handler, _ := v.agent.Handlers.Handler(h.Type)
		most := cmp.Or(handler.Most, rules.Most)
		node, ok := timeout(v.agent, h.Config)
		if !ok || node.Kind() != document.Number || most == 0 || h.Timeout <= most {
			continue
		}
		limit := strconv.Itoa(int(most / rules.Unit))
		f := v.at(node.Position(), fmt.Sprintf("%s is %s, and %s lets a hook of the type %s have %s at most", node.Text(), span(h.Timeout), v.agent.Product, h.Type, span(most)), "write "+limit+" or less")
		f.Repair = v.replaced(node, limit)
		found = append(found, f)
	}
	return found
}
