package schemas

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// A Weakening is the removal of one constraint of a node.
type Weakening struct {
	// Keyword names the constraint: a keyword, or a part of it, such as type,
	// required/timestamp or properties/name. After $ref/ it belongs to the property
	// that the node extends, in the schema that the node's owner refers to.
	Keyword string
	// Vector is the name of a value that is rejected, and accepted without the
	// constraint; empty if there is none.
	Vector string
	// Killed reports whether there is one.
	Killed bool
}

// A WeakenedLink is a node that names requirements, with its weakenings in text order.
type WeakenedLink struct {
	Link
	Weakenings []Weakening
}

// Weaken removes the constraints of every linked node, one at a time, and looks among
// the Vectors of the archives for a value that only this constraint rejects.
//
// A property is removed as a whole, and also constraint by constraint if it names
// requirements itself. A property without constraints of its own extends the one of the
// same name in the schema that its owner refers to; then the constraints of that one
// are removed.
//
// The error joins what can't be judged: an unknown shape, a node without constraints, a
// value that its schema accepts. The links are then those of the rest.
func Weaken(archives fs.FS) ([]WeakenedLink, error) {
	vectors, err := Vectors(archives)
	faults := []error{err}
	nodes, err := linkedNodes()
	faults = append(faults, err)
	benches := map[string]*weakeningBench{}
	var links []WeakenedLink
	for _, n := range nodes {
		b := benches[n.schema]
		if b == nil {
			b = &weakeningBench{name: n.schema, source: Source}
			faults = append(faults, b.refuse(vectors))
			benches[n.schema] = b
		}
		weakenings, err := b.weaken(n)
		faults = append(faults, err)
		links = append(links, WeakenedLink{n.link, weakenings})
	}
	return links, errors.Join(faults...)
}

// weakeningBench is a schema with the values that it rejects.
type weakeningBench struct {
	name string
	// source returns the schema's text, and the texts of the schemas that it refers to.
	source  func(name string) ([]byte, error)
	refused []refusal
}

// refusal is a rejected value, with the locations of the violated keywords.
type refusal struct {
	name   string
	value  any
	blamed []string
}

// refuse collects the vectors of the schema that do not fit.
func (b *weakeningBench) refuse(vectors []Vector) error {
	whole, err := compile(b.name, b.source)
	if err != nil {
		return err
	}
	var faults []error
	for _, v := range vectors {
		if v.Schema != b.name || v.Keyword == "" {
			continue
		}
		node, err := document.Parse(v.Name, v.Data, document.Options{})
		if err != nil {
			faults = append(faults, err)
			continue
		}
		in := flatten(node)
		if len(in.found) > 0 {
			// It is rejected for a number that no schema reads.
			continue
		}
		report, err := whole.check(in.value)
		if report == nil && err == nil {
			err = errors.New("fits, though it is listed among what does not")
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", v.Name, err))
			continue
		}
		b.refused = append(b.refused, refusal{v.Name, in.value, report.rules()})
	}
	return errors.Join(faults...)
}

// rules collects the locations of the keywords in a report.
func (m mismatch) rules() []string {
	all := []string{m.rule}
	for _, cause := range m.causes {
		all = append(all, cause.rules()...)
	}
	return all
}

// place is a node of a schema that has constraints.
type place struct {
	schema, pointer string
	node            *document.Node
	// prefix leads the names of its constraints.
	prefix string
}

// inherited returns the property that a node extends: the one of the same name in the
// schema that the node's owner refers to.
func (n linkedNode) inherited() (place, bool) {
	if n.owner == nil {
		return place{}, false
	}
	ref, ok := n.owner.Field("$ref")
	if !ok {
		return place{}, false
	}
	name, at, _ := Named(ref.Text())
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
	return place{name, at, node, "$ref/"}, ok
}

func (b *weakeningBench) weaken(n linkedNode) ([]Weakening, error) {
	weakenings, err := b.weakenAt(place{n.schema, n.link.Pointer, n.node, ""})
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
	source, err := b.source(p.schema)
	if err != nil {
		return nil, err
	}
	whole, err := jsonvalue.Parse(source)
	if err != nil {
		return nil, err
	}
	var weakenings []Weakening
	for _, c := range constraints(p.node) {
		location := p.pointer + "/" + c.name
		c.removal.pointer = p.pointer + "/" + c.removal.pointer
		weakened, err := c.removal.apply(whole)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.node.Position(), err)
		}
		w := Weakening{Keyword: p.prefix + c.name}
		w.Vector, err = b.accepted(p.schema, jsonvalue.Marshal(weakened), location)
		if err != nil {
			return nil, err
		}
		w.Killed = w.Vector != ""
		weakenings = append(weakenings, w)
	}
	return weakenings, nil
}

// accepted returns the first rejected value that fits the changed schema. Values
// rejected at the location are tried first, which is nearly always enough.
func (b *weakeningBench) accepted(schema string, weakened []byte, location string) (string, error) {
	weaker, err := compile(b.name, func(name string) ([]byte, error) {
		if name == schema {
			return weakened, nil
		}
		return b.source(name)
	})
	if err != nil {
		return "", err
	}
	for _, blamed := range []bool{true, false} {
		for _, r := range b.refused {
			if r.blames(ID(schema)+"#"+location) != blamed {
				continue
			}
			report, err := weaker.check(r.value)
			if err != nil {
				return "", fmt.Errorf("%s: %w", r.name, err)
			}
			if report == nil {
				return r.name, nil
			}
		}
	}
	return "", nil
}

func (r refusal) blames(location string) bool {
	// A missing field is reported for required as a whole.
	if keyword, _, ok := strings.Cut(location, "/required/"); ok {
		location = keyword + "/required"
	}
	return slices.ContainsFunc(r.blamed, func(at string) bool {
		return at == location || strings.HasPrefix(at, location+"/")
	})
}
