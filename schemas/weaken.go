package schemas

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/hooktest/hooktest/engine/document"
)

// A Weakening is one constraint of a node, taken away.
type Weakening struct {
	// Keyword names the constraint: a keyword, or one part of it, as in type,
	// required/timestamp or properties/name. Behind $ref/ it is one of the property
	// that the node adds to, in the schema that the node's owner refers to.
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
// where it names requirements itself. A property without constraints of its own
// adds to the one of the same name in the schema that its owner refers to; then
// the constraints of that one are taken away.
//
// The error joins what can't be judged: a shape that is not known, a node that
// constrains nothing, a value that its schema accepts. The links are then those
// of the rest.
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

// place is where constraints stand.
type place struct {
	// location is that of the schema, such as urn:hooktest:schema:settings#/properties/hooks.
	location string
	node     *document.Node
	// prefix leads the names of its constraints.
	prefix string
}

// inherited is the property that a node adds to: the one of the same name in the
// schema that the node's owner refers to.
func (n linkedNode) inherited() (place, bool) {
	if n.owner == nil {
		return place{}, false
	}
	ref, ok := n.owner.Field("$ref")
	if !ok {
		return place{}, false
	}
	name, at, _ := strings.Cut(strings.TrimPrefix(ref.Text(), idPrefix), "#")
	source, err := Source(name)
	if err != nil {
		return place{}, false
	}
	root, err := document.Parse(fileOf(name), source, document.Options{})
	if err != nil {
		return place{}, false
	}
	at += "/properties/" + escape(lastToken(n.link.Pointer))
	node, ok := root.Pointer(at)
	return place{idPrefix + name + "#" + at, node, "$ref/"}, ok
}

func (b *weakeningBench) weaken(n linkedNode) ([]Weakening, error) {
	if b.root == nil {
		return nil, nil
	}
	weakenings, err := b.weakenAt(place{idPrefix + n.schema + "#" + n.link.Pointer, n.node, ""})
	if len(weakenings) > 0 || err != nil {
		return weakenings, err
	}
	if p, ok := n.inherited(); ok {
		weakenings, err = b.weakenAt(p)
	}
	if len(weakenings) == 0 && err == nil {
		err = fmt.Errorf("%s: the node %s names %s and constrains nothing", n.node.Position(), n.link.Pointer, strings.Join(n.link.IDs, ", "))
	}
	return weakenings, err
}

func (b *weakeningBench) weakenAt(p place) ([]Weakening, error) {
	name, pointer, _ := strings.Cut(p.location, "#")
	schema, err := b.compiler.Compile(name + "#" + (&url.URL{Fragment: pointer}).EscapedFragment())
	if err != nil {
		return nil, fmt.Errorf("%s: compiling the node: %w", p.node.Position(), err)
	}
	var weakenings []Weakening
	for _, c := range b.constraints(p.node, schema) {
		whole := *schema
		c.remove()
		w := Weakening{Keyword: p.prefix + c.name}
		w.Vector, err = b.accepted(p.location + "/" + c.name)
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
