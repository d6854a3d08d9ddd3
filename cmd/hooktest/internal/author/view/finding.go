package view

import (
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
)

// A Fix is what to do, with the agents that the text is for.
type Fix struct {
	Text   string
	Agents []string
}

// Findings are separated from the text below by an empty line.
func (b Block) Findings(found []finding.Finding) {
	for i, f := range found {
		if i == ShownRemarks {
			b.Out.Printf("  (%d more)\n", len(found)-i)
			break
		}
		b.Finding(f, "")
		b.Fix(Fix{Text: f.Fix}, 0)
	}
	if len(found) > 0 {
		b.Out.Printf("\n")
	}
}

// afterID indents the further lines of a finding to the start of its text, after the id.
const afterID = "         "

// Finding shows what is wrong, followed by the agents that it is about.
func (b Block) Finding(f finding.Finding, whose string) {
	severity := string(f.Rule.Severity)
	lines := term.Wrap(severity+": "+Brief(f.Text)+whose, b.Out.Width()-len(afterID))
	first := strings.TrimPrefix(lines[0], severity)
	b.Out.Printf("  %s  %s%s\n", b.Out.Styled(term.Bold, f.Rule.ID), b.Out.Styled(severityStyle(f.Rule.Severity), severity), first)
	for _, line := range lines[1:] {
		b.Out.Printf("%s%s\n", afterID, line)
	}
}

// Fix shows what to do, and for which agents if not for all of them.
func (b Block) Fix(f Fix, agents int) {
	lead := "fix: "
	if len(f.Agents) < agents {
		lead = "fix for " + english.And(f.Agents) + ": "
	}
	lines := term.Wrap(lead+Brief(f.Text), b.Out.Width()-len(afterID))
	b.Out.Printf("%s%s%s\n", afterID, b.Out.Styled(term.Dim, "fix"), strings.TrimPrefix(lines[0], "fix"))
	for _, line := range lines[1:] {
		b.Out.Printf("%s%s\n", afterID, line)
	}
}

func severityStyle(s finding.Severity) term.Style {
	switch s {
	case finding.Error:
		return term.Bad
	case finding.Warning:
		return term.Caution
	}
	return term.Dim
}

// FindingList returns the findings of one run for a JSON report.
func FindingList(found []finding.Finding) []any {
	list := make([]any, len(found))
	for i, f := range found {
		o := jsonvalue.New(
			jsonvalue.Member{Key: "id", Value: f.Rule.ID},
			jsonvalue.Member{Key: "severity", Value: string(f.Rule.Severity)},
			jsonvalue.Member{Key: "text", Value: f.Text},
			jsonvalue.Member{Key: "fix", Value: f.Fix},
		)
		if f.Place.Stream != "" {
			o.Set("stream", string(f.Place.Stream))
		}
		if at := f.Place.Position; !at.IsZero() {
			o.Set("at", jsonvalue.New(
				jsonvalue.Member{Key: "line", Value: Number(at.Line)},
				jsonvalue.Member{Key: "column", Value: Number(at.Column)},
				jsonvalue.Member{Key: "offset", Value: Number(at.Offset)},
			))
		}
		list[i] = o
	}
	return list
}

// Untold returns the warnings that no finding reports.
func Untold(warnings []hook.Warning, found []finding.Finding) []hook.Warning {
	return slices.DeleteFunc(slices.Clone(warnings), func(w hook.Warning) bool {
		return slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Told == w })
	})
}
