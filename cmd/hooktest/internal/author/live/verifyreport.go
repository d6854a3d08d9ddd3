package live

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/verification"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/visible"
)

// statuses are those of facts in the order of the report.
func statuses() []verification.Status {
	return []verification.Status{verification.Contradicted, verification.Flaky, verification.Confirmed, verification.Unobservable, verification.Unknown}
}

func (o *verifyOptions) report(s verification.Subject, r verification.Report) error {
	if o.format == "ndjson" {
		return console.WriteFault(o.lines(s, r))
	}
	out := o.Streams.Out
	out.Printf("%s %s, contract %s\n", out.Styled(term.Bold, s.Agent.Product), visible.Line(cmp.Or(s.Program.Version, "of an unknown version")), s.Contract.Name)
	for _, one := range r.Results {
		if one.Status != verification.Contradicted && one.Status != verification.Flaky {
			continue
		}
		out.Printf("  %s: %s\n", out.Styled(term.Bad, string(one.Status)), one.Case)
		for _, d := range one.Differences {
			out.Printf("    %s, by %s\n      contract: %s\n      agent:    %s\n", d.What, english.And(d.Facts), d.Contract, d.Agent)
		}
	}
	for _, one := range r.Results {
		if one.Status == verification.Unobservable {
			out.Printf("  %s: %s\n    %s\n", out.Styled(term.Dim, string(one.Status)), one.Case, visible.Line(one.Why))
			if one.Observation.Unseen == "" {
				out.Printf("    agent: %s\n", one.Observation)
			}
		}
	}
	styles := map[verification.Status]term.Style{verification.Contradicted: term.Bad, verification.Flaky: term.Bad, verification.Confirmed: term.Good}
	var counts []string
	for _, status := range statuses() {
		n := 0
		for _, f := range r.Facts {
			if f.Status != status {
				continue
			}
			n++
			style, ok := styles[status]
			if !ok {
				style = term.Dim
			}
			out.Printf("  %s  %s%s\n", out.Styled(style, fmt.Sprintf("%-14s", status)), f.ID, shownCases(f))
		}
		if n > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", n, status))
		}
	}
	out.Printf("%s: %s\n", english.Count(len(r.Facts), "fact"), strings.Join(counts, ", "))
	return nil
}

// shownCases returns the cases of a fact for people.
func shownCases(f verification.FactResult) string {
	if len(f.Cases) == 0 {
		return ""
	}
	return ": " + f.Cases[0] + furtherCases(len(f.Cases)-1)
}

func furtherCases(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", and %d more", n)
}

// lines writes the report for programs: the agent first, then cases, then facts.
func (o *verifyOptions) lines(s verification.Subject, r verification.Report) error {
	lines := json.NewEncoder(o.Streams.Out)
	lines.SetEscapeHTML(false)
	all := []any{map[string]string{"type": "agent", "contract": s.Contract.Name, "product": s.Agent.Product, "version": s.Program.Version}}
	for i := range r.Results {
		all = append(all, struct {
			Type string `json:"type"`
			verification.Result
		}{"case", r.Results[i]})
	}
	for i := range r.Facts {
		all = append(all, struct {
			Type string `json:"type"`
			verification.FactResult
		}{"fact", r.Facts[i]})
	}
	for _, one := range all {
		if err := lines.Encode(one); err != nil {
			return err
		}
	}
	return nil
}
