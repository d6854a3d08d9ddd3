package author

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/occasion"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/internal/english"
)

// A try is one event of one agent that the hook is run for.
type try struct {
	agent agent
	payload
	// absent is why the agent fires nothing; empty where it does.
	absent string
	// place is the number of the occasion: what one agent calls PreToolUse and
	// another BeforeTool is the same.
	place int
}

// tries are what each agent that is asked would fire: what the flags say or, where they
// say nothing, samples.
func (o *attemptOptions) tries(t target) ([]try, error) {
	agents, err := o.asked(t)
	if err != nil {
		return nil, err
	}
	var all []try
	var places []string
	for i, a := range agents {
		o.agent, o.beside = a, i > 0
		given, err := o.payload()
		if absent, ok := errors.AsType[*occasion.Absence](err); ok {
			all = append(all, try{agent: a, absent: absent.Error()})
			continue
		}
		if err != nil {
			return nil, err
		}
		if given != nil {
			all = append(all, try{agent: a, payload: *given})
			continue
		}
		samples, err := o.samples(t)
		if err != nil {
			return nil, err
		}
		for _, p := range samples {
			place := a.placeOf(p.event)
			if !slices.Contains(places, place) {
				places = append(places, place)
			}
			all = append(all, try{agent: a, payload: p, place: slices.Index(places, place)})
		}
	}
	slices.SortStableFunc(all, func(a, b try) int { return a.place - b.place })
	return all, nil
}

// asked are the agents whose verdicts are wanted: those that --agents names or else,
// told in one line, those whose words the payload, the event or the hook uses.
func (o *attemptOptions) asked(t target) ([]agent, error) {
	switch {
	case len(o.chosen) > 0:
		return o.chosen, nil
	case o.givenWhole():
		w, err := o.readWhole()
		if err != nil {
			return nil, err
		}
		if name, named := w.named(); named || o.event == "" {
			return o.senders(w, name), nil
		}
		return o.speakers(o.event), nil
	case o.event != "":
		return o.speakers(o.event), nil
	case o.tool != "" && !contract().Tools.Knows(o.tool):
		found := meant(func(a agent) bool { return a.Tools.Knows(o.tool) })
		return o.because(found, fmt.Sprintf("whose tool %s is", o.tool)), nil
	}
	configured, err := o.configuredIn(t)
	if err != nil || len(configured) > 0 {
		return o.because(configured, "whose settings name the hook"), err
	}
	keepers := meant(func(a agent) bool { return t.keptBy(a) })
	if len(keepers) > 0 && !t.keptBy(contract()) {
		return o.because(keepers, "in whose folder the hook is"), nil
	}
	if len(keepers) > 0 || len(t.namedEvents(contract())) > 0 {
		return []agent{contract()}, nil
	}
	found := meant(func(a agent) bool { return !a.required() && len(t.namedEvents(a)) > 0 })
	return o.because(found, "of whose events the hook's text speaks"), nil
}

// configuredIn are the agents whose settings, as they read them in the current
// directory, name the hook. Where LLxprt Code's do, nobody else is asked.
func (o *attemptOptions) configuredIn(t target) ([]agent, error) {
	var found []*dialect.Contract
	for _, c := range dialect.Contracts() {
		events, err := o.configured(agent{c}, t)
		if err != nil {
			return nil, err
		}
		if len(events) > 0 {
			found = append(found, c)
		}
	}
	if slices.Contains(found, contract().Contract) {
		return nil, nil
	}
	return meant(func(a agent) bool { return slices.Contains(found, a.Contract) }), nil
}

// speakers are the agents that call an event so. The words of LLxprt Code ask for
// what the requirements say alone.
func (o *attemptOptions) speakers(event string) []agent {
	if contract().knows(event) {
		return []agent{contract()}
	}
	return o.because(meant(func(a agent) bool { return a.knows(event) }), "whose event "+event+" is")
}

// because tells which agents are asked and why. Without any, it is the requirements'.
func (o *attemptOptions) because(agents []agent, why string) []agent {
	if len(agents) == 0 {
		return []agent{contract()}
	}
	if o.single {
		agents = agents[:1]
	}
	names := make([]string, len(agents))
	for i, a := range agents {
		names[i] = a.Name
	}
	o.Note(fmt.Sprintf("asking %s, %s (--agents chooses others)", english.And(names), why))
	return agents
}

// attemptOptions are what a person says of the hook, and of what happens to it.
type attemptOptions struct {
	payloadFlags
	hook    string
	args    []string
	project string
	timeout timeoutFlag
	agents  []string
	// chosen are those that --agents names.
	chosen []agent
	// single tells that where nobody names agents the first alone is asked.
	single bool
}

// attemptOptionsFor are those of a command that asks any agent.
func attemptOptionsFor(a *console.App) attemptOptions {
	return attemptOptions{payloadFlags: payloadFlags{App: a, agent: contract(), anyAgent: true}}
}

// check refuses what can be refused before anything is looked at.
func (o *attemptOptions) check() error {
	if err := o.payloadFlags.check(); err != nil {
		return err
	}
	var err error
	if o.chosen, err = chosenBy(o.agents); err != nil || !o.given("project") {
		return err
	}
	return checkFolder(o.project)
}

// find reads what is piped in, finds the hook, and what each agent that is asked fires.
func (o *attemptOptions) find(ctx context.Context) (target, []try, error) {
	if _, err := console.Await(ctx, func() (struct{}, error) { return struct{}{}, o.takePiped() }); err != nil {
		return target{}, nil, err
	}
	t, err := console.Await(ctx, func() (target, error) { return findTarget(o.hook, o.args, o.project) })
	if err != nil {
		return target{}, nil, err
	}
	tries, err := console.Await(ctx, func() ([]try, error) { return o.tries(t) })
	return t, tries, err
}
