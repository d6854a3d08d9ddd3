package settingsfile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/jsontext"
	"github.com/hooktest/hooktest/internal/lists"
)

// A Change replaces a part of a file.
type Change struct {
	Start, End int
	Text       []byte
}

// Replace returns the change that replaces a value.
func Replace(node *document.Node, value any) Change {
	return Change{node.Position().Offset, node.End(), literal(value)}
}

// literal returns a value as JSON without HTML escapes.
func literal(value any) []byte {
	// Texts and lists of texts can always be encoded.
	text, _ := jsontext.Encode(value)
	return text
}

// With returns the file's text with changes that do not overlap.
func (f *File) With(changes []Change) []byte {
	changes = slices.Clone(changes)
	slices.SortFunc(changes, func(a, b Change) int { return a.Start - b.Start })
	var out []byte
	from := 0
	for _, c := range changes {
		out = append(append(out, f.Data[from:c.Start]...), c.Text...)
		from = c.End
	}
	return append(out, f.Data[from:]...)
}

// SwitchedOn returns the file's text with hooks switched on, if the agent's default is off and the
// file does not set the switch; ok is false if nothing changes.
func (f *File) SwitchedOn() (text []byte, ok bool) {
	rules := f.Contract.Settings.Switch
	if len(rules.Path) == 0 || rules.Default {
		return nil, false
	}
	// An existing value was set on purpose and is not changed.
	text, had := f.Set(rules.Path, !rules.Off)
	return text, text != nil && !had
}

// Set returns the file's text with a value at a path of names, and whether there was one; nil if
// something on the path is not an object.
func (f *File) Set(path []string, value any) (text []byte, had bool) {
	at := f.root
	for i, name := range path {
		next, there := at.Field(name)
		switch {
		case at.Kind() != document.Object:
			return nil, false
		case !there:
			return f.With([]Change{f.inside(at, name, nested(path[i+1:], value), f.unit())}), false
		}
		at = next
	}
	return f.With([]Change{Replace(at, value)}), true
}

// Added returns the file's text with one more entry after those of an event, and the number of
// surrounding objects and lists that it had to add: the event's list, the object of all hooks.
func (f *File) Added(event hook.Event, entry any) (text []byte, made int, err error) {
	if f.Missing {
		return Whole(f.Contract, event, entry), 2, nil
	}
	path := []string{f.Contract.Settings.Hooks, string(event)}
	if f.Contract.Settings.Shape.Event != "" {
		// All hooks are in one list.
		path, entry = path[:1], listed(f.Contract, event, entry)
	}
	at := f.root
	for i, name := range path {
		next, ok := at.Field(name)
		if !ok {
			return f.With([]Change{f.inside(at, name, nested(path[i+1:], []any{entry}), f.unit())}), len(path) - i, nil
		}
		kind := document.Object
		if i == len(path)-1 {
			kind = document.Array
		}
		if next.Kind() != kind {
			return nil, 0, fmt.Errorf("%s: must be %s, not %s", next.Position(), kind.Article(), next.Kind().Article())
		}
		at = next
	}
	return f.With([]Change{f.inside(at, "", entry, f.unit())}), 0, nil
}

// unit returns the indentation of one level.
func (f *File) unit() string {
	for _, field := range f.root.Fields() {
		if lead := f.lead(field.NamePosition.Offset); lead != "" {
			return lead
		}
	}
	return "  "
}

// lead returns the white space at the start of an offset's line.
func (f *File) lead(offset int) string {
	start := bytes.LastIndexByte(f.Data[:offset], '\n') + 1
	end := start
	for end < offset && (f.Data[end] == ' ' || f.Data[end] == '\t') {
		end++
	}
	return string(f.Data[start:end])
}

// inside adds a value after the last of a container, on a line of its own.
func (f *File) inside(container *document.Node, name string, value any, unit string) Change {
	lead := f.lead(container.Position().Offset)
	text := indented(value, lead+unit, unit)
	if name != "" {
		text = slices.Concat(literal(name), []byte(": "), text)
	}
	text = append([]byte("\n"+lead+unit), text...)
	last := container.Position().Offset + 1
	switch fields, items := container.Fields(), container.Items(); {
	case len(fields) > 0:
		last, text = fields[len(fields)-1].Value.End(), append([]byte{','}, text...)
	case len(items) > 0:
		last, text = items[len(items)-1].End(), append([]byte{','}, text...)
	}
	if bytes.IndexByte(f.Data[last:container.End()], '\n') < 0 {
		// The container closes on the same line: break the line before its bracket.
		text = append(text, "\n"+lead...)
	}
	return Change{last, last, text}
}

func indented(value any, lead, unit string) []byte {
	var out bytes.Buffer
	// Marshal's output is JSON, so Indent can't fail.
	_ = json.Indent(&out, jsonvalue.Marshal(value), lead, unit)
	return out.Bytes()
}

// Removed returns the file's text without the entry of a hook, and without the lists and objects
// that were added for it (made of them), if they are empty then.
func (f *File) Removed(h Hook, made int) ([]byte, error) {
	hooks, _ := f.root.Field(f.Contract.Settings.Hooks)
	list, around := hooks, [][]string{{f.Contract.Settings.Hooks}}
	if f.Contract.Settings.Shape.Event == "" {
		list, _ = hooks.Field(string(h.Event))
		around = slices.Insert(around, 0, []string{f.Contract.Settings.Hooks, string(h.Event)})
	}
	items := lists.Of(list.Items(), func(item *document.Node) [2]int { return [2]int{item.Position().Offset, item.End()} })
	data := f.With([]Change{without(items, slices.Index(list.Items(), h.item))})
	for _, path := range around[:min(made, len(around))] {
		next, err := Parse(f.Contract, f.Path, data)
		if err != nil {
			return nil, err
		}
		node, ok := next.root.At(path...)
		if !ok || len(node.Items())+len(node.Fields()) > 0 {
			return data, nil
		}
		parent, _ := next.root.At(path[:len(path)-1]...)
		fields := lists.Of(parent.Fields(), func(field document.Field) [2]int { return [2]int{field.NamePosition.Offset, field.Value.End()} })
		i := slices.IndexFunc(parent.Fields(), func(f document.Field) bool { return f.Value == node })
		data = next.With([]Change{without(fields, i)})
	}
	return data, nil
}

// without removes one of several parts, each from its start to its end, with an adjacent comma.
func without(parts [][2]int, i int) Change {
	start, end := parts[i][0], parts[i][1]
	if i > 0 {
		start = parts[i-1][1]
	} else if len(parts) > 1 {
		end = parts[1][0]
	}
	return Change{Start: start, End: end}
}
