package format

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/internal/notation"
	"github.com/hooktest/hooktest/internal/source"
	"github.com/hooktest/hooktest/internal/visible"
)

// maxReqIF bounds a text, in characters; readers want to know a bound.
const maxReqIF = 32_000

// writeReqIF writes the requirements with their clauses as one specification,
// and what they are linked to (declarations, cases, mutants) as another; links
// are relations between their objects. Identifiers rest on ids and names alone,
// so that a reader can follow an object from report to report.
func writeReqIF(w io.Writer, r trace.Report) error {
	b := newReqIF(r)
	b.requirements()
	b.evidence()
	return notation.WriteXML(w, b.document)
}

// reqif is a document that is being made.
type reqif struct {
	r        trace.Report
	document reqifDocument
	changed  string
	// used are the identifiers that are taken, objects those of objects.
	used, objects map[string]bool
}

// kind is a type of objects with its attributes: name and type, where the type
// is text, rich or the name of an enumeration.
type kind struct {
	name, title string
	attributes  [][2]string
}

func kinds() []kind {
	return []kind{
		{"section", "Section", [][2]string{{"ReqIF.ChapterName", "text"}}},
		{"requirement", "Requirement", [][2]string{{"ReqIF.ForeignID", "text"}, {"ReqIF.Name", "text"}, {"ReqIF.Text", "rich"}, {"Pattern", "text"}, {"State", "text"}, {"Rung", "rung"}}},
		{"clause", "Clause", [][2]string{
			{"ReqIF.ForeignID", "text"}, {"ReqIF.Text", "rich"}, {"Verify", "verify"}, {"Rung", "rung"}, {"Gap", "text"}, {"Why", "text"},
			{"Equivalent", "text"}, {"Suspect", "text"}, {"Waived", "text"},
		}},
		{"declaration", "Declaration", [][2]string{{"ReqIF.Name", "text"}, {"Location", "text"}}},
		{"case", "Case", [][2]string{{"ReqIF.ForeignID", "text"}, {"ReqIF.Name", "text"}, {"Location", "text"}}},
		{"mutant", "Mutant", [][2]string{{"ReqIF.ForeignID", "text"}, {"ReqIF.Text", "rich"}, {"Status", "text"}, {"Location", "text"}}},
	}
}

// relations are the types of relations: name and words.
func relations() [][2]string {
	return [][2]string{{"refines", "refines"}, {"merged", "was merged into"}, {"implements", "implements"}, {"verifies", "verifies"}, {"violates", "violates"}}
}

func newReqIF(r trace.Report) *reqif {
	b := &reqif{r: r, changed: r.Generated.UTC().Format("2006-01-02T15:04:05Z"), used: map[string]bool{}, objects: map[string]bool{}}
	d := &b.document
	d.Space, d.XHTML, d.Lang = "http://www.omg.org/spec/ReqIF/20110401/reqif.xsd", "http://www.w3.org/1999/xhtml", "en"
	h := &d.Header
	h.Identifier, h.Created, h.Repository = b.identity("report", r.Module, "").Identifier, b.changed, b.text(r.Module)
	h.Comment = b.text("Revision " + r.Revision)
	if r.Revision == "" {
		h.Comment = "A tree without a revision"
	}
	// Version 1.2 of the exchange format still calls its documents 1.0.
	h.Tool, h.Version, h.Source, h.Title = b.text("hooktest "+r.Hooktest), "1.0", b.text("hooktest "+r.Hooktest), b.text("Traceability of "+r.Module)
	b.datatypes()
	b.types()
	return b
}

// identity names something that is referred to. A name that is taken gets a
// number, so that every identifier is there once.
func (b *reqif) identity(kind, name, title string) reqifIdentity {
	id := identifier(kind, name)
	for n := 2; b.used[id]; n++ {
		id = fmt.Sprintf("%s__%d", identifier(kind, name), n)
	}
	b.used[id] = true
	return reqifIdentity{id, b.changed, b.text(title)}
}

