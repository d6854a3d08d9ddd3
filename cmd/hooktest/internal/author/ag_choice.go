package author

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hooktest/hooktest/cmd/hooktest/internal/console"
	"github.com/hooktest/hooktest/cmd/hooktest/internal/contractfile"
	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/spf13/cobra"
)

// agentNamed finds the agent that a flag or an argument names: a contract of hooktest,
// or one in a file. what says what the name is of.
func agentNamed(what, name string) (agent, error) {
	if !contractfile.Is(name) {
		if err := console.CheckChoice(what, name, agentNames()); err != nil {
			return agent{}, err
		}
		c, _ := dialect.Named(name)
		return agent{c}, nil
	}
	c, err := contractfile.Load(name)
	if broken, ok := errors.AsType[*contractfile.Error](err); ok {
		if len(broken.Faults) == 1 {
			return agent{}, console.Usage(broken.Error(), broken.Faults[0].Hint)
		}
		var lines []string
		for _, f := range broken.Faults {
			line := f.String()
			if f.Hint != "" {
				line += " (" + f.Hint + ")"
			}
			lines = append(lines, line)
		}
		return agent{}, console.Usage(strings.Join(lines, "\n"), "the keys and words of a contract: hooktest schema contract")
	}
	if err != nil {
		return agent{}, console.Unreadable(name, err)
	}
	return agent{c}, nil
}

// allAgents stands for every contract behind --agents.
const allAgents = "all"

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

// meant are the agents that something fits: those that were run or, where it fits none
// of them, those that only documents tell of.
func meant(fits func(agent) bool) []agent {
	if found := agentsOf(func(a agent) bool { return !a.Aside && fits(a) }); len(found) > 0 {
		return found
	}
	return agentsOf(func(a agent) bool { return a.Aside && fits(a) })
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

func eventNames() []string {
	var names []string
	for _, c := range dialect.Contracts() {
		for _, e := range c.EventNames() {
			if !slices.Contains(names, string(e)) {
				names = append(names, string(e))
			}
		}
	}
	return names
}

// agentNames are the contracts that run can judge by.
func agentNames() []string { return dialect.Names() }

// describedTools are the built-in tools as shells complete them.
func describedTools() []string {
	var all []string
	for _, tool := range contract().Tools.Builtin {
		all = append(all, cobra.CompletionWithDesc(tool.Name, tool.Does))
	}
	return all
}
