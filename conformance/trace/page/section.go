package page

import (
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/trace"
	h "github.com/hooktest/hooktest/internal/webpage"
)

// binder makes the parts of the page from a report whose texts are visible.
type binder struct {
	report   trace.Report
	verdicts map[outcome.Verdict]verdictMark
	mutants  map[string]trace.Mutant
	clauses  map[string]trace.Clause
	// Marks are the marks of clauses and requirements.
	marks map[string]mark
	// Nodes are the schema nodes, by the id that they name.
	nodes map[string][]string
	// Anchors of files, cases and schema nodes are by kind and name. They are short,
	// because the names are next to them.
	anchors map[string]string
}

func newBinder(r trace.Report) *binder {
	b := &binder{report: r, verdicts: map[outcome.Verdict]verdictMark{}, mutants: map[string]trace.Mutant{}, clauses: map[string]trace.Clause{}, marks: map[string]mark{}, anchors: map[string]string{}, nodes: map[string][]string{}}
	for _, m := range verdictMarks() {
		b.verdicts[m.Verdict] = m
	}
	for _, m := range r.Mutants {
		b.mutants[m.ID] = m
	}
	for _, requirement := range r.Requirements {
		for _, c := range requirement.Clauses {
			b.clauses[c.ID], b.marks[c.ID] = c, clauseMark(c)
		}
		b.marks[requirement.ID] = requirementMark(requirement)
	}
	for _, c := range r.Interpretations {
		b.clauses[c.ID], b.marks[c.ID] = c, clauseMark(c)
	}
	for i, c := range r.Cases {
		b.anchors["case:"+c.Name] = fmt.Sprintf("c%d", i+1)
	}
	for i, n := range r.Schemas {
		node := n.File + "#" + n.Pointer
		b.anchors["node:"+node] = fmt.Sprintf("n%d", i+1)
		for _, id := range n.Names {
			b.nodes[id] = append(b.nodes[id], node)
		}
	}
	for i, f := range r.Files {
		b.anchors["file:"+f.Path] = fmt.Sprintf("f%d", i+1)
	}
	return b
}

func (b *binder) verdict(v outcome.Verdict) verdictMark {
	if m, ok := b.verdicts[v]; ok {
		return m
	}
	return unjudged()
}

// named returns the address of a file, case or schema node by its short anchor; "" if it is
// not on the page.
func (b *binder) named(kind, name string) string {
	if anchor := b.anchors[kind+":"+name]; anchor != "" {
		return h.At(anchor)
	}
	return ""
}

// A section is a section of the catalogue with its requirements. Proven and denominator count
// clauses by test, inspected and inspections those by inspection.
type section struct {
	trace.Section
	requirements                                      []trace.Requirement
	proven, denominator, inspected, inspections, gaps int
}

func (b *binder) sections() []*section {
	var all []*section
	byNumber := map[int]*section{}
	add := func(s trace.Section) *section {
		one := &section{Section: s}
		all, byNumber[s.Number] = append(all, one), one
		return one
	}
	for _, s := range b.report.Sections {
		add(s)
	}
	for _, r := range b.report.Requirements {
		s := byNumber[r.Section]
		if s == nil {
			s = add(trace.Section{Number: r.Section, Title: "without a title"})
		}
		for _, c := range r.Clauses {
			s.count(c)
		}
		s.requirements = append(s.requirements, r)
	}
	// Some sections of the source have no requirements.
	return slices.DeleteFunc(all, func(s *section) bool { return len(s.requirements) == 0 })
}

func (s *section) count(c trace.Clause) {
	if gap(c) != "" {
		s.gaps++
	}
	switch {
	case c.Verify == catalogue.ByInspection:
		s.inspections++
		if c.Rung == trace.Passed {
			s.inspected++
		}
	case c.Equivalent == "":
		s.denominator++
		if c.Rung == trace.Proven {
			s.proven++
		}
	}
}