func (b *reqif) text(text string) string { return visible.Clip(visible.Text(text), maxReqIF) }

func (b *reqif) datatypes() {
	all := &b.document.Content.Datatypes.All
	*all = append(*all, reqifString{reqifIdentity: b.identity("datatype", "text", "Text"), Max: maxReqIF},
		reqifXHTML{reqifIdentity: b.identity("datatype", "rich", "Rich text")})
	enumeration := func(name, title string, values []string) {
		e := reqifEnumeration{reqifIdentity: b.identity("datatype", name, title)}
		for i, value := range values {
			v := reqifEnumValue{reqifIdentity: b.identity("value", name+"."+value, value)}
			v.Properties.Key = i
			e.Values = append(e.Values, v)
		}
		*all = append(*all, e)
	}
	var rungs []string
	for _, rung := range trace.Rungs() {
		rungs = append(rungs, string(rung))
	}
	enumeration("rung", "Rung", rungs)
	enumeration("verify", "Way to decide", []string{string(catalogue.ByTest), string(catalogue.ByInspection)})
}

func (b *reqif) types() {
	all := &b.document.Content.Types.All
	for _, k := range kinds() {
		t := reqifType{XMLName: xml.Name{Local: "SPEC-OBJECT-TYPE"}, reqifIdentity: b.identity("type", k.name, k.title), Attributes: &reqifAny{}}
		for _, a := range k.attributes {
			element := definitionElement(a[1])
			d := reqifDefinition{
				XMLName: xml.Name{Local: element}, reqifIdentity: b.identity("attribute", k.name+"."+a[0], a[0]),
				Type: refer("DATATYPE-"+strings.TrimPrefix(element, "ATTRIBUTE-")+"-REF", identifier("datatype", a[1])),
			}
			if element == definitionElement("rung") {
				d.Multi = "false"
			}
			t.Attributes.All = append(t.Attributes.All, d)
		}
		*all = append(*all, t)
	}
	for _, relation := range relations() {
		*all = append(*all, reqifType{XMLName: xml.Name{Local: "SPEC-RELATION-TYPE"}, reqifIdentity: b.identity("type", relation[0], relation[1])})
	}
	*all = append(*all, reqifType{XMLName: xml.Name{Local: "SPECIFICATION-TYPE"}, reqifIdentity: b.identity("type", "specification", "Specification")})
}

func definitionElement(datatype string) string {
	switch datatype {
	case "text":
		return "ATTRIBUTE-DEFINITION-STRING"
	case "rich":
		return "ATTRIBUTE-DEFINITION-XHTML"
	}
	return "ATTRIBUTE-DEFINITION-ENUMERATION"
}

// object adds an object of a kind. values are in the order of the kind's
// attributes; an empty one is left out.
func (b *reqif) object(kindName, name string, values ...string) reqifHierarchy {
	o := reqifObject{reqifIdentity: b.identity(kindName, name, name), Type: refer("SPEC-OBJECT-TYPE-REF", identifier("type", kindName))}
	for _, k := range kinds() {
		if k.name != kindName {
			continue
		}
		for i, a := range k.attributes {
			if values[i] == "" {
				continue
			}
			definition := refer(definitionElement(a[1])+"-REF", identifier("attribute", kindName+"."+a[0]))
			switch a[1] {
			case "text":
				o.Values.All = append(o.Values.All, reqifTextValue{Value: b.text(values[i]), Definition: definition})
			case "rich":
				o.Values.All = append(o.Values.All, reqifRichValue{Value: b.text(values[i]), Definition: definition})
			default:
				o.Values.All = append(o.Values.All, reqifChoice{Values: []string{identifier("value", a[1]+"."+values[i])}, Definition: definition})
			}
		}
	}
	b.objects[o.Identifier] = true
	b.document.Content.Objects = append(b.document.Content.Objects, o)
	return reqifHierarchy{reqifIdentity: b.identity("place", o.Identifier, ""), Object: o.Identifier}
}

