package page

import (
	"fmt"
	"html/template"
	"slices"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/internal/webpage"
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

// named returns a link to a file, case or schema node by its short anchor; "" if it is
// not on the page.
func (b *binder) named(kind, name string) template.URL {
	if anchor := b.anchors[kind+":"+name]; anchor != "" {
		return webpage.At(anchor)
	}
	return ""
}

type sectionView struct {
	trace.Section
	Requirements []*requirementView
	// Clauses are the clauses that have a cell in the overview, in order.
	Clauses []clauseView
	// Proven and Denominator count clauses by test, Inspected and Inspections those by
	// inspection.
	Proven, Denominator, Inspected, Inspections, Gaps int
}

type requirementView struct {
	trace.Requirement
	Mark    mark
	Target  template.URL
	Clauses []clauseView
	// Links and Schemas name the whole requirement.
	Links   []linkView
	Schemas []schemaLink
	Gaps    int
}

func (b *binder) sections() []*sectionView {
	var all []*sectionView
	byNumber := map[int]*sectionView{}
	add := func(s trace.Section) *sectionView {
		view := &sectionView{Section: s}
		all, byNumber[s.Number] = append(all, view), view
		return view
	}
	for _, s := range b.report.Sections {
		add(s)
	}
	for _, r := range b.report.Requirements {
		s := byNumber[r.Section]
		if s == nil {
			s = add(trace.Section{Number: r.Section, Title: "without a title"})
		}
		view := &requirementView{Requirement: r, Links: b.shared(r), Schemas: b.schemaLinks(b.nodes[r.ID]), Target: webpage.At(r.MergedInto), Mark: b.marks[r.ID]}
		for _, c := range r.Clauses {
			view.Clauses = append(view.Clauses, b.clause(c))
			s.count(c)
			if gap(c) != "" {
				view.Gaps++
			}
		}
		s.Requirements = append(s.Requirements, view)
		s.Clauses = append(s.Clauses, view.Clauses...)
		s.Gaps += view.Gaps
	}
	// Some sections of the source have no requirements.
	return slices.DeleteFunc(all, func(s *sectionView) bool { return len(s.Requirements) == 0 })
}

func (s *sectionView) count(c trace.Clause) {
	switch {
	case c.Verify == catalogue.ByInspection:
		s.Inspections++
		if c.Rung == trace.Passed {
			s.Inspected++
		}
	case c.Equivalent == "":
		s.Denominator++
		if c.Rung == trace.Proven {
			s.Proven++
		}
	}
}

// shared returns the links that name a whole requirement, once each.
func (b *binder) shared(r trace.Requirement) []linkView {
	var all []linkView
	for _, c := range r.Clauses {
		for _, l := range c.Implementations {
			word := ""
			if !l.Runs {
				word = "nothing in it runs"
			}
			if view := b.link(l, word); l.Names == r.ID && !slices.Contains(all, view) {
				all = append(all, view)
			}
		}
	}
	return all
}
