package settings

import (
	"slices"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
)

// A Given is a settings file that somebody has read already.
type Given struct {
	Scope string
	// Root is its object.
	Root *document.Node
}

// LoadGiven is Load for files that were read before, so that all that is said of them is
// about the same text; they are in the order of the contract's. Extensions are read.
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
		if w, lost := mistypedSwitch(contract.Settings, f.Root); lost {
			doc.Warnings = append(doc.Warnings, w)
		}
	}
	return doc
}

// applied are the files of which the agent applies something.
func applied(rules dialect.Settings, files []Given) []Given {
	return slices.DeleteFunc(slices.Clone(files), func(f Given) bool {
		_, lost := mistypedSwitch(rules, f.Root)
		return lost
	})
}

// mistypedSwitch reports whether a switch of another type than a boolean keeps everything
// in its file from applying, as the contract says.
func mistypedSwitch(rules dialect.Settings, root *document.Node) (w hook.Warning, lost bool) {
	node, ok := root.At(rules.Switch.Path...)
	breach := rules.Breach(dialect.WrongSwitch, "")
	if !ok || len(rules.Switch.Path) == 0 || node.Kind() == document.Bool || breach.Loses != dialect.LosesFile {
		return w, false
	}
	return hook.Warning{
		Rule: breach.Fact, Position: position(node.Position()),
		Text: rules.Switch.Name() + " must be a boolean, not " + node.Kind().Article() + ": no hook of this file applies",
	}, true
}
