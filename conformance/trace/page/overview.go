package page

import (
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/hooktest/hooktest/conformance/trace"
	h "github.com/hooktest/hooktest/internal/webpage"
)

// top is the head of the page: what the report is about, and the result.
func (b *binder) top(revision string) h.Markup {
	r := b.report
	result, why := b.outcome()
	generated := r.Generated.UTC()
	entry := func(name string, value any) h.Markup { return h.El("div", h.El("dt", name), h.El("dd", value)) }
	return h.El("header.top",
		h.El("div.title",
			h.El("p.kind", "Traceability"),
			h.El("h1", r.Module),
			h.El("p.soft", h.If(revision != "", "revision ", h.El("code", revision), " · "), "hooktest ", r.Hooktest, " · ",
				h.El("time", h.Attr("datetime", generated.Format(time.RFC3339)), generated.Format("2 January 2006, 15:04 UTC"))),
			h.El("details.about", h.El("summary", "digests"), h.El("dl",
				h.If(r.Revision != "", entry("revision", h.El("code", r.Revision))), entry("module", h.El("code", r.Module)), entry("hooktest", r.Hooktest),
				entry("catalogue digest", h.El("code", r.Digests.Catalogue)), entry("suite digest", h.El("code", r.Digests.Suite)), entry("engine digest", h.El("code", r.Digests.Engine)),
			)),
		),
		h.El("p.outcome", h.El("a", h.Href("#gates"), result.show(), " ", h.El("span.soft", why))),
	)
}

// short shortens a revision that is a commit.
func short(revision string) string {
	if len(revision) == 40 && strings.Trim(revision, "0123456789abcdef") == "" {
		return revision[:12]
	}
	return revision
}

// overview is the view with all numbers.
func (b *binder) overview(sections []*section, gates []gate) h.Markup {
	legend := []mark{
		{"unlinked", "r0"}, {"linked", "r1"}, {"executed", "r2"}, {"passed", "r3"}, {"proven", "r4"}, {"not inspected", "i0"}, {"inspection fails", "i2"},
		{"inspected", "i3"}, {"equivalent", "r3 equivalent"}, {"waived", "r1 waived"}, {"suspect", "r3 suspect"},
	}
	return h.El("section#overview.view", h.Attr("aria-labelledby", "h-overview"), h.El("h2#h-overview.quiet", "Overview"),
		h.El("ol.ladder", h.Attr("aria-label", "The ladder"), b.rungs()),
		h.El("div.sums", h.Attr("aria-label", "What the numbers are made of"), h.Attr("role", "group"), h.Each(b.sums(), sum.show)),
		h.El("section", h.Attr("aria-labelledby", "h-map"),
			h.El("h3#h-map", "Every clause, by section"),
			h.El("p.legend", h.Attr("aria-label", "Legend"), h.Each(legend, func(m mark) h.Markup { return h.Join(m.show(), " ") })),
			table("map", []string{"section", "clauses", "#proven", "#inspected", "#gaps"}, h.Each(sections, b.cells)),
		),
		h.If(len(gates) > 0, h.El("section", h.Attr("aria-labelledby", "h-found"),
			h.El("h3#h-found", "What the gates found"),
			h.El("ul.found", h.Each(gates, func(g gate) h.Markup {
				blocking, told := g.counts()
				return h.El("li", h.El("a", h.Href("#gate:"+g.name), g.mark.show(), " ", h.El("b", g.name)), " ",
					h.El("span.soft", strings.TrimPrefix(blocking+told, ", "), " · ", g.kind))
			})),
			h.El("p.soft", silent(gates), " other gates found nothing."),
		)),
		b.baseline(),
		h.If(len(b.report.Implementations) > 0, h.El("section", h.Attr("aria-labelledby", "h-impl"),
			h.El("h3#h-impl", "Implementations"),
			table("impls", []string{"implementation", "#conformant", "#observable", "#clauses", "share", "verdicts of clauses"},
				h.Each(b.report.Implementations, implementation)),
		)),
	)
}

func bar(width string) h.Markup {
	return h.El("svg.bar", h.Attr("viewBox", "0 0 100 1"), h.Attr("preserveAspectRatio", "none"), h.Attr("aria-hidden", "true"),
		h.El("rect", h.Attr("width", width), h.Attr("height", "1")))
}

// cells is a row of the map: a cell for each clause of a section.
func (b *binder) cells(s *section) h.Markup {
	share := func(part, whole int) h.Markup {
		if whole == 0 {
			return h.El("td.num", "–")
		}
		return h.El("td.num", part, "/", whole)
	}
	gaps := h.El("b.vP", 0)
	if s.gaps > 0 {
		gaps = h.El("b.vF", s.gaps)
	}
	number := fmt.Sprint(s.Number)
	return h.El("tr", h.Attr("data-section", number),
		h.El("th", h.Attr("scope", "row"), h.El("a", h.Href("#section:"+number), numbered(s.Section))),
		h.El("td.cells", h.Attr("aria-hidden", "true"), h.Each(s.requirements, func(r trace.Requirement) h.Markup {
			return h.Each(r.Clauses, func(c trace.Clause) h.Markup {
				classes := b.marks[c.ID].Class
				for _, f := range flags(c) {
					classes += " " + f.Word
				}
				return h.El("i", h.Class(classes))
			})
		})),
		share(s.proven, s.denominator), share(s.inspected, s.inspections), h.El("td.num", gaps),
	)
}

