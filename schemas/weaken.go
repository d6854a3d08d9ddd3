package schemas

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/hooktest/hooktest/engine/document"
)

// A Weakening is one constraint of a node, taken away.
type Weakening struct {
	// Keyword names the constraint: a keyword, or one part of it, as in type,
	// required/timestamp or properties/name.
	Keyword string
	// Vector is the path of a value that is refused, and accepted once the
	// constraint is gone; empty where there is none.
	Vector string
	// Killed tells whether there is one.
	Killed bool
}

// A WeakenedLink is a node that names requirements, with its weakenings in the
// order of the text.
type WeakenedLink struct {
	Link
	Weakenings []Weakening
}

// Weaken takes the constraints of every linked node away, one at a time, and
// looks for a value that only this constraint refuses. vectors holds the values
// as <schema>/invalid/<name>.json, such as the folder schemas/testdata does.
//
// A property is taken away as a whole, and once more constraint by constraint
// where it names requirements itself. The error joins what can't be judged: a shape that is not known, a node
// that constrains nothing itself, a value that its schema accepts. The links are
// then those of the rest.
func Weaken(vectors fs.FS) ([]WeakenedLink, error) {
	nodes, err := linkedNodes()
	faults := []error{err}
	benches := map[string]*weakeningBench{}
	var links []WeakenedLink
	for _, n := range nodes {
		b := benches[n.schema]
		if b == nil {
			b, err = newWeakeningBench(n.schema, vectors)
			faults = append(faults, err)
			benches[n.schema] = b
		}
		weakenings, err := b.weaken(n)
		faults = append(faults, err)
		links = append(links, WeakenedLink{n.link, weakenings})
	}
	return links, errors.Join(faults...)
}

// weakeningBench is a schema, compiled for itself alone since its parts are
// changed, with the values that it refuses.
type weakeningBench struct {
	name     string
	compiler *jsonschema.Compiler
	root     *jsonschema.Schema
	anything *jsonschema.Schema
	refused  []refusal
}

// refusal is a value that does not fit, and where the keywords stand that say so.
type refusal struct {
	path   string
	value  any
	blamed map[string]bool
}

func newWeakeningBench(name string, vectors fs.FS) (*weakeningBench, error) {
	b := &weakeningBench{name: name, compiler: newCompiler()}
	var err error
	if b.root, err = b.compiler.Compile(idPrefix + name); err != nil {
		return b, fmt.Errorf("compiling %s: %w", name, err)
	}
	if b.anything, err = jsonschema.CompileString(idPrefix+"anything", "true"); err != nil {
		return b, fmt.Errorf("compiling the schema of anything: %w", err)
	}
	paths, err := fs.Glob(vectors, name+"/invalid/*.json")
	faults := []error{err}
	for _, path := range paths {
		faults = append(faults, b.refuse(vectors, path))
	}
	return b, errors.Join(faults...)
}

func (b *weakeningBench) refuse(vectors fs.FS, path string) error {
	data, err := fs.ReadFile(vectors, path)
	if err != nil {
		return fmt.Errorf("reading a vector: %w", err)
	}
	node, err := document.Parse(path, data, document.Options{})
	if err != nil {
		return err
	}
	in := flatten(node)
	if len(in.found) > 0 {
		// It is refused for a number that no schema looks at.
		return nil
	}
	report, err := check(b.root, in.value)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if report == nil {
		return fmt.Errorf("%s fits %s, though it stands among what does not", path, b.name)
	}
	r := refusal{path: path, value: in.value, blamed: map[string]bool{}}
	blame(report, r.blamed)
	b.refused = append(b.refused, r)
	return nil
}

// blame collects the locations of all keywords of a report.
func blame(report *jsonschema.ValidationError, into map[string]bool) {
	location, err := url.PathUnescape(report.AbsoluteKeywordLocation)
	if err != nil {
		location = report.AbsoluteKeywordLocation
	}
	into[location] = true
	for _, cause := range report.Causes {
		blame(cause, into)
	}
}

