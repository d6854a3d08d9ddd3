package fuzz

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

type drawing struct {
	random   *rand.Rand
	words    []string
	campaign Campaign
}

// hostile returns texts that some hooks handle wrongly: quotes, shell expansions, texts that look
// like options or patterns, line breaks, multi-byte characters, and long texts.
var hostile = sync.OnceValue(func() []string {
	return []string{
		"", " ", `"`, `'`, `\`, "`touch hooktest-canary`", "$(touch hooktest-canary)", "; touch hooktest-canary", "$HOME", "${IFS}", "-n", "--", "-e", "*", "?", "[", "(", "%s%n", "a\nb", "a\r\nb", "\t", "\x00", "\x1b[31m",
		"null", "true", "0", "{}", "[]", `{"decision": "allow"}`, "ünï", "日本語", "🦊", "\u202eabc", "\ufeff", "../../canary.invalid", "./", "~canary.invalid", "a b", "a;b", "a|b", "a&&b", "#",
		strings.Repeat("x", 4096), strings.Repeat("x", 200_000), strings.Repeat("\n", 2000), strings.Repeat(`"\`, 500), strings.Repeat("a/", 500),
	}
})

// fields returns the fields of a payload that matches the event's schema. It starts from the sample
// and changes one to three values anywhere in the schema. It may also omit or add optional fields,
// use a known word of the agent, or add a field of a later version.
func (d drawing) fields() *jsonvalue.Object {
	fields := d.campaign.Sample.Clone()
	row, _ := d.campaign.Testbed.Contract.Event(d.campaign.Event)
	whole := d.campaign.shape()
	if row.Subject.Tool && d.random.IntN(4) == 0 {
		d.otherTool(fields, row.Subject.Field, row.Subject.Input)
	}
	for _, name := range whole.properties() {
		if d.given(name) {
			continue
		}
		_, there := fields.Get(name)
		switch one := whole.within("properties", name); {
		case d.random.IntN(8) > 0:
		case there && whole.needs(name):
		case there:
			fields.Delete(name)
		default:
			fields.Set(name, d.fitting(one, 0))
		}
	}
	if words := row.Subject.Values; len(words) > 0 && d.random.IntN(4) == 0 {
		fields.Set(row.Subject.Field, words[d.random.IntN(len(words))])
	}
	if d.random.IntN(8) == 0 {
		d.add(fields, row.Subject.Input, whole.open())
	}
	for range 1 + d.random.IntN(3) {
		if places := placesOf(fields, whole, row.Subject.Field, row.Subject.Input); len(places) > 0 {
			at := places[d.random.IntN(len(places))]
			at.set(d.another(at))
		}
	}
	return fields
}

// given reports whether a field keeps its real value, such as the project folder: a hook has to
// find what it names.
func (d drawing) given(name string) bool {
	return slices.ContainsFunc(d.campaign.Testbed.Contract.Base, func(base dialect.BaseField) bool { return base.Name == name && base.Is != dialect.Invented })
}

// another returns a replacement for a value: from the same schema, or a hostile one of the same
// type.
func (d drawing) another(at place) any {
	_, bound := at.shape.get("pattern")
	switch choices := at.shape.choices(); {
	case bound:
		return at.value
	case len(choices) > 0:
		return choices[d.random.IntN(len(choices))]
	case at.shape != nil && d.random.IntN(2) == 0:
		return d.fitting(at.shape, 0)
	}
	return d.value(at.value)
}

// fitting returns a value that matches a schema, or a text if the schema does not restrict it.
func (d drawing) fitting(s shape, depth int) any {
	if choices := s.choices(); len(choices) > 0 {
		return choices[d.random.IntN(len(choices))]
	}
	kinds := s.kinds()
	if len(kinds) == 0 {
		return d.text()
	}
	switch kind := kinds[d.random.IntN(len(kinds))]; {
	case kind == "object" && len(s.properties()) > 0:
		object := jsonvalue.New()
		for _, name := range s.properties() {
			if s.needs(name) || depth < deep && d.random.IntN(2) == 0 {
				object.Set(name, d.fitting(s.within("properties", name), depth+1))
			}
		}
		return object
	case kind == "array":
		items := []any{}
		for range d.random.IntN(3) {
			items = append(items, d.fitting(s.within("items"), depth+1))
		}
		return items
	case kind == "integer":
		// No integer in the schemas is below 0.
		return json.Number([]string{"0", "1", "2147483648", "9007199254740993"}[d.random.IntN(4)])
	case kind == "string" && d.random.IntN(4) == 0:
		examples, _ := s.get("examples")
		if all, ok := examples.([]any); ok && len(all) > 0 {
			return all[d.random.IntN(len(all))]
		}
		return d.text()
	default:
		return d.ofKind(kind)
	}
}

