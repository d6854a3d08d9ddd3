package author

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/term"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/english"
)

// runsOf are what findings are looked for in: one for each hook of a firing.
func runsOf(f engine.Firing) []finding.Run {
	runs := make([]finding.Run, len(f.Merged.Results))
	for i, r := range f.Merged.Results {
		runs[i] = finding.Run{Contract: f.Config.Contract(), Event: f.Event, Result: r, Input: f.Merged.Input}
	}
	return runs
}

// look finds what is wrong with the hook, on each occasion alone and then with all
// agents that were asked.
func (o *runOptions) look(t target, tries []try) {
	runs := make([]finding.Run, len(tries))
	for i := range tries {
		if tries[i].absent != "" {
			continue
		}
		run := runsOf(tries[i].firing)[0]
		run.Expect = effect.Kind(o.expect)
		if tries[i].firing.Verdict.Kind == effect.NotStarted {
			run.Start = t.startHint(run.Result)
		}
		runs[i] = run
		tries[i].findings = finding.Of(run)
	}
	for i := range tries {
		var beside []finding.Run
		for k := range tries {
			if tries[k].absent == "" && tries[k].place == tries[i].place {
				beside = append(beside, runs[k])
			}
		}
		if tries[i].absent == "" {
			tries[i].findings = finding.Together(tries[i].findings, finding.Among(beside))
		}
	}
}

// A sharedFinding is one that holds for several agents, with the fix in the words of
// each.
type sharedFinding struct {
	finding.Finding
	agents []string
	fixes  []fix
}

// A fix is what to do, with the agents whose words it is in.
type fix struct {
	text   string
	agents []string
}

// shared are the findings of several agents on one occasion, each once, in the order
// of their ids.
func shared(together []try) []sharedFinding {
	var all []sharedFinding
	for _, one := range together {
		for _, f := range one.findings {
			i := slices.IndexFunc(all, func(s sharedFinding) bool { return s.Rule.ID == f.Rule.ID && s.Text == f.Text })
			if i < 0 {
				i = len(all)
				all = append(all, sharedFinding{Finding: f})
			}
			s := &all[i]
			s.agents = append(s.agents, one.agent.Name)
			k := slices.IndexFunc(s.fixes, func(known fix) bool { return known.text == f.Fix })
			if k < 0 {
				k = len(s.fixes)
				s.fixes = append(s.fixes, fix{text: f.Fix})
			}
			s.fixes[k].agents = append(s.fixes[k].agents, one.agent.Name)
		}
	}
	slices.SortStableFunc(all, func(a, b sharedFinding) int { return strings.Compare(a.Rule.ID, b.Rule.ID) })
	return all
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

func (b block) sharedFindings(together []try) {
	asked := present(together)
	for i, s := range shared(together) {
		if i == 0 {
			b.out.Printf("\n")
		}
		whose := ""
		if len(s.agents) < asked {
			whose = " (" + english.And(s.agents) + ")"
		}
		b.finding(s.Finding, whose)
		for _, each := range s.fixes {
			b.fix(each, len(s.agents))
		}
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

// strictly is the failure of hooks that have errors.
func strictly(tries []try) error {
	var ids []string
	for _, one := range tries {
		for _, f := range one.findings {
			if f.Rule.Severity == finding.Error && !slices.Contains(ids, f.Rule.ID) {
				ids = append(ids, f.Rule.ID)
			}
		}
	}
	if len(ids) == 0 {
		return nil
	}
	slices.Sort(ids)
	return &console.Failure{
		Code:    console.ExitAgainst,
		Message: fmt.Sprintf("--strict: %s found: %s", english.Count(len(ids), "error"), english.And(ids)),
		Hint:    "hooktest explain " + ids[0],
	}
}
