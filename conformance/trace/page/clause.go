package page

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/conformance/verdict"
)

// binder makes the parts of the page out of a report whose texts are visible.
type binder struct {
	report   trace.Report
	verdicts map[verdict.Verdict]verdictMark
	mutants  map[string]trace.Mutant
	clauses  map[string]trace.Clause
}

func newBinder(r trace.Report) *binder {
	b := &binder{report: r, verdicts: map[verdict.Verdict]verdictMark{}, mutants: map[string]trace.Mutant{}, clauses: map[string]trace.Clause{}}
	for _, m := range verdictMarks() {
		b.verdicts[m.Verdict] = m
	}
	for _, m := range r.Mutants {
		b.mutants[m.ID] = m
	}
	for _, requirement := range r.Requirements {
		for _, c := range requirement.Clauses {
			b.clauses[c.ID] = c
		}
	}
	for _, c := range r.Interpretations {
		b.clauses[c.ID] = c
	}
	return b
}

func (b *binder) verdict(v verdict.Verdict) verdictMark {
	if m, ok := b.verdicts[v]; ok {
		return m
	}
	return unjudged()
}

// at is a link within the page. Kinds other than that of clauses and
// requirements lead their ids by a word.
func at(kind, id string) template.URL {
	if kind != "" {
		id = kind + ":" + id
	}
	return template.URL("#" + strings.NewReplacer("%", "%25", " ", "%20", "?", "%3F", "#", "%23").Replace(id))
}

type sectionView struct {
	trace.Section
	Requirements []*requirementView
	// Clauses are those that have a cell in the overview, in order.
	Clauses []clauseView
	// Proven and Denominator are counts of clauses by test, Inspected and
	// Inspections of those by inspection.
	Proven, Denominator, Inspected, Inspections, Gaps int
}

type requirementView struct {
	trace.Requirement
	Mark    mark
	Target  template.URL
	Clauses []clauseView
	Gaps    int
}

type clauseView struct {
	ID, Text, State, Letters string
	// Number is what follows the requirement's id.
	Number    string
	Mark      mark
	Gap, Next string
	Flags     []flag
	Facts     string
	Why       string
	Links     []linkView
	Checks    []checkView
	Mutants   []mutantLine
	Schemas   []schemaLink
	Judged    []judgedView
	// Inspection is nil for a clause by test.
	Inspection *inspectionView
}

type linkView struct {
	Place, Declaration, Ran string
	File                    template.URL
}

type checkView struct {
	Mark              mark
	Check, Case, Note string
	Place             string
	Target            template.URL
}

type mutantLine struct {
	Mark                  mark
	ID, Name, Violates    string
	Killer, Where, Detail string
}

type schemaLink struct {
	Node   string
	Target template.URL
}

// judgedView names the implementations that got one verdict.
type judgedView struct {
	Mark  mark
	Names string
}

type inspectionView struct {
	Mark        mark
	Shows, Says string
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
		view := &requirementView{Requirement: r, Target: at("", r.MergedInto), Mark: rungMark(r.Rung)}
		for _, c := range r.Clauses {
			view.Clauses = append(view.Clauses, b.clause(c))
			s.count(c)
			if gap(c) != "" {
				view.Gaps++
			}
		}
		if r.Rung == "" && r.MergedInto == "" {
			view.Mark = inspectedMark(r.Clauses)
		}
		s.Requirements = append(s.Requirements, view)
		s.Clauses = append(s.Clauses, view.Clauses...)
		s.Gaps += view.Gaps
	}
	// Some sections of the source are for reference alone.
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

// inspectedMark is the lowest of clauses that are all by inspection.
func inspectedMark(clauses []trace.Clause) mark {
	var lowest mark
	for _, c := range clauses {
		if m := clauseMark(c); lowest.Class == "" || m.Class < lowest.Class {
			lowest = m
		}
	}
	return lowest
}

func (b *binder) decisions() []clauseView {
	var all []clauseView
	for _, c := range b.report.Interpretations {
		all = append(all, b.clause(c))
	}
	return all
}

