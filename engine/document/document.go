// Package document turns JSON text into a tree whose every value knows the
// file, line and column it was written at, so that a fault in a settings file,
// a hook's answer or a case can be shown where its author has to change it.
//
// Most callers need Parse, then Field, Items and Position of the nodes.
//
// The text is JSON; comments and trailing commas are read where Options allow
// them. The package knows no schema, merges nothing and writes no JSON;
// package jsonvalue carries the same values without their positions.
package document

import (
	"bytes"
	"slices"

	"github.com/tailscale/hujson"

	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// Options say what a text may contain beyond JSON. The zero value means plain JSON.
type Options struct {
	// AllowComments allows // and /* */ comments anywhere between tokens.
	AllowComments bool
	// AllowTrailingCommas allows a comma after the last field or item.
	AllowTrailingCommas bool
	// RefuseMark refuses a byte order mark at the start.
	RefuseMark bool
}

// Parse reads exactly one value from data. file is the name for positions; it is not
// opened. A byte order mark at the start is skipped if it is not refused, bytes in strings that are not
// UTF-8 become U+FFFD, and numbers keep their digits (INT-14). The tree shares no
// memory with data.
//
// The error is always a *SyntaxError at the first fault of the text. A text
// that nests deeper than jsonvalue.MaxDepth, or holds more than a million values,
// is such a fault.
func Parse(file string, data []byte, opts Options) (*Node, error) {
	start := 0
	if bytes.HasPrefix(data, []byte("\ufeff")) {
		start = len("\ufeff")
	}
	source := &source{file: file, data: data, start: start}
	if opts.RefuseMark && start > 0 {
		return nil, source.syntaxError(fault{message: "a byte order mark is not allowed here"})
	}
	text := data[start:]

	scan := scanAll(text)
	if scan.tooMuch >= 0 {
		// hujson recurses and keeps everything, so it must not see a value that is too
		// deep, or one too many. A fault before that value is still found first.
		text = text[:scan.tooMuch]
	}
	padded := text
	if scan.comment >= 0 {
		// A line comment may end the file without a newline, but hujson requires one.
		padded = slices.Concat(text, []byte{'\n'})
	}
	root, err := hujson.Parse(padded)

	if err != nil || scan.tooMuch >= 0 {
		fault := fault{offset: scan.tooMuch, message: scan.limit}
		if err != nil {
			if offset := errorOffset(padded, err); scan.tooMuch < 0 || offset < len(text) {
				fault = describe(text, min(offset, len(text)), err)
			}
		}
		if !opts.AllowComments && scan.comment >= 0 && scan.comment < fault.offset {
			fault = commentFault(scan.comment)
		}
		return nil, source.syntaxError(fault)
	}

	builder := builder{cursor: source.cursor()}
	node := builder.node(&root)
	refused := fault{offset: -1}
	if !opts.AllowTrailingCommas && len(builder.trailingCommas) > 0 {
		// A comma is recorded when its container closes, inner containers first.
		first := builder.trailingCommas[0]
		for _, offset := range builder.trailingCommas {
			first = min(first, offset)
		}
		refused = fault{first, "a comma after the last value is not allowed here"}
	}
	if !opts.AllowComments && scan.comment >= 0 && (refused.offset < 0 || scan.comment < refused.offset) {
		refused = commentFault(scan.comment)
	}
	if refused.offset >= 0 {
		return nil, source.syntaxError(refused)
	}
	return node, nil
}

// builder copies hujson's tree. It visits the values in source order, which the cursor
// requires.
type builder struct {
	cursor         cursor
	trailingCommas []int
}

func (b *builder) node(v *hujson.Value) *Node {
	n := &Node{position: b.cursor.at(v.StartOffset), end: v.EndOffset + b.cursor.source.start}
	switch value := v.Value.(type) {
	case *hujson.Object:
		n.kind = Object
		n.fields = make([]Field, 0, len(value.Members))
		for i := range value.Members {
			member := &value.Members[i]
			name := member.Name.Value.(hujson.Literal).String()
			position := b.cursor.at(member.Name.StartOffset)
			n.fields = append(n.fields, Field{Name: name, NamePosition: position, Value: b.node(&member.Value)})
		}
		if last := len(value.Members) - 1; last >= 0 {
			b.noteTrailingComma(&value.Members[last].Value)
		}
		n.buildIndex()
	case *hujson.Array:
		n.kind = Array
		n.items = make([]*Node, 0, len(value.Elements))
		for i := range value.Elements {
			n.items = append(n.items, b.node(&value.Elements[i]))
		}
		if last := len(value.Elements) - 1; last >= 0 {
			b.noteTrailingComma(&value.Elements[last])
		}
	case hujson.Literal:
		switch value.Kind() {
		case 't', 'f':
			n.kind, n.truth = Bool, value.Bool()
		case '0':
			n.kind, n.text = Number, string(value)
		case '"':
			n.kind, n.text = String, value.String()
		}
	}
	return n
}

// noteTrailingComma records the comma after the last value of a container. hujson marks
// it by a non-nil, possibly empty space before it.
func (b *builder) noteTrailingComma(last *hujson.Value) {
	if last.AfterExtra != nil {
		b.trailingCommas = append(b.trailingCommas, last.EndOffset+len(last.AfterExtra))
	}
}

// maxDepth is jsonvalue's, so that both packages accept the same texts.
const maxDepth = jsonvalue.MaxDepth
