package page

import (
	"slices"

	"github.com/hooktest/hooktest/conformance/catalogue"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/trace"
	"github.com/hooktest/hooktest/conformance/trace/proof"
	"github.com/hooktest/hooktest/internal/lists"
	h "github.com/hooktest/hooktest/internal/webpage"
)

// A mark is a status for display: a word, and a class that gives it a shape and a
// color.
type mark struct{ Word, Class string }

func (m mark) show() h.Markup { return h.El("b", h.Class(m.Class), m.Word) }

// A verdictMark also has the letter that filters use, and a word short enough for a
// cell.
type verdictMark struct {
	Verdict outcome.Verdict
	mark
	Letter string
}

func verdictMarks() []verdictMark {
	return []verdictMark{
		{outcome.Pass, mark{"pass", "vP"}, "P"},
		{outcome.ExpectedFailure, mark{"xfail", "vX"}, "X"},
		{outcome.Unsupported, mark{"unsupp.", "vU"}, "U"},
		{outcome.NotObservable, mark{"unseen", "vO"}, "O"},
		{outcome.NotRun, mark{"not run", "vN"}, "N"},
		{outcome.Blocked, mark{"blocked", "vN"}, "B"},
		{outcome.Flaky, mark{"flaky", "vK"}, "K"},
		{outcome.Fail, mark{"fail", "vF"}, "F"},
		{outcome.UnexpectedPass, mark{"xpass", "vQ"}, "Q"},
		{outcome.Timeout, mark{"timeout", "vT"}, "T"},
		{outcome.Crash, mark{"crash", "vC"}, "C"},
		{outcome.ProtocolViolation, mark{"protocol", "vV"}, "V"},
		{outcome.AdapterError, mark{"adapter", "vA"}, "A"},
		{outcome.SuiteError, mark{"suite", "vS"}, "S"},
	}
}

// unjudged is the mark of a missing verdict.
func unjudged() verdictMark { return verdictMark{"", mark{"none", "vN"}, "-"} }

// statusMark is the mark of a mutant's status.
func statusMark(s proof.Status) mark {
	switch s {
	case proof.Killed:
		return mark{string(s), "vP"}
	case proof.Survived, proof.Decorative, proof.Inert, proof.Unfair:
		return mark{string(s), "vF"}
	case proof.WrongReason:
		return mark{"wrong reason", "vX"}
	case proof.TimedOut:
		return mark{"timed out", "vT"}
	case "":
		return mark{"not judged", "vN"}
	}
	return mark{string(s), "vC"}
}

// rungMark is the mark of the rung of a clause or a requirement by test.
func rungMark(r trace.Rung) mark {
	classes := map[trace.Rung]string{trace.Unlinked: "r0", trace.Linked: "r1", trace.Executed: "r2", trace.Passed: "r3", trace.Proven: "r4"}
	return mark{string(r), classes[r]}
}

// clauseMark is rungMark, or the result of the inspection for a clause by inspection.
func clauseMark(c trace.Clause) mark {
	if c.Verify != catalogue.ByInspection {
		return rungMark(c.Rung)
	}
	switch c.Rung {
	case trace.Passed, trace.Proven:
		return mark{"inspected", "i3"}
	case trace.Executed:
		return mark{"inspection fails", "i2"}
	case trace.Linked:
		return mark{"not carried out", "i1"}
	}
	return mark{"not inspected", "i0"}
}

// requirementMark is the mark of the lowest clause by test or, if there is none, of the
// inspections. A merged requirement has none.
func requirementMark(r trace.Requirement) mark {
	if r.Rung != "" {
		return rungMark(r.Rung)
	}
	var lowest mark
	for _, c := range r.Clauses {
		if m := clauseMark(c); lowest.Class == "" || m.Class < lowest.Class {
			lowest = m
		}
	}
	return lowest
}

// gap returns what a clause lacks for the next rung; "" if it needs nothing more or is
// excused.
func gap(c trace.Clause) string {
	if c.Waived != "" || c.Equivalent != "" && c.Rung == trace.Passed {
		return ""
	}
	return c.Gap
}

// next returns the next rung.
func next(c trace.Clause) string {
	if c.Verify == catalogue.ByInspection {
		return "inspected"
	}
	rungs := trace.Rungs()
	if i := slices.Index(rungs, c.Rung) + 1; i > 0 && i < len(rungs) {
		return string(rungs[i])
	}
	return ""
}

// A flag is a property of a clause that its rung does not show, with the reason for it.
type flag struct{ Word, Reason string }

func flags(c trace.Clause) []flag {
	return lists.Where([]flag{{"suspect", c.Suspect}, {"waived", c.Waived}, {"equivalent", c.Equivalent}}, func(f flag) bool { return f.Reason != "" })
}
