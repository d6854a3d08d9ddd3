package document

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// A Kind is one of JSON's six types.
type Kind int

// The kinds, in the order in which JSON's grammar grows.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// String returns the type's name in JSON Schema.
func (k Kind) String() string {
	switch k {
	case Null:
		return "null"
	case Bool:
		return "boolean"
	case Number:
		return "number"
	case String:
		return "string"
	case Array:
		return "array"
	case Object:
		return "object"
	}
	return "Kind(" + strconv.Itoa(int(k)) + ")"
}

// Article returns the kind's name with its article, for a sentence.
func (k Kind) Article() string { return jsonvalue.Article(k.String()) }

// A Node is one value of a document. Nodes never change, so any number of goroutines
// may read one. Accessors for another kind than the node's return the zero value.
type Node struct {
	kind     Kind
	position Position
	end      int
	truth    bool
	text     string // of a string, or the digits of a number
	items    []*Node
	fields   []Field
	index    map[string]int // last field of a name; nil for small objects
}

// A Field is one name of an object with its value.
type Field struct {
	Name         string
	NamePosition Position
	Value        *Node
}

// indexFrom is the number of fields from which an object gets a map.
const indexFrom = 16

func (n *Node) buildIndex() {
	if len(n.fields) <= indexFrom {
		return
	}
	n.index = make(map[string]int, len(n.fields))
	for i := range n.fields {
		n.index[n.fields[i].Name] = i
	}
}

// Kind returns the type of the value.
func (n *Node) Kind() Kind { return n.kind }

// Position returns where the value starts; it is zero for a value made by FromValue.
func (n *Node) Position() Position { return n.position }

// End returns the offset of the first byte after the value, counted like the position's
// offset; it is 0 for a value made by FromValue. It allows a caller to edit a text and
// keep the rest as written.
func (n *Node) End() int { return n.end }

// Bool returns the value of a boolean.
func (n *Node) Bool() bool { return n.truth }

// Number returns a number as written, digit for digit.
func (n *Node) Number() json.Number {
	if n.kind != Number {
		return ""
	}
	return json.Number(n.text)
}

// Text returns the content of a string, unescaped.
func (n *Node) Text() string {
	if n.kind != String {
		return ""
	}
	return n.text
}

// Items returns the values of an array in order. Callers must not change the slice.
func (n *Node) Items() []*Node { return n.items }

// Fields returns the fields of an object in source order, including duplicates. Callers
// must not change the slice.
func (n *Node) Fields() []Field { return n.fields }

// Field returns the value of a name; the last of several equal names wins (INT-14).
func (n *Node) Field(name string) (*Node, bool) {
	field, ok := n.Lookup(name)
	return field.Value, ok
}

// Lookup is Field for callers that need the position of the name.
func (n *Node) Lookup(name string) (Field, bool) {
	i, ok := n.find(name)
	if !ok {
		return Field{}, false
	}
	return n.fields[i], true
}

func (n *Node) find(name string) (int, bool) {
	if n.index != nil {
		i, ok := n.index[name]
		return i, ok
	}
	for i := len(n.fields) - 1; i >= 0; i-- {
		if n.fields[i].Name == name {
			return i, true
		}
	}
	return 0, false
}

// Only returns an object with the named fields, in source order and with their
// positions. For any other kind it returns the node itself.
func (n *Node) Only(names ...string) *Node {
	if n.kind != Object {
		return n
	}
	only := &Node{kind: Object, position: n.position}
	for _, field := range n.fields {
		if slices.Contains(names, field.Name) {
			only.fields = append(only.fields, field)
		}
	}
	only.buildIndex()
	return only
}

// Under returns an object with the node in a field of this name, both at the node's
// position.
func (n *Node) Under(name string) *Node {
	return &Node{kind: Object, position: n.position, end: n.end, fields: []Field{{Name: name, NamePosition: n.position, Value: n}}}
}

// Duplicates returns the fields that a later one of the same name overrides, in source
// order; nil if all names differ.
func (n *Node) Duplicates() []Field {
	var overridden []Field
	for i := range n.fields {
		if last, _ := n.find(n.fields[i].Name); last != i {
			overridden = append(overridden, n.fields[i])
		}
	}
	return overridden
}

