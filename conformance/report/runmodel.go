package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/cause"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/visible"
)

// OfRuns returns the formats of a run. Those of its own are for people, or have a schema.
func OfRuns() Formats[Run] {
	return Of(Run.Model,
		Text("pretty", writePretty), Document("json", writeJSON), Document("ndjson", func(w io.Writer, r Run) error { return r.stream.Write(w) }),
		Document("html", writeHTML), BadgeEndpoint(Run.badge), BadgePicture(Run.badge),
	)
}

// Model returns a run for the formats that all commands share: a group for each case, after
// one with the totals and the checks of the run as a whole.
func (r Run) Model() Report {
	header, footer := r.stream.Header, r.stream.Footer
	m := Report{
		Title: "hooktest: " + r.subject(), About: []string{r.subject(), strings.Join(r.circumstances(), ", ")}, Summary: r.summary(),
		Milliseconds: footer.Milliseconds, Version: header.Hooktest, Category: "hooktest-conform",
		Ended: header.Started.Add(time.Duration(footer.Milliseconds * float64(time.Millisecond))), Properties: map[string]any{"summary": r.summary()},
	}
	if r.inconclusive() {
		m.Incomplete = r.outcome()
	}
	m.Groups, m.Findings = []Group{r.asAWhole(m.Incomplete)}, r.findings(m.Incomplete)
	m.FixFirst, m.Foremost = r.fixFirst()
	m.Tables = r.tables()
	for _, c := range r.stream.Cases {
		g := Group{Name: c.Start.Case, Checks: lists.Of(c.Checks, r.check)}
		if c.End != nil {
			g.Milliseconds = c.End.Milliseconds
		}
		m.Groups = append(m.Groups, g)
	}
	return m
}

// fixFirst returns the causes to fix first, and the heading above them.
func (r Run) fixFirst() (heading string, causes []Finding) {
	heading, foremost := r.foremost()
	return heading, lists.Of(foremost, func(c cause.Cause) Finding {
		clause, seen := r.told(c)
		return Finding{Title: clause, Text: worth(c), Detail: joined("seen: "+seen, "in "+strings.Join(r.about(c), ", "), "smallest: "+r.smallest(c)), Repro: c.Smallest.Repro}
	})
}

// tables returns the failures that are expected, and the requirements that are not conformant.
func (r Run) tables() []Table {
	expected := Table{Title: "Expected failures", Noun: "expected failures", Folded: true, Columns: []string{"check", "place", "seen"}}
	for _, c := range r.expected() {
		file, line := r.place(c)
		expected.Rows = append(expected.Rows, []string{r.marked(c.Check), Location{File: file, Line: line}.String(), visible.Line(reason(c))})
	}
	open := Table{Title: "Requirements that are not conformant", Noun: "requirements", Folded: true, Columns: []string{"verdict", "requirement", "title"}}
	for _, roll := range r.requirements {
		if roll.Verdict != outcome.Pass {
			open.Rows = append(open.Rows, []string{toneOf(roll.Verdict).Shape() + " " + string(roll.Verdict), r.marked(roll.ID), r.titles[roll.ID]})
		}
	}
	return []Table{expected, open}
}

// asAWhole returns the totals, and checks of whether everything required was judged,
// the adapter ended as it should, the run is complete and judged anything (otherwise
// an empty report would be green), and the known failures are right.
func (r Run) asAWhole(incomplete string) Group {
	g := Group{Name: "the run", Started: r.stream.Header.Started}
	fact := func(name string, value any) { g.Facts = append(g.Facts, Fact{name, fmt.Sprint(value)}) }
	for _, t := range tallies(r.totals) {
		for _, v := range outcome.All() {
			if n := t.counts[v]; n > 0 {
				fact(t.what+"."+string(v), n)
			}
		}
	}
	fact("conformant", r.totals.Conformant)
	fact("observable", r.totals.Observable)
	fact("all", r.totals.All)
	fact("outcome", r.outcome())
	fact("circumstances", strings.Join(r.circumstances(), ", "))

	add := func(name string, against Status, typ, wrong, detail string) {
		c := Check{Name: name, Class: "hooktest", Status: Passed}
		if wrong != "" {
			c.Status, c.Type, c.Message, c.Detail = against, typ, wrong, detail
		}
		g.Checks = append(g.Checks, c)
	}
	for _, one := range r.stream.Footer.Required {
		wrong := ""
		if slices.ContainsFunc(r.stream.Lost(), func(lost stream.Required) bool { return lost.Name == one.Name }) {
			wrong = one.Wrong()
		}
		add("claims "+one.Name+", which is required", Failed, "required", wrong, "")
	}
	if f := r.stream.Footer.ShutdownFault; f != nil {
		add("ends as it should", Errored, string(f.Verdict), f.String(), "")
	}
	add("comes to its end", Errored, string(r.stream.Outcome()), incomplete, "")
	if n := r.totals.Checks[outcome.Blocked]; n > 0 {
		wrong := english.Plural(n, "check is", "checks are") + " blocked: a control or a prerequisite does not hold"
		add("judges what it was asked", Failed, string(outcome.Blocked), wrong, "")
	}
	if len(r.stream.Footer.KnownFailures) > 0 {
		all := strings.Join(r.untrueLines(), "\n")
		first, _, _ := strings.Cut(all, "\n")
		add("has known failures that are true", Failed, "known-failures", first, all)
	}
	return g
}

