package format_test

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"
)

// An element is a node of an XML document.
type element struct {
	name       string
	attributes map[string]string
	children   []*element
	text       string
}

// parseXML reads a document. Names keep their prefixes.
func parseXML(t require.TestingT, text string) *element {
	d := xml.NewDecoder(strings.NewReader(text))
	root := &element{}
	stack := []*element{root}
	for {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		top := stack[len(stack)-1]
		switch token := token.(type) {
		case xml.StartElement:
			e := &element{name: prefixed(token.Name), attributes: map[string]string{}}
			for _, a := range token.Attr {
				if _, twice := e.attributes[prefixed(a.Name)]; twice {
					require.Fail(t, "an attribute is there twice", "%s of %s", prefixed(a.Name), e.name)
				}
				e.attributes[prefixed(a.Name)] = a.Value
			}
			top.children = append(top.children, e)
			stack = append(stack, e)
		case xml.EndElement:
			if top.name != prefixed(token.Name) {
				require.Fail(t, "an element is not closed", top.name)
			}
			stack = stack[:len(stack)-1]
		case xml.CharData:
			top.text += string(token)
		}
	}
	require.Len(t, stack, 1)
	require.Len(t, root.children, 1)
	return root.children[0]
}

func prefixed(n xml.Name) string {
	if n.Space == "" {
		return n.Local
	}
	return n.Space + ":" + n.Local
}

// visit calls visit for an element and all its descendants.
func (e *element) visit(visit func(*element)) {
	visit(e)
	for _, c := range e.children {
		c.visit(visit)
	}
}

// A grammar has the attributes and children of each element. The children are a regular
// expression over their names, each followed by a space; "#" is text.
type grammar map[string]struct{ required, optional, children string }

func (g grammar) check(t require.TestingT, root *element) {
	forms := map[string]*regexp.Regexp{}
	for name, rule := range g {
		forms[name] = regexp.MustCompile("^(?:" + rule.children + ")$")
	}
	root.visit(func(e *element) {
		if fault := g.fault(e, forms[e.name]); fault != "" {
			require.Fail(t, fault)
		}
	})
}

// fault returns what is wrong with an element; "" if nothing is.
func (g grammar) fault(e *element, form *regexp.Regexp) string {
	rule, ok := g[e.name]
	if !ok {
		return "there is no element " + e.name
	}
	required := strings.Fields(rule.required)
	allowed := append(strings.Fields(rule.optional), required...)
	for _, name := range required {
		if _, ok := e.attributes[name]; !ok {
			return e.name + " lacks the attribute " + name
		}
	}
	for name := range e.attributes {
		if !slices.Contains(allowed, name) {
			return e.name + " has no attribute " + name
		}
	}
	var names strings.Builder
	for _, c := range e.children {
		names.WriteString(c.name + " ")
	}
	switch {
	case rule.children == "#" && len(e.children) > 0:
		return e.name + " is text and has " + names.String()
	case rule.children == "#":
	case strings.TrimSpace(e.text) != "":
		return e.name + " has text"
	case !form.MatchString(names.String()):
		return "the children of " + e.name + " are " + names.String()
	}
	return ""
}

// junitGrammar is the part of JUnit XML that all its readers support.
func junitGrammar() grammar {
	counts := "name tests failures errors skipped time"
	return grammar{
		"testsuites": {required: counts, children: "(testsuite )*"},
		"testsuite":  {required: counts, optional: "timestamp", children: "(properties )?(testcase )*"},
		"properties": {children: "(property )*"},
		"property":   {required: "name value"},
		"testcase":   {required: "name classname time", optional: "file line", children: "(failure |error |skipped )?(system-out )?(system-err )?"},
		"failure":    {required: "message type", children: "#"},
		"error":      {required: "message type", children: "#"},
		"skipped":    {required: "message", children: "#"},
		"system-out": {children: "#"},
		"system-err": {children: "#"},
	}
}
