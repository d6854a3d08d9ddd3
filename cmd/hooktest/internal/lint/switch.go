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

// switchedOff finds the agent's switch where it turns hooks off, and where nobody has
// turned on what is off.
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

// switchIn is the value of a switch; nil where the settings have none that is true or
// false.
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

// switchedOn tells whether some version of the agent finds hooks switched on here, or in
// the settings of whoever asks.
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

// ways are what switches hooks on, in any version of the agent.
func (v *view) ways() []string {
	var all []string
	for _, c := range v.versions() {
		if s := c.Settings.Switch; len(s.Path) > 0 && !s.Default {
			all = append(all, fmt.Sprintf("%s: %t", s.Name(), !s.Off))
		}
	}
	return all
}

// versions are the contracts of the agent.
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

// switches are those of all agents, and of their earlier versions.
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
