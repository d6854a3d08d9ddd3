// Package tomltext turns TOML into the tree of package document, in which every value
// knows its position, so settings of either syntax are read in the same way.
//
// Most callers need Parse. Dates are texts, because JSON has none; duplicates are refused
// by TOML's rules. The package writes no TOML.
package tomltext

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/hooktest/hooktest/engine/document"
)

// Parse reads data as one object. file is the name that positions carry; it is not
// opened. A byte order mark at the beginning is skipped.
//
// The error is always a *document.SyntaxError at the first fault of the text.
func Parse(file string, data []byte) (*document.Node, error) {
	text := []byte(strings.TrimPrefix(string(data), byteOrderMark))
	r := &reader{file: file, text: text, skipped: len(data) - len(text), lines: []int{0}}
	for i, b := range text {
		if b == '\n' {
			r.lines = append(r.lines, i+1)
		}
	}
	if err := r.check(); err != nil {
		return nil, err
	}
	root := newTable(r.at(0))
	into := root
	r.parser.Reset(text)
	for r.parser.NextExpression() {
		switch e := r.parser.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			into = r.open(root, e)
		case unstable.KeyValue:
			if err := r.set(into, e, 1); err != nil {
				return nil, err
			}
		}
	}
	return root.node(), nil
}

// byteOrderMark is what some editors write before UTF-8. It has no column.
const byteOrderMark = "\uFEFF"

// A reader builds the tree of one text that is known to be TOML.
type reader struct {
	file    string
	text    []byte
	skipped int
	lines   []int
	parser  unstable.Parser
	// last is the offset whose column was counted last: most positions come in order,
	// and a line may be as long as the text.
	last struct{ begins, offset, column int }
}

// check asks the library whether the text is TOML, because its parser of single lines does
// not check rules about several lines.
func (r *reader) check() error {
	if at := deepKey(r.text); at >= 0 {
		// Both readers recurse for each part of a key, and a stack that overflows can't
		// be recovered from.
		return r.fault(at, tooDeep)
	}
	if at := r.tooMuch(); at >= 0 {
		return r.fault(at, "more names next to each other than are read")
	}
	var whole map[string]any
	err := toml.Unmarshal(r.text, &whole)
	if err == nil {
		return nil
	}
	if at, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, column := at.Position()
		begins := r.lines[min(max(line, 1), len(r.lines))-1]
		return r.fault(min(begins+max(column, 1)-1, len(r.text)), strings.TrimPrefix(at.Error(), "toml: "))
	}
	return r.fault(0, strings.TrimPrefix(err.Error(), "toml: "))
}

var tooDeep = fmt.Sprintf("values are nested more than %d levels deep", deepest)

// deepest is how many names may lead to a value, and how many lists may be nested.
const deepest = 1000

// deepKey returns the offset at which a key has more dots than deepest, or -1. It counts
// dots until a character that ends a key, and does not distinguish texts from keys.
func deepKey(text []byte) int {
	dots := 0
	for i, b := range text {
		switch {
		case b == '.':
			if dots++; dots > deepest {
				return i
			}
		case strings.IndexByte("=[]{}\n,", b) >= 0:
			dots = 0
		}
	}
	return -1
}

// budget is how many names the library may compare for one text: it looks for each name
// among all that are in the same table.
const budget = 20_000_000

// tooMuch returns the offset at which a text exceeds the budget, or -1. The library finds
// what is not TOML.
func (r *reader) tooMuch() int {
	work := count{ids: map[place]int{}, names: []int{0}}
	table := 0
	r.parser.Reset(r.text)
	for r.parser.NextExpression() {
		e := r.parser.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = work.key(0, e)
		case unstable.KeyValue:
			work.line(table, e, 1)
		default:
			continue
		}
		if key := e.Key(); work.done > budget && key.Next() {
			return int(key.Node().Raw.Offset)
		}
	}
	return -1
}

// A count is the work that the library has with names.
type count struct {
	// ids are the tables by their names, and names how many each has.
	ids   map[place]int
	names []int
	done  int
}

// A place is a name in a table.
type place struct {
	table int
	name  string
}

// key counts the names of a key that begins in a table, and returns the table that they
// lead to.
func (c *count) key(table int, n *unstable.Node) int {
	for key := n.Key(); key.Next(); {
		c.done += c.names[table]
		at := place{table, string(key.Node().Data)}
		id, ok := c.ids[at]
		if !ok {
			id = len(c.names)
			c.ids[at] = id
			c.names[table]++
			c.names = append(c.names, 0)
		}
		table = id
	}
	return table
}

// line counts a key and the inline tables in its value.
func (c *count) line(table int, n *unstable.Node, depth int) {
	c.value(c.key(table, n), n.Value(), depth)
}

func (c *count) value(table int, n *unstable.Node, depth int) {
	if depth > deepest || n.Kind != unstable.Array && n.Kind != unstable.InlineTable {
		return
	}
	for inner := n.Children(); inner.Next(); {
		if n.Kind == unstable.InlineTable {
			c.line(table, inner.Node(), depth+1)
		} else {
			c.value(table, inner.Node(), depth+1)
		}
	}
}