// At follows a path of field names and, for arrays, item numbers from 0.
func (n *Node) At(path ...string) (*Node, bool) {
	for _, step := range path {
		switch n.kind {
		case Object:
			child, ok := n.Field(step)
			if !ok {
				return nil, false
			}
			n = child
		case Array:
			i, err := strconv.Atoi(step)
			// Only the plain form counts: +1 and 01 name no item (RFC 6901).
			if err != nil || i < 0 || i >= len(n.items) || strconv.Itoa(i) != step {
				return nil, false
			}
			n = n.items[i]
		default:
			return nil, false
		}
	}
	return n, true
}

// Pointer follows a JSON Pointer (RFC 6901). The empty pointer is the node itself; a
// pointer that is not empty and does not start with a slash finds nothing.
func (n *Node) Pointer(pointer string) (*Node, bool) {
	if pointer == "" {
		return n, true
	}
	rest, ok := strings.CutPrefix(pointer, "/")
	if !ok {
		return nil, false
	}
	path := strings.Split(rest, "/")
	for i, token := range path {
		path[i] = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
	}
	return n.At(path...)
}

// Value returns the node as a value of package jsonvalue. The last of several equal
// names wins, at the position of the first.
func (n *Node) Value() any {
	switch n.kind {
	case Bool:
		return n.truth
	case Number:
		return json.Number(n.text)
	case String:
		return n.text
	case Array:
		list := make([]any, len(n.items))
		for i, item := range n.items {
			list[i] = item.Value()
		}
		return list
	case Object:
		object := jsonvalue.New()
		for _, field := range n.fields {
			object.Set(field.Name, field.Value.Value())
		}
		return object
	}
	return nil
}

// FromValue makes a tree without positions from a value of package jsonvalue
// (jsonvalue.From converts other Go values). It rejects other Go types, numbers that
// are not valid JSON, and values nested deeper than jsonvalue.MaxDepth.
func FromValue(value any) (*Node, error) { return fromValue(value, 0) }

func fromValue(value any, depth int) (*Node, error) {
	if depth > maxDepth {
		return nil, errors.New(tooDeepMessage)
	}
	switch value := value.(type) {
	case nil:
		return &Node{kind: Null}, nil
	case bool:
		return &Node{kind: Bool, truth: value}, nil
	case json.Number:
		if !isNumber(string(value)) {
			return nil, fmt.Errorf("%q is not a JSON number", string(value))
		}
		return &Node{kind: Number, text: string(value)}, nil
	case string:
		return &Node{kind: String, text: validText(value)}, nil
	case []any:
		n := &Node{kind: Array, items: make([]*Node, len(value))}
		for i, item := range value {
			child, err := fromValue(item, depth+1)
			if err != nil {
				return nil, err
			}
			n.items[i] = child
		}
		return n, nil
	case *jsonvalue.Object:
		n := &Node{kind: Object, fields: make([]Field, 0, value.Len())}
		for name, member := range value.All() {
			child, err := fromValue(member, depth+1)
			if err != nil {
				return nil, err
			}
			n.fields = append(n.fields, Field{Name: validText(name), Value: child})
		}
		n.buildIndex()
		return n, nil
	}
	return nil, fmt.Errorf("%T is not a JSON value", value)
}

func isNumber(s string) bool {
	// json.Valid skips white space, but a number has none.
	return s != "" && (s[0] == '-' || '0' <= s[0] && s[0] <= '9') &&
		'0' <= s[len(s)-1] && s[len(s)-1] <= '9' && json.Valid([]byte(s))
}

// validText replaces every byte that is not UTF-8, each by one U+FFFD, as the
// decoder of encoding/json does in a parsed text.
func validText(s string) string { return string([]rune(s)) }

// Scalar makes a node from a scalar of another syntax than JSON: nil, a boolean, a
// json.Number or a string. Its error is FromValue's.
func Scalar(value any, at Position) (*Node, error) {
	n, err := FromValue(value)
	if err != nil {
		return nil, err
	}
	n.position = at
	return n, nil
}

// List makes an array of nodes with a position.
func List(items []*Node, at Position) *Node {
	return &Node{kind: Array, items: items, position: at}
}

// Record makes an object of fields with a position.
func Record(fields []Field, at Position) *Node {
	n := &Node{kind: Object, fields: fields, position: at}
	n.buildIndex()
	return n
}
