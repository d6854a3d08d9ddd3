// Package attempt turns what a person says of a hook into attempts: which agents are
// asked, and what each of them fires. It starts no hook.
package attempt

import (
	"context"
	"errors"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/agents"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/payload"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/project"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/target"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/occasion"
)

// A Try is one event of one agent that the hook is run for.
type Try struct {
	Agent agents.Agent
	payload.Payload
	// Hook is how the agent starts the hook: by the command of its settings where they name it.
	Hook target.Target
	// Absent is why the agent fires nothing; empty where it does.
	Absent string
	// Place is the number of the occasion: what one agent calls PreToolUse and
	// another BeforeTool is the same.
	Place int
}

// tries are what each agent that is asked would fire: what the flags say or, where they
// say nothing, samples.
func (o *Options) tries(t target.Target) ([]Try, error) {
	agents, why, err := o.Asked(t)
	if err != nil {
		return nil, err
	}
	if why != "" {
		o.Note("asking " + why)
	}
	var all []Try
	var places []string
	for i, a := range agents {
		o.Agent, o.Beside = a, i > 0
		given, err := o.Payload()
		if absent, ok := errors.AsType[*occasion.Absence](err); ok {
			all = append(all, Try{Agent: a, Absent: absent.Error()})
			continue
		}
		if err != nil {
			return nil, err
		}
		if given != nil {
			started, err := o.Started(a, t, given.Event)
			if err != nil {
				return nil, err
			}
			all = append(all, Try{Agent: a, Payload: *given, Hook: started})
			continue
		}
		if t.Entry != nil {
			return nil, console.Usage("a hook that is written as in settings does not say its event", "name it, such as: --event PreToolUse")
		}
		samples, err := o.samples(t)
		if err != nil {
			return nil, err
		}
		for _, p := range samples {
			place := a.MomentOf(p.Event)
			if !slices.Contains(places, place) {
				places = append(places, place)
			}
			started, err := o.Started(a, t, p.Event)
			if err != nil {
				return nil, err
			}
			all = append(all, Try{Agent: a, Payload: p, Hook: started, Place: slices.Index(places, place)})
		}
	}
	slices.SortStableFunc(all, func(a, b Try) int { return a.Place - b.Place })
	return all, o.warnOfUnfired(all, t)
}

// Options are what a person says of the hook, and of what happens to it.
type Options struct {
	payload.Flags
	Hook    string
	Args    []string
	Project string
	Timeout Timeout
	Agents  []string
	// One tells that the command takes one of several samples of each agent, and says which.
	One bool
	// Chosen are those that --agents names.
	Chosen []agents.Agent
	// read are the settings around the hook, by the names of the agents that read them.
	read map[string]*around
}

// For are those of a command that asks any agent.
func For(a *console.App) Options {
	return Options{Flags: payload.Flags{App: a, Agent: agents.Default(), AnyAgent: true}}
}

// Check refuses what can be refused before anything is looked at.
func (o *Options) Check() error {
	if err := o.Flags.Check(); err != nil {
		return err
	}
	var err error
	if o.Chosen, err = agents.Chosen(o.Agents); err != nil || !o.Given("project") {
		return err
	}
	return project.CheckFolder(o.Project)
}

// Find reads what is piped in, finds the hook, and what each agent that is asked fires.
func (o *Options) Find(ctx context.Context) (target.Target, []Try, error) {
	if _, err := console.Await(ctx, func() (struct{}, error) { return struct{}{}, o.TakePiped() }); err != nil {
		return target.Target{}, nil, err
	}
	t, err := console.Await(ctx, func() (target.Target, error) { return target.Find(o.Hook, o.Args, o.Project) })
	if err != nil {
		return target.Target{}, nil, err
	}
	tries, err := console.Await(ctx, func() ([]Try, error) { return o.tries(t) })
	return t, tries, err
}
