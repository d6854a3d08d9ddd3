package settings

import (
	"slices"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
)

// A HeldBack is the hooks value of a file that does not apply, with the reason and its
// rule: the user has not given the trust that the agent requires, or another file
// disables it.
type HeldBack struct {
	Hooks     *document.Node
	Rule, Why string
}

// trusts returns what these settings require to be trusted. A switch counts only
// outside the project: untrusted files can't trust themselves.
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

// Distrust removes the hooks of files that need trust, as if the user had trusted
// nothing, and keeps them as HeldBack. If it is not known whether trust is required,
// the hooks stay.
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
		doc.HeldBack = append(doc.HeldBack, HeldBack{hooks, trust.Fact, "the user has not trusted the " + string(trust.Of) + "; with trust it fires"})
		return true
	})
}
