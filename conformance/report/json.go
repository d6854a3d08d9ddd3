package report

import (
	"io"

	"github.com/hooktest/hooktest/conformance/cause"
	"github.com/hooktest/hooktest/conformance/outcome"
	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/internal/layout"
	"github.com/hooktest/hooktest/internal/lists"
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
	Requirements []string  `json:"requirements"`
	Smallest     jsonRepro `json:"smallest"`
	Checks       []key     `json:"checks"`
}

type jsonRepro struct {
	key
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
	Checks []key `json:"checks"`
}

type jsonCase struct {
	Start  stream.CaseStart `json:"start"`
	Checks []stream.Check   `json:"checks"`
	End    *stream.CaseEnd  `json:"end,omitempty"`
}

func writeJSON(w io.Writer, r Run) error {
	d := document{
		Schema: jsonSchema, Outcome: r.stream.Outcome(), Header: r.stream.Header, Footer: r.stream.Footer,
		Causes: lists.Of(r.causes, newJSONCause),
		Requirements: lists.Of(r.requirements, func(roll stream.RequirementRoll) jsonRequirement {
			return jsonRequirement{roll.ID, r.titles[roll.ID], roll.Target, r.sections[roll.ID].Number, roll.Verdict, lists.Of(roll.Clauses, r.jsonClause)}
		}),
		Cases: lists.Of(r.stream.Cases, func(c stream.Case) jsonCase { return jsonCase{c.Start, append([]stream.Check{}, c.Checks...), c.End} }),
	}
	d.Footer.Totals = r.totals
	return layout.Encode(w, d)
}

func newJSONCause(c cause.Cause) jsonCause {
	return jsonCause{
		What: c.Trait.What, Want: c.Trait.Want, Got: c.Trait.Got, Blame: c.Blame, Red: c.Red, Alone: c.Alone, Waiting: c.Waiting,
		Requirements: lists.Once(lists.Of(c.Checks, func(check stream.Check) string { return check.Requirement })),
		Smallest:     jsonRepro{keyOf(c.Smallest), c.Smallest.Repro}, Checks: lists.Of(c.Checks, keyOf),
	}
}

func (r Run) jsonClause(roll stream.ClauseRoll) jsonClause {
	clause := jsonClause{ID: roll.ID, Text: r.titles[roll.ID], Verify: "test", Verdict: roll.Verdict, Checks: lists.Of(roll.Checks, keyOf)}
	if roll.Inspection {
		clause.Verify = "inspection"
	}
	return clause
}
