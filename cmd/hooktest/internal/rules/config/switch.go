package config

import (
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	hooksettings "github.com/hooktest/hooktest/engine/settings"
	"github.com/hooktest/hooktest/internal/lists"
)

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
	usual := func(file dialect.File) []string { return v.agent.Settings.Usual(file, runtime.GOOS) }
	for _, usual := range slices.Concat(lists.Of(v.agent.Settings.Files, usual)...) {
		rest, personal := strings.CutPrefix(usual, "~/")
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