// requirements is the view of all clauses, by section and requirement.
func (b *binder) requirements(sections []*section) h.Markup {
	step := func(class, word string) h.Markup { return h.El("span", h.Class("cl "+class), h.El("u", word)) }
	decisions := len(b.report.Interpretations) > 0
	return view("requirements", "h-req", "Requirements",
		h.El("p.legend", "Each clause is underlined by how far it has come: ", step("r0", "unlinked"), ", ", step("r1", "linked"), ", ", step("r2", "executed"), ", ",
			step("r3", "passed"), ", ", step("r4", "proven"), "; by inspection ", step("i0", "not inspected"), ", ", step("i2", "fails"), ", ", step("i3", "inspected"), "."),
		h.El("div.columns",
			h.El("nav.toc", h.Attr("aria-label", "Sections"), h.El("ol",
				h.Each(sections, func(s *section) h.Markup {
					return h.El("li", h.El("a", h.Href(fmt.Sprintf("#section:%d", s.Number)), numbered(s.Section)), h.If(s.gaps > 0, " ", h.El("b.vF", s.gaps)))
				}),
				h.If(decisions, h.El("li", h.El("a", h.Href("#section:0"), h.El("span.num"), " Interpretations"))),
			)),
			h.El("div.catalogue",
				h.Each(sections, b.section),
				h.If(decisions, h.El("section.sec", h.Attr("id", "section:0"), h.Attr("data-section", "0"), h.Attr("aria-labelledby", "h-s0"),
					h.El("h3#h-s0", "Interpretations ", h.El("span.soft", "decisions where the requirements are silent; not part of the denominator")),
					h.El("ol.clauses", h.Each(b.report.Interpretations, b.clause)),
				)),
			),
		),
	)
}

func (b *binder) section(s *section) h.Markup {
	number := fmt.Sprint(s.Number)
	return h.El("section.sec", h.Attr("id", "section:"+number), h.Attr("data-section", number), h.Attr("aria-labelledby", "h-s"+number),
		h.El("h3", h.Attr("id", "h-s"+number), numbered(s.Section), " ", h.El("span.soft",
			h.If(s.denominator > 0, s.proven, " of ", s.denominator, " proven"), h.If(s.denominator > 0 && s.inspections > 0, ", "),
			h.If(s.inspections > 0, s.inspected, " of ", s.inspections, " inspected"),
		)),
		h.Each(s.requirements, b.requirement),
	)
}

func (b *binder) requirement(r trace.Requirement) h.Markup {
	if r.MergedInto != "" {
		return h.El("p.req.merged", h.Attr("id", r.ID), h.El("i", r.ID), " ", r.Title, " → merged into ", h.El("a", h.Href(h.At(r.MergedInto)), r.MergedInto))
	}
	links, nodes := b.shared(r), b.nodes[r.ID]
	return h.El("article.req", h.Attr("id", r.ID),
		h.El("h4", h.El("i", r.ID), " ", r.Title, " ", h.El("span.soft.tags", r.Pattern, h.If(r.State != "", " · ", r.State))),
		h.El("p.statement", prose(r.Statement)),
		h.El("ol.clauses", h.Each(r.Clauses, b.clause)),
		h.If(len(links)+len(nodes) > 0, h.El("details.of-all", h.El("summary", "what names ", r.ID, " as a whole"),
			h.If(len(links) > 0, h.El("ul.code", links)), b.schemaLinks(nodes))),
	)
}

// shared returns the links that name a whole requirement, once each.
func (b *binder) shared(r trace.Requirement) []h.Markup {
	var all []h.Markup
	for _, c := range r.Clauses {
		for _, l := range c.Implementations {
			word := ""
			if !l.Runs {
				word = "nothing in it runs"
			}
			if link := b.link(l, word); l.Names == r.ID && !slices.Contains(all, link) {
				all = append(all, link)
			}
		}
	}
	return all
}
