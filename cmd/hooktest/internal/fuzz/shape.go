package fuzz

import (
	"slices"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/schemas"
)

// A shape is a JSON Schema and the schemas that it refers to, the nearest first: a value has to
// match all of them.
type shape []*jsonvalue.Object

// shape returns the published schema of the event's hook input: that of the requirements if they
// define it, else that of the agent's contract.
func (c Campaign) shape() shape {
	if c.Testbed.Contract.Reading == nil {
		if s := published(schemas.Stdin(string(c.Event))); s != nil {
			return s
		}
	}
	return shapeOf(c.Testbed.Contract.StdinSchema(c.Event))
}

// read caches the published schemas by name: a draw uses many.
var read sync.Map

// published returns a schema by its name; nil if there is none.
func published(name string) shape {
	if known, ok := read.Load(name); ok {
		return known.(shape)
	}
	source, err := schemas.Source(name)
	if err != nil {
		return nil
	}
	object, _ := jsonvalue.ParseObject(source)
	s := shapeOf(object)
	read.Store(name, s)
	return s
}

// shapeOf returns a schema with its references.
func shapeOf(value any) shape {
	object, ok := value.(*jsonvalue.Object)
	if !ok {
		return nil
	}
	s := shape{object}
	if target, ok := object.GetString("$ref"); ok {
		name, pointer, _ := schemas.Named(target)
		s = append(s, published(name).within(strings.FieldsFunc(pointer, func(r rune) bool { return r == '/' })...)...)
	}
	return s
}

// get returns the nearest schema's value of a keyword.
func (s shape) get(keyword string) (value any, ok bool) {
	for _, one := range s {
		if value, ok = one.Get(keyword); ok {
			return value, true
		}
	}
	return nil, false
}

// within returns the schemas at a path of keywords in each schema.
func (s shape) within(keys ...string) shape {
	var all shape
	for _, one := range s {
		var value any = one
		for _, key := range keys {
			object, _ := value.(*jsonvalue.Object)
			value, _ = object.Get(key)
		}
		all = append(all, shapeOf(value)...)
	}
	return all
}

// properties returns the names of a schema's properties, without those that nothing matches.
func (s shape) properties() []string {
	var names []string
	for _, one := range s {
		properties, ok := one.GetObject("properties")
		if !ok {
			continue
		}
		for name := range properties.All() {
			if _, never := s.within("properties", name).get("not"); !never && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

func (s shape) needs(name string) bool {
	return slices.ContainsFunc(s, func(one *jsonvalue.Object) bool {
		required, _ := one.GetList("required")
		return slices.Contains(required, any(name))
	})
}

// open reports whether an object may have properties that the schema does not define.
func (s shape) open() bool {
	for _, keyword := range []string{"unevaluatedProperties", "additionalProperties"} {
		if value, ok := s.get(keyword); ok && value == false {
			return false
		}
	}
	return true
}

// kinds returns the allowed types; none if any type is allowed.
func (s shape) kinds() []string {
	value, _ := s.get("type")
	switch value := value.(type) {
	case string:
		return []string{value}
	case []any:
		var all []string
		for _, one := range value {
			if kind, ok := one.(string); ok {
				all = append(all, kind)
			}
		}
		return all
	}
	return nil
}

// choices returns the only allowed values; none if others are allowed.
func (s shape) choices() []any {
	if value, ok := s.get("const"); ok {
		return []any{value}
	}
	value, _ := s.get("enum")
	all, _ := value.([]any)
	return all
}
