package format

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/visible"
)

// modelOf returns a trace for the formats that all commands share: a group for each section
// with a check for each clause, after one with a check for each gate, so that findings about
// no clause do not stay green. A rule is a gate.
func modelOf(r trace.Report) report.Report {
	m := report.Report{
		Title: "hooktest trace: " + r.Module, About: about(r), Summary: summary(r), Tables: tables(r), Groups: []report.Group{gateGroup(r)},
		Version: r.Hooktest, Category: "hooktest-trace", Ended: r.Generated, Rooted: true,
		Properties: map[string]any{"module": r.Module, "ladder": r.Ladder, "digests": r.Digests},
	}
	if r.Revision != "" {
		m.Properties["revision"] = r.Revision
	}
	byClause := findingsByClause(r)
	for _, section := range sections(r) {
		g := report.Group{Name: section.title}
		for _, requirement := range section.requirements {
			for _, c := range requirement.Clauses {
				g.Checks = append(g.Checks, clauseCheck(requirement, c, byClause[c.ID]))
			}
		}
		m.Groups = append(m.Groups, g)
	}
	for _, g := range trace.Gates() {
		m.Rules = append(m.Rules, ruleOf(g))
	}
	seen := map[string]int{}
	for _, f := range r.Findings {
		m.Findings = append(m.Findings, findingOf(f, seen))
	}
	return m
}

func gateGroup(r trace.Report) report.Group {
	l := r.Ladder
	s := report.Group{Name: "gates", Started: r.Generated}
	for _, p := range []struct {
		name string
		n    int
	}{
		{"clauses", l.Clauses}, {"tests", l.Tests}, {"inspections", l.Inspections}, {"equivalent", l.Equivalent}, {"denominator", l.Denominator},
		{"linked", l.Linked}, {"executed", l.Executed}, {"passed", l.Passed}, {"proven", l.Proven}, {"inspected", l.Inspected},
	} {
		s.Facts = append(s.Facts, report.Fact{Name: p.name, Value: fmt.Sprint(p.n)})
	}
	for _, g := range trace.Gates() {
		c := report.Check{Name: string(g), Class: "hooktest.trace.gates", Status: report.Passed}
		found := lists.Where(r.Findings, func(f trace.Finding) bool { return f.Gate == g && f.Blocks })
		s.Checks = append(s.Checks, failedBy(c, found))
	}
	return s
}

// clauseCheck fails if a blocking finding is about the clause, and is skipped if the clause
// has a gap that does not block.
func clauseCheck(requirement trace.Requirement, c trace.Clause, findings []trace.Finding) report.Check {
	out := report.Check{Name: c.ID + ": " + c.Text, Class: "hooktest.trace." + requirement.ID, Status: report.Passed, Stdout: clauseText(c)}
	out.At.File, out.At.Line = c.Position().Split()
	switch {
	case len(findings) > 0:
		return failedBy(out, findings)
	case c.Waived != "":
		out.Status, out.Message = report.Skipped, "waived: "+c.Waived
	case c.Gap != "" && c.Equivalent == "":
		out.Status, out.Message = report.Skipped, fmt.Sprintf("%s, not further: %s", c.Rung, c.Gap)
	}
	return out
}

// failedBy returns a check that fails if there are findings, with the first one in the
// message.
func failedBy(c report.Check, findings []trace.Finding) report.Check {
	if len(findings) == 0 {
		return c
	}
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
	c.Status, c.Type, c.Message, c.Detail = report.Failed, string(findings[0].Gate), findings[0].Message, strings.Join(lines, "\n")
	if n := len(findings) - 1; n > 0 {
		c.Message += fmt.Sprintf(" (and %d more)", n)
	}
	return c
}

func ruleOf(g trace.Gate) report.Rule {
	name, title, help := "", g.Title(), g.Help()
	for word := range strings.SplitSeq(string(g), "-") {
		name += strings.ToUpper(word[:1]) + word[1:]
	}
	return report.Rule{
		ID: string(g), Name: name + "Gate", Title: title + ".", Why: title + ". " + help, Severity: report.Error,
		Help: help, HelpMarkdown: "**" + title + ".** " + help, Tags: []string{g.Kind(), "traceability"},
	}
}

// findingOf returns a finding: an error if it blocks, otherwise a warning. Its fingerprint
// does not depend on lines; seen separates findings that are equal in everything else.
func findingOf(f trace.Finding, seen map[string]int) report.Finding {
	// SARIF does not allow an empty message.
	severity, text := report.Warning, cmp.Or(f.Message, f.Gate.Title())
	if f.Blocks {
		severity = report.Error
	}
	if f.Hint != "" {
		text += "\n" + f.Hint
	}
	file, line := f.Position.Split()
	// A finding about no file is reported for the lock file.
	file = cmp.Or(file, trace.LockFile)
	identity := strings.Join([]string{string(f.Gate), f.Subject, file}, "\x00")
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", identity, seen[identity]))
	seen[identity]++
	return report.Finding{
		Rule: ruleOf(f.Gate), Severity: severity, Subject: f.Subject, Fingerprint: hex.EncodeToString(sum[:16]),
		Text: text, At: report.Location{File: file, Line: max(line, 1)},
	}
}

// ladderLine returns the ladder in one line.
func ladderLine(l trace.Ladder) string {
	return fmt.Sprintf("of %d clauses: %d linked, %d executed, %d passed, %d proven; of %d by inspection: %d inspected",
		l.Denominator, l.Linked, l.Executed, l.Passed, l.Proven, l.Inspections, l.Inspected)
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
		lines = append(lines, visible.Line(fmt.Sprintf("check: %s:%d %s: %s", check.File, check.Line, check.Check, cmp.Or(check.Verdict, "not judged"))))
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

// section is a section with its requirements.
type section struct {
	title        string
	requirements []trace.Requirement
}

func (s section) clauses() []trace.Clause {
	var all []trace.Clause
	for _, requirement := range s.requirements {
		all = append(all, requirement.Clauses...)
	}
	return all
}

// sections returns the sections in their order. Requirements without a section come
// last.
func sections(r trace.Report) []section {
	var all []section
	known := map[int]bool{}
	of := func(keep func(int) bool) []trace.Requirement {
		return lists.Where(r.Requirements, func(requirement trace.Requirement) bool { return keep(requirement.Section) })
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
