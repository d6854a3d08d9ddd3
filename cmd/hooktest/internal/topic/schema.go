package topic

import (
	"cmp"
	"strings"

	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/schemas"
)

// A schema is the part of a JSON Schema that an explanation needs.
type schema struct {
	description  string
	requirements []string
	fields       []field
}

// A field is one property of a schema, with its references resolved.
type field struct {
	Name         string   `json:"name"`
	Type         string   `json:"type"`
	Description  string   `json:"description"`
	Requirements []string `json:"requirements"`
	members      []field
}

func readSchema(name string) (schema, bool) {
	root, ok := parseSchema(name)
	if !ok {
		return schema{}, false
	}
	return schema{
		description:  textOf(root, "description"),
		requirements: requirementsOf(root),
		fields:       fieldsOf(root),
	}, true
}

func parseSchema(name string) (*document.Node, bool) {
	source, err := schemas.Source(name)
	if err != nil {
		return nil, false
	}
	root, err := document.Parse(name, source, document.Options{})
	return root, err == nil
}

func fieldsOf(node *document.Node) []field {
	properties, ok := node.Field("properties")
	if !ok {
		return nil
	}
	var fields []field
	for _, property := range properties.Fields() {
		chain := []*document.Node{property.Value}
		if target, ok := follow(property.Value); ok {
			chain = append(chain, target)
		} else if inherited, ok := follow(node); ok {
			// The referenced schema may describe the same property in addition.
			if same, ok := inherited.At("properties", property.Name); ok {
				chain = append(chain, same)
			}
		}
		f := field{Name: property.Name, Requirements: requirementsOf(property.Value), members: fieldsOf(property.Value)}
		for _, link := range chain {
			f.Description = cmp.Or(f.Description, textOf(link, "description"))
			f.Type = cmp.Or(f.Type, typeOf(link))
		}
		fields = append(fields, f)
	}
	return fields
}

// follow resolves $ref: to a schema of the same family, or to a part of one.
func follow(node *document.Node) (*document.Node, bool) {
	name, pointer, ok := schemas.Named(textOf(node, "$ref"))
	if !ok {
		return nil, false
	}
	root, ok := parseSchema(name)
	if !ok {
		return nil, false
	}
	return root.Pointer(pointer)
}

func textOf(node *document.Node, name string) string {
	if value, ok := node.Field(name); ok {
		return value.Text()
	}
	return ""
}

func requirementsOf(node *document.Node) []string {
	ids := []string{}
	if list, ok := node.Field("x-hooktest-req"); ok {
		for _, item := range list.Items() {
			ids = append(ids, item.Text())
		}
	}
	return ids
}

// typeOf formats a type, or the possible values, for people.
func typeOf(node *document.Node) string {
	if value, ok := node.Field("const"); ok {
		return value.Kind().String()
	}
	for _, name := range []string{"enum", "type"} {
		value, ok := node.Field(name)
		if !ok {
			continue
		}
		if value.Kind() == document.String {
			return value.Text()
		}
		parts := lists.Of(value.Items(), func(item *document.Node) string { return item.Text() })
		return strings.Join(parts, " | ")
	}
	return ""
}
