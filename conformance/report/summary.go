package report

import (
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/conformance/cases"
	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
	"github.com/hooktest/hooktest/internal/visible"
)

func toneOf(v outcome.Verdict) Tone {
	switch {
	case v == outcome.Pass:
		return Good
	case v.Red():
		return Bad
	case v == outcome.ExpectedFailure:
		return Caution
	}
	return Faint
}

// toneOfCheck returns the tone of a check's verdict, except for interpretations,
// which never fail.
func toneOfCheck(c stream.Check) Tone {
	if tone := toneOf(c.Verdict); tone != Bad || c.Level == cases.LevelRequirement {
		return tone
	}
	return Caution
}

// numbers are the three numbers of an implementation.
func numbers(n stream.Numbers) string {
	return fmt.Sprintf("%d conformant / %d observable / %d clauses", n.Conformant, n.Observable, n.All)
}

// allNumbers returns the three numbers and, if some requirements are targets, the
// three without these.
func allNumbers(t stream.Totals) []string {
	lines := []string{numbers(t.Numbers)}
	if t.WithoutTarget != nil {
		lines = append(lines, "without "+catalogue.Target.Mark()+": "+numbers(*t.WithoutTarget))
	}
	return lines
}

// tally is one line of totals.
type tally struct {
	what   string
	counts stream.Counts
}

func tallies(t stream.Totals) []tally {
	return []tally{
		{"checks", t.Checks},
		{"clauses", t.Clauses},
		{"requirements", t.Requirements},
		{"interpretations", t.Interpretations},
	}
}

func (t tally) String() string {
	var parts []string
	for _, v := range outcome.All() {
		if n := t.counts[v]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v))
		}
	}
	if len(parts) == 0 {
		parts = append(parts, "none")
	}
	return t.what + ": " + strings.Join(parts, ", ")
}

// summary returns the outcome, totals and numbers.
func (r Run) summary() []string {
	lines := append([]string{r.outcome()}, lists.Of(tallies(r.totals), tally.String)...)
	if text := blames(r.totals); text != "" {
		lines = append(lines, text)
	}
	return append(append(lines, allNumbers(r.totals)...), r.required()...)
}

// inconclusive reports whether even passing checks are not a success: the run is
// incomplete, or judged nothing.
func (r Run) inconclusive() bool {
	return !r.stream.Footer.Complete || r.stream.Outcome() == stream.NothingJudged
}

// outcome is the run in one line.
func (r Run) outcome() string {
	o := r.stream.Outcome()
	switch o {
	case stream.AsExpected:
		return string(o) + ": " + r.judged() + ", with nothing against it"
	case stream.Against:
		var parts []string
		if red := r.totals.Checks.Red(); red > 0 {
			parts = append(parts, fmt.Sprintf("%d of %s", red, english.Count(r.totals.Checks.Sum(), "check")))
		}
		for _, one := range r.stream.Lost() {
			if one.Partly() {
				parts = append(parts, "not all of "+one.Name)
				continue
			}
			parts = append(parts, one.Name+" is lost")
		}
		if r.stream.Footer.ShutdownFault != nil {
			parts = append(parts, "the adapter's end")
		}
		if n := len(r.stream.UntrueFailures()); n > 0 {
			parts = append(parts, english.Plural(n, "known failure is not true", "known failures are not true"))
		}
		return string(o) + ": " + strings.Join(append(parts, r.judged()), "; ")
	case stream.SuiteFault:
		text := string(o) + ": " + english.Plural(r.totals.Broken(), "check is broken itself", "checks are broken themselves")
		if !r.stream.Footer.Complete {
			text += "; " + string(stream.Unfinished) + ": " + r.why()
		}
		return text
	case stream.Unfinished:
		return string(o) + ": " + r.why()
	}
	return string(o) + ": no check says anything about the implementation"
}

// judged says how much of the suite the outcome covers. A selection or a shard is
// called a part, because it is not a run of the whole suite.
func (r Run) judged() string {
	all := english.Count(r.totals.Checks.Sum(), "check")
	if r.stream.Header.Partial() {
		all += " in this part"
	}
	return fmt.Sprintf("%d of %s judged", r.totals.Checks.Judged(), all)
}

