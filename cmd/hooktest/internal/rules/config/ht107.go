package config

import (
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

// ht107 finds settings that turn the agent's hooks off, and hooks that are off by default and
// not turned on.
func ht107(v *view) {
	rules := v.agent.Settings.Switch
	if v.root == nil || len(rules.Path) == 0 {
		return
	}
	if node := switchIn(v.root, rules); node != nil {
		if node.Bool() != rules.Off {
			return
		}
		v.report(node.Position(), fmt.Sprintf("%s is %t: %s runs no hook", rules.Name(), node.Bool(), v.agent.Product),
			fmt.Sprintf("take it out, or write %t", !node.Bool()))
		return
	}
	if rules.Default || v.Package != "" || len(v.survey.Hooks) == 0 || v.switchedOn() {
		return
	}
	field, _ := v.root.Lookup(v.agent.Settings.Hooks)
	v.report(field.NamePosition, fmt.Sprintf("%s runs no hook until hooks are switched on, and nothing here does that", v.agent.Product),
		"switch them on here, or see that everybody's own settings do: "+english.And(v.ways()))
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

// switchedOn reports whether the agent finds hooks turned on here or in the user's own settings. A
// file that is read by the requirements may turn them on for the version that people have.
func (v *view) switchedOn() bool {
	roots := []*document.Node{v.root}
	usual := func(file dialect.File) []string { return v.agent.Settings.Usual(file, runtime.GOOS) }
	for _, usual := range slices.Concat(lists.Of(v.agent.Settings.Files, usual)...) {
		rest, personal := strings.CutPrefix(usual, "~/")
		if !personal || v.Places.Home == "" {
			continue
		}
		if root := rootAt(filepath.Join(v.Places.Home, filepath.FromSlash(rest))); root != nil {
			roots = append(roots, root)
		}
	}
	versions := []*dialect.Contract{v.agent}
	if v.agent.Reading == nil {
		versions = v.versions()
	}
	return slices.ContainsFunc(versions, func(c *dialect.Contract) bool {
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
