package report

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"strings"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/cause"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/visible"
	h "github.com/hooktest/hooktest/internal/webpage"
)

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

// page is a run with the anchors of its checks. All text that it shows is visible.
type page struct {
	Run
	anchors map[key]string
}

// writeHTML writes one page, which loads nothing and can be read without its
// script.
func writeHTML(w io.Writer, r Run) error {
	p := page{r, r.anchors()}
	chapters := r.chapters()
	decisions := r.choose(func(c stream.Check) bool { return c.Level == cases.LevelInterpretation })
	heading, foremost := r.foremost()
	untrue, otherwise := r.untrueLines(), r.otherwise()
	return h.Page{Title: "Conformance of " + r.subject(), CSS: pageCSS, JS: pageJS}.Write(w,
		h.El("a.skip", h.Href("#main"), "to the content"),
		h.El("header.top",
			h.El("div", h.El("p.kind", "Conformance"), h.El("h1", r.subject()), h.El("p.soft", strings.Join(r.circumstances(), ", "))),
			h.El("p", status("status verdict", r.outcome(), outcomeTone(r.stream.Outcome()))),
		),
		h.El("nav.views", h.Attr("aria-label", "Parts"), h.El("ul",
			view("#numbers", "Numbers"),
			h.If(len(foremost) > 0, view("#fix", "Fix first"), view("#causes", "Causes ", h.El("span.n", len(r.causes)))),
			h.If(len(untrue) > 0, view("#untrue", "Known failures")),
			h.If(len(otherwise) > 0, view("#otherwise", "What else")),
			view("#requirements", "Requirements"),
			h.If(len(decisions) > 0, view("#interpretations", "Interpretations")),
		)),
		filters(chapters),
		h.El("main#main", h.Attr("tabindex", "-1"),
			p.numbers(),
			h.If(len(foremost) > 0,
				h.El("section#fix", h.Attr("aria-labelledby", "h-fix"), h.El("h2#h-fix", heading), h.El("ol", h.Each(foremost, p.cause))),
				h.El("details#causes", h.El("summary", "all likely causes (", len(r.causes), ")"), h.El("ol", h.Each(r.causes, p.cause))),
			),
			against("untrue", untrueHeading, untrue), against("otherwise", otherwiseHeading, otherwise),
			h.El("section#requirements", h.Attr("aria-labelledby", "h-requirements"), h.El("h2#h-requirements", "Requirements"), h.Each(chapters, p.chapter)),
			h.If(len(decisions) > 0, h.El("section#interpretations", h.Attr("aria-labelledby", "h-interpretations"),
				h.El("h2#h-interpretations", "Interpretations"),
				h.El("p.soft", "Told, not failed: the specification leaves these open."),
				h.Each(decisions, p.check),
			)),
		),
		h.El("footer.soft", h.El("p", "One file, complete in itself: it loads nothing and sends nothing, and all of it can be read without scripts.")),
	)
}

func view(address string, parts ...any) h.Markup {
	return h.El("li", h.El("a", h.Href(address), parts))
}

// filters are what a reader can choose; the script shows them.
func filters(chapters []chapter) h.Markup {
	owners := []outcome.Blame{outcome.BlameImplementation, outcome.BlameAdapter, outcome.BlameSuite}
	return h.Filters(h.Markup{},
		h.Choice("verdict", "verdict", h.Option("", "any"), h.Option("not-pass", "not pass"), h.Each(outcome.All(), h.Word)),
		h.Choice("section", "section", h.Option("", "all"), h.Each(chapters, func(c chapter) h.Markup {
			return h.Join(h.If(c.Number != 0, h.Option(fmt.Sprint(c.Number), fmt.Sprintf("%d %s", c.Number, c.Title))))
		})),
		h.Choice("level", "level", h.Option("", "either"), h.Word(cases.LevelRequirement), h.Word(cases.LevelInterpretation)),
		h.Choice("blame", "blame", h.Option("", "anybody"), h.Each(owners, h.Word)),
		h.Choice(catalogue.Target.Mark(), "target", h.Option("", "with"), h.Option("only", "alone"), h.Option("without", "without")),
	)
}

