package trace

import (
	"cmp"
	"maps"
	"slices"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/trace/link"
	"github.com/hooktest/hooktest/internal/lists"
)

func (b *builder) implementations() {
	for i, run := range b.in.Runs {
		rolls, totals := run.RollUp()
		hello := run.Header.Adapter.Hello.Implementation
		row := Implementation{
			Name: hello.Name, Version: hello.Version, Language: hello.Language, Command: run.Header.Adapter.Command,
			Verdicts: totals.Clauses, Conform: totals.Conformant, Observed: totals.Observable,
			Complete: run.Footer.Complete, Started: run.Header.Started, Reference: i == 0,
			Failures: slices.DeleteFunc(run.Checks(), func(c stream.Check) bool { return !c.Verdict.Red() }),
		}
		byClause := map[string]stream.ClauseRoll{}
		for _, r := range rolls {
			for _, c := range r.Clauses {
				byClause[c.ID] = c
			}
		}
		b.report.Implementations = append(b.report.Implementations, row)
		b.verdicts = append(b.verdicts, byClause)
	}
	b.each(func(c *Clause) {
		for _, byClause := range b.verdicts {
			c.Verdicts = append(c.Verdicts, byClause[c.ID].Verdict)
		}
	})
}

// backward adds the cases and the files, each with what is linked to it.
func (b *builder) backward() {
	took := map[string]float64{}
	if len(b.in.Runs) > 0 {
		for _, c := range b.in.Runs[0].Cases {
			if c.End != nil {
				took[c.Start.Case] = c.End.Milliseconds
			}
		}
	}
	for _, c := range b.in.Cases {
		row := Case{Name: c.Name, Title: c.Title, File: "testscripts/" + c.Name + ".txtar", Requirement: c.Requirement, Milliseconds: took[c.Name], Hooks: hooksOf(c)}
		for _, s := range c.Scopes {
			if !slices.Contains(row.Clauses, s.Clause) {
				row.Clauses = append(row.Clauses, s.Clause)
			}
		}
		if b.in.Witness != nil {
			row.Files = slices.Sorted(maps.Keys(b.in.Witness.Cases[c.Name]))
		}
		b.report.Cases = append(b.report.Cases, row)
	}
	files := map[string]*File{}
	at := func(name string) *File {
		if files[name] == nil {
			files[name] = &File{Path: name}
		}
		return files[name]
	}
	for _, d := range b.in.Links {
		f := at(d.File)
		f.Declarations = append(f.Declarations, Declaration{Name: d.Name, Line: d.Line, EndLine: d.EndLine, Names: d.IDs, Executed: !d.Runs || b.executed(d)})
	}
	for _, m := range b.report.Mutants {
		for _, s := range m.Sites {
			if f := at(s.File); !slices.Contains(f.Mutants, m.ID) {
				f.Mutants = append(f.Mutants, m.ID)
			}
		}
	}
	for _, f := range files {
		b.report.Files = append(b.report.Files, *f)
	}
	slices.SortFunc(b.report.Files, func(x, y File) int { return cmp.Compare(x.Path, y.Path) })
}

// executed reports whether a declaration was run by a case of one of the ids that it
// names.
func (b *builder) executed(d link.Declaration) bool {
	if b.in.Witness == nil {
		return false
	}
	for _, id := range d.IDs {
		for _, clause := range b.clausesOf(id) {
			for _, s := range b.scopes[clause] {
				if b.in.Witness.Ran(s.of.Name, d.File, d.Line, d.EndLine) {
					return true
				}
			}
		}
	}
	return false
}

// clausesOf returns the clauses that a link to an id refers to.
func (b *builder) clausesOf(id string) []string {
	r, ok := b.requirement[id]
	if !ok {
		return []string{id}
	}
	return lists.Of(r.Clauses, func(c catalogue.Clause) string { return c.ID })
}

// hooksOf returns the hooks that a case makes, by name. Each has the case's file that
// is its body.
func hooksOf(c cases.Case) []Hook {
	var hooks []Hook
	for _, name := range c.Hooks() {
		if f, ok := c.File(name); ok {
			hooks = append(hooks, Hook{name, f.Text})
		}
	}
	slices.SortFunc(hooks, func(x, y Hook) int { return cmp.Compare(x.Name, y.Name) })
	return hooks
}
