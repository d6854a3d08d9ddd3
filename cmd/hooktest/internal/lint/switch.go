package lint

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	hooksettings "github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/english"
)

// switchedOff finds settings that turn the agent's hooks off, and hooks that are off by default and
// not turned on.
func switchedOff(v *view) []finding.Finding {
	rules := v.agent.Settings.Switch
	if v.root == nil || len(rules.Path) == 0 {
		return nil
	}
	if node := switchIn(v.root, rules); node != nil {
		if node.Bool() != rules.Off {
			return nil
		}
		return []finding.Finding{v.at(node.Position(), fmt.Sprintf("%s is %t: %s runs no hook", rules.Name(), node.Bool(), v.agent.Product),
			fmt.Sprintf("take it out, or write %t", !node.Bool()))}
	}
	if rules.Default || v.Package != "" || len(v.survey.Hooks) == 0 || v.switchedOn() {
		return nil
	}
	field, _ := v.root.Lookup(v.agent.Settings.Hooks)
	return []finding.Finding{v.at(field.NamePosition, fmt.Sprintf("%s runs no hook where nobody switches hooks on, and nothing here does", v.agent.Product),
		"switch them on here, or see that everybody's own settings do: "+english.And(v.ways()))}
}

// switchIn returns the value of a switch; nil if the settings have no boolean for it.
func switchIn(root *document.Node, rules dialect.Switch) *document.Node {
	node, ok := root.At(rules.Path...)
	if !ok && len(rules.Old) > 0 {
		node, ok = root.At(rules.Old...)
	}
	if !ok || node.Kind() != document.Bool {
		return nil
	}
	return node
}

// switchedOn reports whether some version of the agent finds hooks turned on here or in the user's
// own settings.
func (v *view) switchedOn() bool {
	roots := []*document.Node{v.root}
	for _, file := range v.agent.Settings.Files {
		rest, personal := strings.CutPrefix(file.Path, "~/")
		if !personal || v.Places.Home == "" {
			continue
		}
		path := filepath.Join(v.Places.Home, filepath.FromSlash(rest))
		if text, err := hooksettings.Text(path); err == nil {
			if p := parse(File{Path: path, Text: text}); p.root != nil {
				roots = append(roots, p.root)
			}
		}
	}
	return slices.ContainsFunc(v.versions(), func(c *dialect.Contract) bool {
		return slices.ContainsFunc(roots, func(root *document.Node) bool {
			node := switchIn(root, c.Settings.Switch)
			return node != nil && node.Bool() != c.Settings.Switch.Off
		})
	})
}

// ways returns the settings that turn hooks on, in any version of the agent.
func (v *view) ways() []string {
	var all []string
	for _, c := range v.versions() {
		if s := c.Settings.Switch; len(s.Path) > 0 && !s.Default {
			all = append(all, fmt.Sprintf("%s: %t", s.Name(), !s.Off))
		}
	}
	return all
}

// versions returns all contracts of the agent.
func (v *view) versions() []*dialect.Contract {
	return slices.DeleteFunc(dialect.Contracts(), func(c *dialect.Contract) bool { return c.Product != v.agent.Product })
}

// foreignSwitch finds switches that only other agents read.
func foreignSwitch(v *view) []finding.Finding {
	var found []finding.Finding
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
		found = append(found, v.at(node.Position(), fmt.Sprintf("%s does not read %s: it switches nothing", v.agent.Product, strings.Join(path, ".")), fix))
	}
	return found
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
