package schemas

import (
	"slices"
	"strconv"

	"github.com/hooktest/hooktest/engine/document"
)

// constraint is a removable part of a schema.
type constraint struct {
	name string
	// removal is the edit that removes it, relative to the schema itself.
	removal edit
}

// constraints returns the constraints of the schema itself.
func constraints(schema *document.Node) []constraint {
	var all []constraint
	for _, field := range schema.Fields() {
		below := func(name string) string { return escape(field.Name) + "/" + escape(name) }
		switch field.Name {
		case "required":
			for i, name := range field.Value.Items() {
				all = append(all, constraint{below(name.Text()), edit{pointer: below(strconv.Itoa(i)), gone: true}})
			}
		case "properties":
			for _, property := range field.Value.Fields() {
				if constrains(property.Value) {
					all = append(all, constraint{below(property.Name), edit{pointer: below(property.Name), value: true}})
				}
			}
		case "allOf":
			for i := range field.Value.Items() {
				all = append(all, constraint{below(strconv.Itoa(i)), edit{pointer: below(strconv.Itoa(i)), value: true}})
			}
		default:
			// if asks only whether then or else is to be looked at.
			if !annotates(field.Name) && field.Name != "if" {
				all = append(all, constraint{field.Name, edit{pointer: escape(field.Name), gone: true}})
			}
		}
	}
	return all
}

// constrains reports whether a schema does more than describe.
func constrains(schema *document.Node) bool {
	if schema.Kind() == document.Bool {
		return !schema.Bool()
	}
	return slices.ContainsFunc(schema.Fields(), func(f document.Field) bool { return !annotates(f.Name) })
}

// annotates reports whether a keyword never rejects a value.
func annotates(keyword string) bool {
	switch keyword {
	case "$schema", "$id", "$defs", "title", "description", "default", "examples", "deprecated", linkKeyword:
		return true
	}
	return false
}
