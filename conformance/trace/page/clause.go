package page

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/trace"
	h "github.com/hooktest/hooktest/internal/webpage"
)

// clause is a clause with its evidence. The style gives the lists of a clause their headings, because
// there are thousands.
func (b *binder) clause(c trace.Clause) h.Markup {
	rung, flagged, letters := clauseMark(c), flags(c), b.letters(c)
	classes := "cl " + rung.Class
	for _, f := range flagged {
		classes += " " + f.Word
	}
	result := rung.show()
	if len(flagged) > 0 {
		result = h.El("span", h.Each(flagged, func(f flag) h.Markup { return h.Join(h.El("em", h.Class(f.Word), f.Word), " ") }), result)
	}
	missing := gap(c)
	step := next(c)
	if step != "" {
		step = " for " + step
	}
	return h.El("li", h.Class(classes), h.Attr("id", c.ID), h.If(letters != "", h.Attr("data-v", letters)), h.El("details",
		h.El("summary", h.El("i", c.ID), h.El("u", prose(c.Text)), result),
		h.El("div",
			h.If(missing != "", h.El("p.gap", h.El("b", "Missing", step, ":"), " ", missing)),
			h.Each(flagged, func(f flag) h.Markup { return h.El("p", h.El("b", f.Word, ":"), " ", f.Reason) }),
			h.El("p.facts", facts(c)),
			h.If(c.Verify == catalogue.ByInspection, inspection(c)),
			b.links(c), b.checks(c),
			h.If(len(c.Mutants) > 0, h.El("ul.muts", h.Each(c.Mutants, func(id string) h.Markup {
				m := b.mutant(id)
				return h.El("li", m.Mark.show(), " ", h.El("b", m.Name), " ", m.Violates, small("by ", m.Killer), small("", m.Detail))
			}))),
			b.schemaLinks(b.ownNodes(c)), b.judged(c),
		),
	))
}

// links lists the declarations that name the clause itself, and what of those that name its
// requirement was run.
func (b *binder) links(c trace.Clause) h.Markup {
	// Declarations with the same result are one entry.
	type group struct{ word, declarations string }
	var own []any
	var others []group
	for _, l := range c.Implementations {
		if word := ran(c, l); l.Names == c.ID {
			own = append(own, b.link(l, word))
		} else if l.Runs && word != "" {
			i := slices.IndexFunc(others, func(g group) bool { return g.word == word })
			if i < 0 {
				i, others = len(others), append(others, group{word: word})
			}
			others[i].declarations = strings.TrimPrefix(others[i].declarations+", "+l.Declaration, ", ")
		}
	}
	var all any
	if len(others) == 1 && (len(own) == 0 || strings.Contains(others[0].declarations, ", ")) {
		all, others = h.El("p.ran", "all of it ", others[0].word), nil
	}
	return h.Join(h.If(all != nil, all), h.If(len(own)+len(others) > 0, h.El("ul.code", own, h.Each(others, func(g group) h.Markup {
		return h.El("li", g.word, ": ", h.El("code", g.declarations))
	}))))
}

func (b *binder) link(l trace.Link, word string) h.Markup {
	return h.El("li", linked(b.named("file", l.File), lines(l.File, l.Line, l.EndLine)), " ", h.El("code", l.Declaration), small("", word))
}

func (b *binder) checks(c trace.Clause) []any {
	last := ""
	return h.If(len(c.Checks) > 0, h.El("ul.checks", h.Each(c.Checks, func(k trace.Check) h.Markup {
		again := k.File == last
		last = k.File
		return b.check(c, k, again)
	})))
}

// ownNodes returns the schema nodes of a clause without those of its whole requirement.
func (b *binder) ownNodes(c trace.Clause) []string {
	owner := catalogue.Owner(c.ID)
	return slices.DeleteFunc(slices.Clone(c.Schemas), func(node string) bool { return owner != c.ID && slices.Contains(b.nodes[owner], node) })
}

func (b *binder) schemaLinks(nodes []string) []any {
	return h.If(len(nodes) > 0, h.El("ul.schemas", h.Each(nodes, func(node string) h.Markup { return h.El("li", linked(b.named("node", node), node)) })))
}

func inspection(c trace.Clause) h.Markup {
	result := mark{clauseMark(c).Word, "vN"}
	var shows, says string
	if i := c.Inspection; i != nil {
		shows, says = i.Shows, i.Error
		switch {
		case i.Done && i.Passed:
			result.Class = "vP"
		case i.Done:
			result.Class = "vF"
		}
	}
	return h.El("ul.shows", h.El("li", result.show(), " ", shows, h.If(says != "", h.El("br"), h.El("code", says)), small("no test, because ", c.Why)))
}

