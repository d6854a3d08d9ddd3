package contractfile

import (
	"reflect"
	"slices"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/schemas"
)

type member = jsonvalue.Member

// Schema returns the JSON Schema (draft 2020-12) of contract files, for editors.
func Schema() *jsonvalue.Object {
	s := &schemer{known: map[reflect.Type]bool{}, parts: jsonvalue.New()}
	root := s.record(reflect.TypeFor[dialect.Contract]())
	properties, _ := root.GetObject("properties")
	properties.Set(shared, typed("object"))
	schema := jsonvalue.New(
		member{Key: "$schema", Value: "https://json-schema.org/draft/2020-12/schema"},
		member{Key: "$id", Value: schemas.ID("contract")},
		member{Key: "title", Value: "Contract"},
		member{Key: "description", Value: "What an agent does with hooks, as what is different from a contract of hooktest. null takes away what the extended contract has."},
		member{Key: "required", Value: []any{"extends"}},
	).Overlay(root)
	schema.Set("$defs", s.parts)
	return schema
}

// A schemer makes the schemas of types, each struct once.
type schemer struct {
	known map[reflect.Type]bool
	parts *jsonvalue.Object
}

func (s *schemer) of(t reflect.Type) *jsonvalue.Object {
	if t == duration() {
		return typed("string")
	}
	if words, ok := words()[t]; ok {
		return oneOf(words)
	}
	switch t.Kind() {
	case reflect.Struct:
		return s.part(t)
	case reflect.Pointer:
		return s.of(t.Elem())
	case reflect.Slice:
		if _, ok := named()[t.Elem()]; ok {
			return keyed(s.of(t.Elem()), nil)
		}
		list := typed("array")
		list.Set("items", s.of(t.Elem()))
		return list
	case reflect.Map:
		return keyed(s.of(t.Elem()), words()[t.Key()])
	case reflect.Bool:
		return typed("boolean")
	case reflect.Int:
		return typed("integer")
	case reflect.Float64:
		return typed("number")
	}
	return typed("string")
}

// part returns a reference to the schema of a struct.
func (s *schemer) part(t reflect.Type) *jsonvalue.Object {
	if !s.known[t] {
		s.known[t] = true
		// Set the key before making the schema, because a struct may contain itself.
		s.parts.Set(t.Name(), jsonvalue.New())
		s.parts.Set(t.Name(), s.record(t))
	}
	return jsonvalue.New(member{Key: "$ref", Value: "#/$defs/" + t.Name()})
}

// record returns the schema of a struct. It allows no additional properties.
func (s *schemer) record(t reflect.Type) *jsonvalue.Object {
	properties := jsonvalue.New()
	for _, field := range reflect.VisibleFields(t) {
		at := place{t, field.Name}
		if _, closed := unwritten()[at]; closed || named()[t] == field.Name {
			continue
		}
		value := orNull(s.of(field.Type))
		if slices.Contains(quoted(), at) {
			value = jsonvalue.New()
		}
		properties.Set(key(field), value)
	}
	properties.Set(like, oneOrMore())
	schema := typed("object")
	schema.Set("properties", properties)
	schema.Set("unevaluatedProperties", false)
	return schema
}

// oneOrMore returns the schema of a fragment's name, or of a list of names.
func oneOrMore() *jsonvalue.Object {
	list := typed("array")
	list.Set("items", typed("string"))
	return jsonvalue.New(member{Key: "anyOf", Value: []any{typed("string"), list}})
}

// keyed returns the schema of an object with values of one kind, or null to remove a key. If
// there are words, only they may be keys.
func keyed(value *jsonvalue.Object, words []string) *jsonvalue.Object {
	schema := typed("object")
	if len(words) > 0 {
		schema.Set("propertyNames", oneOf(words))
	}
	schema.Set("unevaluatedProperties", orNull(value))
	return schema
}

func orNull(schema *jsonvalue.Object) *jsonvalue.Object {
	return jsonvalue.New(member{Key: "anyOf", Value: []any{schema, typed("null")}})
}

func typed(kind string) *jsonvalue.Object {
	return jsonvalue.New(member{Key: "type", Value: kind})
}

func oneOf(words []string) *jsonvalue.Object {
	values := make([]any, len(words))
	for i, word := range words {
		values[i] = word
	}
	return jsonvalue.New(member{Key: "enum", Value: values})
}
