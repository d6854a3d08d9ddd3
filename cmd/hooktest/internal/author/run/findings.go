package run

import (
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine/effect"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

// look finds what is wrong with the hook, for each event input alone and then across all agents.
func (o *options) look(tries []*ran) {
	for _, together := range byEventInput(present(tries)) {
		runs := lists.Of(together, o.runOf)
		among := finding.Among(runs)
		for i, one := range together {
			found := finding.Of(runs[i])
			if o.refused(one) != "" {
				// If the sandbox denied the hook something, its failure may not be the hook's fault.
				found = slices.DeleteFunc(found, func(f finding.Finding) bool {
					return slices.Contains([]string{"HT501", "HT509", "HT510", "HT511", "HT512", "HT514"}, f.Rule.ID)
				})
			}
			one.findings = finding.Together(found, among)
		}
	}
}

func (o *options) runOf(one *ran) finding.Run {
	run := finding.Runs(one.firing)[0]
	run.Expect = effect.Kind(o.expect)
	if one.firing.Verdict.Kind == effect.NotStarted {
		run.Start = one.Hook.StartHint(run.Result)
	}
	return run
}

// A sharedFinding is a finding for several agents, with the fix for each.
type sharedFinding struct {
	finding.Finding
	agents []string
	fixes  []view.Fix
}

// shared returns the findings of several agents on one event input, each once, ordered by id.
func shared(together []*ran) []sharedFinding {
	var all []sharedFinding
	for _, one := range together {
		for _, f := range one.findings {
			i := slices.IndexFunc(all, func(s sharedFinding) bool { return s.Rule.ID == f.Rule.ID && s.Text == f.Text })
			if i < 0 {
				i = len(all)
				all = append(all, sharedFinding{Finding: f})
			}
			s := &all[i]
			s.agents = append(s.agents, one.Agent.Name)
			k := slices.IndexFunc(s.fixes, func(known view.Fix) bool { return known.Text == f.Fix })
			if k < 0 {
				k = len(s.fixes)
				s.fixes = append(s.fixes, view.Fix{Text: f.Fix})
			}
			s.fixes[k].Agents = append(s.fixes[k].Agents, one.Agent.Name)
		}
	}
	slices.SortStableFunc(all, func(a, b sharedFinding) int { return strings.Compare(a.Rule.ID, b.Rule.ID) })
	return all
}

func (b comparison) sharedFindings(together []*ran) {
	asked := len(present(together))
	for i, s := range shared(together) {
		if i == 0 {
			b.Out.Printf("\n")
		}
		whose := ""
		if len(s.agents) < asked {
			whose = " (" + english.And(s.agents) + ")"
		}
		b.Finding(s.Finding, whose)
		for _, each := range s.fixes {
			b.Fix(each, len(s.agents))
		}
	}
}
