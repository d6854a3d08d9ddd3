package page

import (
	"fmt"
	"html/template"
	"path"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/trace"
)

type clauseView struct {
	ID, Text, Letters string
	Mark              mark
	Gap, Next         string
	Flags             []flag
	Facts, Why        string
	// Links name the clause itself. Ran has the declarations that name its requirement;
	// RanAll replaces it if all of them have the same result.
	Links   []linkView
	Ran     []ranView
	RanAll  string
	Checks  []checkView
	Mutants []mutantLine
	Schemas []schemaLink
	Judged  []judgedView
	// Inspection is nil for a clause by test.
	Inspection *inspectionView
}

type linkView struct {
	Place, Declaration, Ran string
	File                    template.URL
}

// ranView names declarations with the same result.
type ranView struct{ Word, Declarations string }

type checkView struct {
	Mark        mark
	Check, Note string
	// Place is without the folder if the case is on the page, and without the file if
	// the previous check has the same.
	Place  string
	Target template.URL
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

// judgedView names the implementations with one verdict, or counts them if they are
// many; the drawer names them all.
type judgedView struct {
	Mark  mark
	Names string
}

type inspectionView struct {
	Mark        mark
	Shows, Says string
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
		ID: c.ID, Text: c.Text, Letters: b.letters(c),
		Mark: clauseMark(c), Gap: gap(c), Next: next(c), Flags: flags(c), Facts: facts(c), Why: c.Why, Judged: b.judged(c),
	}
	for _, l := range c.Implementations {
		if word := ran(c, l); l.Names == c.ID {
			view.Links = append(view.Links, b.link(l, word))
		} else if l.Runs && word != "" {
			i := slices.IndexFunc(view.Ran, func(r ranView) bool { return r.Word == word })
			if i < 0 {
				i, view.Ran = len(view.Ran), append(view.Ran, ranView{Word: word})
			}
			view.Ran[i].Declarations = strings.TrimPrefix(view.Ran[i].Declarations+", "+l.Declaration, ", ")
		}
	}
	if len(view.Ran) == 1 && (len(view.Links) == 0 || strings.Contains(view.Ran[0].Declarations, ", ")) {
		view.RanAll, view.Ran = "all of it "+view.Ran[0].Word, nil
	}
	last := ""
	for _, check := range c.Checks {
		view.Checks = append(view.Checks, b.check(c, check, check.File == last))
		last = check.File
	}
	for _, id := range c.Mutants {
		view.Mutants = append(view.Mutants, b.mutant(id))
	}
	ofAll := b.nodes[catalogue.Owner(c.ID)]
	view.Schemas = b.schemaLinks(slices.DeleteFunc(slices.Clone(c.Schemas), func(node string) bool {
		return catalogue.Owner(c.ID) != c.ID && slices.Contains(ofAll, node)
	}))
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

func (b *binder) schemaLinks(nodes []string) []schemaLink {
	var all []schemaLink
	for _, node := range nodes {
		all = append(all, schemaLink{node, b.named("node", node)})
	}
	return all
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

func (b *binder) link(l trace.Link, word string) linkView {
	return linkView{Place: lines(l.File, l.Line, l.EndLine), Declaration: l.Declaration, Ran: word, File: b.named("file", l.File)}
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

func (b *binder) check(c trace.Clause, k trace.Check, again bool) checkView {
	view := checkView{Mark: b.verdict(k.Verdict).mark, Check: label(c.ID, k.Check), Target: b.named("case", k.Case)}
	file := strings.TrimPrefix(k.File, "testscripts/")
	if view.Target != "" {
		// The names of cases are unique.
		file = path.Base(file)
	}
	if again {
		file = ""
	}
	view.Place = lines(file, k.Line, k.EndLine)
	switch {
	case k.Verdict == "":
		view.Note = "not judged"
	case k.Assertions == 0:
		view.Note = "without an assertion"
	case k.Level == cases.LevelInterpretation && strings.HasPrefix(c.ID, "HOOK-"):
		view.Note = "of an interpretation"
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
		view.Killer = label(m.Clause, m.Killer.Check)
	}
	if len(m.Sites) > 0 {
		view.Where = lines(m.Sites[0].File, m.Sites[0].Line, m.Sites[0].EndLine)
	} else if len(m.Edits) > 0 {
		view.Where = m.Edits[0].File
	}
	return view
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

// judged returns nil for an inspection, because no run judges it.
func (b *binder) judged(c trace.Clause) []judgedView {
	if c.Verify == catalogue.ByInspection {
		return nil
	}
	var all []judgedView
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
			all = append(all, judgedView{mark{string(m.Verdict), m.Class}, strings.Join(names, ", ")})
		}
	}
	return all
}