func (r *reader) fault(offset int, message string) error {
	return &document.SyntaxError{Position: r.at(offset), Message: message}
}

// at is the place of an offset in the text.
func (r *reader) at(offset int) document.Position {
	line := sort.SearchInts(r.lines, offset+1)
	from, column := r.lines[line-1], 1
	if r.last.begins == from && r.last.offset <= offset && r.last.column > 0 {
		from, column = r.last.offset, r.last.column
	}
	column += utf8.RuneCount(r.text[from:offset])
	r.last.begins, r.last.offset, r.last.column = r.lines[line-1], offset, column
	return document.Position{File: r.file, Line: line, Column: column, Offset: r.skipped + offset}
}

// A value is a value under construction: a table and a list of tables grow while the text
// is read, everything else is a leaf.
type value struct {
	leaf   *document.Node
	at     document.Position
	list   bool
	items  []*value
	fields []*field
	named  map[string]*field
}

type field struct {
	name string
	at   document.Position
	*value
}

func newTable(at document.Position) *value { return &value{at: at, named: map[string]*field{}} }

func (v *value) add(name string, at document.Position, inner *value) {
	f := &field{name, at, inner}
	v.fields, v.named[name] = append(v.fields, f), f
}

// inside returns the table that a name leads to, and makes it if there is none. Of a list
// it returns the last table.
func (v *value) inside(name string, at document.Position) *value {
	f, ok := v.named[name]
	if !ok {
		inner := newTable(at)
		v.add(name, at, inner)
		return inner
	}
	if f.list && len(f.items) > 0 {
		return f.items[len(f.items)-1]
	}
	return f.value
}

func (v *value) node() *document.Node {
	switch {
	case v.leaf != nil:
		return v.leaf
	case v.list:
		items := make([]*document.Node, 0, len(v.items))
		for _, item := range v.items {
			items = append(items, item.node())
		}
		return document.List(items, v.at)
	}
	fields := make([]document.Field, 0, len(v.fields))
	for _, f := range v.fields {
		fields = append(fields, document.Field{Name: f.name, NamePosition: f.at, Value: f.node()})
	}
	return document.Record(fields, v.at)
}

// open returns the table that a header begins.
func (r *reader) open(root *value, header *unstable.Node) *value {
	into := root
	for key := header.Key(); key.Next(); {
		name, at := string(key.Node().Data), r.at(int(key.Node().Raw.Offset))
		if !key.IsLast() || header.Kind == unstable.Table {
			into = into.inside(name, at)
			continue
		}
		f, ok := into.named[name]
		if !ok {
			into.add(name, at, &value{at: at, list: true})
			f = into.named[name]
		}
		f.items = append(f.items, newTable(at))
		into = f.items[len(f.items)-1]
	}
	return into
}

// set puts the value of a key into a table.
func (r *reader) set(into *value, line *unstable.Node, depth int) error {
	for key := line.Key(); key.Next(); {
		name, at := string(key.Node().Data), r.at(int(key.Node().Raw.Offset))
		if !key.IsLast() {
			into = into.inside(name, at)
			continue
		}
		inner, err := r.value(line.Value(), at, depth)
		if err != nil {
			return err
		}
		into.add(name, at, inner)
	}
	return nil
}

// value reads the value of a key; at is its position if the node has none.
func (r *reader) value(n *unstable.Node, at document.Position, depth int) (*value, error) {
	if depth > deepest {
		return nil, &document.SyntaxError{Position: at, Message: tooDeep}
	}
	if n.Raw.Length > 0 {
		at = r.at(int(n.Raw.Offset))
	}
	switch n.Kind {
	case unstable.Array:
		list := &value{at: at, list: true}
		for items := n.Children(); items.Next(); {
			item, err := r.value(items.Node(), at, depth+1)
			if err != nil {
				return nil, err
			}
			list.items = append(list.items, item)
		}
		return list, nil
	case unstable.InlineTable:
		table := newTable(at)
		for lines := n.Children(); lines.Next(); {
			if err := r.set(table, lines.Node(), depth+1); err != nil {
				return nil, err
			}
		}
		return table, nil
	}
	leaf, err := document.Scalar(scalar(n), at)
	if err != nil {
		return nil, &document.SyntaxError{Position: at, Message: err.Error()}
	}
	return &value{leaf: leaf, at: at}, nil
}

// scalar is a value as JSON has it.
func scalar(n *unstable.Node) any {
	text := string(n.Data)
	switch n.Kind {
	case unstable.Bool:
		return text == "true"
	case unstable.Integer:
		if whole, ok := new(big.Int).SetString(strings.TrimPrefix(text, "+"), 0); ok {
			return json.Number(whole.String())
		}
	case unstable.Float:
		plain := strings.TrimPrefix(strings.ReplaceAll(text, "_", ""), "+")
		if json.Valid([]byte(plain)) {
			return json.Number(plain)
		}
	}
	return text
}