func (p page) numbers() h.Markup {
	figure := func(name string, n int) h.Markup { return h.El("div", h.El("dt", name), h.El("dd", n)) }
	column := func(name string) h.Markup { return h.El("th", h.Attr("scope", "col"), name) }
	soft := func(line string) h.Markup { return h.El("p.soft", line) }
	blames := blames(p.totals)
	return h.El("section#numbers", h.Attr("aria-label", "Numbers"),
		h.El("dl.numbers", figure("conformant", p.totals.Conformant), figure("observable", p.totals.Observable), figure("clauses", p.totals.All)),
		h.Each(append(allNumbers(p.totals), p.required()...), soft),
		h.If(blames != "", h.El("p", blames)),
		h.El("details", h.El("summary", "all totals"),
			h.El("div.scroll", h.Attr("role", "region"), h.Attr("aria-label", "Totals"), h.Attr("tabindex", "0"), h.El("table",
				h.El("thead", h.El("tr", column("verdict"), h.Each(tallies(p.totals), func(t tally) h.Markup { return column(t.what) }))),
				h.El("tbody", h.Each(outcome.All(), p.total)),
			)),
		),
		h.Each(p.nextClaims(), soft),
	)
}

// total is the row of a verdict in the table of totals, if there is any.
func (p page) total(v outcome.Verdict) h.Markup {
	sum := 0
	counts := h.Each(tallies(p.totals), func(t tally) h.Markup {
		sum += t.counts[v]
		return h.El("td", t.counts[v])
	})
	return h.Join(h.If(sum > 0, h.El("tr", h.El("th", h.Attr("scope", "row"), status("status", v, toneOf(v))), counts)))
}

func (p page) cause(c cause.Cause) h.Markup {
	clause, seen := p.told(c)
	repro := visible.Line(c.Smallest.Repro)
	return h.El("li",
		h.El("p", h.El("b", clause)),
		h.El("p", worth(c), "; seen: ", h.El("code", seen)),
		h.El("p.soft", "in ", strings.Join(p.about(c), ", "), "; smallest: ", h.El("a", p.to(c.Smallest), p.smallest(c))),
		h.If(repro != "", h.El("p", "repro: ", h.El("code", repro))),
		h.El("details", h.El("summary", "its checks"), h.El("p", h.Each(c.Checks, func(check stream.Check) h.Markup {
			return h.Join(h.El("a", p.to(check), visible.Text(check.Check)), " ")
		}))),
	)
}

// against lists what is against the run, if there is any.
func against(id, heading string, lines []string) []any {
	return h.If(len(lines) > 0, h.El("section", h.Attr("id", id), h.Attr("aria-labelledby", "h-"+id),
		h.El("h2", h.Attr("id", "h-"+id), heading, " (", len(lines), ")"),
		h.El("ul", h.Each(lines, func(line string) h.Markup {
			return h.El("li", h.El("span.bad", h.Attr("aria-hidden", "true"), Bad.Shape()), " ", h.El("code", line))
		})),
	))
}

func (p page) chapter(c chapter) h.Markup {
	failing := 0
	for _, roll := range c.requirements {
		if roll.Verdict.Red() {
			failing++
		}
	}
	number := fmt.Sprint(c.Number)
	return h.El("section", h.Attr("id", "section:"+number), h.Class("chapter"), h.Attr("data-section", number),
		h.If(c.Number != 0, h.El("h3", number, " ", c.Title, h.If(failing > 0, " ", h.El("span.soft", failing, " failing")))),
		h.Each(c.requirements, p.requirement),
	)
}

func (p page) requirement(roll stream.RequirementRoll) h.Markup {
	state := p.states[roll.ID].Mark()
	return h.El("details", h.Attr("id", roll.ID), h.Class("requirement"),
		h.El("summary", status("status", roll.Verdict, toneOf(roll.Verdict)), " ", roll.ID, target(state), " ", visible.Text(p.titles[roll.ID])),
		h.Each(roll.Clauses, func(c stream.ClauseRoll) h.Markup {
			note := ""
			switch {
			case c.Inspection:
				note = "decided by an inspection of the code"
			case len(c.Checks) == 0:
				note = "no check of this run is about it"
			}
			return h.El("div", h.Attr("id", c.ID), h.Class("clause"), h.Attr("data-verdict", string(c.Verdict)), h.If(state != "", h.Attr("data-target", "1")),
				h.El("p", status("status", c.Verdict, toneOf(c.Verdict)), " ", c.ID, target(state), " ", visible.Text(p.titles[c.ID]),
					h.If(note != "", " ", h.El("span.soft", "(", note, ")"))),
				h.Each(c.Checks, p.check),
			)
		}),
	)
}

