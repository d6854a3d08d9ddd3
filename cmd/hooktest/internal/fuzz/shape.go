package fuzz

import (
	"slices"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/schemas"
)

// A shape is a JSON Schema and the schemas that it refers to, the nearest first: a value
// has to fit all of them.
type shape []*jsonvalue.Object

// shape is the published schema of what hooks of the event read: that of the requirements where they
// say it, and else the one of the agent's contract.
func (c Campaign) shape() shape {
	if c.Testbed.Contract.Reading == nil {
		if s := published(schemas.Stdin(string(c.Event))); s != nil {
			return s
		}
	}
	return shapeOf(c.Testbed.Contract.StdinSchema(c.Event))
}

// read are the published schemas, by name: a draw looks at many.
var read sync.Map

// published is a schema by its name; nil where there is none.
func published(name string) shape {
	if known, ok := read.Load(name); ok {
		return known.(shape)
	}
	source, err := schemas.Source(name)
	if err != nil {
		return nil
	}
	value, _ := jsonvalue.Parse(source)
	object, _ := value.(*jsonvalue.Object)
	s := shapeOf(object)
	read.Store(name, s)
	return s
}

// shapeOf is a schema with what it refers to.
func shapeOf(value any) shape {
	object, ok := value.(*jsonvalue.Object)
	if !ok {
		return nil
	}
	s := shape{object}
	target, ok := object.GetString("$ref")
	if !ok {
		return s
	}
	name, pointer, _ := strings.Cut(strings.TrimPrefix(target, "urn:hooktest:schema:"), "#")
	for _, at := range published(name) {
		var value any = at
		for _, key := range strings.FieldsFunc(pointer, func(r rune) bool { return r == '/' }) {
			inner, _ := value.(*jsonvalue.Object)
			if value = nil; inner != nil {
				value, _ = inner.Get(key)
			}
		}
		s = append(s, shapeOf(value)...)
	}
	return s
}

// get is what the nearest schema says under a keyword.
func (s shape) get(keyword string) (value any, ok bool) {
	for _, one := range s {
		if value, ok = one.Get(keyword); ok {
			return value, true
		}
	}
	return nil, false
}

// within is the schema of what stands under a keyword of each.
func (s shape) within(keys ...string) shape {
	var all shape
	for _, one := range s {
		var value any = one
		for _, key := range keys {
			object, ok := value.(*jsonvalue.Object)
			if value = nil; ok {
				value, _ = object.Get(key)
			}
		}
		all = append(all, shapeOf(value)...)
	}
	return all
}

// properties are the names that it has, but for those that nothing fits.
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

// needs tells whether an object has to have a property.
func (s shape) needs(name string) bool {
	return slices.ContainsFunc(s, func(one *jsonvalue.Object) bool {
		required, _ := one.GetList("required")
		return slices.Contains(required, any(name))
	})
}

// open tells whether an object may have properties that the schema does not name.
func (s shape) open() bool {
	for _, keyword := range []string{"unevaluatedProperties", "additionalProperties"} {
		if value, ok := s.get(keyword); ok && value == false {
			return false
		}
	}
	return true
}

// kinds are those of the values that fit; none where any does.
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

// choices are the values that alone fit; none where others do.
func (s shape) choices() []any {
	if value, ok := s.get("const"); ok {
		return []any{value}
	}
	value, _ := s.get("enum")
	all, _ := value.([]any)
	return all
}
