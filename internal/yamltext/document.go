package yamltext

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/hooktest/hooktest/engine/document"
)

const (
	// MaxBytes is how large a text Parse reads: the library takes a second
	// and a quarter of a gigabyte for each megabyte of small values.
	MaxBytes = 2 << 20
	// maxDepth is how deep a text may nest. The library's reader calls itself for
	// each level, and a stack that overflows can't be recovered from.
	maxDepth = 100
	// budget is how many keys the library may move in lists: for each key of a mapping
	// it copies those before it.
	budget = 10_000_000
)

// byteOrderMark is what some editors write before UTF-8. It has no column.
const byteOrderMark = "\uFEFF"

// Parse reads the single document of data as a tree with positions. file is the name in
// the positions; it is not opened. What YAML has beyond JSON is refused with an error:
// anchors, with which a short text can expand without bound, tags, keys that are not
// texts, and duplicate keys. A value that looks like a date is a text. A byte order mark
// at the beginning is skipped.
//
// The error is always a *document.SyntaxError at the first fault of the text.
func Parse(file string, data []byte) (node *document.Node, err error) {
	text := strings.TrimPrefix(string(data), byteOrderMark)
	r := reader{file: file, lines: strings.SplitAfter(text, "\n"), marks: map[int][]int{}}
	if len(data) > MaxBytes {
		return nil, &document.SyntaxError{Position: document.Position{File: file, Line: 1, Column: 1}, Message: fmt.Sprintf("larger than %d MiB, the most that is read", MaxBytes>>20)}
	}
	if !utf8.Valid(data) {
		return nil, r.invalid()
	}
	defer func() {
		if cause := recover(); cause != nil {
			node, err = nil, &document.SyntaxError{Position: document.Position{File: file, Line: 1, Column: 1}, Message: "not readable as YAML"}
		}
	}()
	r.starts = make([]int, 0, len(r.lines))
	offset := len(data) - len(text)
	for _, line := range r.lines {
		r.starts = append(r.starts, offset)
		offset += len(line)
	}
	// The library counts a line that ends with CRLF more than once.
	tokens := lexer.Tokenize(strings.ReplaceAll(text, "\r\n", "\n"))
	if err := r.check(tokens); err != nil {
		return nil, err
	}
	parsed, err := parser.Parse(tokens, 0)
	if err != nil {
		return nil, r.syntax(err)
	}
	var bodies []ast.Node
	for _, doc := range parsed.Docs {
		if doc.Body != nil && doc.Body.Type() != ast.CommentGroupType && doc.Body.Type() != ast.CommentType {
			bodies = append(bodies, doc.Body)
		}
	}
	switch len(bodies) {
	case 0:
		return nil, &document.SyntaxError{Position: document.Position{File: file, Line: 1, Column: 1}, Message: "the file is empty"}
	case 1:
		return r.node(bodies[0])
	}
	second, err := r.node(bodies[1])
	if err != nil {
		return nil, err
	}
	return nil, &document.SyntaxError{Position: second.Position(), Message: "more than one document"}
}

// A reader copies the library's tree.
type reader struct {
	file   string
	lines  []string
	starts []int
	// marks are the offsets of some characters, for the lines that were needed so far.
	marks map[int][]int
	// steps is how many characters were counted, for a limit in a test.
	steps int
}

// check refuses, before any recursion, text that nests too deep and text that the tree
// can't represent.
func (r *reader) check(tokens token.Tokens) error {
	// around are the lists and mappings around the token. The library's own count of
	// levels grows with each item of a list that has a mapping in it.
	var around []level
	work := 0
	for _, t := range tokens {
		switch t.Type {
		case token.MappingStartType, token.SequenceStartType:
			around = append(around, level{flow: true})
		case token.MappingEndType, token.SequenceEndType:
			for ended := false; !ended && len(around) > 0; around = around[:len(around)-1] {
				ended = around[len(around)-1].flow
			}
		case token.SequenceEntryType, token.MappingKeyType:
			around = enter(around, t.Position.Column)
		case token.MappingValueType:
			key := t.Prev
			if key == nil {
				break
			}
			if last := len(around) - 1; last < 0 || !around[last].flow {
				around = enter(around, key.Position.Column)
			} else if around[last].column != key.Position.Column {
				around[last] = level{flow: true, column: key.Position.Column}
			}
			inner := &around[len(around)-1]
			if work, inner.keys = work+inner.keys, inner.keys+1; work > budget {
				return r.fault(key, "more keys in one mapping than are read")
			}
		case token.AnchorType, token.AliasType, token.MergeKeyType:
			return r.fault(t, "anchors and aliases are not read: write the value again, or as a default")
		case token.TagType:
			return r.fault(t, "tags are not read")
		}
		if len(around) > maxDepth {
			return r.fault(t, fmt.Sprintf("nested deeper than %d levels", maxDepth))
		}
	}
	return nil
}

// A level is a list or a mapping: one in brackets, or one whose keys or dashes are in one column.
type level struct {
	flow bool
	// column is that of the keys that are counted.
	column, keys int
}

// enter removes the levels to the right of a key or a dash, and adds a level for its column if
// there is none.
func enter(around []level, column int) []level {
	last := len(around) - 1
	for ; last >= 0 && !around[last].flow && around[last].column > column; last-- {
	}
	around = around[:last+1]
	if last < 0 || around[last].flow || around[last].column != column {
		around = append(around, level{column: column})
	}
	return around
}