func (b *binder) clause(c trace.Clause) clauseView {
	view := clauseView{
		ID: c.ID, Text: c.Text, Number: strings.TrimPrefix(c.ID, catalogue.Owner(c.ID)), State: state(c), Letters: b.letters(c),
		Mark: clauseMark(c), Gap: gap(c), Next: next(c), Flags: flags(c), Facts: facts(c), Why: c.Why, Judged: b.judged(c),
	}
	for _, l := range c.Implementations {
		view.Links = append(view.Links, linkOf(c, l))
	}
	for _, check := range c.Checks {
		view.Checks = append(view.Checks, b.check(c, check))
	}
	for _, id := range c.Mutants {
		view.Mutants = append(view.Mutants, b.mutant(id))
	}
	for _, s := range c.Schemas {
		view.Schemas = append(view.Schemas, schemaLink{s, at("node", s)})
	}
	if c.Verify == catalogue.ByInspection {
		view.Inspection = &inspectionView{Mark: mark{clauseMark(c).Word, "vN"}}
		if i := c.Inspection; i != nil {
			view.Inspection.Shows, view.Inspection.Says = i.Shows, i.Error
			switch {
			case i.Done && i.Passed:
				view.Inspection.Mark.Class = "vP"
			case i.Done:
				view.Inspection.Mark.Class = "vF"
			}
		}
	}
	return view
}

func facts(c trace.Clause) string {
	parts := []string{"by " + string(c.Verify)}
	if c.Observe != "" {
		parts = append(parts, "seen in the "+string(c.Observe))
	}
	if c.Profile != "" {
		parts = append(parts, "profile "+string(c.Profile))
	}
	return strings.Join(parts, " · ")
}

func linkOf(c trace.Clause, l trace.Link) linkView {
	view := linkView{Place: lines(l.File, l.Line, l.EndLine), Declaration: l.Declaration, File: at("file", l.File)}
	cases := map[string]bool{}
	for _, check := range c.Checks {
		cases[check.Case] = true
	}
	switch {
	case !l.Runs:
		view.Ran = "nothing in it runs"
	case len(cases) == 0:
	case len(l.RanIn) == 0:
		view.Ran = "not run by " + count(len(cases), "its case", "any of its %d cases")
	case len(cases) == 1:
		view.Ran = "run by its case"
	default:
		view.Ran = fmt.Sprintf("run by %d of its %d cases", len(l.RanIn), len(cases))
	}
	if l.Names != c.ID {
		view.Ran = strings.TrimPrefix(view.Ran+", names "+l.Names, ", ")
	}
	return view
}

func count(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return fmt.Sprintf(many, n)
}

func lines(file string, from, to int) string {
	if to > from {
		return fmt.Sprintf("%s:%d–%d", file, from, to)
	}
	return fmt.Sprintf("%s:%d", file, from)
}

func (b *binder) check(c trace.Clause, k trace.Check) checkView {
	view := checkView{
		Mark: b.verdict(k.Verdict).mark, Check: strings.TrimPrefix(k.Check, c.ID+"/"),
		Case: k.Case, Target: at("case", k.Case), Place: lines(strings.TrimPrefix(k.File, "testscripts/"), k.Line, k.EndLine),
		Note: count(k.Assertions, "1 assertion", "%d assertions"),
	}
	switch {
	case k.Verdict == "":
		view.Note = "not judged"
	case string(k.Level) == "interpretation":
		view.Note += ", of an interpretation"
	}
	return view
}

func (b *binder) mutant(id string) mutantLine {
	m, ok := b.mutants[id]
	if !ok {
		return mutantLine{Mark: statusMark(""), ID: id, Name: id}
	}
	_, name, _ := strings.Cut(id, "/")
	view := mutantLine{Mark: statusMark(m.Status), ID: id, Name: name, Violates: m.Violates, Detail: m.Detail}
	if m.Killer != nil {
		view.Killer = strings.TrimPrefix(m.Killer.Check, m.Clause+"/")
	}
	if len(m.Sites) > 0 {
		view.Where = lines(m.Sites[0].File, m.Sites[0].Line, m.Sites[0].EndLine)
	} else if len(m.Edits) > 0 {
		view.Where = m.Edits[0].File
	}
	return view
}

// letters hold a clause's verdict for each implementation.
func (b *binder) letters(c trace.Clause) string {
	var all strings.Builder
	for _, v := range c.Verdicts {
		all.WriteString(b.verdict(v).Letter)
	}
	return all.String()
}

func (b *binder) judged(c trace.Clause) []judgedView {
	var all []judgedView
	for _, m := range verdictMarks() {
		var names []string
		for i, v := range c.Verdicts {
			if v == m.Verdict && i < len(b.report.Implementations) {
				names = append(names, b.report.Implementations[i].Name)
			}
		}
		if len(names) == len(b.report.Implementations) && len(names) > 3 {
			names = []string{fmt.Sprintf("all %d", len(names))}
		}
		if len(names) > 0 {
			all = append(all, judgedView{mark{string(m.Verdict), m.Class}, strings.Join(names, ", ")})
		}
	}
	return all
}
