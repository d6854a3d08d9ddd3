package settings

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/english"
)

// A Given is a settings file that was already read.
type Given struct {
	Scope string
	// Root is the file's object.
	Root *document.Node
}

// LoadGiven is Load for files that were already read, so that all messages refer to the
// same text. The files are in the order of the contract's. Extensions are read.
//
//hooktest:impl HOOK-084
func LoadGiven(contract *dialect.Contract, paths Paths, files []Given) *Document {
	var (
		roots  []*document.Node
		scopes []string
	)
	for _, f := range applied(contract.Settings, files) {
		roots, scopes = append(roots, f.Root), append(scopes, f.Scope)
	}
	doc := merge(contract.Settings, roots)
	doc.find(contract.Settings, paths, roots)
	doc.trusts(contract.Settings, roots, scopes)
	doc.alone(contract.Settings, roots, scopes)
	doc.Limits = limits(contract, roots)
	for _, f := range files {
		if ruin, lost := RuinOf(contract.Settings, f.Root); lost {
			doc.Warnings = append(doc.Warnings, ruin.Warning())
		}
	}
	return doc
}

// applied returns the files that the agent does not ignore entirely.
func applied(rules dialect.Settings, files []Given) []Given {
	return slices.DeleteFunc(slices.Clone(files), func(f Given) bool {
		_, lost := RuinOf(rules, f.Root)
		return lost
	})
}

// A Ruin is a fault outside the hooks that disables everything in its file.
type Ruin struct {
	dialect.Breach
	Text     string
	Position document.Position
}

// Warning returns the warning about the file.
func (r Ruin) Warning() hook.Warning {
	return hook.Warning{Rule: r.Fact, Position: position(r.Position), Text: r.Text + ": no hook of this file applies"}
}

// RuinOf returns the first ruin of a file by the contract; ok is false if there is
// none.
func RuinOf(rules dialect.Settings, root *document.Node) (r Ruin, ok bool) {
	breach := rules.Breach(dialect.WrongSwitch, "", "")
	if node, ok := root.At(rules.Switch.Path...); ok && len(rules.Switch.Path) > 0 && node.Kind() != document.Bool && breach.Loses == dialect.LosesFile {
		return Ruin{breach, rules.Switch.Name() + " must be a boolean, not " + node.Kind().Article(), node.Position()}, true
	}
	if keys := rules.Shape.Keys; len(keys) > 0 && filepath.Ext(root.Position().File) == ".json" {
		for _, field := range root.Fields() {
			if !slices.Contains(keys, field.Name) {
				text := fmt.Sprintf("%q is unknown at the top level, where only %s may be", field.Name, english.And(keys))
				return Ruin{rules.Breach(dialect.WrongKey, "", ""), text, field.NamePosition}, true
			}
		}
	}
	return misplaced(rules, root, root)
}

// misplaced finds an event outside the object of hooks, at any depth. An empty list has
// no effect.
func misplaced(rules dialect.Settings, root, node *document.Node) (r Ruin, ok bool) {
	hooks, _ := root.Field(rules.Hooks)
	for _, field := range node.Fields() {
		breach := rules.Breach(dialect.WrongPlace, hook.Event(field.Name), "")
		empty := field.Value.Kind() == document.Array && len(field.Value.Items()) == 0
		switch {
		case breach.Loses != dialect.LosesFile:
			r, ok = misplaced(rules, root, field.Value)
		case node != hooks && !empty:
			r, ok = Ruin{breach, fmt.Sprintf("%s is outside of %q", field.Name, rules.Hooks), field.NamePosition}, true
		}
		if ok {
			return r, ok
		}
	}
	return Ruin{}, false
}