// deep is the maximum depth at which optional fields are added.
const deep = 4

// added is the name of a field that no agent has. The schemas of hook input are open where agents
// add fields with every version, and tools have parameters that the contracts do not list.
const added = "added_later"

// add adds a field that the schema does not define: next to the others if the schema is open, or to
// the tool's input.
func (d drawing) add(fields *jsonvalue.Object, input string, open bool) {
	kinds := []string{"string", "number", "boolean", "object", "array", "null"}
	value := d.ofKind(kinds[d.random.IntN(len(kinds))])
	inner, _ := fields.GetObject(input)
	switch {
	case inner != nil && (!open || d.random.IntN(2) == 0):
		inner.Set(added, value)
	case open:
		fields.Set(added, value)
	}
}

// ofKind returns a value of a JSON Schema type.
func (d drawing) ofKind(kind string) any {
	switch kind {
	case "string":
		return d.text()
	case "number":
		return d.value(json.Number("1"))
	case "boolean":
		return d.random.IntN(2) == 0
	case "object":
		return jsonvalue.New(jsonvalue.Member{Key: "text", Value: d.text()})
	case "array":
		return []any{d.text()}
	}
	return nil
}

// otherTool changes the tool to another of the agent's tools, or to one of an MCP server.
func (d drawing) otherTool(fields *jsonvalue.Object, name, input string) {
	tools := d.campaign.Testbed.Contract.Tools
	i := d.random.IntN(len(tools.Builtin) + 1)
	if i == len(tools.Builtin) {
		fields.Set(name, tools.MCPPrefix+"files__read")
		fields.Set(input, jsonvalue.New(jsonvalue.Member{Key: "path", Value: "a.txt"}))
		return
	}
	fields.Set(name, tools.Builtin[i].Name)
	fields.Set(input, tools.Input(tools.Builtin[i].Name))
}

// value returns another value of the same type.
func (d drawing) value(old any) any {
	switch old.(type) {
	case string:
		return d.text()
	case json.Number:
		return json.Number([]string{"0", "-1", "1e3", "9007199254740993", "0.1"}[d.random.IntN(5)])
	case bool:
		return old != true
	case []any:
		return []any{}
	}
	return old
}

// text returns a word that the hook may look for, a hostile text, or a combination.
func (d drawing) text() string {
	one := func() string {
		all := hostile()
		if len(d.words) > 0 && d.random.IntN(2) == 0 {
			return d.words[d.random.IntN(len(d.words))]
		}
		return all[d.random.IntN(len(all))]
	}
	switch d.random.IntN(3) {
	case 0:
		return one() + " " + one()
	case 1:
		return one() + one()
	}
	return one()
}

// A place is a value in a payload with its schema, nil if there is none, and a function that
// changes it.
type place struct {
	value any
	shape shape
	set   func(any)
}

// placesOf returns the places of all values in a payload, without the top-level field except, whose
// values are names that agents choose. The tool's input as a whole is not a place.
func placesOf(top *jsonvalue.Object, whole shape, except, input string) []place {
	var all []place
	var visit func(value any, s shape, change func(any), keeps bool)
	visit = func(value any, s shape, change func(any), keeps bool) {
		switch v := value.(type) {
		case *jsonvalue.Object:
			if v != top && !keeps && len(s) > 0 {
				all = append(all, place{v, s, change})
			}
			for key, inner := range v.All() {
				if v == top && key == except {
					continue
				}
				visit(inner, s.within("properties", key), func(changed any) { v.Set(key, changed) }, v == top && key == input)
			}
		case []any:
			if len(s) > 0 {
				all = append(all, place{v, s, change})
			}
			for i, inner := range v {
				visit(inner, s.within("items"), func(changed any) { v[i] = changed }, false)
			}
		default:
			all = append(all, place{value, s, change})
		}
	}
	visit(top, whole, nil, false)
	return all
}

// leavesOf returns the places without places inside them.
func leavesOf(top *jsonvalue.Object, except string) []place {
	return slices.DeleteFunc(placesOf(top, nil, except, ""), func(p place) bool {
		kind := jsonvalue.KindOf(p.value)
		return kind == "object" || kind == "array"
	})
}
