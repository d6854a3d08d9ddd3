package report

import (
	"io"
	"slices"

	"github.com/hooktest/hooktest/conformance/cause"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/layout"
)

// jsonSchema identifies the schema of the JSON document.
const jsonSchema = "urn:hooktest:schema:conformance-report"

// document is the run as one JSON document.
type document struct {
	Schema       string            `json:"schema"`
	Outcome      stream.Outcome    `json:"outcome"`
	Header       stream.Header     `json:"header"`
	Causes       []jsonCause       `json:"causes"`
	Requirements []jsonRequirement `json:"requirements"`
	Cases        []jsonCase        `json:"cases"`
	Footer       stream.Footer     `json:"footer"`
}

// jsonCause is what several failures most likely have in common.
type jsonCause struct {
	What  string        `json:"what,omitempty"`
	Want  string        `json:"want,omitempty"`
	Got   string        `json:"got"`
	Blame outcome.Blame `json:"blame"`
	Red   int           `json:"red"`
	Alone int           `json:"alone"`
	// Waiting counts the checks that were not judged because of it.
	Waiting int `json:"waiting,omitempty"`
	// Requirements are those that the checks are about, each once.
	Requirements []string        `json:"requirements"`
	Smallest     jsonRepro       `json:"smallest"`
	Checks       []jsonReference `json:"checks"`
}

type jsonRepro struct {
	Case  string `json:"case"`
	Check string `json:"check"`
	Repro string `json:"repro,omitempty"`
}

type jsonRequirement struct {
	ID      string          `json:"id"`
	Title   string          `json:"title,omitempty"`
	Target  bool            `json:"target,omitempty"`
	Section int             `json:"section,omitempty"`
	Verdict outcome.Verdict `json:"verdict"`
	Clauses []jsonClause    `json:"clauses"`
}

type jsonClause struct {
	ID      string          `json:"id"`
	Text    string          `json:"text,omitempty"`
	Verify  string          `json:"verify"`
	Verdict outcome.Verdict `json:"verdict"`
	// Checks are the names of the clause's checks, with their cases.
	Checks []jsonReference `json:"checks"`
}

type jsonReference struct {
	Case  string `json:"case"`
	Check string `json:"check"`
}

type jsonCase struct {
	Start  stream.CaseStart `json:"start"`
	Checks []stream.Check   `json:"checks"`
	End    *stream.CaseEnd  `json:"end,omitempty"`
}

func writeJSON(w io.Writer, r Run) error {
	d := document{
		Schema: jsonSchema, Outcome: r.stream.Outcome(), Header: r.stream.Header, Footer: r.stream.Footer,
		Causes: []jsonCause{}, Requirements: []jsonRequirement{}, Cases: []jsonCase{},
	}
	for _, c := range r.causes {
		d.Causes = append(d.Causes, newJSONCause(c))
	}
	d.Footer.Totals = r.totals
	for _, roll := range r.requirements {
		requirement := jsonRequirement{ID: roll.ID, Title: r.titles[roll.ID], Target: roll.Target, Section: r.sections[roll.ID].Number, Verdict: roll.Verdict, Clauses: []jsonClause{}}
		for _, clause := range roll.Clauses {
			requirement.Clauses = append(requirement.Clauses, r.jsonClause(clause))
		}
		d.Requirements = append(d.Requirements, requirement)
	}
	for _, c := range r.stream.Cases {
		d.Cases = append(d.Cases, jsonCase{c.Start, append([]stream.Check{}, c.Checks...), c.End})
	}
	return layout.Encode(w, d)
}

func newJSONCause(c cause.Cause) jsonCause {
	t, s := c.Trait, c.Smallest
	one := jsonCause{
		What: t.What, Want: t.Want, Got: t.Got, Blame: c.Blame, Red: c.Red, Alone: c.Alone, Waiting: c.Waiting,
		Smallest: jsonRepro{s.Case, s.Check, s.Repro},
	}
	for _, check := range c.Checks {
		one.Checks = append(one.Checks, jsonReference{check.Case, check.Check})
		if !slices.Contains(one.Requirements, check.Requirement) {
			one.Requirements = append(one.Requirements, check.Requirement)
		}
	}
	return one
}

func (r Run) jsonClause(roll stream.ClauseRoll) jsonClause {
	clause := jsonClause{ID: roll.ID, Text: r.titles[roll.ID], Verify: "test", Verdict: roll.Verdict, Checks: []jsonReference{}}
	if roll.Inspection {
		clause.Verify = "inspection"
	}
	for _, c := range roll.Checks {
		clause.Checks = append(clause.Checks, jsonReference{c.Case, c.Check})
	}
	return clause
}
