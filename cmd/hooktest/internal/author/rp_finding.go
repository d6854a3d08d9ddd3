package author

import (
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
)

// A fix is what to do, with the agents whose words it is in.
type fix struct {
	text   string
	agents []string
}

// findings are set off from what stands below.
func (b block) findings(found []finding.Finding) {
	for i, f := range found {
		if i == shownRemarks {
			b.out.Printf("  (%d more)\n", len(found)-i)
			break
		}
		b.finding(f, "")
		b.fix(fix{text: f.Fix}, 0)
	}
	if len(found) > 0 {
		b.out.Printf("\n")
	}
}

// besideID is where the text of a finding stands, behind its id.
const besideID = "         "

func (b block) finding(f finding.Finding, whose string) {
	severity := string(f.Rule.Severity)
	lines := term.Wrap(severity+": "+brief(f.Text)+whose, b.out.Width()-len(besideID))
	first := strings.TrimPrefix(lines[0], severity)
	b.out.Printf("  %s  %s%s\n", b.out.Styled(term.Bold, f.Rule.ID), b.out.Styled(severityStyle(f.Rule.Severity), severity), first)
	for _, line := range lines[1:] {
		b.out.Printf("%s%s\n", besideID, line)
	}
}

// fix shows what to do, and for whom where it is not for all of so many agents.
func (b block) fix(f fix, agents int) {
	lead := "fix: "
	if len(f.agents) < agents {
		lead = "fix for " + english.And(f.agents) + ": "
	}
	lines := term.Wrap(lead+brief(f.text), b.out.Width()-len(besideID))
	b.out.Printf("%s%s%s\n", besideID, b.out.Styled(term.Dim, "fix"), strings.TrimPrefix(lines[0], "fix"))
	for _, line := range lines[1:] {
		b.out.Printf("%s%s\n", besideID, line)
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

// findingList is the findings of one run in a report.
func findingList(found []finding.Finding) []any {
	list := make([]any, len(found))
	for i, f := range found {
		o := jsonvalue.New(
			member{Key: "id", Value: f.Rule.ID},
			member{Key: "severity", Value: string(f.Rule.Severity)},
			member{Key: "text", Value: f.Text},
			member{Key: "fix", Value: f.Fix},
		)
		if f.Place.Stream != "" {
			o.Set("stream", string(f.Place.Stream))
		}
		if at := f.Place.Position; !at.IsZero() {
			o.Set("at", jsonvalue.New(
				member{Key: "line", Value: number(at.Line)},
				member{Key: "column", Value: number(at.Column)},
				member{Key: "offset", Value: number(at.Offset)},
			))
		}
		list[i] = o
	}
	return list
}

// untold are the warnings that no finding says already.
func untold(warnings []hook.Warning, found []finding.Finding) []hook.Warning {
	return slices.DeleteFunc(slices.Clone(warnings), func(w hook.Warning) bool {
		return slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Told == w })
	})
}

// sarifLevel is what SARIF calls a severity, annotationKind what GitHub does.
func sarifLevel(s finding.Severity) string {
	return map[finding.Severity]string{finding.Error: "error", finding.Warning: "warning", finding.Info: "note"}[s]
}

func annotationKind(s finding.Severity) string {
	return map[finding.Severity]string{finding.Error: "error", finding.Warning: "warning", finding.Info: "notice"}[s]
}