// relate adds a relation between two objects; one whose target is unknown is a
// finding, and no relation.
func (b *reqif) relate(relation, source, target string) {
	if !b.objects[source] || !b.objects[target] {
		return
	}
	b.document.Content.Relations = append(b.document.Content.Relations, reqifRelation{
		reqifIdentity: b.identity(relation, source+" "+target, ""),
		Source:        source, Target: target, Type: refer("SPEC-RELATION-TYPE-REF", identifier("type", relation)),
	})
}

func (b *reqif) specification(name, title string, chapters []reqifHierarchy) {
	b.document.Content.Specifications = append(b.document.Content.Specifications, reqifSpecification{
		reqifIdentity: b.identity("specification", name, title), Children: chapters, Type: refer("SPECIFICATION-TYPE-REF", identifier("type", "specification")),
	})
}

// target is the object of a clause or a requirement that a link names.
func (b *reqif) target(id string) string {
	if clause := identifier("clause", id); b.objects[clause] {
		return clause
	}
	return identifier("requirement", id)
}

func (b *reqif) requirements() {
	var chapters []reqifHierarchy
	for _, s := range sections(b.r) {
		chapter := b.object("section", s.title, s.title)
		for _, requirement := range s.requirements {
			place := b.object("requirement", requirement.ID, requirement.ID, requirement.Title, requirement.Statement,
				requirement.Pattern, requirement.State, string(requirement.Rung))
			for _, c := range requirement.Clauses {
				clause := b.clause(c)
				place.Children = append(place.Children, clause)
				b.relate("refines", clause.Object, place.Object)
			}
			chapter.Children = append(chapter.Children, place)
		}
		chapters = append(chapters, chapter)
	}
	for _, requirement := range b.r.Requirements {
		if requirement.MergedInto != "" {
			b.relate("merged", identifier("requirement", requirement.ID), identifier("requirement", requirement.MergedInto))
		}
	}
	if len(b.r.Interpretations) > 0 {
		chapter := b.object("section", "Interpretations", "Interpretations")
		for _, c := range b.r.Interpretations {
			chapter.Children = append(chapter.Children, b.clause(c))
		}
		chapters = append(chapters, chapter)
	}
	b.specification("requirements", "Requirements", chapters)
}

func (b *reqif) clause(c trace.Clause) reqifHierarchy {
	return b.object("clause", c.ID, c.ID, c.Text, string(c.Verify), string(c.Rung), c.Gap, c.Why, c.Equivalent, c.Suspect, c.Waived)
}

func (b *reqif) evidence() {
	code := b.object("section", "Declarations", "Declarations")
	for _, f := range b.r.Files {
		for _, d := range f.Declarations {
			place := b.object("declaration", f.Path+"#"+d.Name, d.Name, string(source.At(f.Path, d.Line)))
			code.Children = append(code.Children, place)
			for _, id := range d.Names {
				b.relate("implements", place.Object, b.target(id))
			}
		}
	}
	cases := b.object("section", "Cases", "Cases")
	for _, c := range b.r.Cases {
		place := b.object("case", c.Name, c.Name, c.Title, c.File)
		cases.Children = append(cases.Children, place)
		for _, id := range c.Clauses {
			b.relate("verifies", place.Object, b.target(id))
		}
	}
	broken := b.object("section", "Mutants", "Mutants")
	for _, m := range b.r.Mutants {
		status := string(m.Status)
		if status == "" {
			status = "not judged"
		}
		place := b.object("mutant", m.ID, m.ID, m.Violates, status, string(m.Position))
		broken.Children = append(broken.Children, place)
		b.relate("violates", place.Object, b.target(m.Clause))
	}
	b.specification("evidence", "Evidence", []reqifHierarchy{code, cases, broken})
}
