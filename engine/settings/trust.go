package settings

import (
	"slices"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
)

// A HeldBack is the hooks value of a file that does not count, why, and the rule that says
// so: nobody has trusted what the agent wants to be trusted, or another file turns it off.
type HeldBack struct {
	Hooks     *document.Node
	Rule, Why string
}

// trusts finds what has to be trusted by these settings. A switch counts outside of the
// project alone: what is held back can't let itself in.
func (doc *Document) trusts(rules dialect.Settings, roots []*document.Node, scopes []string) {
	doc.Scopes = scopes
	for _, trust := range rules.Trust {
		on := len(trust.Switch.Path) == 0 || trust.Switch.Default
		for i, root := range roots {
			node, ok := root.At(trust.Switch.Path...)
			if ok && len(trust.Switch.Path) > 0 && node.Kind() == document.Bool && !rules.InProject(doc.Scopes[i]) {
				on = node.Bool() != trust.Switch.Off
				break
			}
		}
		if on {
			doc.Trusts = append(doc.Trusts, trust)
		}
	}
}

// Distrust leaves out of the document the hooks of files that wait for somebody's trust,
// as if nobody had trusted anything, and keeps them as HeldBack. What has to be trusted
// where nobody knows that anything has holds nothing back.
func (doc *Document) Distrust() {
	scopes := map[string]string{}
	for i, file := range doc.Files {
		scopes[file] = doc.Scopes[i]
	}
	doc.Hooks = slices.DeleteFunc(slices.Clone(doc.Hooks), func(hooks *document.Node) bool {
		i := slices.IndexFunc(doc.Trusts, func(t dialect.Trust) bool { return t.Holds(scopes[hooks.Position().File]) })
		if i < 0 {
			return false
		}
		trust := doc.Trusts[i]
		doc.HeldBack = append(doc.HeldBack, HeldBack{hooks, trust.Fact, "nobody has trusted the " + string(trust.Of) + "; with trust it fires"})
		return true
	})
}
