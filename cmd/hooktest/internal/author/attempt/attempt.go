// Package attempt turns what a person says of a hook into attempts: which agents are
// asked, and what each of them fires. It starts no hook.
package attempt

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/agents"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/payload"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/project"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/author/target"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/occasion"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/english"
)

// A Try is one event of one agent that the hook is run for.
type Try struct {
	Agent agents.Agent
	payload.Payload
	// Absent is why the agent fires nothing; empty where it does.
	Absent string
	// Place is the number of the occasion: what one agent calls PreToolUse and
	// another BeforeTool is the same.
	Place int
}

// tries are what each agent that is asked would fire: what the flags say or, where they
// say nothing, samples.
func (o *Options) tries(t target.Target) ([]Try, error) {
	agents, err := o.Asked(t)
	if err != nil {
		return nil, err
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
			all = append(all, Try{Agent: a, Payload: *given})
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
			all = append(all, Try{Agent: a, Payload: p, Place: slices.Index(places, place)})
		}
	}
	slices.SortStableFunc(all, func(a, b Try) int { return a.Place - b.Place })
	return all, o.warnOfUnfired(all, t)
}

// Asked are the agents whose verdicts are wanted: those that --agents names or else,
// told in one line, those whose words the payload, the event or the hook uses.
func (o *Options) Asked(t target.Target) ([]agents.Agent, error) {
	switch {
	case len(o.Chosen) > 0:
		return o.Chosen, nil
	case o.GivenWhole():
		w, err := o.ReadWhole()
		if err != nil {
			return nil, err
		}
		if name, named := w.Named(); named || o.Event == "" {
			return o.senders(w, name), nil
		}
		return o.speakers(o.Event), nil
	case o.Event != "":
		return o.speakers(o.Event), nil
	case o.Tool != "" && !agents.Default().Tools.Knows(o.Tool):
		found := agents.Meant(func(a agents.Agent) bool { return a.Tools.Knows(o.Tool) })
		return o.because(found, fmt.Sprintf("whose tool %s is", o.Tool)), nil
	}
	if t.Entry != nil {
		kind, _ := t.Entry.GetString("type")
		found := agents.Meant(func(a agents.Agent) bool { _, has := a.Handlers.Handler(kind); return has })
		return o.because(found, "which have "+kind+" hooks"), nil
	}
	configured, err := o.configuredIn(t)
	if err != nil || len(configured) > 0 {
		return o.because(configured, "whose settings name the hook"), err
	}
	keepers := agents.Meant(func(a agents.Agent) bool { return t.KeptBy(a) })
	if len(keepers) > 0 && !t.KeptBy(agents.Default()) {
		return o.because(keepers, "in whose folder the hook is"), nil
	}
	if len(keepers) > 0 || len(t.NamedEvents(agents.Default())) > 0 {
		return []agents.Agent{agents.Default()}, nil
	}
	found := agents.Meant(func(a agents.Agent) bool { return !a.Required() && len(t.NamedEvents(a)) > 0 })
	return o.because(found, "of whose events the hook's text speaks"), nil
}

// configuredIn are the agents whose settings, as they read them in the current
// directory, name the hook. Where LLxprt Code's do, nobody else is asked.
func (o *Options) configuredIn(t target.Target) ([]agents.Agent, error) {
	var found []*dialect.Contract
	for _, c := range dialect.Contracts() {
		events, err := o.configured(agents.Agent{Contract: c}, t)
		if err != nil {
			return nil, err
		}
		if len(events) > 0 {
			found = append(found, c)
		}
	}
	if slices.Contains(found, agents.Default().Contract) {
		return nil, nil
	}
	return agents.Meant(func(a agents.Agent) bool { return slices.Contains(found, a.Contract) }), nil
}

// speakers are the agents that call an event so. The words of LLxprt Code ask for
// what the requirements say alone.
func (o *Options) speakers(event string) []agents.Agent {
	if agents.Default().Knows(event) {
		return []agents.Agent{agents.Default()}
	}
	return o.because(agents.Meant(func(a agents.Agent) bool { return a.Knows(event) }), "whose event "+event+" is")
}

// because says which agents are asked and why. If none was found, it is LLxprt Code by
// the requirements.
func (o *Options) because(found []agents.Agent, why string) []agents.Agent {
	if len(found) == 0 {
		return []agents.Agent{agents.Default()}
	}
	if o.Single {
		found = found[:1]
	}
	names := make([]string, len(found))
	for i, a := range found {
		names[i] = a.Name
	}
	o.Note(fmt.Sprintf("asking %s, %s (--agents chooses others)", english.And(names), why))
	return found
}

// Options are what a person says of the hook, and of what happens to it.
type Options struct {
	payload.Flags
	Hook    string
	Args    []string
	Project string
	Timeout Timeout
	Agents  []string
	// Chosen are those that --agents names.
	Chosen []agents.Agent
	// Single tells that where nobody names agents the first alone is asked.
	Single bool
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
