package config

import (
	"fmt"

	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/internal/lists"
)

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
