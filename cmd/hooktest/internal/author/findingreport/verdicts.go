package findingreport

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/conformance/report"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

// Verdict completes the check of an agent or a hook, which has a name, with its verdict. end is the
// error with which the command would end if it had judged nothing else: the check has the status of
// that exit code, and loses its repro unless it fails the report.
func Verdict(c report.Check, row view.Row, warnings []hook.Warning, end error) report.Check {
	text := view.Text(func(b view.Block) {
		if row.Absent == "" {
			b.Verdict(row.Verdict, cmp.Or(c.Title, c.Name), row.Findings)
		}
		if row.Words.Agent != "" {
			b.Effects(row.Words)
		}
		b.Findings(row.Findings)
		b.Warnings(warnings)
	})
	c.Status = report.Passed
	if failure, ok := errors.AsType[*console.Failure](end); ok {
		c.Message = failure.Message
		switch failure.Code {
		case console.ExitNothing:
			c.Status = report.Skipped
		case console.ExitUntestable:
			c.Status, c.Type = report.Errored, "untested"
		default:
			c.Status, c.Type = report.Failed, "failed"
		}
		if failure.Hint != "" {
			text += "hint: " + failure.Hint
		}
	}
	if c.Type == "" {
		c.Repro = ""
	}
	c.Detail = strings.Join(lists.Where(strings.Split(text, "\n"), func(line string) bool { return line != "" }), "\n")
	return c
}

// Process adds to a check how long a hook ran, and what it wrote.
func Process(c *report.Check, r hook.ExecutionResult) {
	c.Milliseconds = float64(r.Duration) / float64(time.Millisecond)
	c.Stdout = view.Excerpt(r.Stdout, int64(len(r.Stdout))+r.StdoutDropped)
	c.Stderr = view.Excerpt(r.Stderr, int64(len(r.Stderr))+r.StderrDropped)
}

// AddVerdicts adds the verdicts on one event input to a report: a group of their checks, and a line
// of the summary.
func AddVerdicts(m *report.Report, rows []view.Row, checks []report.Check) {
	g := report.Group{Checks: checks}
	var titles, all []string
	names := map[string][]string{}
	for _, row := range rows {
		kind := "none"
		if row.Absent == "" {
			kind = string(row.Verdict.Kind)
			g.Facts = append(g.Facts, report.Fact{Name: row.Agent, Value: view.WithRule(hook.Warning{Rule: row.Verdict.Rule, Text: kind})})
		}
		titles, all = append(titles, row.Title), append(all, kind)
		names[kind] = append(names[kind], row.Agent)
	}
	g.Name = strings.Join(slices.DeleteFunc(lists.Once(titles), func(title string) bool { return title == "" }), ", ")
	for _, c := range checks {
		g.Milliseconds += c.Milliseconds
	}
	m.Milliseconds += g.Milliseconds
	m.Groups = append(m.Groups, g)
	said := lists.Of(lists.Once(all), func(kind string) string { return kind + " in " + english.And(names[kind]) })
	m.Summary = append(m.Summary, g.Name+": "+strings.Join(said, "; "))
}

// AddFound adds an agent's findings of a hook at a place to a report. A finding of several agents is
// added once.
func AddFound(m *report.Report, agent string, at report.Location, found []finding.Finding) {
	for _, f := range found {
		one := Of(f)
		one.At, one.Subject = at, agent
		i := slices.IndexFunc(m.Findings, func(known report.Finding) bool {
			return known.Rule.ID == one.Rule.ID && known.Text == one.Text && known.Fix == one.Fix && known.At == one.At
		})
		if i < 0 {
			m.Findings = append(m.Findings, one)
		} else if known := &m.Findings[i]; !slices.Contains(strings.Split(known.Subject, ", "), agent) {
			known.Subject += ", " + agent
		}
	}
}

// AddUnmet adds a finding about an agent's check that fails the report.
func AddUnmet(m *report.Report, c report.Check) {
	if c.Type != "" {
		m.Findings = append(m.Findings, report.Finding{
			Rule: UnmetRule(c.Type), Severity: report.Error, Subject: cmp.Or(c.Title, c.Name), Text: c.Message, Detail: c.Detail, Repro: c.Repro, At: c.At,
		})
	}
}

// UnmetRule returns the rule of what is against a hook or a case, by the type of its check.
func UnmetRule(kind string) report.Rule {
	titles := map[string]string{"failed": "an expectation is not met", "untested": "the hook could not be tested", "broken": "the case is broken"}
	return report.Rule{ID: kind, Title: titles[kind], Why: "A hook does not do what is expected of it.", Severity: report.Error}
}