// check returns a check of a case. An interpretation that the implementation decides in
// another way is tolerated.
func (r Run) check(c stream.Check) Check {
	file, line := r.place(c)
	out := Check{
		Name: c.Check, Class: c.Case, Title: r.marked(c.Check) + " in " + c.Case, Status: Passed, At: Location{File: file, Line: line}, Milliseconds: c.Milliseconds,
	}
	if c.Verdict == outcome.Pass {
		return out
	}
	out.Reason = string(c.Verdict)
	switch {
	case c.Verdict == outcome.ExpectedFailure:
		out.Status = Tolerated
	case !c.Verdict.Red():
		out.Status = Skipped
	case c.Level == cases.LevelInterpretation:
		out.Status, out.Reason = Tolerated, "an interpretation, told and not failed"
	case c.Verdict == outcome.Blocked:
		out.Status = Blocked
	case c.Blame == outcome.BlameImplementation:
		out.Status = Failed
	default:
		out.Status = Errored
	}
	if out.Message = out.Reason + ": " + reason(c); out.Status == Failed || out.Status == Errored {
		out.Message, out.Type, out.Detail = reason(c), string(c.Verdict), r.plainDetail(c)
	}
	if c.Verdict == outcome.ExpectedFailure && c.Expected != nil {
		out.Reason += ": " + c.Expected.Reason
	}
	out.Facts = []Fact{{"verdict", string(c.Verdict)}, {"blame", string(c.Blame)}}
	if len(c.Waits) > 0 {
		out.Facts = append(out.Facts, Fact{"waits", strings.Join(c.Waits, ", ")})
	}
	out.Mismatches, out.Repro, out.Stdout = c.Mismatches, c.Repro, evidenceText(c.Evidence)
	if c.Evidence.Stderr != nil {
		out.Stderr = c.Evidence.Stderr.Text
	}
	return out
}

// findings returns what is against the run, the worst failures first, and the differences.
func (r Run) findings(incomplete string) []Finding {
	var all []Finding
	whole := func(text string) {
		rule := Rule{ID: "run", Title: "the run as a whole", Why: "It is incomplete, or something is against it in addition to its checks.", Severity: Error}
		all = append(all, Finding{Rule: rule, Severity: Error, Title: "hooktest", Text: text})
	}
	if incomplete != "" {
		whole(incomplete)
	}
	for _, c := range worstFirst(r.failures()) {
		all = append(all, r.finding(Error, c))
	}
	for _, k := range r.stream.UntrueFailures() {
		file, line := k.Position.Split()
		rule := Rule{ID: "known-failure", Title: "a known failure is not true", Why: "A list of known failures must not become outdated unnoticed.", Severity: Error}
		all = append(all, Finding{Rule: rule, Severity: Error, Title: "known failure", Text: k.Wrong(), At: Location{File: file, Line: line}})
	}
	for _, line := range r.otherwise() {
		whole(line)
	}
	for _, c := range r.differences() {
		all = append(all, r.finding(Info, c))
	}
	return all
}

func (r Run) finding(severity Severity, c stream.Check) Finding {
	file, line := r.place(c)
	rule := Rule{ID: c.Clause, Title: cmp.Or(r.titles[c.Clause], c.Clause), Why: cmp.Or(r.titles[c.Requirement], c.Requirement), Severity: severity}
	return Finding{
		Rule: rule, Severity: severity, Subject: r.marked(c.Check), Title: fmt.Sprintf("%s %s", c.Verdict, r.marked(c.Check)),
		Text: joined(r.titles[c.Clause], reason(c)), Repro: c.Repro, At: Location{File: file, Line: line},
	}
}
