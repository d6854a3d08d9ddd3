package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/notation"
	"github.com/hooktest/hooktest/internal/visible"
)

func junitFormat() Format[Run] {
	return Document("junit", "JUnit XML", writeJUnit)
}

// writeJUnit writes one test suite for each case and one test case for each
// check. A first suite holds the totals as properties. Its test cases report
// whether the run is complete and judged anything (otherwise an empty report would
// be green), whether the known failures are right, whether everything required was
// judged, and the adapter's fault during its shutdown, if any.
func writeJUnit(w io.Writer, r Run) error {
	all := notation.JUnit{Name: "hooktest: " + r.subject(), Time: notation.Milliseconds(r.stream.Footer.Milliseconds)}
	all.Add(r.junitRun())
	for _, c := range r.stream.Cases {
		all.Add(r.junitSuite(c))
	}
	return all.Write(w)
}

func (r Run) junitRun() notation.JUnitSuite {
	s := notation.JUnitSuite{Name: "the run", Timestamp: r.stream.Header.Started.UTC().Format("2006-01-02T15:04:05")}
	for _, t := range tallies(r.totals) {
		for _, v := range outcome.All() {
			if n := t.counts[v]; n > 0 {
				s.Properties = append(s.Properties, notation.JUnitProperty{Name: t.what + "." + string(v), Value: fmt.Sprint(n)})
			}
		}
	}
	s.Properties = append(s.Properties,
		notation.JUnitProperty{Name: "conformant", Value: fmt.Sprint(r.totals.Conformant)},
		notation.JUnitProperty{Name: "observable", Value: fmt.Sprint(r.totals.Observable)},
		notation.JUnitProperty{Name: "all", Value: fmt.Sprint(r.totals.All)},
		notation.JUnitProperty{Name: "outcome", Value: r.outcome()},
		notation.JUnitProperty{Name: "circumstances", Value: strings.Join(r.circumstances(), ", ")})
	for _, one := range r.stream.Footer.Required {
		s.Add(r.junitRequired(one))
	}
	if f := r.stream.Footer.ShutdownFault; f != nil {
		s.Add(notation.JUnitCase{Name: "ends as it should", Class: "hooktest", Error: &notation.JUnitWords{Message: visible.Line(f.String()), Type: string(f.Verdict)}})
	}
	end := notation.JUnitCase{Name: "comes to its end", Class: "hooktest"}
	if r.inconclusive() {
		end.Error = &notation.JUnitWords{Message: r.outcome(), Type: string(r.stream.Outcome())}
	}
	s.Add(end)
	// Blocked checks are skipped below, because nothing is to blame; here they
	// count.
	if n := r.totals.Checks[outcome.Blocked]; n > 0 {
		s.Add(notation.JUnitCase{Name: "judges what it was asked", Class: "hooktest", Failure: &notation.JUnitWords{
			Message: fmt.Sprintf("%s blocked: a control or a prerequisite does not hold", english.Plural(n, "check is", "checks are")), Type: string(outcome.Blocked),
		}})
	}
	if len(r.stream.Footer.KnownFailures) > 0 {
		list := notation.JUnitCase{Name: "has known failures that are true", Class: "hooktest"}
		if lines := r.untrueLines(); len(lines) > 0 {
			list.Failure = &notation.JUnitWords{Message: lines[0], Type: "known-failures", Text: strings.Join(lines, "\n")}
		}
		s.Add(list)
	}
	return s
}

// junitRequired returns the test case that something required was claimed and judged.
func (r Run) junitRequired(one stream.Required) notation.JUnitCase {
	c := notation.JUnitCase{Name: "claims " + one.Name + ", which is required", Class: "hooktest"}
	if slices.ContainsFunc(r.stream.Lost(), func(lost stream.Required) bool { return lost.Name == one.Name }) {
		c.Failure = &notation.JUnitWords{Message: one.Wrong(), Type: "required"}
	}
	return c
}

func (r Run) junitSuite(c stream.Case) notation.JUnitSuite {
	s := notation.JUnitSuite{Name: visible.Text(c.Start.Case)}
	if c.End != nil {
		s.Time = notation.Milliseconds(c.End.Milliseconds)
	}
	for _, check := range c.Checks {
		s.Add(r.junitCase(check))
	}
	return s
}

func (r Run) junitCase(c stream.Check) notation.JUnitCase {
	file, line := r.place(c)
	out := notation.JUnitCase{Name: visible.Text(c.Check), Class: visible.Text(c.Case), File: visible.Text(file), Line: line, Time: notation.Milliseconds(c.Milliseconds)}
	words := &notation.JUnitWords{Message: visible.Line(reason(c)), Type: string(c.Verdict)}
	switch {
	case c.Verdict == outcome.Pass:
		return out
	case !c.Verdict.Red(), c.Verdict == outcome.Blocked && c.Level == cases.LevelRequirement:
		words.Message, words.Type = string(c.Verdict)+": "+words.Message, ""
		out.Skipped = words
	case c.Level == cases.LevelInterpretation:
		words.Message, words.Type = "an interpretation, told and not failed: "+words.Message, ""
		out.Skipped = words
	case c.Blame == outcome.BlameImplementation:
		words.Text = r.plainDetail(c)
		out.Failure = words
	default:
		words.Text = r.plainDetail(c)
		out.Error = words
	}
	out.Output = evidenceText(c.Evidence)
	if c.Evidence.Stderr != nil {
		out.Errors = visible.Text(c.Evidence.Stderr.Text)
	}
	return out
}