func (r *reader) node(n ast.Node) (*document.Node, error) {
	switch n := n.(type) {
	case *ast.MappingNode:
		return r.mapping(n, n.Values)
	case *ast.MappingValueNode:
		return r.mapping(n, []*ast.MappingValueNode{n})
	case *ast.SequenceNode:
		items := make([]*document.Node, len(n.Values))
		for i, value := range n.Values {
			item, err := r.node(value)
			if err != nil {
				return nil, err
			}
			items[i] = item
		}
		return document.List(items, r.position(n.GetToken())), nil
	case *ast.LiteralNode:
		return r.scalar(n.Value.Value, n.Start)
	case *ast.StringNode:
		if n.Token.Type == token.StringType && isNumber(n.Value) {
			// The library takes a number beyond 64 bits for a text.
			return r.scalar(json.Number(n.Value), n.Token)
		}
		return r.scalar(n.Value, n.Token)
	case *ast.NullNode:
		return r.scalar(nil, n.Token)
	case *ast.BoolNode:
		return r.scalar(n.Value, n.Token)
	case *ast.IntegerNode:
		return r.scalar(json.Number(fmt.Sprint(n.Value)), n.Token)
	case *ast.FloatNode:
		if json.Valid([]byte(n.Token.Value)) {
			return r.scalar(json.Number(n.Token.Value), n.Token)
		}
		return r.scalar(json.Number(strconv.FormatFloat(n.Value, 'g', -1, 64)), n.Token)
	}
	return nil, r.fault(n.GetToken(), "neither a text nor a number, true, false, null, list or mapping")
}

// isNumber reports whether a text is an integer as JSON writes it.
func isNumber(text string) bool {
	return strings.Trim(text, "-0123456789") == "" && json.Valid([]byte(text))
}

func (r *reader) mapping(n ast.Node, values []*ast.MappingValueNode) (*document.Node, error) {
	fields := make([]document.Field, 0, len(values))
	for _, value := range values {
		key := value.Key.GetToken()
		switch value.Key.(type) {
		case *ast.MappingKeyNode:
			return nil, r.fault(key, "a key is a text on one line")
		}
		inner, err := r.node(value.Value)
		if err != nil {
			return nil, err
		}
		fields = append(fields, document.Field{Name: key.Value, NamePosition: r.position(key), Value: inner})
	}
	at := n.GetToken()
	if block, ok := n.(*ast.MappingNode); !ok || !block.IsFlowStyle {
		at = values[0].Key.GetToken()
	}
	return document.Record(fields, r.position(at)), nil
}

func (r *reader) scalar(value any, at *token.Token) (*document.Node, error) {
	node, err := document.Scalar(value, r.position(at))
	if err != nil {
		return nil, r.fault(at, err.Error())
	}
	return node, nil
}

// position returns the position of a token. The library counts columns in characters.
func (r *reader) position(t *token.Token) document.Position {
	if t == nil || t.Position == nil {
		return document.Position{File: r.file, Line: 1, Column: 1}
	}
	at := document.Position{File: r.file, Line: t.Position.Line, Column: t.Position.Column}
	if at.Line < 1 || at.Line > len(r.lines) {
		return document.Position{File: r.file, Line: 1, Column: 1}
	}
	at.Offset = r.starts[at.Line-1] + r.offset(at.Line-1, at.Column-1)
	return at
}

// markEvery is how many characters are between two marks of a line.
const markEvery = 64

// offset returns the number of bytes of the first characters of a line. Thanks to marks, a
// long line is not counted from its beginning for each of its values.
func (r *reader) offset(line, characters int) int {
	text := r.lines[line]
	marks, ok := r.marks[line]
	if !ok {
		n := 0
		for i := range text {
			if n%markEvery == 0 {
				marks = append(marks, i)
			}
			n++
		}
		r.steps += n
		r.marks[line] = marks
	}
	mark := characters / markEvery
	if characters < 0 || mark >= len(marks) {
		return len(text)
	}
	left := characters % markEvery
	r.steps += left
	for i := range text[marks[mark]:] {
		if left == 0 {
			return marks[mark] + i
		}
		left--
	}
	return len(text)
}

func (r *reader) fault(t *token.Token, message string) *document.SyntaxError {
	return &document.SyntaxError{Position: r.position(t), Message: message}
}

// syntax returns the library's error shortened, because its own text quotes the source.
func (r *reader) syntax(err error) *document.SyntaxError {
	var fault yaml.Error
	if errors.As(err, &fault) {
		return r.fault(fault.GetToken(), fault.GetMessage())
	}
	return r.fault(nil, "not readable as YAML")
}

// invalid returns an error at the first byte that is not UTF-8.
func (r *reader) invalid() *document.SyntaxError {
	at := document.Position{File: r.file, Line: 1, Column: 1}
	for i, line := range r.lines {
		for len(line) > 0 {
			c, size := utf8.DecodeRuneInString(line)
			if c == utf8.RuneError && size == 1 {
				at.Line = i + 1
				return &document.SyntaxError{Position: at, Message: "not UTF-8"}
			}
			line = line[size:]
			at.Column++
		}
		at.Column = 1
	}
	return &document.SyntaxError{Position: at, Message: "not UTF-8"}
}
