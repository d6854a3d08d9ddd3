package page

import (
	"fmt"
	"html/template"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/internal/webpage"
)

type cellView struct {
	Mark mark
	Part string
}

type matrix struct {
	Implementations []trace.Implementation
	Sections        []matrixSection
	Columns         int
}

type matrixSection struct {
	trace.Section
	Rows []matrixRow
}

type matrixRow struct {
	ID, Title string
	Target    template.URL
	Mark      mark
	Cells     []cellView
}

func (b *binder) matrix(sections []*sectionView) matrix {
	m := matrix{Implementations: b.report.Implementations, Columns: 2 + len(b.report.Implementations)}
	for _, s := range sections {
		group := matrixSection{Section: s.Section}
		for _, r := range s.Requirements {
			if r.MergedInto == "" {
				group.Rows = append(group.Rows, b.row(r))
			}
		}
		m.Sections = append(m.Sections, group)
	}
	return m
}

func (b *binder) row(r *requirementView) matrixRow {
	row := matrixRow{ID: r.ID, Title: r.Title, Target: webpage.At(r.ID), Mark: r.Mark}
	for i := range b.report.Implementations {
		var all []outcome.Verdict
		passed := 0
		for _, c := range r.Requirement.Clauses {
			if i >= len(c.Verdicts) || c.Verify == catalogue.ByInspection {
				continue
			}
			all = append(all, c.Verdicts[i])
			if c.Verdicts[i] == outcome.Pass {
				passed++
			}
		}
		cell := cellView{Mark: unjudged().mark}
		if len(all) > 0 {
			cell = cellView{b.verdict(outcome.Worst(all...)).mark, fmt.Sprintf("%d/%d", passed, len(all))}
		}
		row.Cells = append(row.Cells, cell)
	}
	return row
}
