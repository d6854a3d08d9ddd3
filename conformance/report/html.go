package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/visible"
	"github.com/hooktest/hooktest/internal/webpage"
)

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

//go:embed page.html.tmpl
var pageTemplate string

// page is what the template shows. All text in it is visible.
type page struct {
	CSS                    template.CSS
	JS                     template.JS
	Policy                 string
	Subject, Circumstances string
	Numbers, Claims        []string
	Blames, Mark           string
	Outcome                badgeView
	Totals                 stream.Totals
	Rows                   []totalsRow
	FixHeading             string
	Fix, Causes            []causeView
	Chapters               []chapterView
	// Decisions are the checks of interpretations.
	Decisions []checkView
	// Verdicts and Owners are what a reader can choose.
	Verdicts []outcome.Verdict
	Owners   []outcome.Blame
	// Untrue are the wrong known failures, UntrueHeading is the heading above them.
	UntrueHeading string
	Untrue        []string
	// Otherwise is what else is against the run, OtherwiseHeading is the heading
	// above it.
	OtherwiseHeading string
	Otherwise        []string
}

// badgeView is a status: word, shape and the class that colors it.
type badgeView struct{ Word, Shape, Class string }

type totalsRow struct {
	Status badgeView
	Counts []int
}

type causeView struct {
	Worth, Clause, Seen, About, Smallest, Cmd string
	Target                                    template.URL
	Checks                                    []linkView
}

type linkView struct {
	Text   string
	Target template.URL
}

type chapterView struct {
	Number       int
	Title        string
	Failing      int
	Requirements []requirementView
}

type requirementView struct {
	Status          badgeView
	ID, Title, Mark string
	Clauses         []clauseView
}

type clauseView struct {
	Status   badgeView
	ID, Text string
	// Note adds to the verdict.
	Note   string
	Checks []checkView
}

type checkView struct {
	Status                          badgeView
	Anchor, Check, Mark, Place, Who string
	Level                           cases.Level
	Blame                           outcome.Blame
	Link                            template.URL
	Mismatches                      []mismatchView
	// Waits is what blocks a blocked check; empty for any other.
	Waits                        string
	Known, Evidence, Stderr, Cmd string
}

// Fails reports whether the check has details to show.
func (c checkView) Fails() bool { return len(c.Mismatches) > 0 || c.Known != "" || c.Waits != "" }

type mismatchView struct {
	Line       int
	What       string
	Comparison string
}

// writeHTML writes one page, which loads nothing and can be read without its
// script.
func writeHTML(w io.Writer, r Run) error {
	t, err := template.New("page").Parse(pageTemplate)
	if err != nil {
		return fmt.Errorf("reading the page's template: %w", err)
	}
	css, js := webpage.Style(pageCSS), webpage.Script(pageJS)
	tone := outcomeTone(r.stream.Outcome())
	p := page{
		CSS: template.CSS(css), JS: template.JS(js), Policy: webpage.Policy(css, js),
		Subject: r.subject(), Circumstances: strings.Join(r.circumstances(), ", "), Numbers: append(allNumbers(r.totals), r.required()...),
		Claims: r.nextClaims(), Blames: blames(r.totals), Mark: catalogue.Target.Mark(),
		Outcome: badgeView{r.outcome(), tone.Shape(), class(tone)},
		Totals:  r.totals, Rows: totalsRows(r.totals), Verdicts: outcome.All(),
		Owners:        []outcome.Blame{outcome.BlameImplementation, outcome.BlameAdapter, outcome.BlameSuite},
		UntrueHeading: untrueHeading, Untrue: r.untrueLines(),
		OtherwiseHeading: otherwiseHeading, Otherwise: r.otherwise(),
	}
	anchors := r.anchors()
	heading, foremost := r.foremost()
	for _, c := range r.causes {
		clause, seen := r.told(c)
		view := causeView{
			Worth: worth(c), Clause: clause, Seen: seen, About: strings.Join(r.about(c), ", "),
			Smallest: r.smallest(c), Target: webpage.At(anchors[keyOf(c.Smallest)]), Cmd: visible.Line(c.Smallest.Repro),
		}
		for _, check := range c.Checks {
			view.Checks = append(view.Checks, linkView{visible.Text(check.Check), webpage.At(anchors[keyOf(check)])})
		}
		p.Causes = append(p.Causes, view)
	}
	p.FixHeading, p.Fix = heading, p.Causes[:len(foremost)]
	for _, one := range r.chapters() {
		chapter := chapterView{Number: one.Number, Title: one.Title}
		for _, roll := range one.requirements {
			if roll.Verdict.Red() {
				chapter.Failing++
			}
			chapter.Requirements = append(chapter.Requirements, r.requirementView(roll, anchors))
		}
		p.Chapters = append(p.Chapters, chapter)
	}
	for _, c := range r.choose(func(c stream.Check) bool { return c.Level == cases.LevelInterpretation }) {
		p.Decisions = append(p.Decisions, r.checkView(c, anchors))
	}
	return t.Execute(w, p)
}