func (b *binder) outcome() (mark, string) {
	gates, blocking := map[trace.Gate]bool{}, 0
	for _, f := range b.report.Findings {
		if f.Blocks {
			gates[f.Gate] = true
			blocking++
		}
	}
	switch {
	case len(gates) > 0:
		return mark{count(len(gates), "1 gate fails", "%d gates fail"), "vF"}, count(blocking, "by 1 finding", "by %d findings")
	case len(b.report.Findings) > 0:
		return mark{"all gates pass", "vP"}, count(len(b.report.Findings), "1 finding, which fails no gate", "%d findings, which fail no gate")
	}
	return mark{"all gates pass", "vP"}, "and nothing was found"
}

func (b *binder) rungs() []h.Markup {
	l := b.report.Ladder
	means := map[trace.Rung]string{
		trace.Linked:   "a declaration of the engine and a check name the clause",
		trace.Executed: "the check’s case ran a linked declaration",
		trace.Passed:   "all checks of the clause passed",
		trace.Proven:   "each mutant of the clause was killed by a check of its own",
	}
	var all []h.Markup
	above, below := l.Denominator, "of the denominator"
	for _, rung := range trace.Rungs()[1:] {
		n, m := ladderCount(l, rung), rungMark(rung)
		lacks := "none is missing"
		if above > n {
			lacks = fmt.Sprintf("%d %s are missing", above-n, below)
		}
		var change []any
		if c := b.report.Baseline; c != nil {
			change = []any{" · ", h.El("b", signed(n-ladderCount(c.Ladder, rung))), " since the baseline"}
		}
		all = append(all, h.El("li", h.Class(m.Class), h.El("a", h.Href("#requirements?rung="+m.Word), "\n",
			h.El("span.word", m.Word), "\n",
			h.El("span.figures", h.El("b", n), " ", h.El("span.soft", "of ", l.Denominator), " ", h.El("span.share", percent(n, l.Denominator))), "\n",
			bar(width(n, l.Denominator)), "\n",
			h.El("span.soft.means", means[rung]), "\n",
			h.El("span.lacks", lacks, change), "\n",
		)))
		above, below = n, "of those "+string(rung)
	}
	return all
}

func ladderCount(l trace.Ladder, r trace.Rung) int {
	return map[trace.Rung]int{trace.Linked: l.Linked, trace.Executed: l.Executed, trace.Passed: l.Passed, trace.Proven: l.Proven}[r]
}

// percent never rounds a part up to 100 or down to 0.
func percent(part, whole int) string {
	if whole == 0 {
		return "—"
	}
	share := 100 * float64(part) / float64(whole)
	switch {
	case part < whole && share > 99.9:
		return "99.9 %"
	case part > 0 && share < 0.1:
		return "0.1 %"
	case part == whole || part == 0:
		return fmt.Sprintf("%.0f %%", share)
	}
	return fmt.Sprintf("%.1f %%", share)
}

// width is the part of a bar that is 100 wide.
func width(part, whole int) string {
	if whole == 0 {
		return "0"
	}
	return fmt.Sprintf("%.4g", 100*float64(part)/float64(whole))
}

func signed(n int) string {
	switch {
	case n > 0:
		return fmt.Sprintf("+%d", n)
	case n < 0:
		return fmt.Sprintf("−%d", -n)
	}
	return "±0"
}

// A sum is a calculation, spelled out.
type sum struct {
	Name  string
	Terms []term
}

type term struct {
	Operator, Word string
	Count          int
}

func (s sum) show() h.Markup {
	return h.El("p", h.El("span.soft", s.Name), " ", h.Each(s.Terms, func(t term) h.Markup {
		return h.Join(h.If(t.Operator != "", h.El("i", t.Operator), " "), h.El("b", t.Count), " ", t.Word, " ")
	}))
}

