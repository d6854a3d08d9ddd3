package trace

import (
	"cmp"
	"slices"

	"github.com/hooktest/hooktest/conformance/cases"
)

// hooksOf returns the hooks that a case makes, by name. Each has the case's file that
// is its body.
func hooksOf(c cases.Case) []Hook {
	var hooks []Hook
	for _, name := range c.Hooks() {
		if f, ok := c.File(name); ok {
			hooks = append(hooks, Hook{name, f.Text})
		}
	}
	slices.SortFunc(hooks, func(x, y Hook) int { return cmp.Compare(x.Name, y.Name) })
	return hooks
}
