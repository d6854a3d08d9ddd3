package run

import (
	"context"
	"sync"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/invocation"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/execution"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/effect"
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