// sums show how the denominator is calculated. The results are computed here, so that a
// reader sees numbers of the report that do not add up.
func (b *binder) sums() []sum {
	l, g := b.report.Ladder, b.report.Ledger
	all := []sum{
		{"ids", []term{{"", "active", g.Active}, {"+", "merged", g.Merged}, {"=", "ids", g.Active + g.Merged}}},
		{"clauses", []term{{"", "by test", l.Tests}, {"+", "by inspection", l.Inspections}, {"=", "clauses", l.Tests + l.Inspections}}},
		{"denominator", []term{{"", "by test", l.Tests}, {"−", "equivalent", l.Equivalent}, {"=", "in the denominator", l.Tests - l.Equivalent}}},
		{"inspected", []term{{"", "inspected", l.Inspected}, {"of", "by inspection", l.Inspections}}},
		{"in doubt", []term{{"", "suspect", l.Suspect}, {"·", "waived", l.Waived}}},
	}
	if c := b.report.Checks; c.Checks > 0 {
		all = append(all, sum{"checks", []term{
			{"", "fail for a mutant of their clause", c.ByHand}, {"+", "for one by machine", c.ByOperator},
			{"+", "for none that is known", c.Checks - c.ByHand - c.ByOperator}, {"=", "checks", c.Checks},
		}})
	}
	if o := b.report.Operators; o.Mutants > 0 {
		all = append(all, sum{"operators", []term{
			{"", "killed", o.Killed}, {"+", "equivalent", o.Equivalent}, {"+", "outside of the text", o.Outside}, {"+", "unexplained", o.Unexplained},
			{"=", "judged", o.Judged()}, {"+", "hanging or crashing", o.Lost}, {"=", "mutants by machine", o.Mutants},
		}}, sum{"score of the operators", []term{
			{"", "killed", o.Killed}, {"of", "that a check ought to kill", o.Due()}, {"and of", "judged", o.Judged()},
		}})
	}
	return all
}

func implementation(of trace.Implementation) h.Markup {
	clauses := 0
	for _, n := range of.Verdicts {
		clauses += n
	}
	command := strings.Join(of.Command, " ")
	return h.El("tr",
		h.El("th", h.Attr("scope", "row"), h.El("b", of.Name), " ", of.Version, " ", h.El("span.soft", of.Language,
			h.If(of.Reference, " · the reference"), h.If(!of.Complete, " · ", h.El("b.vF", "run incomplete")), h.El("br"),
			of.Started.UTC().Format("2006-01-02 15:04 UTC"), h.If(command != "", " · ", h.El("code", command)))),
		h.El("td.num", of.Conform), h.El("td.num", of.Observed), h.El("td.num", clauses),
		h.El("td", bar(width(of.Conform, of.Observed)), " ", percent(of.Conform, of.Observed), " ", h.El("span.soft", "of the observable")),
		h.El("td", h.Each(verdictMarks(), func(m verdictMark) h.Markup {
			n := of.Verdicts[m.Verdict]
			if n == 0 {
				return h.Markup{}
			}
			address := "#matrix?impl=" + url.QueryEscape(of.Name) + "&verdict=" + string(m.Verdict)
			return h.Join(h.El("a.nowrap", h.Href(address), mark{string(m.Verdict), m.Class}.show(), " ", n), " ")
		})),
	)
}

// baseline is what changed since an earlier report, if there is one.
func (b *binder) baseline() h.Markup {
	c := b.report.Baseline
	if c == nil {
		return h.Markup{}
	}
	was, is := c.Ladder, b.report.Ladder
	row := func(name string, was, is int) h.Markup {
		return h.El("tr", h.El("th", h.Attr("scope", "row"), name), h.El("td.num", was), h.El("td.num", is), h.El("td.num", signed(is-was)))
	}
	var groups []h.Markup
	for _, of := range []struct {
		kind trace.ChangeKind
		mark mark
	}{
		{trace.RungLost, mark{"fell from a rung", "vF"}}, {trace.ProofLost, mark{"lost a proof", "vF"}}, {trace.RequirementGone, mark{"clause is gone", "vF"}},
		{trace.RungGained, mark{"reached a rung", "vP"}}, {trace.RequirementAdded, mark{"clause was added", "vN"}}, {trace.RequirementMoved, mark{"text changed", "vN"}},
		{trace.TestMoved, mark{"cases changed", "vN"}}, {trace.ImplementationChanged, mark{"code changed", "vN"}},
	} {
		var changes []h.Markup
		for _, change := range c.Changes {
			if change.Kind == of.kind {
				changes = append(changes, h.El("li", linked(b.place(change.Clause), change.Clause), " ",
					h.If(change.From != "", change.From, " → ", change.To, ": "), change.Text))
			}
		}
		if len(changes) > 0 {
			groups = append(groups, h.El("details", h.If(of.mark.Class == "vF", h.Flag("open")), h.El("summary", of.mark.show(), " ", h.El("span.n", len(changes))), h.El("ul", changes)))
		}
	}
	return h.El("section", h.Attr("aria-labelledby", "h-base"),
		h.El("h3#h-base", "Since the baseline ", h.El("code", c.Of)),
		table("", []string{"count", "#was", "#is", "#change"},
			row("clauses", was.Clauses, is.Clauses), row("denominator", was.Denominator, is.Denominator), row("linked", was.Linked, is.Linked),
			row("executed", was.Executed, is.Executed), row("passed", was.Passed, is.Passed), row("proven", was.Proven, is.Proven), row("inspected", was.Inspected, is.Inspected)),
		groups, h.If(len(groups) == 0, h.El("p", "Nothing moved.")),
	)
}
