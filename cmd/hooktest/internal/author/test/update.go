package test

import (
	"fmt"
	"os"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/casefile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/caserun"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/atomicfile"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

// rewrite writes the actual values into unmet expectations if all agents that an expectation is
// for agree, and shows the changes. It returns the results without the rewritten mismatches. The
// user has to fix the remaining ones.
func (o *options) rewrite(results []caserun.Result) ([]caserun.Result, error) {
	written, files := 0, 0
	for _, file := range lists.Once(lists.Of(results, func(one caserun.Result) string { return one.Case.At.File })) {
		changes := changesIn(file, results)
		if len(changes) == 0 {
			continue
		}
		before, err := os.ReadFile(file)
		if err != nil {
			return nil, console.Unreadable(file, err)
		}
		after, done, err := casefile.Rewrite(file, before, changes)
		if err != nil {
			o.Warn(err.Error(), "")
		}
		if len(done) == 0 {
			continue
		}
		if err := atomicfile.WriteBytes(file, 0o644, after); err != nil {
			return nil, console.Usage(fmt.Sprintf("%s can't be written: %v", file, err), "")
		}
		o.Streams.Err.Printf("%s\n", file)
		view.Block{Out: o.Streams.Err}.Changed(view.Patch(before, after))
		written, files = written+len(done), files+1
		for i := range results {
			results[i] = settled(results[i], done)
		}
	}
	o.Note(fmt.Sprintf("%s written in %s", english.Count(written, "expectation"), english.Count(files, "file")))
	return results, nil
}

// changesIn returns the values of a file that can be rewritten: expectations that no agent meets
// and for which all agents got the same actual value, or a verdict that can be split by agent.
func changesIn(file string, results []caserun.Result) []casefile.Rewriting {
	var changes []casefile.Rewriting
	var seen []*document.Node
	for _, one := range results {
		if one.Case.At.File != file {
			continue
		}
		for _, m := range one.Mismatches {
			if m.Node == nil || slices.Contains(seen, m.Node) {
				continue
			}
			seen = append(seen, m.Node)
			if agreed(one.Case, m, results) {
				changes = append(changes, casefile.Rewriting{Node: m.Node, Value: m.Came})
			} else if each := apart(one.Case, m, results); each != nil {
				changes = append(changes, casefile.Rewriting{Node: m.Node, Value: each})
			}
		}
	}
	return changes
}

// agreed reports whether all agents that an expectation is for miss it with the same actual
// value.
func agreed(c casefile.Case, missed caserun.Mismatch, results []caserun.Result) bool {
	asked := 0
	for _, one := range results {
		if one.Case.At != c.At || one.Case.Name != c.Name || !within(missed.Node, one.Case.Of(one.Contract.Name).Node) {
			continue
		}
		asked++
		same := func(m caserun.Mismatch) bool { return m.Node == missed.Node && jsonvalue.Equal(m.Came, missed.Came) }
		if !slices.ContainsFunc(one.Mismatches, same) {
			return false
		}
	}
	meant := 0
	for _, agent := range c.Agents {
		if within(missed.Node, c.Of(agent).Node) {
			meant++
		}
	}
	return asked >= meant
}

// apart returns each agent's actual verdict, to replace one expected verdict for all agents. It
// returns nil if something else was expected, or if not all agents have a result.
func apart(c casefile.Case, missed caserun.Mismatch, results []caserun.Result) *jsonvalue.Object {
	if missed.Node != c.Expect.Node || missed.Node.Kind() != document.String || len(c.Agents) < 2 || !casefile.Is(c.At.File) {
		return nil
	}
	each := jsonvalue.New()
	for _, one := range results {
		if one.Case.At != c.At {
			continue
		}
		if one.Run == nil {
			return nil
		}
		each.Set(one.Contract.Name, string(one.Run.Verdict.Kind))
	}
	if each.Len() < len(c.Agents) {
		return nil
	}
	return each
}

// within reports whether a value is part of another.
func within(inner, outer *document.Node) bool {
	if outer == nil {
		return false
	}
	return inner == outer || slices.ContainsFunc(outer.Fields(), func(f document.Field) bool { return within(inner, f.Value) })
}

// settled returns a result without the mismatches whose expectations were rewritten.
func settled(one caserun.Result, changes []casefile.Rewriting) caserun.Result {
	left := slices.DeleteFunc(slices.Clone(one.Mismatches), func(m caserun.Mismatch) bool {
		return slices.ContainsFunc(changes, func(change casefile.Rewriting) bool { return change.Node == m.Node })
	})
	if len(left) == 0 && len(one.Mismatches) > 0 {
		one.Status = caserun.Passed
	}
	one.Mismatches = left
	return one
}
