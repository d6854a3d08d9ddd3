package format

import (
	"io"
	"slices"

	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/trace"
)

// writeJSON writes the whole report. Empty lists are written as lists, so that readers
// need not handle null.
func writeJSON(w io.Writer, r trace.Report) error {
	return trace.Write(w, whole(r))
}

// whole returns a report without nil lists.
func whole(r trace.Report) trace.Report {
	r.Sections, r.Requirements, r.Interpretations = list(r.Sections), list(r.Requirements), list(r.Interpretations)
	r.Waivers, r.Findings = list(r.Waivers), list(r.Findings)
	r.Implementations = each(r.Implementations, func(i *trace.Implementation) {
		if i.Verdicts == nil {
			i.Verdicts = stream.Counts{}
		}
	})
	r.Cases = each(r.Cases, func(c *trace.Case) { c.Clauses = list(c.Clauses) })
	r.Files = each(r.Files, func(f *trace.File) {
		f.Declarations = each(f.Declarations, func(d *trace.Declaration) { d.Names = list(d.Names) })
	})
	r.Schemas = each(r.Schemas, func(n *trace.SchemaNode) { n.Names = list(n.Names) })
	r.Mutants = each(r.Mutants, func(m *trace.Mutant) { m.Edits = list(m.Edits) })
	if r.Baseline != nil {
		baseline := *r.Baseline
		baseline.Changes = list(baseline.Changes)
		r.Baseline = &baseline
	}
	return r
}

func list[T any](all []T) []T {
	if all == nil {
		return []T{}
	}
	return all
}

// each returns a changed copy of a list.
func each[T any](all []T, change func(*T)) []T {
	all = list(slices.Clone(all))
	for i := range all {
		change(&all[i])
	}
	return all
}
