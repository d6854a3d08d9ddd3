package page

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/internal/webpage"
)

// killMatrix has every mutant with the checks that noticed it, by section.
type killMatrix struct {
	Statuses []countView
	Sections []killSection
	Total    int
}

type killSection struct {
	trace.Section
	Killed, Total int
	Rows          []killRow
}

type killRow struct {
	mutantLine
	Clause  string
	Target  template.URL
	Others  []string
	Further int
	Named   string
}

// fewOthers is the number of other failed checks in the table; the drawer has all.
const fewOthers = 2

func (b *binder) kills(sections []*sectionView) killMatrix {
	m := killMatrix{Total: len(b.report.Mutants)}
	counts := map[proof.Status]int{}
	bySection := map[int]*killSection{}
	number := map[string]int{}
	for _, r := range b.report.Requirements {
		number[r.ID] = r.Section
	}
	for _, row := range b.report.Mutants {
		counts[row.Status]++
		n := number[catalogue.Owner(row.Clause)]
		if bySection[n] == nil {
			bySection[n] = &killSection{Section: trace.Section{Number: n, Title: "Interpretations"}}
		}
		s := bySection[n]
		s.Total++
		if row.Status == proof.Killed {
			s.Killed++
		}
		s.Rows = append(s.Rows, b.kill(row))
	}
	for _, status := range append(proof.Statuses(), "") {
		if n := counts[status]; n > 0 {
			m.Statuses = append(m.Statuses, countView{Mark: statusMark(status), Count: n})
		}
	}
	for _, s := range sections {
		if group := bySection[s.Number]; group != nil {
			group.Section = s.Section
			m.Sections = append(m.Sections, *group)
			delete(bySection, s.Number)
		}
	}
	if group := bySection[0]; group != nil {
		m.Sections = append(m.Sections, *group)
	}
	return m
}

func (b *binder) kill(m trace.Mutant) killRow {
	row := killRow{mutantLine: b.mutant(m.ID), Clause: m.Clause, Target: webpage.At(m.Clause), Others: m.Others}
	if len(row.Others) > fewOthers {
		row.Further, row.Others = len(row.Others)-fewOthers, row.Others[:fewOthers]
	}
	row.Named = "outside of what names the clause"
	if m.InLink {
		row.Named = ""
	}
	return row
}

type caseGroup struct {
	Name string
	Rows []caseRow
}

type caseRow struct {
	trace.Case
	Slug   string
	Anchor string
	Marks  []clauseChip
	Took   string
}

// clauseChip is a clause, or a requirement, with its rung.
type clauseChip struct {
	// Word is the id, or only the part after the requirement's id if the previous chip
	// has the same requirement.
	ID, Word string
	Mark     mark
	// Target is empty for an unknown id.
	Target template.URL
}

func (b *binder) chips(ids []string) []clauseChip {
	var all []clauseChip
	owner := ""
	for _, id := range ids {
		chip := clauseChip{ID: id, Word: id, Target: b.place(id), Mark: b.marks[id]}
		if catalogue.Owner(id) == owner && owner != id {
			chip.Word = strings.TrimPrefix(id, owner)
		}
		owner = catalogue.Owner(id)
		all = append(all, chip)
	}
	return all
}

func (b *binder) cases() []caseGroup {
	var all []caseGroup
	for _, c := range b.report.Cases {
		folder, slug, ok := strings.Cut(c.Name, "/")
		if !ok {
			folder, slug = "", c.Name
		}
		i := slices.IndexFunc(all, func(g caseGroup) bool { return g.Name == folder })
		if i < 0 {
			i, all = len(all), append(all, caseGroup{Name: folder})
		}
		all[i].Rows = append(all[i].Rows, caseRow{
			Case: c, Slug: slug, Anchor: b.anchors["case:"+c.Name], Marks: b.chips(c.Clauses), Took: fmt.Sprintf("%.0f ms", c.Milliseconds),
		})
	}
	return all
}

type fileView struct {
	Path, Anchor string
	Rows         []declarationRow
	Mutants      []mutantGroup
	Edited       int
	Executed     int
}

type declarationRow struct {
	Name, Place string
	Chips       []clauseChip
	Mark        mark
}

// mutantGroup has the mutants of one status.
type mutantGroup struct {
	Mark mark
	Rows []string
}

func (b *binder) files() []fileView {
	var all []fileView
	for _, f := range b.report.Files {
		view := fileView{Path: f.Path, Anchor: b.anchors["file:"+f.Path]}
		for _, d := range f.Declarations {
			row := declarationRow{Name: d.Name, Place: strings.TrimPrefix(lines("", d.Line, d.EndLine), ":"), Chips: b.chips(d.Names), Mark: mark{"not executed", "vF"}}
			if d.Executed {
				row.Mark = mark{"executed", "vP"}
				view.Executed++
			}
			view.Rows = append(view.Rows, row)
		}
		view.Edited = len(f.Mutants)
		view.Mutants = b.grouped(f.Mutants)
		all = append(all, view)
	}
	return all
}

// grouped groups mutants by status.
func (b *binder) grouped(ids []string) []mutantGroup {
	var all []mutantGroup
	for _, status := range append(proof.Statuses(), "") {
		group := mutantGroup{Mark: statusMark(status)}
		for _, id := range ids {
			if b.mutants[id].Status == status {
				group.Rows = append(group.Rows, id)
			}
		}
		if len(group.Rows) > 0 {
			all = append(all, group)
		}
	}
	return all
}

type schemaFile struct {
	Path string
	Rows []schemaRow
}

type schemaRow struct {
	Pointer, Anchor string
	Chips           []clauseChip
	Weakenings      []weakeningView
}

type weakeningView struct {
	Mark            mark
	Keyword, Vector string
}

func (b *binder) schemas() []schemaFile {
	var all []schemaFile
	for _, n := range b.report.Schemas {
		if len(all) == 0 || all[len(all)-1].Path != n.File {
			all = append(all, schemaFile{Path: n.File})
		}
		row := schemaRow{Pointer: n.Pointer, Anchor: b.anchors["node:"+n.File+"#"+n.Pointer], Chips: b.chips(n.Names)}
		for _, w := range n.Weakenings {
			view := weakeningView{mark{"survived", "vF"}, w.Keyword, w.Vector}
			if w.Killed {
				view.Mark = mark{"killed", "vP"}
			}
			row.Weakenings = append(row.Weakenings, view)
		}
		last := &all[len(all)-1]
		last.Rows = append(last.Rows, row)
	}
	return all
}