// required returns one line with the result of everything required; nil if nothing
// is required.
func (r Run) required() []string {
	var parts []string
	for _, one := range r.stream.Footer.Required {
		part := fmt.Sprintf("%s (%d of %s judged)", one.Name, one.Judged, english.Count(one.Checks, "check"))
		if !one.Claimed {
			part = one.Name + " (not claimed)"
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return nil
	}
	return []string{"required: " + strings.Join(parts, ", ")}
}

// otherwiseHeading is the heading of what is against a run in addition to its checks
// and its known failures.
const otherwiseHeading = "What else is against it"

// otherwise returns these, one line each: required names that are lost, and the
// adapter's fault during its shutdown.
func (r Run) otherwise() []string {
	lines := lists.Of(r.stream.Lost(), stream.Required.Wrong)
	if f := r.stream.Footer.ShutdownFault; f != nil {
		lines = append(lines, visible.Line(f.String()))
	}
	return lines
}

// untrueHeading is the heading of the entries of the known-failure file that are
// wrong for the run.
const untrueHeading = "Known failures that are not true"

// untrueLines returns the position of each of these entries and what is wrong with it,
// on one line, in order.
func (r Run) untrueLines() []string {
	return lists.Of(r.stream.UntrueFailures(), func(k stream.KnownFailure) string { return visible.Line(string(k.Position) + ": " + k.Wrong()) })
}

// why says why the run is incomplete, and who is to blame for that.
func (r Run) why() string {
	text := visible.Line(r.stream.Footer.Why)
	if b := r.stream.Footer.Blame; b != outcome.BlameNone {
		text += " (blame: " + blamed(b) + ")"
	}
	return text
}

// subject names what was tested.
func (r Run) subject() string {
	i := r.stream.Header.Adapter.Hello.Implementation
	name := strings.TrimSpace(i.Name + " " + i.Version)
	if i.Language != "" {
		name += " (" + i.Language + ")"
	}
	return visible.Line(name)
}

// circumstances say what tested it and where, and when.
func (r Run) circumstances() []string {
	h := r.stream.Header
	where := fmt.Sprintf("hooktest %s, suite %s, %s/%s, %s, seed %d", h.Hooktest, short(h.Suite),
		h.Platform.OS, h.Platform.Arch, english.Count(h.Platform.CPUs, "cpu"), h.Seed)
	if h.Shard.Count > 1 {
		where += ", " + h.Shard.String()
	}
	when := fmt.Sprintf("started %s, took %.1f s", h.Started.UTC().Format("2006-01-02 15:04 UTC"), r.stream.Footer.Milliseconds/1000)
	lines := []string{visible.Line(where), when}
	if again := r.stream.Footer.Restarts; again != nil {
		lines = append(lines, fmt.Sprintf("the adapter was started again %s, which cost %.1f s", english.Count(again.Count, "time"), again.Milliseconds/1000))
	}
	return lines
}

func short(digest string) string { return digest[:min(len(digest), len("sha256:")+12)] }

// place returns the case file and the line to look up a check at.
func (r Run) place(c stream.Check) (file string, line int) {
	line = c.Line
	if len(c.Mismatches) > 0 && c.Mismatches[0].Line > 0 {
		line = c.Mismatches[0].Line
	}
	return r.files[c.Case], line
}

// reason returns a check's verdict in one line.
func reason(c stream.Check) string {
	var parts []string
	if len(c.Waits) > 0 {
		parts = append(parts, waiting(c))
	}
	if len(c.Mismatches) > 0 {
		m := c.Mismatches[0]
		parts = append(parts, fmt.Sprintf("%s: want %s, got %s", m.What, m.Want, m.Got))
	}
	if n := len(c.Mismatches) - 1; n > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", n))
	}
	if x := c.Expected; x != nil {
		parts = append(parts, "known failure "+expectation(x))
	}
	if len(parts) == 0 {
		return string(c.Verdict)
	}
	return strings.Join(parts, "; ")
}

// waiting says what blocks a blocked check.
func waiting(c stream.Check) string { return visible.Line("waits for " + strings.Join(c.Waits, ", ")) }

func expectation(x *stream.Expectation) string {
	text := fmt.Sprintf("%s (%s): %s", x.Pattern, x.Verdict, x.Reason)
	if x.Issue != "" {
		text += ", " + x.Issue
	}
	if x.Until != "" {
		text += ", until " + x.Until
	}
	if x.Position != "" {
		text += ", " + string(x.Position)
	}
	return text
}

// ending says how a run of a hook ended.
func ending(run stream.HookRun) string {
	switch {
	case run.Exit == nil:
		return "not ended when its case did"
	case *run.Exit < 0:
		return "ended by a signal"
	}
	took := "an unknown time"
	if run.Milliseconds != nil {
		took = fmt.Sprintf("%.0f ms", *run.Milliseconds)
	}
	return fmt.Sprintf("exit %d after %s", *run.Exit, took)
}
