// Package report turns results into reports. Of returns the formats that all commands
// share, which write a Report: JUnit XML, TAP, SARIF, Markdown and annotations. New and
// OfRuns turn the events of a conformance run into these and into text, JSON, badges
// and an HTML page.
//
// Every format is a pure function: the same Run or Report gives the same bytes, and
// every number about a run is one of the stream's totals. Output of hooks and
// adapters is escaped, so no viewer interprets it.
//
// The package reads and writes no files, judges nothing, and uses neither the clock
// nor the environment.
package report

import (
	"cmp"
	"slices"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/cause"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
)

// A Run is a stream, rolled up, with the titles and texts of the catalogue.
type Run struct {
	stream       stream.Run
	requirements []stream.RequirementRoll
	totals       stream.Totals
	causes       []cause.Cause
	titles       map[string]string
	files        map[string]string
	// states and sections are by requirement.
	states   map[string]catalogue.State
	sections map[string]catalogue.Section
}

// New prepares a run for reports. c has the titles of requirements and the texts of
// clauses; it may be newer than the stream, because an id has one meaning forever. Ids
// that it does not have, and all ids if it is nil, are shown without a title.
func New(run stream.Run, c *catalogue.Catalogue) Run {
	r := Run{
		stream: run, causes: cause.Of(run), titles: map[string]string{}, files: map[string]string{},
		states: map[string]catalogue.State{}, sections: map[string]catalogue.Section{},
	}
	r.requirements, r.totals = run.RollUp()
	for _, roll := range r.requirements {
		if roll.Target {
			r.states[roll.ID] = catalogue.Target
		}
	}
	for _, one := range run.Cases {
		r.files[one.Start.Case] = one.Start.File
	}
	if c == nil {
		return r
	}
	for _, section := range c.Sections() {
		for _, id := range section.Requirements {
			r.sections[id] = section
		}
	}
	for _, requirement := range c.Requirements() {
		r.titles[requirement.ID] = requirement.Title
		for _, clause := range requirement.Clauses {
			r.titles[clause.ID] = clause.Text
		}
	}
	for _, in := range c.Interpretations() {
		r.titles[in.ID] = in.Title
	}
	return r
}

// failures returns the checks that fail the run.
func (r Run) failures() []stream.Check {
	return r.choose(func(c stream.Check) bool { return c.Level == cases.LevelRequirement && c.Verdict.Red() })
}

// expected returns the failures that the known-failure file predicts.
func (r Run) expected() []stream.Check {
	return r.choose(func(c stream.Check) bool {
		return c.Level == cases.LevelRequirement && c.Verdict == outcome.ExpectedFailure
	})
}

// differences returns the interpretations that the implementation decides in
// another way: they are reported, but do not fail it.
func (r Run) differences() []stream.Check {
	return r.choose(func(c stream.Check) bool { return c.Level == cases.LevelInterpretation && c.Verdict.Red() })
}

// choose returns checks in the order of the specification.
func (r Run) choose(keep func(stream.Check) bool) []stream.Check {
	return r.inOrder(slices.DeleteFunc(r.stream.Checks(), func(c stream.Check) bool { return !keep(c) }))
}

// worstFirst sorts checks for a reader who sees only the first few.
func worstFirst(checks []stream.Check) []stream.Check {
	all := outcome.All()
	slices.SortStableFunc(checks, func(a, b stream.Check) int {
		return cmp.Compare(slices.Index(all, b.Verdict), slices.Index(all, a.Verdict))
	})
	return checks
}
