package settings

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
)

// limits returns the settings of the files that restrict individual hooks.
func limits(contract *dialect.Contract, roots []*document.Node) hook.Limits {
	silenced, server := contract.Settings.Silenced, contract.Handlers.Server
	var l hook.Limits
	for _, root := range roots {
		names, said := listOf(root, silenced.Path)
		if !said {
			names, said = listOf(root, silenced.Old)
		}
		if l.Off = append(l.Off, names...); said && !silenced.Joined {
			break
		}
	}
	l.URLs, l.Variables = joined(roots, server.URLs.Path), joined(roots, server.Variables.Path)
	return l
}

// joined returns the names in the lists of all files; nil if no file has one.
func joined(roots []*document.Node, path []string) []string {
	var all []string
	for _, root := range roots {
		if texts, said := listOf(root, path); said {
			all = append(all, texts...)
			if all == nil {
				all = []string{}
			}
		}
	}
	return all
}

// listOf returns the texts of a list; said is false if there is none.
func listOf(root *document.Node, path []string) (texts []string, said bool) {
	if len(path) == 0 {
		return nil, false
	}
	node, ok := root.At(path...)
	if !ok || node.Kind() != document.Array {
		return nil, false
	}
	for _, item := range node.Items() {
		if item.Kind() == document.String {
			texts = append(texts, item.Text())
		}
	}
	return texts, true
}

// alone holds back the hooks of files that the file of one scope disables, either in
// favour of its own or by a switch that spares that scope.
func (doc *Document) alone(rules dialect.Settings, roots []*document.Node, scopes []string) {
	for i, root := range roots {
		node, ok := root.At(rules.Alone.Path...)
		if len(rules.Alone.Path) > 0 && ok && scopes[i] == rules.Alone.Scope && node.Kind() == document.Bool && node.Bool() {
			doc.holdOthers(rules.Alone.Scope, rules.Alone.Fact, fmt.Sprintf("%s of %s turns off the hooks of other files", rules.Alone.Name(), near(position(node.Position()))))
			return
		}
	}
	spared := rules.Switch.Exempts
	decided := slices.Index(doc.Files, doc.EnabledAt.File)
	if doc.EnableHooks || spared == "" || decided < 0 || scopes[decided] == spared || len(doc.Gate.Path) > 0 {
		return
	}
	kept := slices.ContainsFunc(doc.Hooks, func(hooks *document.Node) bool { return doc.scopeOf(hooks) == spared })
	if !kept {
		return
	}
	doc.EnableHooks = true
	doc.holdOthers(spared, rules.Switch.Rule, fmt.Sprintf("%s of %s turns off all hooks but the %s ones", rules.Switch.Name(), near(doc.EnabledAt), spared))
}

// near shortens a position to the name of its file.
func near(p hook.Position) string {
	p.File = filepath.Base(p.File)
	return p.String()
}

func (doc *Document) scopeOf(hooks *document.Node) string {
	if i := slices.Index(doc.Files, hooks.Position().File); i >= 0 {
		return doc.Scopes[i]
	}
	return ""
}

// holdOthers holds back the hooks of all files except those of one scope.
func (doc *Document) holdOthers(scope, rule, why string) {
	doc.Hooks = slices.DeleteFunc(slices.Clone(doc.Hooks), func(hooks *document.Node) bool {
		if doc.scopeOf(hooks) == scope {
			return false
		}
		doc.HeldBack = append(doc.HeldBack, HeldBack{hooks, rule, why})
		return true
	})
}
