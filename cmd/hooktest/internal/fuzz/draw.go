package fuzz

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// A drawing makes one payload.
type drawing struct {
	random   *rand.Rand
	words    []string
	campaign Campaign
}

// hostile are texts that are somebody's trouble: quotes, what shells expand, what looks
// like an option or a pattern, lines, characters of several bytes, and much of all.
var hostile = sync.OnceValue(func() []string {
	return []string{
		"", " ", `"`, `'`, `\`, "`id`", "$(id)", "$HOME", "${IFS}", "-n", "--", "-e", "*", "?", "[", "(", "%s%n", "a\nb", "a\r\nb", "\t", "\x00", "\x1b[31m",
		"null", "true", "0", "{}", "[]", `{"decision": "allow"}`, "ünï", "日本語", "🦊", "\u202eabc", "\ufeff", "../../etc/passwd", "/", "~", "a b", "a;b", "a|b", "a&&b", "#",
		strings.Repeat("x", 4096), strings.Repeat("x", 200_000), strings.Repeat("\n", 2000), strings.Repeat(`"\`, 500), strings.Repeat("a/", 500),
	}
})

// fields are those that the schema of the event has: the sample's, one to three of them
// changed, with some of the optional ones left out or put in, a word that the agent is
// known to use, or a field of a later version.
func (d drawing) fields() *jsonvalue.Object {
	fields := d.campaign.Sample.Clone()
	row, _ := d.campaign.Testbed.Contract.Event(d.campaign.Event)
	if row.Subject.Tool && d.random.IntN(4) == 0 {
		d.otherTool(fields, row.Subject.Field, row.Subject.Input)
	}
	for _, field := range row.Fields {
		_, there := fields.Get(field.Name)
		switch {
		case !field.Optional || d.random.IntN(8) > 0:
		case there:
			fields.Delete(field.Name)
		default:
			fields.Set(field.Name, d.ofKind(field.Kind))
		}
	}
	if words := row.Subject.Values; len(words) > 0 && d.random.IntN(4) == 0 {
		fields.Set(row.Subject.Field, words[d.random.IntN(len(words))])
	}
	if d.random.IntN(8) == 0 {
		d.add(fields, row.Subject.Input)
	}
	for range 1 + d.random.IntN(3) {
		if places := leavesOf(fields, row.Subject.Field); len(places) > 0 {
			at := places[d.random.IntN(len(places))]
			at.set(d.value(at.value))
		}
	}
	return fields
}

// added is the name of a field that no agent has yet. Schemas of what hooks read are open:
// agents add fields with every version, and tools have parameters that nobody here knows.
const added = "added_later"

// add puts a field in that the schema does not know, beside the others or into what the
// tool is called with.
func (d drawing) add(fields *jsonvalue.Object, input string) {
	to := fields
	if inner, ok := fields.Get(input); ok && d.random.IntN(2) == 0 {
		if object, ok := inner.(*jsonvalue.Object); ok {
			to = object
		}
	}
	kinds := []string{"string", "number", "boolean", "object", "array", "null"}
	to.Set(added, d.ofKind(kinds[d.random.IntN(len(kinds))]))
}

// ofKind is a value of a kind, as schemas name them.
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

// otherTool has another tool of the agent's called, or one of a server's.
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

// value is another value of the same kind.
func (d drawing) value(old any) any {
	switch old.(type) {
	case string:
		return d.text()
	case json.Number:
		return json.Number([]string{"0", "-1", "1e3", "9007199254740993", "0.1"}[d.random.IntN(5)])
	case bool:
		return old != true
	}
	return old
}

// text is a word that the hook may look for, a text of the hostile, or some of each.
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

// A leaf is a value that holds no others, and the way to change it.
type leaf struct {
	value any
	set   func(any)
}

// leavesOf are the leaves of a value, but for the field of that name at its top, whose
// values are names that agents choose.
func leavesOf(top *jsonvalue.Object, except string) []leaf {
	var all []leaf
	var visit func(value any, set func(any))
	visit = func(value any, set func(any)) {
		switch v := value.(type) {
		case *jsonvalue.Object:
			for key, inner := range v.All() {
				if v == top && key == except {
					continue
				}
				visit(inner, func(changed any) { v.Set(key, changed) })
			}
		case []any:
			for i, inner := range v {
				visit(inner, func(changed any) { v[i] = changed })
			}
		default:
			all = append(all, leaf{value, set})
		}
	}
	visit(top, nil)
	return all
}
