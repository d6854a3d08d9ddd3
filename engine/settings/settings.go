// Package settings turns the settings files of a session into one document: whether
// hooks are on, the hooks objects of all scopes in order, and the installed extensions.
// Values keep the file, line and column where they were written.
//
// Most callers need DefaultPaths and Load. FromValue serves callers with merged
// settings in memory.
//
// It is the only package that reads configuration. It validates no hooks (package
// registry does), expands no environment variables in values, and never writes.
package settings

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// A Document is the merged settings of all scopes.
type Document struct {
	// EnableHooks switches the hook system on; the contract's default applies if no
	// file sets it.
	EnableHooks bool
	// Gate is the additional switch that turned hooks off; zero if none did.
	Gate dialect.Switch
	// EnabledAt is where EnableHooks was decided; zero if no file sets it, or if the
	// settings came from memory.
	EnabledAt hook.Position
	// Hooks has the hooks value of each scope that has one, in the order in which the
	// definitions of an event are concatenated: the order of the contract's files. The
	// values are as written, of any kind.
	Hooks []*document.Node
	// Extensions are the installed extensions by directory name, inactive ones
	// included.
	Extensions []Extension
	// Warnings report what was ignored or is in an old place.
	Warnings []hook.Warning
	// Files are the settings files that were found, in the order of Hooks, Scopes their
	// scopes.
	Files, Scopes []string
	// Broken are the settings files that are not JSON, and Ends is why the agent does not
	// start with one of them; zero if it does.
	Broken []string
	Ends   hook.Off
	// Trusts say what the agent requires to be trusted here.
	Trusts []dialect.Trust
	// HeldBack are the hooks values that are not in Hooks, because they are not trusted
	// (Distrust) or because only the hooks of other files run.
	HeldBack []HeldBack
	// Limits are the settings that restrict individual hooks.
	Limits hook.Limits
}

// FromValue makes the document of merged settings, which have no positions. nil means
// empty settings. It returns an error if a value is not JSON.
func FromValue(contract *dialect.Contract, merged *jsonvalue.Object) (*Document, error) {
	if merged == nil {
		return merge(contract.Settings, nil), nil
	}
	root, err := document.FromValue(merged)
	if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	doc := merge(contract.Settings, []*document.Node{root})
	doc.Limits = limits(contract, []*document.Node{root})
	return doc, nil
}

// merge reads the scopes' root objects in the order of the contract's files. For a
// scalar the first scope that sets it wins, with system < user < project; hooks are
// concatenated (INT-35).
//
//hooktest:impl HOOK-080 HOOK-084
func merge(rules dialect.Settings, scopes []*document.Node) *Document {
	doc := &Document{EnableHooks: rules.Switch.Default}
	doc.duplicates(rules, scopes)
	decided := doc.enableHooks(rules.Switch, scopes)
	doc.oldEnableHooks(rules.Switch, scopes, decided)
	doc.pass(rules.Gates, scopes)
	for _, root := range scopes {
		if hooks, ok := root.Field(rules.Hooks); ok {
			doc.Hooks = append(doc.Hooks, hooks)
		}
	}
	return doc
}

// duplicates warns of values that a later one of the same name replaces.
func (doc *Document) duplicates(rules dialect.Settings, scopes []*document.Node) {
	read := []string{rules.Hooks}
	for _, path := range [][]string{rules.Switch.Path, rules.Switch.Old} {
		if len(path) > 0 {
			read = append(read, path[0])
		}
	}
	for _, root := range scopes {
		for _, field := range root.Duplicates() {
			if slices.Contains(read, field.Name) {
				doc.warn(field.NamePosition, "%s is written again further down, which replaces this value", field.Name)
			}
		}
	}
}

// enableHooks reads the switch and reports whether any scope sets it. A value that is
// not a boolean counts as absent (INT-35).
func (doc *Document) enableHooks(rules dialect.Switch, scopes []*document.Node) (decided bool) {
	if len(rules.Path) == 0 {
		return false
	}
	for _, root := range scopes {
		node, ok := root.At(rules.Path...)
		if ok && doc.isBoolean(rules.Name(), node) && !decided {
			decided = true
			doc.decide(node)
			if rules.Off {
				doc.EnableHooks = !doc.EnableHooks
			}
		}
	}
	return decided
}

// oldEnableHooks reads the switch's old path, which counts only if no scope has the new
// one (INT-35).
func (doc *Document) oldEnableHooks(rules dialect.Switch, scopes []*document.Node, decided bool) {
	if len(rules.Old) == 0 {
		return
	}
	old := strings.Join(rules.Old, ".")
	for _, root := range scopes {
		node, ok := root.At(rules.Old...)
		if !ok || !doc.isBoolean(old, node) {
			continue
		}
		if decided {
			doc.warn(node.Position(), "%s is the old path of %s and does not count here: %s decides", old, rules.Name(), doc.decider(rules))
			continue
		}
		decided = true
		doc.decide(node)
		doc.warn(node.Position(), "%s is the old path of %s: write it at the top level", old, rules.Name())
	}
}

// pass reads the additional switches if the first has left hooks on.
func (doc *Document) pass(gates []dialect.Switch, scopes []*document.Node) {
	for _, gate := range gates {
		if !doc.EnableHooks {
			return
		}
		before := doc.EnabledAt
		if !doc.enableHooks(gate, scopes) {
			doc.EnableHooks = gate.Default
		}
		if doc.EnableHooks {
			doc.EnabledAt = before
		} else {
			doc.Gate = gate
		}
	}
}

func (doc *Document) decide(node *document.Node) {
	doc.EnableHooks, doc.EnabledAt = node.Bool(), position(node.Position())
}

func (doc *Document) decider(rules dialect.Switch) string {
	if doc.EnabledAt.IsZero() {
		return rules.Name() + " at the top level"
	}
	return doc.EnabledAt.String()
}

func (doc *Document) isBoolean(name string, node *document.Node) bool {
	if node.Kind() == document.Bool {
		return true
	}
	doc.warn(node.Position(), "%s must be a boolean, not %s: it is ignored", name, node.Kind().Article())
	return false
}

// warn records a warning with rule INT-35.
func (doc *Document) warn(at document.Position, format string, args ...any) {
	doc.Warnings = append(doc.Warnings, hook.Warning{
		Rule: "INT-35", Text: fmt.Sprintf(format, args...), Position: position(at),
	})
}

func position(p document.Position) hook.Position {
	return hook.Position{File: p.File, Line: p.Line, Column: p.Column}
}
