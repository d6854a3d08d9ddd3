package config

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/internal/lists"
)

// ht133 finds values that a later key of the same name overrides.
func ht133(v *view) {
	if v.root == nil {
		return
	}
	read := []string{v.agent.Settings.Hooks}
	for _, path := range [][]string{v.agent.Settings.Switch.Path, v.agent.Settings.Switch.Old} {
		if len(path) > 0 {
			read = append(read, path[0])
		}
	}
	for _, field := range duplicates(v.root.Only(read...)) {
		last, _ := field.in.Lookup(field.Name)
		fix := "take the one out that is not meant"
		if kind := field.Value.Kind(); kind == last.Value.Kind() && (kind == document.Object || kind == document.Array) {
			fix = fmt.Sprintf("put all of it under one %q", field.Name)
		}
		v.report(field.NamePosition, fmt.Sprintf("%q is here and again %s, and that one alone counts: nothing of this one applies",
			field.Name, apart(field.NamePosition, last.NamePosition)), fix)
	}
}

// A duplicate is a field that a later one of the same object overrides.
type duplicate struct {
	document.Field
	in *document.Node
}

// duplicates does not descend into overridden values.
func duplicates(node *document.Node) []duplicate {
	all := lists.Of(node.Duplicates(), func(field document.Field) duplicate { return duplicate{field, node} })
	for _, field := range node.Fields() {
		if last, _ := node.Field(field.Name); last == field.Value {
			all = append(all, duplicates(field.Value)...)
		}
	}
	for _, item := range node.Items() {
		all = append(all, duplicates(item)...)
	}
	return all
}

// apart describes another place of a file.
func apart(here, there document.Position) string {
	if here.Line == there.Line {
		return fmt.Sprintf("in column %d", there.Column)
	}
	return fmt.Sprintf("in line %d", there.Line)
}
