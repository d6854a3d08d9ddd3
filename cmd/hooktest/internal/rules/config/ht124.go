package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
)

// ht124 finds switches that only other agents read.
func ht124(v *view) {
	own := v.agent.Settings.Switch
	for _, path := range switches() {
		reads := func(c *dialect.Contract) bool {
			return slices.Equal(path, c.Settings.Switch.Path) || slices.Equal(path, c.Settings.Switch.Old)
		}
		if v.root == nil || slices.ContainsFunc(v.versions(), reads) {
			continue
		}
		node, ok := v.root.At(path...)
		if !ok || node.Kind() != document.Bool {
			continue
		}
		fix := "take it out"
		if len(own.Path) > 0 {
			fix = fmt.Sprintf("its switch is %s", own.Name())
		}
		v.report(node.Position(), fmt.Sprintf("%s does not read %s: it switches nothing", v.agent.Product, strings.Join(path, ".")), fix)
	}
}

// switches returns those of all agents and of their earlier versions.
func switches() [][]string {
	all := map[string][]string{}
	for _, c := range dialect.Contracts() {
		for _, path := range [][]string{c.Settings.Switch.Path, c.Settings.Switch.Old} {
			if len(path) > 0 {
				all[strings.Join(path, ".")] = path
			}
		}
	}
	return slices.SortedFunc(maps.Values(all), slices.Compare)
}