// check shows a check with everything that is known about it.
func (p page) check(c stream.Check) h.Markup {
	file, line := p.place(c)
	state := p.states[c.Requirement].Mark()
	var blame outcome.Blame
	if c.Verdict != outcome.Pass {
		blame = c.Blame
	}
	return h.El("article", h.Attr("id", p.anchors[keyOf(c)]), h.Class("check"), h.Attr("data-verdict", string(c.Verdict)),
		h.Attr("data-level", string(c.Level)), h.Attr("data-blame", string(blame)), h.If(state != "", h.Attr("data-target", "1")),
		h.El("p", status("status", c.Verdict, toneOfCheck(c)), " ", h.El("a", p.to(c), h.El("code", visible.Text(c.Check))), target(state), " ",
			h.El("span.soft", fmt.Sprintf("%s:%d", visible.Text(file), line), h.If(blame != "", " · blame: ", blamed(blame)))),
		detail(c),
	)
}

// detail shows why a check did not pass, if that is known.
func detail(c stream.Check) h.Markup {
	if len(c.Mismatches) == 0 && c.Expected == nil && len(c.Waits) == 0 {
		return h.Markup{}
	}
	var known, stderr string
	if c.Expected != nil {
		known = visible.Text(expectation(c.Expected))
	}
	if c.Evidence.Stderr != nil {
		stderr = visible.Text(c.Evidence.Stderr.Text)
	}
	folded := func(summary, text string) []any {
		return h.If(text != "", h.El("details", h.El("summary", summary), block(text)))
	}
	repro := visible.Line(c.Repro)
	return h.Join(
		h.If(len(c.Waits) > 0, h.El("p", waiting(c))),
		h.Each(c.Mismatches, func(m stream.Mismatch) h.Markup {
			return h.Join(
				h.El("p", "line ", m.Line, " ", h.El("span.soft", "(- want, + got)"), ": ", h.El("code", visible.Text(m.What))),
				block(strings.Join(diff(m.Want, m.Got, wide), "\n")),
			)
		}),
		h.If(known != "", h.El("p", "known failure: ", known)),
		folded("what the hooks saw, and what was answered", evidenceText(c.Evidence)),
		folded("the end of the adapter’s stderr", stderr),
		h.If(repro != "", h.El("p", "repro: ", h.El("code", repro))),
	)
}

// block is text as it is. A line break at its beginning would not be shown, but for another one.
func block(text string) h.Markup { return h.El("pre", h.Attr("tabindex", "0"), "\n", text) }

// status is a word with the shape and the color of its tone.
func status(classes string, word any, t Tone) h.Markup {
	return h.El("span", h.Class(classes+" "+class(t)), h.El("span", h.Attr("aria-hidden", "true"), t.Shape()), " ", word)
}

// target is the mark of a requirement's state, if it has one.
func target(mark string) []any { return h.If(mark != "", " ", h.El("span.target", mark)) }

// to links to a check.
func (p page) to(c stream.Check) h.Attribute { return h.Href(h.At(p.anchors[keyOf(c)])) }

// key names a check of a run.
type key struct {
	Case  string `json:"case"`
	Check string `json:"check"`
}

func keyOf(c stream.Check) key { return key{c.Case, c.Check} }

// anchors maps each check to its anchor on the page: its name alone if that is unique,
// so an address of one run leads to the same check in the next.
func (r Run) anchors() map[key]string {
	taken, all := map[string]bool{}, map[key]string{}
	for _, roll := range r.requirements {
		taken[roll.ID] = true
		for _, clause := range roll.Clauses {
			taken[clause.ID] = true
		}
	}
	for _, c := range r.inOrder(r.stream.Checks()) {
		anchor := "check:" + strings.Join(strings.Fields(visible.Text(c.Check)), "_")
		for n, first := 2, anchor; taken[anchor]; n++ {
			anchor = fmt.Sprintf("%s:%d", first, n)
		}
		taken[anchor], all[keyOf(c)] = true, anchor
	}
	return all
}

func class(t Tone) string {
	return cmp.Or(map[Tone]string{Good: "good", Bad: "bad", Caution: "caution"}[t], "faint")
}