// facts describes how a clause is decided. It does not say that a test decides it if
// there is other text, because the checks show that.
func facts(c trace.Clause) string {
	var parts []string
	if c.Verify != catalogue.ByTest || c.Observe == "" {
		parts = append(parts, "by "+string(c.Verify))
	}
	if c.Observe != "" {
		parts = append(parts, string(c.Observe))
	}
	if c.Profile != "" {
		parts = append(parts, string(c.Profile))
	}
	return strings.Join(parts, " · ")
}

// ran reports whether the clause's cases ran a declaration; "" if the clause has no cases.
func ran(c trace.Clause, l trace.Link) string {
	cases := map[string]bool{}
	for _, check := range c.Checks {
		cases[check.Case] = true
	}
	switch {
	case !l.Runs:
		return "nothing in it runs"
	case len(cases) == 0:
		return ""
	case len(l.RanIn) == 0:
		return "not run by " + count(len(cases), "its case", "any of its %d cases")
	case len(cases) == 1:
		return "run by its case"
	}
	return fmt.Sprintf("run by %d of its %d cases", len(l.RanIn), len(cases))
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

// check is a check of a clause. Its place is without the folder if the case is on the page, and
// without the file if the check before it has the same.
func (b *binder) check(c trace.Clause, k trace.Check, again bool) h.Markup {
	address := b.named("case", k.Case)
	file := strings.TrimPrefix(k.File, "testscripts/")
	if address != "" {
		// The names of cases are unique.
		file = path.Base(file)
	}
	if again {
		file = ""
	}
	remark := ""
	switch {
	case k.Verdict == "":
		remark = "not judged"
	case k.Assertions == 0:
		remark = "without an assertion"
	case k.Level == cases.LevelInterpretation && strings.HasPrefix(c.ID, "HOOK-"):
		remark = "of an interpretation"
	}
	return h.El("li", b.verdict(k.Verdict).show(), " ", h.El("b", label(c.ID, k.Check)), " ", linked(address, lines(file, k.Line, k.EndLine)), small("", remark))
}

// A mutantLine is what two views show of a mutant.
type mutantLine struct {
	Mark                                  mark
	Name, Violates, Killer, Where, Detail string
}

func (b *binder) mutant(id string) mutantLine {
	m, ok := b.mutants[id]
	if !ok {
		return mutantLine{Mark: statusMark(""), Name: id}
	}
	_, name, _ := strings.Cut(id, "/")
	one := mutantLine{Mark: statusMark(m.Status), Name: name, Violates: m.Violates, Detail: m.Detail}
	if m.Killer != nil {
		one.Killer = label(m.Clause, m.Killer.Check)
	}
	if len(m.Sites) > 0 {
		one.Where = lines(m.Sites[0].File, m.Sites[0].Line, m.Sites[0].EndLine)
	} else if len(m.Edits) > 0 {
		one.Where = m.Edits[0].File
	}
	return one
}

// label is a check's short name next to its clause: its own label, or the clause's
// number if it has none.
func label(clause, check string) string {
	if check == clause {
		return strings.TrimPrefix(check, catalogue.Owner(clause))
	}
	return strings.TrimPrefix(check, clause+"/")
}

// letters returns a clause's verdict for each implementation, as letters.
func (b *binder) letters(c trace.Clause) string {
	var all strings.Builder
	for _, v := range c.Verdicts {
		all.WriteString(b.verdict(v).Letter)
	}
	return all.String()
}

// judged names the implementations with each verdict, or counts them if they are many; the drawer
// names them all. No run judges an inspection.
func (b *binder) judged(c trace.Clause) []any {
	if c.Verify == catalogue.ByInspection {
		return nil
	}
	var all []any
	for _, m := range verdictMarks() {
		var names []string
		for i, v := range c.Verdicts {
			if v == m.Verdict && i < len(b.report.Implementations) {
				names = append(names, b.report.Implementations[i].Name)
			}
		}
		if len(names) > 3 {
			names = []string{fmt.Sprintf("%d of %d", len(names), len(b.report.Implementations))}
		}
		if len(names) > 0 {
			all = append(all, mark{string(m.Verdict), m.Class}.show(), " ", strings.Join(names, ", "), "\n")
		}
	}
	return h.If(len(all) > 0, h.El("p.judged", all))
}
