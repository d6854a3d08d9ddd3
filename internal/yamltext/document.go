package yamltext

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/hooktest/hooktest/engine/document"
)

// mostDepth is how deep values may stand in one another, as in JSON.
const mostDepth = 100

// Parse reads the one document of data as a tree of values with positions, of what
// JSON knows too: no anchors, tags or merged mappings, so that what stands there is
// all that is meant. The error is a *document.SyntaxError.
func Parse(file string, data []byte) (node *document.Node, err error) {
	p := places{file: file}
	defer func() {
		if cause := recover(); cause != nil {
			err = p.refuse(nil, fmt.Sprintf("not readable as YAML: %v", cause))
		}
	}()
	parsed, err := parser.ParseBytes(data, 0)
	if err != nil {
		var syntax yaml.Error
		if !errors.As(err, &syntax) {
			return nil, p.refuse(nil, err.Error())
		}
		return nil, p.refuse(syntax.GetToken(), syntax.GetMessage())
	}
	docs := slices.DeleteFunc(parsed.Docs, func(d *ast.DocumentNode) bool { return d.Body == nil })
	switch len(docs) {
	case 0:
		return nil, p.refuse(nil, "the file is empty")
	case 1:
		return p.node(docs[0].Body, 0)
	}
	return nil, p.refuse(docs[1].Start, "a second document begins here: only one is read")
}

// places knows where tokens of a file stand.
type places struct{ file string }

func (p places) at(t *token.Token) document.Position {
	if t == nil || t.Position == nil {
		return document.Position{File: p.file, Line: 1, Column: 1}
	}
	return document.Position{File: p.file, Line: t.Position.Line, Column: t.Position.Column}
}

func (p places) refuse(t *token.Token, message string) error {
	return &document.SyntaxError{Position: p.at(t), Message: message}
}

func (p places) node(n ast.Node, depth int) (*document.Node, error) {
	if depth > mostDepth {
		return nil, p.refuse(n.GetToken(), "values stand too deep in one another")
	}
	switch n := n.(type) {
	case *ast.MappingNode:
		return p.record(n.Values, start(n.Start, n.IsFlowStyle, n.Values), depth)
	case *ast.MappingValueNode:
		return p.record([]*ast.MappingValueNode{n}, n.Key.GetToken(), depth)
	case *ast.SequenceNode:
		items := make([]*document.Node, len(n.Values))
		for i, value := range n.Values {
			item, err := p.node(value, depth+1)
			if err != nil {
				return nil, err
			}
			items[i] = item
		}
		return document.List(items, p.at(n.Start)), nil
	case *ast.NullNode:
		return p.scalar(nil, n)
	case *ast.BoolNode:
		return p.scalar(n.Value, n)
	case *ast.StringNode:
		return p.scalar(n.Value, n)
	case *ast.LiteralNode:
		return p.scalar(n.Value.Value, n)
	case *ast.IntegerNode:
		return p.scalar(json.Number(fmt.Sprint(n.Value)), n)
	case *ast.FloatNode:
		return p.scalar(json.Number(strconv.FormatFloat(n.Value, 'g', -1, 64)), n)
	}
	return nil, p.refuse(n.GetToken(), "not read here: write a plain value")
}

// start is where a mapping begins: at its first key, unless a brace opens it.
func start(opens *token.Token, flow bool, values []*ast.MappingValueNode) *token.Token {
	if flow || len(values) == 0 {
		return opens
	}
	return values[0].Key.GetToken()
}

func (p places) scalar(value any, n ast.Node) (*document.Node, error) {
	node, err := document.Scalar(value, p.at(n.GetToken()))
	if err != nil {
		return nil, p.refuse(n.GetToken(), err.Error())
	}
	return node, nil
}

func (p places) record(values []*ast.MappingValueNode, opens *token.Token, depth int) (*document.Node, error) {
	fields := make([]document.Field, 0, len(values))
	seen := map[string]bool{}
	for _, value := range values {
		key := value.Key.GetToken()
		if _, merge := value.Key.(*ast.MergeKeyNode); merge {
			return nil, p.refuse(key, "merged mappings are not read here: write the values out")
		}
		name := key.Value
		if seen[name] {
			return nil, p.refuse(key, fmt.Sprintf("%s stands here twice", strconv.Quote(name)))
		}
		seen[name] = true
		inner, err := p.node(value.Value, depth+1)
		if err != nil {
			return nil, err
		}
		fields = append(fields, document.Field{Name: name, NamePosition: p.at(key), Value: inner})
	}
	return document.Record(fields, p.at(opens)), nil
}
