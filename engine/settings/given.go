package settings

import (
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
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
	for _, f := range files {
		roots, scopes = append(roots, f.Root), append(scopes, f.Scope)
	}
	doc := merge(contract.Settings, roots)
	doc.find(contract.Settings, paths, roots)
	doc.trusts(contract.Settings, roots, scopes)
	doc.alone(contract.Settings, roots, scopes)
	doc.Limits = limits(contract, roots)
	return doc
}