func (b *weakeningBench) weaken(n linkedNode) ([]Weakening, error) {
	if b.root == nil {
		return nil, nil
	}
	fragment := (&url.URL{Fragment: n.link.Pointer}).EscapedFragment()
	schema, err := b.compiler.Compile(idPrefix + n.schema + "#" + fragment)
	if err != nil {
		return nil, fmt.Errorf("%s: compiling the node: %w", n.node.Position(), err)
	}
	constraints := b.constraints(n.node, schema)
	if len(constraints) == 0 {
		return nil, fmt.Errorf("%s: the node %s names %s and constrains nothing itself", n.node.Position(), n.link.Pointer, strings.Join(n.link.IDs, ", "))
	}
	var weakenings []Weakening
	for _, c := range constraints {
		whole := *schema
		c.remove()
		w := Weakening{Keyword: c.name}
		w.Vector, err = b.accepted(idPrefix + n.schema + "#" + n.link.Pointer + "/" + c.name)
		*schema = whole
		if err != nil {
			return nil, err
		}
		w.Killed = w.Vector != ""
		weakenings = append(weakenings, w)
	}
	return weakenings, nil
}

// accepted gives the first refused value that fits the schema as it is. Those
// that blame the location are asked first, which nearly always is enough.
func (b *weakeningBench) accepted(location string) (string, error) {
	for _, blamed := range []bool{true, false} {
		for _, r := range b.refused {
			if r.blames(location) != blamed {
				continue
			}
			report, err := check(b.root, r.value)
			if err != nil {
				return "", fmt.Errorf("%s: %w", r.path, err)
			}
			if report == nil {
				return r.path, nil
			}
		}
	}
	return "", nil
}

func (r refusal) blames(location string) bool {
	// A missing field is blamed on required as a whole.
	if keyword, _, ok := strings.Cut(location, "/required/"); ok {
		return r.blamed[keyword+"/required"]
	}
	for at := range r.blamed {
		if at == location || strings.HasPrefix(at, location+"/") {
			return true
		}
	}
	return false
}

// constraint is a part of a compiled schema that can be taken away.
type constraint struct {
	name   string
	remove func()
}

// constraints are those that a node has itself.
func (b *weakeningBench) constraints(node *document.Node, s *jsonschema.Schema) []constraint {
	var all []constraint
	add := func(name string, remove func()) { all = append(all, constraint{name, remove}) }
	for _, field := range node.Fields() {
		switch field.Name {
		case "required":
			for _, name := range field.Value.Items() {
				add("required/"+escape(name.Text()), func() {
					s.Required = slices.DeleteFunc(slices.Clone(s.Required), func(one string) bool { return one == name.Text() })
				})
			}
		case "properties":
			for _, property := range field.Value.Fields() {
				add("properties/"+escape(property.Name), func() {
					s.Properties = maps.Clone(s.Properties)
					s.Properties[property.Name] = b.anything
				})
			}
		case "allOf":
			for i := range field.Value.Items() {
				add("allOf/"+strconv.Itoa(i), func() { s.AllOf = slices.Delete(slices.Clone(s.AllOf), i, i+1) })
			}
		default:
			if remove := removal(field.Name, s); remove != nil {
				add(field.Name, remove)
			}
		}
	}
	return all
}

// removal takes a keyword away that has no parts; it is nil for a keyword that
// constrains nothing.
func removal(keyword string, s *jsonschema.Schema) func() {
	switch keyword {
	case "$ref":
		return func() { s.Ref = nil }
	case "type":
		return func() { s.Types = nil }
	case "const":
		return func() { s.Constant = nil }
	case "enum":
		return func() { s.Enum = nil }
	case "not":
		return func() { s.Not = nil }
	case "anyOf":
		return func() { s.AnyOf = nil }
	case "oneOf":
		return func() { s.OneOf = nil }
	case "then":
		return func() { s.Then = nil }
	case "else":
		return func() { s.Else = nil }
	case "items":
		return func() { s.Items2020 = nil }
	case "propertyNames":
		return func() { s.PropertyNames = nil }
	case "unevaluatedProperties":
		return func() { s.UnevaluatedProperties = nil }
	case "minProperties":
		return func() { s.MinProperties = -1 }
	case "minItems":
		return func() { s.MinItems = -1 }
	case "maxItems":
		return func() { s.MaxItems = -1 }
	case "uniqueItems":
		return func() { s.UniqueItems = false }
	case "minLength":
		return func() { s.MinLength = -1 }
	case "maxLength":
		return func() { s.MaxLength = -1 }
	case "pattern":
		return func() { s.Pattern = nil }
	case "minimum":
		return func() { s.Minimum = nil }
	case "maximum":
		return func() { s.Maximum = nil }
	case "exclusiveMinimum":
		return func() { s.ExclusiveMinimum = nil }
	case "exclusiveMaximum":
		return func() { s.ExclusiveMaximum = nil }
	}
	return nil
}
