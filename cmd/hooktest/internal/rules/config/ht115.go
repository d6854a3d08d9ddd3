package config

import (
	"fmt"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/rules/script"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/lists"
)

// ht115 finds variables that the agent does not set.
func ht115(v *view, c command) {
	for _, name := range c.unset {
		others := lists.Where(dialect.Contracts(), func(other *dialect.Contract) bool { return script.Sets(other, name) })
		fix := "write the whole path, or have git say where the project is: $(git rev-parse --show-toplevel)"
		if own := v.agent.Launch.Variables; len(own) > 0 {
			fix = "its variable is " + own[0]
		}
		text := fmt.Sprintf("%s is set by %s, not by %s: it is empty here", name, products(others), v.agent.Product)
		if len(others) == 0 {
			plugins := lists.Where(dialect.Contracts(), func(other *dialect.Contract) bool { return names(other, name) })
			text = fmt.Sprintf("%s is set for the hooks of plugins of %s: in these settings it is empty", name, products(plugins))
		}
		v.report(c.node.Position(), text, fix)
	}
}
