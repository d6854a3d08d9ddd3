package settingsfile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
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
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	// Texts and lists of texts can always be encoded.
	_ = encoder.Encode(value)
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
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
	at := f.root
	for i, name := range rules.Path {
		next, there := at.Field(name)
		switch {
		case !there:
			return f.With([]Change{f.inside(at, name, nested(rules.Path[i+1:], !rules.Off), f.unit())}), true
		case next.Kind() != document.Object:
			// An existing value was set on purpose and is not changed.
			return nil, false
		}
		at = next
	}
	return nil, false
}

// Added returns the file's text with one more entry after those of an event, and the number of
// surrounding objects and lists that it had to add: the event's list, the object of all hooks.
func (f *File) Added(event hook.Event, entry any) (text []byte, made int, err error) {
	if f.Missing {
		return Whole(f.Contract, event, entry), 2, nil
	}
	unit := f.unit()
	hooks, ok := f.root.Field(f.Contract.Settings.Hooks)
	if f.Contract.Settings.Shape.Event != "" {
		return f.listed(hooks, listed(f.Contract, event, entry))
	}
	if !ok {
		value := jsonvalue.New(jsonvalue.Member{Key: string(event), Value: []any{entry}})
		return f.With([]Change{f.inside(f.root, f.Contract.Settings.Hooks, value, unit)}), 2, nil
	}
	if hooks.Kind() != document.Object {
		return nil, 0, fmt.Errorf("%s: must be an object, not %s", hooks.Position(), hooks.Kind().Article())
	}
	list, ok := hooks.Field(string(event))
	if !ok {
		return f.With([]Change{f.inside(hooks, string(event), []any{entry}, unit)}), 1, nil
	}
	if list.Kind() != document.Array {
		return nil, 0, fmt.Errorf("%s: must be an array, not %s", list.Position(), list.Kind().Article())
	}
	return f.With([]Change{f.inside(list, "", entry, unit)}), 0, nil
}

// listed is Added for an agent with all hooks in one list.
func (f *File) listed(hooks *document.Node, entry any) (text []byte, made int, err error) {
	switch {
	case hooks == nil:
		return f.With([]Change{f.inside(f.root, f.Contract.Settings.Hooks, []any{entry}, f.unit())}), 1, nil
	case hooks.Kind() != document.Array:
		return nil, 0, fmt.Errorf("%s: must be an array, not %s", hooks.Position(), hooks.Kind().Article())
	}
	return f.With([]Change{f.inside(hooks, "", entry, f.unit())}), 0, nil
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
	data := f.With([]Change{without(list.Items(), h.item)})
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
		data = next.With([]Change{withoutField(parent.Fields(), node)})
	}
	return data, nil
}

// without removes an item from a list, with an adjacent comma.
func without(items []*document.Node, item *document.Node) Change {
	i := slices.Index(items, item)
	switch {
	case i > 0:
		return Change{Start: items[i-1].End(), End: item.End()}
	case len(items) > 1:
		return Change{Start: item.Position().Offset, End: items[1].Position().Offset}
	}
	return Change{Start: item.Position().Offset, End: item.End()}
}

func withoutField(fields []document.Field, value *document.Node) Change {
	i := slices.IndexFunc(fields, func(f document.Field) bool { return f.Value == value })
	switch {
	case i > 0:
		return Change{Start: fields[i-1].Value.End(), End: value.End()}
	case len(fields) > 1:
		return Change{Start: fields[i].NamePosition.Offset, End: fields[1].NamePosition.Offset}
	}
	return Change{Start: fields[i].NamePosition.Offset, End: value.End()}
}
