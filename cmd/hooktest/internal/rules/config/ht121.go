package config

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/registry"
)

// ht121 finds timeouts above the agent's limit.
func ht121(v *view, h registry.Surveyed) {
	rules := v.agent.Handlers.Timeout
	handler, _ := v.agent.Handlers.Handler(h.Type)
	most := cmp.Or(handler.Most, rules.Most)
	node, ok := timeout(v.agent, h.Config)
	if !ok || node.Kind() != document.Number || most == 0 || h.Timeout <= most {
		return
	}
	limit := strconv.Itoa(int(most / rules.Unit))
	f := v.report(node.Position(), fmt.Sprintf("%s is %s, and %s lets a hook of the type %s have %s at most", node.Text(), span(h.Timeout), v.agent.Product, h.Type, span(most)), "write "+limit+" or less")
	f.Repair = v.replaced(node, limit)
}