// key names a check of a run.
type key struct{ Case, Check string }

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

func status(v outcome.Verdict) badgeView {
	return badgeView{string(v), toneOf(v).Shape(), class(toneOf(v))}
}

func statusOfCheck(c stream.Check) badgeView {
	tone := toneOfCheck(c)
	return badgeView{string(c.Verdict), tone.Shape(), class(tone)}
}

func class(t Tone) string {
	switch t {
	case Good:
		return "good"
	case Bad:
		return "bad"
	case Caution:
		return "caution"
	}
	return "faint"
}

func totalsRows(t stream.Totals) []totalsRow {
	var rows []totalsRow
	for _, v := range outcome.All() {
		row, sum := totalsRow{Status: status(v)}, 0
		for _, one := range tallies(t) {
			row.Counts = append(row.Counts, one.counts[v])
			sum += one.counts[v]
		}
		if sum > 0 {
			rows = append(rows, row)
		}
	}
	return rows
}

func (r Run) requirementView(roll stream.RequirementRoll, anchors map[key]string) requirementView {
	view := requirementView{Status: status(roll.Verdict), ID: roll.ID, Title: visible.Text(r.titles[roll.ID]), Mark: r.states[roll.ID].Mark()}
	for _, clause := range roll.Clauses {
		c := clauseView{Status: status(clause.Verdict), ID: clause.ID, Text: visible.Text(r.titles[clause.ID])}
		switch {
		case clause.Inspection:
			c.Note = "decided by an inspection of the code"
		case len(clause.Checks) == 0:
			c.Note = "no check of this run is about it"
		}
		for _, check := range clause.Checks {
			c.Checks = append(c.Checks, r.checkView(check, anchors))
		}
		view.Clauses = append(view.Clauses, c)
	}
	return view
}

// checkView is a check with everything that is known about it.
func (r Run) checkView(c stream.Check, anchors map[key]string) checkView {
	file, line := r.place(c)
	view := checkView{
		Status: statusOfCheck(c), Anchor: anchors[keyOf(c)], Link: webpage.At(anchors[keyOf(c)]), Check: visible.Text(c.Check), Mark: r.states[c.Requirement].Mark(),
		Place: fmt.Sprintf("%s:%d", visible.Text(file), line), Level: c.Level, Cmd: visible.Line(c.Repro), Evidence: evidenceText(c.Evidence),
	}
	if c.Verdict != outcome.Pass {
		view.Blame, view.Who = c.Blame, blamed(c.Blame)
	}
	if len(c.Waits) > 0 {
		view.Waits = waiting(c)
	}
	for _, m := range c.Mismatches {
		view.Mismatches = append(view.Mismatches, mismatchView{
			Line: m.Line, What: visible.Text(m.What), Comparison: strings.Join(diff(m.Want, m.Got, wide), "\n"),
		})
	}
	if c.Expected != nil {
		view.Known = visible.Text(expectation(c.Expected))
	}
	if c.Evidence.Stderr != nil {
		view.Stderr = visible.Text(c.Evidence.Stderr.Text)
	}
	return view
}
