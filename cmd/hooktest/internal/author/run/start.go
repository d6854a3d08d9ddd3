package run

import (
	"context"
	"fmt"
	"sync"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/attempt"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/target"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/trial"
	"github.com/hooktest/hooktest/engine"
)

// A ran try is one for which the hook was run, unless it is absent.
type ran struct {
	attempt.Try
	firing engine.Firing
	// findings are what is wrong with the hook as this agent takes it.
	findings []finding.Finding
}

// start runs the hook once for each agent, whose payload and variables are its own. Hooks
// in a folder that is given run one after another.
func (o *options) start(ctx context.Context, t target.Target, tries []attempt.Try) ([]ran, error) {
	most := 4
	if o.Project != "" {
		most = 1
	}
	places := make(chan struct{}, most)
	errs := make([]error, len(tries))
	runs := make([]ran, len(tries))
	var all sync.WaitGroup
	for i := range tries {
		runs[i].Try = tries[i]
		if tries[i].Absent != "" {
			continue
		}
		all.Go(func() {
			places <- struct{}{}
			defer func() { <-places }()
			errs[i] = o.startOne(ctx, t, &runs[i])
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
	return runs, nil
}

func (o *options) startOne(ctx context.Context, t target.Target, one *ran) error {
	firing, err := trial.Run(ctx, trial.Spec{
		Contract: one.Agent.Contract,
		Hooks:    trial.OneHook(one.Agent.Contract, t.Command, one.Event, trial.Patience(one.Agent.Contract, one.Event, o.Timeout.Duration)),
		Event:    one.Event,
		Fields:   one.Fields,
		Stdin:    one.Raw,
		Project:  o.Project,
		Environ:  o.Environ,
		Log:      o.DebugLog(),
	})
	if err == nil && ctx.Err() == nil && len(firing.Merged.Results) != 1 {
		err = fmt.Errorf("the engine did not run the hook for %s", one.Event)
	}
	one.firing = firing
	return err
}

// firingsOf are the firings of those agents that fire anything.
func firingsOf(tries []ran) []engine.Firing {
	var firings []engine.Firing
	for _, one := range tries {
		if one.Absent == "" {
			firings = append(firings, one.firing)
		}
	}
	return firings
}

// occasionsOf are the tries that belong together, in their order.
func occasionsOf(tries []ran) [][]ran {
	var groups [][]ran
	for i, one := range tries {
		if i == 0 || one.Place != tries[i-1].Place {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], one)
	}
	return groups
}
