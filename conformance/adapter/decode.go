package adapter

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// MarshalJSON writes the text as it is; an empty Object is null.
func (o Object) MarshalJSON() ([]byte, error) {
	if len(o) == 0 {
		return []byte("null"), nil
	}
	return o, nil
}

// UnmarshalJSON keeps the text of an object, and nothing of null.
func (o *Object) UnmarshalJSON(text []byte) error {
	switch kindOf(text) {
	case "object":
		*o = bytes.Clone(text)
		return nil
	case "null":
		*o = nil
		return nil
	}
	return fmt.Errorf("must be an object, not %s", article(kindOf(text)))
}

// decode reads parameters into the struct that target points to. Unlike
// encoding/json it matches keys with their exact case, refuses unknown ones,
// requires every field that has no omitempty, and reports all faults at once,
// each with its path. Absent parameters are accepted if no field is required.
func decode(text json.RawMessage, target any) error {
	if len(text) == 0 {
		text = json.RawMessage("{}")
	}
	d := decoder{root: "params"}
	d.value(d.root, text, reflect.ValueOf(target).Elem())
	if err := errors.Join(d.faults...); err != nil {
		return InvalidParams("%s", strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	return nil
}

// DecodeResult reads an adapter's result into the struct that target points to.
// Unlike encoding/json it matches keys with their exact case and takes the last
// of several, because other languages read a result that way. An absent or null
// member is zero, and unknown keys are ignored. It reports all faults at once,
// each with its path.
func DecodeResult(text json.RawMessage, target any) error {
	d := decoder{root: "result", lenient: true}
	d.value(d.root, text, reflect.ValueOf(target).Elem())
	return errors.Join(d.faults...)
}

type decoder struct {
	// root is the name of the whole value in paths.
	root string
	// lenient makes absent members zero and ignores unknown keys.
	lenient bool
	faults  []error
}

func (d *decoder) fault(path, format string, args ...any) {
	d.faults = append(d.faults, fmt.Errorf("%s "+format, append([]any{path}, args...)...))
}

func (d *decoder) value(path string, text json.RawMessage, target reflect.Value) {
	switch target.Interface().(type) {
	case json.RawMessage:
		target.SetBytes(bytes.Clone(text))
		return
	case Object:
		if d.kind(path, text, "object") {
			target.SetBytes(bytes.Clone(text))
		}
		return
	case json.Number:
		if d.kind(path, text, "number") {
			target.SetString(string(text))
		}
		return
	}
	switch target.Kind() {
	case reflect.Pointer:
		target.Set(reflect.New(target.Type().Elem()))
		d.value(path, text, target.Elem())
	case reflect.Struct:
		if d.kind(path, text, "object") {
			d.members(path, text, target)
		}
	case reflect.Slice:
		if d.kind(path, text, "array") {
			d.items(path, text, target)
		}
	case reflect.Map:
		if d.kind(path, text, "object") {
			d.entries(path, text, target)
		}
	case reflect.String:
		d.scalar(path, text, "string", target)
	case reflect.Bool:
		d.scalar(path, text, "boolean", target)
	default:
		d.scalar(path, text, "number", target)
	}
}

func (d *decoder) kind(path string, text json.RawMessage, want string) bool {
	if got := kindOf(text); got != want {
		d.fault(path, "must be %s, not %s", article(want), article(got))
		return false
	}
	return true
}

func (d *decoder) scalar(path string, text json.RawMessage, want string, target reflect.Value) {
	if !d.kind(path, text, want) {
		return
	}
	// Only a number can still fail: a fraction, or one out of range.
	if err := json.Unmarshal(text, target.Addr().Interface()); err != nil {
		d.fault(path, "must be a whole number, not %s", text)
	}
}

func (d *decoder) members(path string, text json.RawMessage, target reflect.Value) {
	given := map[string]json.RawMessage{}
	if err := json.Unmarshal(text, &given); err != nil {
		d.fault(path, "can't be read: %v", err)
		return
	}
	var known []string
	for i := range target.NumField() {
		name, options, _ := strings.Cut(target.Type().Field(i).Tag.Get("json"), ",")
		known = append(known, name)
		member, ok := given[name]
		optional := d.lenient || strings.HasPrefix(options, "omit")
		switch {
		case optional && (!ok || kindOf(member) == "null") && target.Field(i).Type() != reflect.TypeFor[json.RawMessage]():
		case !ok && optional:
		case !ok:
			d.fault(d.join(path, name), "is missing")
		default:
			d.value(d.join(path, name), member, target.Field(i))
		}
	}
	if d.lenient {
		return
	}
	for _, name := range sorted(given) {
		if !slices.Contains(known, name) {
			d.fault(d.join(path, name), "is unknown%s", didYouMean(name, known))
		}
	}
}

func (d *decoder) items(path string, text json.RawMessage, target reflect.Value) {
	var given []json.RawMessage
	if err := json.Unmarshal(text, &given); err != nil {
		d.fault(path, "can't be read: %v", err)
		return
	}
	target.Set(reflect.MakeSlice(target.Type(), len(given), len(given)))
	for i, item := range given {
		d.value(fmt.Sprintf("%s[%d]", path, i), item, target.Index(i))
	}
}

// entries reads a map; null is the nil value of a pointer.
func (d *decoder) entries(path string, text json.RawMessage, target reflect.Value) {
	given := map[string]json.RawMessage{}
	if err := json.Unmarshal(text, &given); err != nil {
		d.fault(path, "can't be read: %v", err)
		return
	}
	target.Set(reflect.MakeMap(target.Type()))
	for _, name := range sorted(given) {
		value := reflect.New(target.Type().Elem()).Elem()
		if value.Kind() != reflect.Pointer || kindOf(given[name]) != "null" {
			d.value(d.join(path, name), given[name], value)
		}
		target.SetMapIndex(reflect.ValueOf(name).Convert(target.Type().Key()), value)
	}
}

// join extends a path; a member of the root has no prefix.
func (d *decoder) join(path, name string) string {
	if path == d.root {
		return name
	}
	return path + "." + name
}

func sorted(members map[string]json.RawMessage) []string {
	names := make([]string, 0, len(members))
	for name := range members {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// kindOf names the JSON type of a valid text by its first byte.
func kindOf(text []byte) string {
	text = bytes.TrimLeft(text, " \t\r\n")
	if len(text) == 0 {
		return "nothing"
	}
	switch text[0] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	return "number"
}

func article(kind string) string {
	switch kind {
	case "null", "nothing":
		return kind
	case "array", "object":
		return "an " + kind
	}
	return "a " + kind
}
