package format

import (
	"fmt"
	"io"
	"strings"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/notation"
	"github.com/hooktest/hooktest/internal/visible"
)

func junitFormat() report.Format[trace.Report] {
	return report.Document("junit", "JUnit XML with a test case for each clause", writeJUnit)
}

// writeJUnit writes one test suite for each section and one test case for each clause.
// A clause fails if a blocking finding is about it, and is skipped if it has a gap that
// does not block. The first suite has a test case for each gate, so that findings about
// no clause do not stay green.
func writeJUnit(w io.Writer, r trace.Report) error {
	all := notation.JUnit{Name: "hooktest trace: " + visible.Line(r.Module)}
	all.Add(junitGates(r))
	findings := findingsByClause(r)
	for _, section := range sections(r) {
		s := notation.JUnitSuite{Name: visible.Line(section.title)}
		for _, requirement := range section.requirements {
			for _, c := range requirement.Clauses {
				s.Add(junitClause(requirement, c, findings[c.ID]))
			}
		}
		all.Add(s)
	}
	return all.Write(w)
}

func junitGates(r trace.Report) notation.JUnitSuite {
	l := r.Ladder
	s := notation.JUnitSuite{Name: "gates", Timestamp: r.Generated.UTC().Format("2006-01-02T15:04:05")}
	for _, p := range []struct {
		name string
		n    int
	}{
		{"clauses", l.Clauses}, {"tests", l.Tests}, {"inspections", l.Inspections}, {"equivalent", l.Equivalent}, {"denominator", l.Denominator},
		{"linked", l.Linked}, {"executed", l.Executed}, {"passed", l.Passed}, {"proven", l.Proven}, {"inspected", l.Inspected},
	} {
		s.Properties = append(s.Properties, notation.JUnitProperty{Name: p.name, Value: fmt.Sprint(p.n)})
	}
	for _, g := range trace.Gates() {
		c := notation.JUnitCase{Name: string(g), Class: "hooktest.trace.gates"}
		found := lists.Where(r.Findings, func(f trace.Finding) bool { return f.Gate == g && f.Blocks })
		if len(found) > 0 {
			c.Failure = junitWords(found)
		}
		s.Add(c)
	}
	return s
}

func junitClause(requirement trace.Requirement, c trace.Clause, findings []trace.Finding) notation.JUnitCase {
	out := notation.JUnitCase{
		Name: visible.Line(c.ID + ": " + c.Text), Class: "hooktest.trace." + visible.Line(requirement.ID), Output: clauseText(c),
	}
	out.File, out.Line = positionOf(c)
	out.File = visible.Line(out.File)
	switch {
	case len(findings) > 0:
		out.Failure = junitWords(findings)
	case c.Waived != "":
		out.Skipped = &notation.JUnitWords{Message: "waived: " + visible.Line(c.Waived)}
	case c.Gap != "" && c.Equivalent == "":
		out.Skipped = &notation.JUnitWords{Message: visible.Line(fmt.Sprintf("%s, not further: %s", c.Rung, c.Gap))}
	}
	return out
}

// junitWords returns findings, with the first one in the message.
func junitWords(findings []trace.Finding) *notation.JUnitWords {
	var lines []string
	for _, f := range findings {
		line := fmt.Sprintf("%s: %s", f.Gate, f.Message)
		if f.Position != "" {
			line = string(f.Position) + ": " + line
		}
		if f.Hint != "" {
			line += " (" + f.Hint + ")"
		}
		lines = append(lines, visible.Line(line))
	}
	message := visible.Line(findings[0].Message)
	if n := len(findings) - 1; n > 0 {
		message += fmt.Sprintf(" (and %d more)", n)
	}
	return &notation.JUnitWords{Message: message, Type: string(findings[0].Gate), Text: strings.Join(lines, "\n")}
}

// findingsByClause returns the blocking findings by clause. The subject of a finding
// may be a clause, a check or a mutant of one, a requirement, which means all its
// clauses, or several of these.
func findingsByClause(r trace.Report) map[string][]trace.Finding {
	clauses := map[string][]string{}
	for _, requirement := range r.Requirements {
		for _, c := range requirement.Clauses {
			clauses[c.ID] = []string{c.ID}
			if c.ID != requirement.ID {
				clauses[requirement.ID] = append(clauses[requirement.ID], c.ID)
			}
		}
	}
	found := map[string][]trace.Finding{}
	for _, f := range r.Findings {
		if !f.Blocks {
			continue
		}
		met := map[string]bool{}
		for subject := range strings.FieldsSeq(f.Subject) {
			id, _, _ := strings.Cut(subject, "/")
			for _, clause := range clauses[id] {
				if !met[clause] {
					found[clause] = append(found[clause], f)
				}
				met[clause] = true
			}
		}
	}
	return found
}

// clauseText describes what is linked to a clause, and what failed.
func clauseText(c trace.Clause) string {
	lines := []string{"rung: " + string(c.Rung)}
	for _, l := range c.Implementations {
		lines = append(lines, visible.Line(fmt.Sprintf("code: %s:%d %s", l.File, l.Line, l.Declaration)))
	}
	for _, node := range c.Schemas {
		lines = append(lines, visible.Line("schema: "+node))
	}
	for _, check := range c.Checks {
		verdict := string(check.Verdict)
		if verdict == "" {
			verdict = "not judged"
		}
		lines = append(lines, visible.Line(fmt.Sprintf("check: %s:%d %s: %s", check.File, check.Line, check.Check, verdict)))
		for _, m := range check.Mismatches {
			lines = append(lines, visible.Line(fmt.Sprintf("  line %d, %s: want %s, got %s", m.Line, m.What, m.Want, m.Got)))
		}
	}
	if i := c.Inspection; i != nil {
		lines = append(lines, visible.Line("inspection: "+i.Shows))
		if i.Error != "" {
			lines = append(lines, visible.Line("  "+i.Error))
		}
	}
	for _, id := range c.Mutants {
		lines = append(lines, visible.Line("mutant: "+id))
	}
	return strings.Join(lines, "\n")
}

// positionOf returns the place where a user would begin to look at a clause.
func positionOf(c trace.Clause) (file string, line int) {
	for _, check := range c.Checks {
		if check.Level == cases.LevelRequirement {
			return check.File, check.Line
		}
	}
	for _, l := range c.Implementations {
		return l.File, l.Line
	}
	return "", 0
}

// section is a section with its requirements.
type section struct {
	title        string
	requirements []trace.Requirement
}

// sections returns the sections in their order. Requirements without a section come
// last.
func sections(r trace.Report) []section {
	var all []section
	known := map[int]bool{}
	of := func(keep func(int) bool) (some []trace.Requirement) {
		for _, requirement := range r.Requirements {
			if keep(requirement.Section) {
				some = append(some, requirement)
			}
		}
		return some
	}
	for _, s := range r.Sections {
		known[s.Number] = true
		all = append(all, section{fmt.Sprintf("%d. %s", s.Number, s.Title), of(func(n int) bool { return n == s.Number })})
	}
	if rest := of(func(n int) bool { return !known[n] }); len(rest) > 0 {
		all = append(all, section{"outside of the sections", rest})
	}
	return all
}

// byTest reports whether a clause counts in the ladder's denominator.
func byTest(c trace.Clause) bool { return c.Verify == catalogue.ByTest && c.Equivalent == "" }
