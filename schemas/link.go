package schemas

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/hooktest/hooktest/engine/document"
)

// linkKeyword is the keyword under which a schema names requirements.
const linkKeyword = "x-hooktest-req"

// A Link is a node of a schema that names requirements.
type Link struct {
	// File is the schema's file, relative to the module's root.
	File string
	// Pointer is the JSON Pointer of the node; empty for the root.
	Pointer string
	// IDs are the names as written.
	IDs []string
}

// Links returns the nodes of all schemas that name requirements, by file and in text
// order. It does not check that an id exists. The error joins the places with an
// unreadable schema; the links are then those of the rest.
func Links() ([]Link, error) {
	var links []Link
	nodes, err := linkedNodes()
	for _, n := range nodes {
		links = append(links, n.link)
	}
	return links, err
}

// linkedNode is a link with its position in the text.
type linkedNode struct {
	schema string
	node   *document.Node
	link   Link
	// owner is the schema whose property the node is, nil for any other node.
	owner *document.Node
}

func linkedNodes() ([]linkedNode, error) {
	var w linkWalk
	for _, name := range Names() {
		data, err := Source(name)
		if err != nil {
			return nil, err
		}
		root, err := document.Parse(fileOf(name), data, document.Options{})
		if err != nil {
			return nil, err
		}
		w.schema = name
		w.visit(root, "", nil)
	}
	return w.found, errors.Join(w.faults...)
}

func fileOf(name string) string { return "schemas/" + name + suffix }

type linkWalk struct {
	schema string
	found  []linkedNode
	faults []error
}

func (w *linkWalk) fault(at *document.Node, format string, args ...any) {
	w.faults = append(w.faults, fmt.Errorf("%s: %s", at.Position(), fmt.Sprintf(format, args...)))
}

func (w *linkWalk) visit(schema *document.Node, at string, owner *document.Node) {
	if schema.Kind() == document.Bool {
		return
	}
	if schema.Kind() != document.Object {
		w.fault(schema, "a schema is an object or a boolean")
		return
	}
	if ids, ok := schema.Field(linkKeyword); ok {
		w.link(schema, ids, at, owner)
	}
	for _, field := range schema.Fields() {
		below := at + "/" + escape(field.Name)
		switch shapeOf(field.Name) {
		case oneSchema:
			w.visit(field.Value, below, nil)
		case namedSchemas:
			var owner *document.Node
			if field.Name == "properties" {
				owner = schema
			}
			for _, child := range field.Value.Fields() {
				w.visit(child.Value, below+"/"+escape(child.Name), owner)
			}
		case listedSchemas:
			for i, child := range field.Value.Items() {
				w.visit(child, below+"/"+strconv.Itoa(i), nil)
			}
		case unknownShape:
			w.fault(field.Value, "the keyword %s is not known to what reads links", field.Name)
		case noSchema:
		}
	}
}

func (w *linkWalk) link(schema, ids *document.Node, at string, owner *document.Node) {
	l := Link{File: fileOf(w.schema), Pointer: at}
	for _, id := range ids.Items() {
		if id.Kind() != document.String {
			w.fault(id, "an id is a string")
			continue
		}
		l.IDs = append(l.IDs, id.Text())
	}
	if len(ids.Items()) == 0 {
		w.fault(ids, "%s is a list with at least one id", linkKeyword)
	}
	w.found = append(w.found, linkedNode{w.schema, schema, l, owner})
}

// shape says where schemas are below a keyword.
type shape int

const (
	unknownShape shape = iota
	noSchema
	oneSchema
	namedSchemas
	listedSchemas
)

func shapeOf(keyword string) shape {
	switch keyword {
	case "items", "propertyNames", "not", "if", "then", "else", "unevaluatedProperties":
		return oneSchema
	case "properties", "$defs":
		return namedSchemas
	case "anyOf", "oneOf", "allOf":
		return listedSchemas
	case "type", "const", "enum", "required", "pattern", "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
		"minItems", "maxItems", "minProperties", "uniqueItems", "$ref", linkKeyword,
		"$schema", "$id", "title", "description", "default", "examples", "deprecated":
		return noSchema
	}
	return unknownShape
}

func escape(token string) string { return strings.TrimPrefix(pointer([]string{token}), "/") }
