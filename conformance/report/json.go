package report

import (
	"encoding/json"
	"io"

	"github.com/hooktest/hooktest/conformance/stream"
	"github.com/hooktest/hooktest/conformance/verdict"
)

// jsonSchema identifies the schema of the JSON document.
const jsonSchema = "urn:hooktest:schema:conformance-report"

// document is the run as one JSON document.
type document struct {
	Schema       string            `json:"schema"`
	Outcome      stream.Outcome    `json:"outcome"`
	Header       stream.Header     `json:"header"`
	Requirements []jsonRequirement `json:"requirements"`
	Cases        []jsonCase        `json:"cases"`
	Footer       stream.Footer     `json:"footer"`
}

type jsonRequirement struct {
	ID      string          `json:"id"`
	Title   string          `json:"title,omitempty"`
	Verdict verdict.Verdict `json:"verdict"`
	Clauses []jsonClause    `json:"clauses"`
}

type jsonClause struct {
	ID      string          `json:"id"`
	Text    string          `json:"text,omitempty"`
	Verify  string          `json:"verify"`
	Verdict verdict.Verdict `json:"verdict"`
	// Checks are the names of the clause's checks, beside their cases.
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
		Requirements: []jsonRequirement{}, Cases: []jsonCase{},
	}
	d.Footer.Totals = r.totals
	for _, roll := range r.requirements {
		requirement := jsonRequirement{ID: roll.ID, Title: r.titles[roll.ID], Verdict: roll.Verdict, Clauses: []jsonClause{}}
		for _, clause := range roll.Clauses {
			requirement.Clauses = append(requirement.Clauses, r.jsonClause(clause))
		}
		d.Requirements = append(d.Requirements, requirement)
	}
	for _, c := range r.stream.Cases {
		d.Cases = append(d.Cases, jsonCase{c.Start, append([]stream.Check{}, c.Checks...), c.End})
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(d)
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
