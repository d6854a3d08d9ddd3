package run

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/effect"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/invocation"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/view"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/internal/english"
	"github.com/hooktest/hooktest/internal/lists"
)

// ran is a try with its result. An absent try has none.
type ran struct {
	invocation.Try
	firing engine.Firing
	// findings are the hook's findings for this agent.
	findings []finding.Finding
}

// start runs the hook with each agent's payload and variables. Agents that start it in the same
// way share one execution. Hooks in a folder given by the user run one after another.
func (o *options) start(ctx context.Context, tries []invocation.Try) ([]*ran, error) {
	most := 4
	if o.Project != "" {
		most = 1
	}
	places := make(chan struct{}, most)
	runs := lists.Of(tries, func(try invocation.Try) *ran { return &ran{Try: try} })
	for _, one := range present(runs) {
		var err error
		if one.Absent, err = o.launch(one).Idle(); err != nil {
			return nil, console.Fault(err)
		}
	}
	starts := o.startsOf(runs)
	errs := make([]error, len(starts))
	var all sync.WaitGroup
	for i, same := range starts {
		all.Go(func() {
			places <- struct{}{}
			defer func() { <-places }()
			firing, err := execution.Run(ctx, o.launch(same[0]))
			if same[0].firing, errs[i] = firing, err; err != nil || ctx.Err() != nil {
				return
			}
			for _, other := range same[1:] {
				other.firing = o.launch(other).As(firing)
			}
		})
	}
	all.Wait()
	if ctx.Err() != nil {
		return nil, console.Silent(console.ExitInterrupted)
	}
	for _, err := range errs {
		if err != nil {
			return nil, console.Fault(err)
		}
	}
	for _, one := range present(runs) {
		f := &one.firing
		// Some agents show the command to the model.
		if written := one.Hook.Written; written != "" && !one.Agent.Required() {
			f.Merged.Results[0].Entry.Command, f.Merged.Results[0].Entry.Uncertain = written, one.Hook.Uncertain
			*f = o.launch(one).As(*f)
		}
		if finding.Unstarted(f.Verdict, f.Merged.Results[0]) {
			f.Verdict.Kind = effect.NotStarted
		}
	}
	return runs, nil
}

// startsOf groups the runs that share one execution of the hook.
func (o *options) startsOf(runs []*ran) [][]*ran {
	var starts [][]*ran
	known := map[string]int{}
	for _, one := range present(runs) {
		key := o.launch(one).Key()
		if at, same := known[key]; same && key != "" {
			starts[at] = append(starts[at], one)
			continue
		}
		known[key] = len(starts)
		starts = append(starts, []*ran{one})
	}
	return starts
}

func (o *options) launch(one *ran) execution.Spec {
	environ := o.Environ
	if one.Hook.Environ != nil {
		environ = one.Hook.Environ
	}
	l := execution.Spec{
		Contract: one.Agent.Contract,
		Event:    one.Event,
		Fields:   one.Fields,
		Stdin:    one.Raw,
		Project:  o.Project,
		Environ:  environ,
		Log:      o.DebugLog(),
		Command:  one.Hook.Command,
		Entry:    one.Hook.Entry,
		Timeout:  o.Timeout.Duration,
		Sandbox:  o.confined.Policy(),
	}
	o.asking.Into(&l)
	if one.Hook.Entry == nil {
		l.Timeout = execution.Patience(one.Agent.Contract, one.Event, l.Timeout)
	}
	return l
}

func byEventInput(tries []*ran) [][]*ran {
	return lists.Groups(tries, func(a, b *ran) bool { return a.Place == b.Place })
}

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
