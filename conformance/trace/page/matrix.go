package page

import (
	"fmt"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/trace"
	h "github.com/hooktest/hooktest/internal/webpage"
)

// matrix is the view of the requirements and the implementations that were judged by them.
func (b *binder) matrix(sections []*section) h.Markup {
	column := func(parts ...any) h.Markup { return h.El("th", h.Attr("scope", "col"), parts) }
	all := h.Join(h.El("p", "No run of an implementation is part of this report."))
	if of := b.report.Implementations; len(of) > 0 {
		all = h.El("div.scroll.tall", h.Attr("role", "region"), h.Attr("aria-labelledby", "h-matrix"), h.Attr("tabindex", "0"), h.El("table.matrix",
			h.El("thead", h.El("tr", column("requirement"), column("rung"), h.Each(of, func(i trace.Implementation) h.Markup {
				return column(h.El("span", h.Attr("title", i.Name+" "+i.Version), i.Name, " ", h.El("small", i.Version)))
			}))),
			h.Each(sections, func(s *section) h.Markup {
				number := fmt.Sprint(s.Number)
				return h.Join(
					h.El("tbody.sec", h.Attr("data-section", number), h.El("tr",
						h.El("th", h.Attr("scope", "rowgroup"), h.Attr("colspan", fmt.Sprint(2+len(of))), h.El("span", number, " ", s.Title)))),
					h.Each(s.requirements, b.row),
				)
			}),
		))
	}
	return view("matrix", "h-matrix", "Requirements × implementations",
		h.El("p.legend", "A requirement shows the worst verdict of its clauses by test and how many of them pass. ", h.El("b.vP", "pass"), " ", h.El("b.vX", "xfail: a known failure"), " ",
			h.El("b.vU", "unsupported"), " ", h.El("b.vO", "unseen: not observable"), " ", h.El("b.vN", "not run"), " ", h.El("b.vF", "fail"), " ",
			h.El("b.vQ", "xpass: an unexpected pass"), " ", h.El("b.vT", "timeout"), " ", h.El("b.vC", "crash, protocol, adapter, suite")),
		all,
	)
}

// row is the row of a requirement, which a merged one does not have.
func (b *binder) row(r trace.Requirement) h.Markup {
	if r.MergedInto != "" {
		return h.Markup{}
	}
	cell := func(m mark, parts ...any) h.Markup { return h.El("td", h.Class(m.Class), m.Word, parts) }
	var cells []any
	for i := range b.report.Implementations {
		var all []outcome.Verdict
		passed := 0
		for _, c := range r.Clauses {
			if i >= len(c.Verdicts) || c.Verify == catalogue.ByInspection {
				continue
			}
			all = append(all, c.Verdicts[i])
			if c.Verdicts[i] == outcome.Pass {
				passed++
			}
		}
		if len(all) == 0 {
			cells = append(cells, cell(unjudged().mark))
			continue
		}
		cells = append(cells, cell(b.verdict(outcome.Worst(all...)).mark, fmt.Sprintf(" %d/%d", passed, len(all))))
	}
	return h.El("tbody", h.Attr("data-r", r.ID), h.El("tr",
		h.El("th", h.El("a", h.Href(h.At(r.ID)), r.ID), " ", h.El("span", r.Title)), cell(b.marks[r.ID]), cells))
}
