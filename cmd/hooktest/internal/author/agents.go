package author

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/contractfile"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/finding"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/occasion"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/trial"
	"github.com/hooktest/hooktest/engine"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/internal/english"
)

// allAgents stands for every contract behind --agents.
const allAgents = "all"

// A try is one event of one agent that the hook is run for.
type try struct {
	agent agent
	payload
	firing engine.Firing
	// findings are what is wrong with the hook as this agent takes it.
	findings []finding.Finding
	// absent is why the agent fires nothing; empty where it does.
	absent string
	// place is the number of the occasion: what one agent calls PreToolUse and
	// another BeforeTool is the same.
	place int
}

// tries are what each agent that is asked would fire: what the flags say or, where they
// say nothing, samples.
func (o *runOptions) tries(t target) ([]try, error) {
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

// placeOf is the moment of an event, which other agents may call otherwise; an event
// at a moment of its own stands for itself.
func (a agent) placeOf(event hook.Event) string {
	if moment := a.row(event).Moment; moment != "" {
		return string(moment)
	}
	return string(event)
}

// chosenBy are the agents that names stand for: those of hooktest in its order, then
// those in files.
func chosenBy(names []string) ([]agent, error) {
	chosen := agentsOf(func(a agent) bool { return slices.Contains(names, a.Name) || slices.Contains(names, allAgents) })
	for _, name := range names {
		if !contractfile.Is(name) {
			if err := console.CheckChoice("agent", name, append(agentNames(), allAgents)); err != nil {
				return nil, err
			}
			continue
		}
		a, err := agentNamed("agent", name)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(chosen, func(other agent) bool { return other.Name == a.Name }) {
			return nil, console.Usage(fmt.Sprintf("%s: another agent that is asked is called %s, too", name, a.Name), "name: in the file gives it another name")
		}
		chosen = append(chosen, a)
	}
	return chosen, nil
}

// asked are the agents whose verdicts are wanted: those that --agents names or else,
// told in one line, those whose words the payload, the event or the hook uses.
func (o *runOptions) asked(t target) ([]agent, error) {
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
	keepers := meant(func(a agent) bool { return a.keeps(t) })
	if len(keepers) > 0 && !contract().keeps(t) {
		return o.because(keepers, "in whose folder the hook is"), nil
	}
	if len(keepers) > 0 || len(contract().namedBy(t)) > 0 {
		return []agent{contract()}, nil
	}
	found := meant(func(a agent) bool { return !a.required() && len(a.namedBy(t)) > 0 })
	return o.because(found, "of whose events the hook's text speaks"), nil
}

// configuredIn are the agents whose settings, as they read them in the current
// directory, name the hook. Where LLxprt Code's do, nobody else is asked.
func (o *runOptions) configuredIn(t target) ([]agent, error) {
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

// keeps tells whether a hook is in the folder of a project where the agent has its
// settings.
func (a agent) keeps(t target) bool {
	folders := strings.Split(filepath.ToSlash(t.path), "/")
	return slices.ContainsFunc(a.Settings.Files, func(file dialect.File) bool {
		first, _, _ := strings.Cut(file.Path, "/")
		return strings.HasPrefix(first, ".") && slices.Contains(folders, first)
	})
}

// speakers are the agents that call an event so. The words of LLxprt Code ask for
// what the requirements say alone.
func (o *runOptions) speakers(event string) []agent {
	if contract().knows(event) {
		return []agent{contract()}
	}
	return o.because(meant(func(a agent) bool { return a.knows(event) }), "whose event "+event+" is")
}

// meant are the agents that something fits: those that were run or, where it fits none
// of them, those that only documents tell of.
func meant(fits func(agent) bool) []agent {
	if found := agentsOf(func(a agent) bool { return !a.Aside && fits(a) }); len(found) > 0 {
		return found
	}
	return agentsOf(func(a agent) bool { return a.Aside && fits(a) })
}

// because tells which agents are asked and why. Without any, it is the requirements'.
func (o *runOptions) because(agents []agent, why string) []agent {
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

func agentsOf(holds func(agent) bool) []agent {
	var all []agent
	for _, c := range dialect.Contracts() {
		if a := (agent{c}); holds(a) {
			all = append(all, a)
		}
	}
	return all
}

// fire runs the hook once for each agent, whose payload and variables are its own. Hooks
// in a folder that is given run one after another.
func (o *runOptions) fire(ctx context.Context, t target, tries []try) error {
	most := 4
	if o.project != "" {
		most = 1
	}
	places := make(chan struct{}, most)
	errs := make([]error, len(tries))
	var all sync.WaitGroup
	for i := range tries {
		if tries[i].absent != "" {
			continue
		}
		all.Go(func() {
			places <- struct{}{}
			defer func() { <-places }()
			errs[i] = o.fireOne(ctx, t, &tries[i])
		})
	}
	all.Wait()
	if ctx.Err() != nil {
		return console.Silent(console.ExitInterrupted)
	}
	for _, err := range errs {
		if err != nil {
			return console.Fault(err)
		}
	}
	return nil
}

func (o *runOptions) fireOne(ctx context.Context, t target, one *try) error {
	firing, err := trial.Run(ctx, trial.Spec{
		Contract: one.agent.Contract,
		Hooks:    trial.OneHook(one.agent.Contract, t.command, one.event, trial.Patience(one.agent.Contract, one.event, o.timeout.Duration)),
		Event:    one.event,
		Fields:   one.fields,
		Stdin:    one.raw,
		Project:  o.project,
		Environ:  o.Environ,
		Log:      debugLog(o.App),
	})
	if err == nil && ctx.Err() == nil && len(firing.Merged.Results) != 1 {
		err = fmt.Errorf("the engine did not run the hook for %s", one.event)
	}
	one.firing = firing
	return err
}

// firingsOf are the firings of those agents that fire anything.
func firingsOf(tries []try) []engine.Firing {
	var firings []engine.Firing
	for _, one := range tries {
		if one.absent == "" {
			firings = append(firings, one.firing)
		}
	}
	return firings
}

// occasionsOf are the tries that belong together, in their order.
func occasionsOf(tries []try) [][]try {
	var groups [][]try
	for i, one := range tries {
		if i == 0 || one.place != tries[i-1].place {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], one)
	}
	return groups
}

// agentOf is whose a firing is.
func agentOf(f engine.Firing) agent { return agent{f.Config.Contract()} }
