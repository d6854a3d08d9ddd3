package schemas

import (
	"maps"
	"slices"
	"strconv"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/hooktest/hooktest/engine/document"
)

// constraint is a part of a compiled schema that can be taken away.
type constraint struct {
	name   string
	remove func()
}

// constraints are those that a node has itself.
func (b *weakeningBench) constraints(node *document.Node, s *jsonschema.Schema) []constraint {
	var all []constraint
	add := func(name string, remove func()) { all = append(all, constraint{name, remove}) }
	for _, field := range node.Fields() {
		switch field.Name {
		case "required":
			for _, name := range field.Value.Items() {
				add("required/"+escape(name.Text()), func() {
					s.Required = slices.DeleteFunc(slices.Clone(s.Required), func(one string) bool { return one == name.Text() })
				})
			}
		case "properties":
			for _, property := range field.Value.Fields() {
				if !constrains(property.Value) {
					continue
				}
				add("properties/"+escape(property.Name), func() {
					s.Properties = maps.Clone(s.Properties)
					s.Properties[property.Name] = b.anything
				})
			}
		case "allOf":
			for i := range field.Value.Items() {
				add("allOf/"+strconv.Itoa(i), func() { s.AllOf = slices.Delete(slices.Clone(s.AllOf), i, i+1) })
			}
		default:
			if remove := removal(field.Name, s); remove != nil {
				add(field.Name, remove)
			}
		}
	}
	return all
}

// constrains tells whether a schema does more than describe.
func constrains(schema *document.Node) bool {
	if schema.Kind() == document.Bool {
		return !schema.Bool()
	}
	return slices.ContainsFunc(schema.Fields(), func(f document.Field) bool { return !annotates(f.Name) })
}

// annotates tells of keywords that no value can break.
func annotates(keyword string) bool {
	switch keyword {
	case "$schema", "$id", "$defs", "title", "description", "default", "examples", "deprecated", linkKeyword:
		return true
	}
	return false
}

// removal takes a keyword away that has no parts; it is nil for a keyword that
// constrains nothing.
func removal(keyword string, s *jsonschema.Schema) func() {
	switch keyword {
	case "$ref":
		return func() { s.Ref = nil }
	case "type":
		return func() { s.Types = nil }
	case "const":
		return func() { s.Constant = nil }
	case "enum":
		return func() { s.Enum = nil }
	case "not":
		return func() { s.Not = nil }
	case "anyOf":
		return func() { s.AnyOf = nil }
	case "oneOf":
		return func() { s.OneOf = nil }
	case "then":
		return func() { s.Then = nil }
	case "else":
		return func() { s.Else = nil }
	case "items":
		return func() { s.Items2020 = nil }
	case "propertyNames":
		return func() { s.PropertyNames = nil }
	case "unevaluatedProperties":
		return func() { s.UnevaluatedProperties = nil }
	case "minProperties":
		return func() { s.MinProperties = -1 }
	case "minItems":
		return func() { s.MinItems = -1 }
	case "maxItems":
		return func() { s.MaxItems = -1 }
	case "uniqueItems":
		return func() { s.UniqueItems = false }
	case "minLength":
		return func() { s.MinLength = -1 }
	case "maxLength":
		return func() { s.MaxLength = -1 }
	case "pattern":
		return func() { s.Pattern = nil }
	case "minimum":
		return func() { s.Minimum = nil }
	case "maximum":
		return func() { s.Maximum = nil }
	case "exclusiveMinimum":
		return func() { s.ExclusiveMinimum = nil }
	case "exclusiveMaximum":
		return func() { s.ExclusiveMaximum = nil }
	}
	return nil
}
